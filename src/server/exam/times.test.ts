import { expect, it } from 'vitest';
import { expiredBefore, GRACE_SECONDS, isExpired } from './times.ts';

const deadline = new Date('2026-06-01T10:00:00Z');
const after = (seconds: number, ms = 0) => new Date(deadline.getTime() + seconds * 1000 + ms);

it('an attempt expires 30 s after its deadline', () => {
  expect(GRACE_SECONDS).toBe(30);
  expect(isExpired(deadline, after(-1))).toBe(false);
  expect(isExpired(deadline, after(30))).toBe(false);
  expect(isExpired(deadline, after(30, 1))).toBe(true);
});

it('isExpired and expiredBefore agree', () => {
  for (const now of [after(-1), after(0), after(30), after(30, 1), after(3600)])
    expect(deadline < expiredBefore(now)).toBe(isExpired(deadline, now));
});
