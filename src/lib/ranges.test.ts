import { describe, expect, it } from 'vitest';
import {
  clipRanges,
  countSeconds,
  fromMultirange,
  mergeRanges,
  type Range,
  resumeAt,
  subtractRanges,
  takeSeconds,
  toMultirange,
} from './ranges.ts';

/** Deterministic numbers (mulberry32), so that a failure can be reproduced. */
function random(seed: number) {
  return (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
const LENGTH = 60;
const some = (next: (below: number) => number): Range[] =>
  Array.from({ length: next(8) }, () => {
    const start = next(LENGTH);
    return [start, start + next(15)] as Range;
  });
/** The same seconds as a set: the reference implementation. */
const set = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(([a, b]) => Array.from({ length: b - a }, (_, i) => a + i)));
const sorted = (seconds: Iterable<number>) => [...seconds].sort((a, b) => a - b);

describe('ranges of seconds', () => {
  it('agree with plain sets of seconds, whatever the ranges', () => {
    const next = random(20261121);
    for (let round = 0; round < 2_000; round++) {
      const [a, b] = [some(next), some(next)];
      const [setA, setB] = [set(a), set(b)];
      expect(sorted(set(mergeRanges(a)))).toEqual(sorted(setA));
      expect(countSeconds(a)).toBe(setA.size);
      expect(sorted(set(subtractRanges(a, b)))).toEqual(sorted([...setA].filter((second) => !setB.has(second))));
      expect(sorted(set(clipRanges(a, 30)))).toEqual(sorted([...setA].filter((second) => second < 30)));
      const part = next(40);
      expect(sorted(set(takeSeconds(a, part)))).toEqual(sorted(setA).slice(0, part));
      expect(fromMultirange(toMultirange(a))).toEqual(mergeRanges(a));
    }
  });

  it('are merged into few, sorted, touching stretches joined', () => {
    expect(
      mergeRanges([
        [30, 45],
        [0, 10],
        [10, 20],
        [5, 7],
        [50, 50],
      ]),
    ).toEqual([
      [0, 20],
      [30, 45],
    ]);
    expect(
      toMultirange([
        [30, 45],
        [0, 10],
      ]),
    ).toBe('{[0,10),[30,45)}');
    expect(fromMultirange('{}')).toEqual([]);
  });

  it('give the resume position: the end of the first watched range, or the start if all is watched', () => {
    expect(resumeAt([], 100)).toBe(0);
    expect(
      resumeAt(
        [
          [60, 80],
          [0, 37],
        ],
        100,
      ),
    ).toBe(37);
    expect(resumeAt([[0, 100]], 100)).toBe(0);
  });
});
