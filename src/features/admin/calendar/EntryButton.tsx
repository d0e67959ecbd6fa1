import { Icon } from '#src/components/Icon.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { inZone } from '#src/lib/dates.ts';
import type { Entry } from './calendar-list.ts';

type Props = {
  entry: Entry;
  timeZone: string;
  isDetailed?: boolean;
  isReady: boolean;
  /** Tab leads to it. */
  isStop: boolean;
  onOpen: (entry: Entry) => void;
};

/** One session or live class of the calendar, with its clashes in words. A live class leads to its console. */
export function EntryButton({ entry, timeZone, isDetailed = false, isReady, isStop, onOpen }: Props) {
  const t = useT();
  const locale = useLocale();
  const { kind, id, title, courseTitle, status, clashes, lecturerName, place, room } = entry;
  const time = (at: string) => inZone(at, timeZone).format('HH:mm');
  const look = [
    'calendar-entry',
    kind === 'live' && 'calendar-entry-live',
    clashes.length > 0 && 'calendar-entry-clash',
    status === 'cancelled' && 'calendar-entry-cancelled',
  ];
  const content = (
    <>
      <span className="tabular-nums">
        {time(entry.startAt)}–{time(entry.endAt)}
      </span>{' '}
      <span className="font-medium">{title}</span>
      {status === 'cancelled' && <span className="sr-only"> {t('calendar:cancelled')}</span>}
      {kind === 'live' && <span className="sr-only"> {t('calendar:kind.live')}</span>}
      {isDetailed && (
        <span className="block text-muted">
          {[courseTitle, lecturerName, ...entry.assistantNames, [place, room].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join(' · ')}
          {entry.capacity !== null &&
            ` · ${t('calendar:places', { booked: entry.bookedCount, capacity: entry.capacity })}`}
          {entry.cost > 0 && ` · ${t('calendar:costOf', { amount: entry.cost.toFixed(2) })}`}
        </span>
      )}
      {clashes.map((clash) => (
        <span key={clash} className="flex items-center gap-1">
          <Icon name="warning" className="size-3" />
          {t(`calendar:clash.${clash}`)}
        </span>
      ))}
    </>
  );
  const className = look.filter(Boolean).join(' ');
  const tabIndex = isStop ? undefined : -1;
  if (kind === 'live')
    return (
      <a className={className} tabIndex={tabIndex} href={href(locale, `/account/live/${id}`)}>
        {content}
      </a>
    );
  return (
    <button type="button" className={className} tabIndex={tabIndex} disabled={!isReady} onClick={() => onOpen(entry)}>
      {content}
    </button>
  );
}
