import { expect, it } from 'vitest';
import { AwakeClock } from './awake-clock.ts';

it('counts the time that the page runs or is hidden, and not the time that its device sleeps', () => {
  let now = 1_000;
  const clock = new AwakeClock(() => now);
  const tick = (after: number, isHidden = false) => {
    now += after;
    clock.tick(isHidden);
    return clock.seconds();
  };
  expect(clock.seconds()).toBe(0);
  expect(tick(1_000)).toBe(1);
  expect(tick(4_000)).toBe(5);
  expect(tick(600_000)).toBe(10);
  expect(tick(60_000, true)).toBe(70);
});
