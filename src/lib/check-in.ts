/** What the daily check-in gives: points a day, and more on every seventh day in a row. */
export const CHECK_IN = { points: 1, bonusEvery: 7, bonusPoints: 5 };

/** Points for a day that is the nth in a row. */
export function checkInPoints(streak: number): number {
  return CHECK_IN.points + (streak % CHECK_IN.bonusEvery === 0 ? CHECK_IN.bonusPoints : 0);
}

/** A day of the calendar, `2026-03-01`, moved by whole days. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from Monday of a day's week: 0 to 6. */
export const weekday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

export type CheckInStanding = {
  /** Whether today is checked in. */
  signed: boolean;
  /** Days in a row up to today, or up to yesterday when today is not checked in yet; a day left out begins anew. */
  streak: number;
  /** What today's check-in gives, or gave. */
  points: number;
};

/** Where somebody stands today. @param last the latest day that they checked in, with its streak */
export function checkInStanding(
  today: string,
  last: { day: string; streak: number } | null | undefined,
): CheckInStanding {
  const signed = last?.day === today;
  const streak = signed || last?.day === dayAfter(today, -1) ? last.streak : 0;
  return { signed, streak, points: checkInPoints(signed ? streak : streak + 1) };
}
