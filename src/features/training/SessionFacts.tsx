import { Icon } from '#src/components/Icon.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { periodText } from '#src/lib/dates.ts';

export type Session = Data<'GET /course/api/training/session/list'>['list'][number];
type Props = {
  session: Pick<Session, 'title' | 'startAt' | 'endAt' | 'place' | 'room' | 'lecturerName' | 'assistantNames'>;
  timeZone: string;
};

/** When and where a session is, and who holds it. */
export function SessionFacts({ session, timeZone }: Props) {
  const t = useT();
  const locale = useLocale();
  const { title, place, room, lecturerName, assistantNames } = session;
  return (
    <div className="min-w-0">
      <p className="font-medium tabular-nums">
        <time dateTime={session.startAt}>{periodText(session, timeZone, locale)}</time>
      </p>
      <p className="break-words">{title}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-1.5">
          <Icon name="building" className="size-4" />
          <span className="sr-only">{t('training:place')}</span>
          {[place, room].filter(Boolean).join(' · ')}
        </span>
        {lecturerName && (
          <span className="flex items-center gap-1.5">
            <Icon name="lecturer" className="size-4" />
            <span className="sr-only">{t('training:lecturer')}</span>
            {lecturerName}
          </span>
        )}
        {assistantNames.length > 0 && (
          <span>{t('training:with', { names: assistantNames.join(t('training:separator')) })}</span>
        )}
      </p>
    </div>
  );
}
