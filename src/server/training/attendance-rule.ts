import type { AttendanceState } from './tables.ts';

/** What the rules of a session depend on. Minutes; see the columns of `training_session`. */
export type Rules = {
  startAt: Date;
  endAt: Date;
  signInFrom: number;
  lateAfter: number;
  earlyLeave: number;
  signOutRequired: boolean;
  earlyCounts: boolean;
  passRequired: boolean;
};

const MINUTE = 60_000;
/** How long after the end members can sign out, minutes. */
const SIGN_OUT_MINUTES = 120;

const shifted = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE);

/** From when until when members can sign in to a session, or out of it; the end is excluded. */
export function signPeriod(
  { startAt, endAt, signInFrom }: Rules,
  mode: 'in' | 'out',
): { opensAt: Date; closesAt: Date } {
  if (mode === 'in') return { opensAt: shifted(startAt, -signInFrom), closesAt: endAt };
  return { opensAt: startAt, closesAt: shifted(endAt, SIGN_OUT_MINUTES) };
}

/** Whether members can sign in or out at a point in time. */
export function isSignOpen(rules: Rules, mode: 'in' | 'out', at: Date): boolean {
  const { opensAt, closesAt } = signPeriod(rules, mode);
  return at >= opensAt && at < closesAt;
}

/** State of a member who signs in. */
export const stateAtSignIn = ({ startAt, lateAfter }: Rules, at: Date): AttendanceState =>
  at > shifted(startAt, lateAfter) ? 'late' : 'present';

/** State of a member who signs out. */
export const stateAtSignOut = (rules: Rules, before: AttendanceState, at: Date): AttendanceState =>
  at < confirmableFrom(rules) ? 'early' : before;

/** State at the confirmation: who has not signed out where that is required left early. */
export function stateAtEnd(
  { signOutRequired }: Rules,
  found: { state: AttendanceState; signedInAt: Date | null; signedOutAt: Date | null; corrected: boolean },
): AttendanceState {
  const { state, signedInAt, signedOutAt, corrected } = found;
  return signOutRequired && signedInAt && !signedOutAt && !corrected ? 'early' : state;
}

/** Since when leaving is not early any more, so that the attendance can be confirmed. */
export const confirmableFrom = ({ endAt, earlyLeave }: Rules): Date => shifted(endAt, -earlyLeave);

/** Whether a state completes the class, with the result where passing is required. */
export const isCounted = (
  state: AttendanceState | null,
  passed: boolean | null,
  { earlyCounts, passRequired }: Pick<Rules, 'earlyCounts' | 'passRequired'>,
): boolean =>
  (state === 'present' || state === 'late' || (state === 'early' && earlyCounts)) && (!passRequired || passed === true);
