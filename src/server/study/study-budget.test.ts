import { describe, expect, it } from 'vitest';
import { accrue, type Clock, spend, TOLERANCE_MS } from './study-budget.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const clock = (more: Partial<Clock> = {}): Clock => ({ lastReportAt: at(0), budgetMs: 0, active: true, ...more });

describe('study budget', () => {
  it('is elapsed time × speed plus the unspent rest, which is limited', () => {
    expect(accrue(clock(), at(15_000), 2)).toEqual({ lastReportAt: at(15_000), budgetMs: 30_000 });
    expect(accrue(clock({ budgetMs: 4_000 }), at(15_000), 1).budgetMs).toBe(19_000);
    expect(accrue(clock({ budgetMs: 3_600_000 }), at(0), 2).budgetMs).toBe(30_000);
    expect(spend(34_000, 30)).toBe(4_000);
    expect(spend(3_600_000, 0)).toBe(30_000);
  });

  it('counts a gap between reports up to 30 minutes while playing, up to one minute when stopped', () => {
    expect(accrue(clock(), at(8 * 3600_000), 2).budgetMs).toBe(2 * 30 * 60_000);
    expect(accrue(clock({ active: false }), at(8 * 3600_000), 2).budgetMs).toBe(2 * 60_000);
  });

  it('adds nothing when the clock goes back, and continues from the new time after more than a minute', () => {
    expect(accrue(clock(), at(-500), 2)).toEqual({ lastReportAt: at(0), budgetMs: 0 });
    expect(accrue(clock(), at(-60_000), 2)).toEqual({ lastReportAt: at(0), budgetMs: 0 });
    expect(accrue(clock(), at(-60_001), 2)).toEqual({ lastReportAt: at(-60_001), budgetMs: 0 });
    expect(accrue(clock(), at(-3600_000), 2)).toEqual({ lastReportAt: at(-3600_000), budgetMs: 0 });
  });

  it('never counts more than wall-clock time × 2, for any sequence of reports', () => {
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 200; round++) {
      let state: Clock = clock({ budgetMs: TOLERANCE_MS });
      let now = 0;
      let counted = 0;
      for (let report = 0; report < 60; report++) {
        // Reports are handled by processes whose clocks differ by up to a second.
        now += next(40_000);
        const seen = at(now - next(1_000));
        const { lastReportAt, budgetMs } = accrue(state, seen, 2);
        const seconds = Math.min(Math.floor(budgetMs / 1000), next(200));
        counted += seconds;
        state = { lastReportAt, budgetMs: spend(budgetMs, seconds), active: next(2) === 0 };
        expect(counted * 1000).toBeLessThanOrEqual(now * 2 + TOLERANCE_MS);
      }
    }
  });
});
