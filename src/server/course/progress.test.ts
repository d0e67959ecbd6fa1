import { describe, expect, it } from 'vitest';
import { neededSeconds, percentOfSums, resourcePercent, weightedPercent } from './progress.ts';

describe('progress', () => {
  it('of a resource is the watched share, and 100 only when complete', () => {
    expect(resourcePercent(0, 100, false)).toBe(0);
    expect(resourcePercent(899, 1000, false)).toBe(89);
    expect(resourcePercent(1000, 1000, false)).toBe(99);
    expect(resourcePercent(900, 1000, true)).toBe(100);
    expect(resourcePercent(5, 0, false)).toBe(0);
  });

  it('requires whole seconds, rounded up', () => {
    expect(neededSeconds(100, 90)).toBe(90);
    expect(neededSeconds(11, 90)).toBe(10);
    expect(neededSeconds(7, 100)).toBe(7);
  });

  it('of several parts is their weighted mean, 100 only if all are complete, 0 only if none is started', () => {
    expect(
      weightedPercent([
        { weight: 1, studyProgress: 1, completed: false },
        { weight: 1, studyProgress: 0, completed: false },
      ]),
    ).toBe(1);
    expect(weightedPercent([])).toBe(0);
    expect(
      weightedPercent([
        { weight: 300, studyProgress: 100, completed: true },
        { weight: 100, studyProgress: 50, completed: false },
      ]),
    ).toBe(87);
    expect(
      weightedPercent([
        { weight: 1e6, studyProgress: 100, completed: true },
        { weight: 1, studyProgress: 99, completed: false },
      ]),
    ).toBe(99);
    expect(weightedPercent([{ weight: 0, studyProgress: 0, completed: false }])).toBe(0);
  });

  it('of sums is that of their parts', () => {
    expect(percentOfSums({ count: 0, completed: 0, weight: 0, weighted: 0 })).toBe(0);
    expect(percentOfSums({ count: 2, completed: 2, weight: 0, weighted: 0 })).toBe(100);
    expect(percentOfSums({ count: 2, completed: 1, weight: 0, weighted: 0 })).toBe(0);
    expect(percentOfSums({ count: 2, completed: 1, weight: 400, weighted: 35_000 })).toBe(87);
    expect(percentOfSums({ count: 2, completed: 0, weight: 1_000, weighted: 1 })).toBe(1);
    expect(percentOfSums({ count: 2, completed: 1, weight: 400, weighted: 40_000 })).toBe(99);
  });
});
