import { inZone } from '#src/lib/dates.ts';

/** No text messages from 21:00 until 8:00. */
const FROM = 21;
const UNTIL = 8;
const HOUR_MS = 3_600_000;

/** Returns the moment itself, or in quiet hours their end, in a time zone. */
export function afterQuietHours(moment: Date, timeZone: string): Date {
  const local = inZone(moment, timeZone);
  if (local.hour() >= UNTIL && local.hour() < FROM) return moment;
  const day = local.hour() >= FROM ? local.add(1, 'day') : local;
  const guess = day.startOf('day').hour(UNTIL).toDate();
  // The offset of the zone may change in that night.
  return new Date(guess.getTime() + (UNTIL - inZone(guess, timeZone).hour()) * HOUR_MS);
}
