import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { StatusBox } from './StatusBox.tsx';

type Purchase = NonNullable<Data<'GET /course/auth/course/info/view'>['purchase']>;
type Props = {
  purchase: Purchase;
  /** Error if the reason for asking again is missing. */
  required: string;
  /** The viewer has just asked. */
  focused: boolean;
  /** @throws ApiError */
  ask: (note: string | undefined) => Promise<void>;
};

/** How far a member is in getting a seat of a course, and the form that asks for one. */
export function AskForSeat({ purchase, required, focused, ask }: Props) {
  const t = useT();
  const locale = useLocale();
  const { state, instanceId, reason, mayAskAgain } = purchase;
  const isWaiting = state === 'pending' || state === 'ordered';
  return (
    <>
      <StatusBox icon={isWaiting ? 'clock' : 'lock'} focused={focused}>
        <p>{t(`course:seat.${state}`)}</p>
        {state === 'rejected' && reason && (
          <p className="mt-1 break-words text-muted">{t('course:reason', { reason })}</p>
        )}
        {instanceId && (
          <a className="link mt-1 inline-block" href={href(locale, `/account?change=6&id=${instanceId}`)}>
            {t('course:seeRequest')}
          </a>
        )}
      </StatusBox>
      {mayAskAgain && (
        <RegistrationForm
          again={state === 'rejected'}
          required={required}
          label={t(state === 'rejected' ? 'course:registerNote.again' : 'course:registerNote.label')}
          action={t('course:seat.ask')}
          send={ask}
        />
      )}
    </>
  );
}
