import { expect, it } from 'vitest';
import {
  confirmableFrom,
  isCounted,
  isSignOpen,
  stateAtEnd,
  stateAtSignIn,
  stateAtSignOut,
} from './attendance-rule.ts';

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const rules = {
  ...{ startAt: at('09:00'), endAt: at('12:00'), signInFrom: 30, lateAfter: 10, earlyLeave: 15 },
  ...{ signOutRequired: true, earlyCounts: false, passRequired: false },
};

it('opens before the start for signing in, and until two hours after the end for signing out', () => {
  expect([at('08:29'), at('08:30'), at('11:59'), at('12:00')].map((time) => isSignOpen(rules, 'in', time))).toEqual([
    ...[false, true, true, false],
  ]);
  expect([at('08:59'), at('09:00'), at('13:59'), at('14:00')].map((time) => isSignOpen(rules, 'out', time))).toEqual([
    ...[false, true, true, false],
  ]);
});

it('is late after the given minutes, and early before the given minutes', () => {
  expect([at('08:50'), at('09:10'), at('09:11')].map((time) => stateAtSignIn(rules, time))).toEqual([
    ...['present', 'present', 'late'],
  ]);
  expect(stateAtSignOut(rules, 'present', at('11:44'))).toBe('early');
  expect(stateAtSignOut(rules, 'present', at('11:45'))).toBe('present');
  expect(stateAtSignOut(rules, 'late', at('12:30'))).toBe('late');
  expect(confirmableFrom(rules)).toEqual(at('11:45'));
});

it('treats a member who did not sign out as having left early, unless corrected', () => {
  const row = { state: 'present' as const, signedInAt: at('09:00'), signedOutAt: null, corrected: false };
  expect(stateAtEnd(rules, row)).toBe('early');
  expect(stateAtEnd(rules, { ...row, signedOutAt: at('12:00') })).toBe('present');
  expect(stateAtEnd(rules, { ...row, corrected: true })).toBe('present');
  expect(stateAtEnd(rules, { ...row, state: 'absent', signedInAt: null })).toBe('absent');
  expect(stateAtEnd({ ...rules, signOutRequired: false }, row)).toBe('present');
});

it('counts members who were there; early ones where that is set, and only who has passed where that is required', () => {
  expect((['present', 'late', 'early', 'absent', null] as const).map((state) => isCounted(state, null, rules))).toEqual(
    [...[true, true, false, false, false]],
  );
  const strict = { ...rules, passRequired: true };
  expect([true, false, null].map((passed) => isCounted('present', passed, strict))).toEqual([true, false, false]);
  expect(isCounted('absent', true, strict)).toBe(false);
  expect(isCounted('early', null, { earlyCounts: true, passRequired: false })).toBe(true);
});
