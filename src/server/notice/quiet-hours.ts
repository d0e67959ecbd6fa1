import { isQuiet, type QuietHours } from '#src/contract/rules/notice.ts';
import { inZone } from '#src/lib/dates.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the moment itself, or in quiet hours their end, in a time zone. Of several quiet hours all count: it is the first moment that is
 * in none of them. They leave an hour (`leavesHours`).
 */
export function afterQuietHours(moment: Date, timeZone: string, quiet: readonly QuietHours[]): Date {
  let at = moment;
  // The end of one may be in the next.
  for (let round = 0; round < quiet.length; round++) for (const hours of quiet) at = afterOne(at, timeZone, hours);
  return at;
}

function afterOne(moment: Date, timeZone: string, hours: QuietHours): Date {
  const { until } = hours;
  const local = inZone(moment, timeZone);
  if (!isQuiet(local.hour(), hours)) return moment;
  const day = local.hour() >= until ? local.add(1, 'day') : local;
  const guess = day.startOf('day').hour(until).toDate();
  // The offset of the zone may change in that night.
  return new Date(guess.getTime() + (until - inZone(guess, timeZone).hour()) * HOUR_MS);
}
