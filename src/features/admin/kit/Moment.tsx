import { useLocale } from '#src/i18n/island.tsx';
import { dateText, timeOf } from '#src/lib/dates.ts';

/**
 * A point in time in a cell of a table: the date, and below it the time, neither of which is broken; in one line on cards of phones.
 * @param isDay the date alone
 */
export function Moment({ at, timeZone, isDay }: { at: string; timeZone: string; isDay?: boolean }) {
  const locale = useLocale();
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dateText(at, timeZone, locale)}
      {!isDay && ' '}
      {!isDay && <span className="sm:block sm:text-sm sm:text-muted">{timeOf(at, timeZone)}</span>}
    </time>
  );
}
