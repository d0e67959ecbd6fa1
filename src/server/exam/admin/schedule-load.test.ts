import { describe, expect, it } from 'vitest';
import { loadOf, type ScheduledWindow } from './schedule-load.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const window = (id: string, [starts, ends]: [number, number], people: number, more: Partial<ScheduledWindow> = {}) => ({
  ...{ id, title: id, published: true, number: 0, starts: at(starts), ends: at(ends), limitSeconds: 3600, people },
  ...more,
});
const DAY = { from: at(0), to: at(24) };

describe('the load of a schedule', () => {
  it('adds up those who sit at the same time; drafts do not count', () => {
    const { load, peak } = loadOf(
      [window('a', [8, 10], 100), window('b', [9, 11], 50), window('draft', [9, 10], 1000, { published: false })],
      DAY,
    );
    expect(
      load.map(({ starts, ends, expected, titles }) => [
        starts.getUTCHours(),
        ends.getUTCHours(),
        expected,
        titles.join(),
      ]),
    ).toEqual([
      [8, 9, 100, 'a'],
      [9, 10, 150, 'a,b'],
      [10, 11, 50, 'b'],
    ]);
    expect(peak).toBe(150);
  });

  it('expects all in a short window, and in a long one twice as many as come evenly', () => {
    expect(loadOf([window('a', [8, 9], 100)], DAY).peak).toBe(100);
    expect(loadOf([window('a', [0, 20], 100)], DAY).peak).toBe(10);
  });

  it('is that of the period', () => {
    const { load } = loadOf([window('a', [0, 24], 10), window('b', [2, 3], 5)], { from: at(2), to: at(4) });
    expect(load.map(({ starts, ends }) => [starts.getUTCHours(), ends.getUTCHours()])).toEqual([
      [2, 3],
      [3, 4],
    ]);
    expect(loadOf([], DAY)).toEqual({ windows: [], load: [], peak: 0 });
  });
});
