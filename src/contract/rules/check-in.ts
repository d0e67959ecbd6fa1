import { type Policies, POLICY_DEFAULTS } from './policy.ts';

type Rules = Policies['points'];

/** Points for the nth consecutive day. */
export function checkInPoints(streak: number, rules: Rules = POLICY_DEFAULTS.points): number {
  if (!rules.enabled) return 0;
  return rules.checkInPoints + (streak % rules.bonusEvery === 0 ? rules.bonusPoints : 0);
}

/** Adds whole days to a calendar date like `2026-03-01`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days since the Monday of the week: 0 to 6. */
export const weekday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;

export type CheckInState = {
  /** Whether the user has checked in today. */
  signed: boolean;
  /**
   * Consecutive days up to today, or up to yesterday if today is not checked in yet; a missed day restarts the count.
   */
  streak: number;
  /** Points of today's check-in, whether or not it has been done. */
  points: number;
  /** Whether the enterprise offers it. */
  offered: boolean;
};

/** Check-in state of today. @param last the latest check-in day, with its streak */
export function checkInState(
  today: string,
  last: { day: string; streak: number } | null | undefined,
  rules: Rules = POLICY_DEFAULTS.points,
): CheckInState {
  const signed = last?.day === today;
  const streak = signed || last?.day === dayAfter(today, -1) ? last.streak : 0;
  return { signed, streak, points: checkInPoints(signed ? streak : streak + 1, rules), offered: rules.checkIn };
}
