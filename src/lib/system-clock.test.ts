import { beforeEach, describe, expect, it } from 'vitest';
import { cautiousClock } from './system-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 1);

let elapsed = 0;
let shift = 0;
const sources = { wall: () => START + elapsed + shift, monotonic: () => elapsed };
/** Reads a clock, in minutes since the start. */
const read = (clock: () => Date) => (clock().getTime() - START) / MINUTE;

beforeEach(() => {
  [elapsed, shift] = [0, 0];
});

describe('a cautious clock', () => {
  it('returns the system time', () => {
    const clock = cautiousClock(10 * MINUTE, sources);
    expect(read(clock)).toBe(0);
    elapsed = 3 * HOUR;
    expect(read(clock)).toBe(180);
  });

  it('ignores a forward jump of the system clock until it has run without jumps for the hold time', () => {
    const clock = cautiousClock(10 * MINUTE, sources);
    shift = 24 * HOUR;
    expect(read(clock)).toBe(0);
    elapsed = 9 * MINUTE;
    expect(read(clock)).toBe(9);
    elapsed = 10 * MINUTE;
    expect(read(clock)).toBe(24 * 60 + 10);
    elapsed = 11 * MINUTE;
    expect(read(clock)).toBe(24 * 60 + 11);
  });

  it('ignores a jump that was reverted', () => {
    const clock = cautiousClock(10 * MINUTE, sources);
    shift = HOUR;
    expect(read(clock)).toBe(0);
    [elapsed, shift] = [MINUTE, 0];
    expect(read(clock)).toBe(1);
    [elapsed, shift] = [10 * MINUTE, HOUR];
    expect(read(clock)).toBe(10);
    elapsed = 19 * MINUTE;
    expect(read(clock)).toBe(19);
    elapsed = 20 * MINUTE;
    expect(read(clock)).toBe(80);
  });

  it('restarts the hold time at every further jump', () => {
    const clock = cautiousClock(10 * MINUTE, sources);
    shift = HOUR;
    read(clock);
    [elapsed, shift] = [9 * MINUTE, 3 * HOUR];
    expect(read(clock)).toBe(9);
    elapsed = 18 * MINUTE;
    expect(read(clock)).toBe(18);
    elapsed = 19 * MINUTE;
    expect(read(clock)).toBe(3 * 60 + 19);
  });

  it('adopts backward jumps and small corrections immediately', () => {
    const clock = cautiousClock(10 * MINUTE, sources);
    shift = -HOUR;
    expect(read(clock)).toBe(-60);
    shift = -HOUR + MINUTE;
    expect(read(clock)).toBe(-59);
    shift = -HOUR + 2 * MINUTE + 1;
    expect(read(clock)).toBe(-59);
  });
});
