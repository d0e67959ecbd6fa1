import { inZone } from '#src/lib/dates.ts';

/** Returns the value of an `<input type="datetime-local">` for a moment in a time zone: `2026-05-04T09:00`. */
export const wallTimeOf = (moment: string | number | Date, timeZone: string): string =>
  inZone(moment, timeZone).format('YYYY-MM-DDTHH:mm');

/**
 * Returns the moment of such a value in a time zone; null if it is none. A time that the change of clocks skips is the one an
 * hour later.
 */
export function momentOfWallTime(text: string, timeZone: string): Date | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offset = (at: number) => inZone(at, timeZone).utcOffset() * 60_000;
  // The offset at that moment is known only when the moment is: the first guess may be on the other side of a change.
  const guess = asUtc - offset(asUtc);
  return new Date(asUtc - offset(guess));
}
