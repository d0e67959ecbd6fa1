import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import type { Input } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { links } from '../links.ts';
import { reminderView } from '../panel-calls.ts';

const SAVE = 'PUT /user/auth/notice/reminder/save';

/** Whether the user gets notices of tasks and coachings by SMS or e-mail, too; saved at once. */
export function ReminderChoice() {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const { data } = useCall(...reminderView());
  const save = useAction(async (choice: Input<typeof SAVE>) => {
    await api(SAVE, choice);
    notify(t('notice:reminder.saved'), 'success');
    invalidate(reminderView()[0]);
  });
  if (!data || (data.sms === 'off' && data.email === 'off')) return null;
  const { bySms, byEmail, sms, email } = data;
  const box = (name: 'bySms' | 'byEmail') => (
    <label className="flex cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        className="checkbox rounded-sm checkbox-sm"
        disabled={!hydrated || save.isPending}
        key={String(data[name])}
        defaultChecked={data[name]}
        onChange={({ target }) => void save.run({ bySms, byEmail, [name]: target.checked })}
      />
      {t(`notice:reminder.${name}`)}
    </label>
  );
  return (
    <div
      role="group"
      aria-label={t('notice:reminder.label')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    >
      <span>{t('notice:reminder.label')}</span>
      {sms === 'ready' && box('bySms')}
      {email === 'ready' && box('byEmail')}
      {sms === 'unconfirmed' && (
        <a className="link" href={href(locale, links.confirmPhone)}>
          {t('notice:reminder.confirmPhone')}
        </a>
      )}
      {email === 'unconfirmed' && (
        <a className="link" href={href(locale, links.confirmEmail)}>
          {t('notice:reminder.confirmEmail')}
        </a>
      )}
    </div>
  );
}
