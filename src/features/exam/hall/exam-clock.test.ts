import { describe, expect, it } from 'vitest';
import { clockFace, createExamClock } from './exam-clock.ts';

const T0 = '2026-11-21T08:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(T0) + seconds * 1000).toISOString();

describe('createExamClock', () => {
  it('runs on from the server’s time by the monotonic clock alone', () => {
    let ms = 5_000;
    const clock = createExamClock(T0, () => ms);
    ms += 90_000;
    expect(clock.secondsUntil(at(100))).toBe(10);
    ms += 60_000;
    expect(clock.secondsUntil(at(100))).toBe(0);
  });

  it('takes half of the round trip into account', () => {
    let ms = 0;
    const clock = createExamClock(T0, () => ms);
    ms = 1_000;
    clock.sync(at(30), 600, 1_000);
    expect(clock.now()).toBe(Date.parse(at(30)) + 200);
  });

  it('does not let a slow reply replace a quick one', () => {
    let ms = 0;
    const clock = createExamClock(T0, () => ms);
    clock.sync(at(0), 0, 20);
    ms = 10_000;
    clock.sync(at(3), 2_000, 10_000);
    expect(Math.round(clock.now() - Date.parse(T0))).toBe(9_990);
  });
});

describe('clockFace', () => {
  it('shows hours only when there are some', () => {
    expect([clockFace(3_909), clockFace(309), clockFace(0)]).toEqual(['01:05:09', '05:09', '00:00']);
  });
});
