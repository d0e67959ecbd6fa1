import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clipRanges,
  countSeconds,
  fromMultirange,
  mergeRanges,
  type Range,
  reachedSecond,
  resumeAt,
  subtractRanges,
  takeSeconds,
  toMultirange,
  withoutSkipped,
} from './ranges.ts';

const some = fc.array(
  fc.tuple(fc.nat(59), fc.nat(14)).map(([start, length]): Range => [start, start + length]),
  { maxLength: 7 },
);
/** The same seconds as a set: the reference implementation. */
const set = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(([a, b]) => Array.from({ length: b - a }, (_, i) => a + i)));
const sorted = (seconds: Iterable<number>) => [...seconds].sort((a, b) => a - b);

describe('ranges', () => {
  it('agree with sets of seconds for random ranges', () => {
    fc.assert(
      fc.property(some, some, fc.nat(39), (a, b, part) => {
        const [setA, setB] = [set(a), set(b)];
        expect(sorted(set(mergeRanges(a)))).toEqual(sorted(setA));
        expect(countSeconds(a)).toBe(setA.size);
        expect(sorted(set(subtractRanges(a, b)))).toEqual(sorted([...setA].filter((second) => !setB.has(second))));
        expect(sorted(set(clipRanges(a, 30)))).toEqual(sorted([...setA].filter((second) => second < 30)));
        expect(sorted(set(takeSeconds(a, part)))).toEqual(sorted(setA).slice(0, part));
        expect(fromMultirange(toMultirange(a))).toEqual(mergeRanges(a));
      }),
      { seed: 20261121, numRuns: 2_000 },
    );
  });

  it('are merged, sorted, and joined when adjacent', () => {
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

  it('return the resume position: the end of the first watched range, or the start if all is watched', () => {
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

describe('skipping ahead', () => {
  it('reaches the end of what was watched from the start, over gaps of three seconds', () => {
    expect(reachedSecond([])).toBe(0);
    expect(reachedSecond([[0, 10]])).toBe(10);
    expect(reachedSecond([[3, 10], [13, 20], [24, 30]])).toBe(20); // prettier-ignore
    expect(reachedSecond([[4, 10]])).toBe(0);
  });

  it('removes ranges that begin further ahead, also those after them', () => {
    expect(withoutSkipped([[10, 20]], [[0, 10]])).toEqual([[10, 20]]);
    expect(withoutSkipped([[13, 20]], [[0, 10]])).toEqual([[13, 20]]);
    expect(withoutSkipped([[14, 20]], [[0, 10]])).toEqual([]);
    expect(withoutSkipped([[20, 30], [10, 17], [50, 60]], [[0, 10]])).toEqual([[10, 17], [20, 30]]); // prettier-ignore
    expect(withoutSkipped([[50, 60]], [[0, 10], [40, 50]])).toEqual([]); // prettier-ignore
    expect(withoutSkipped([[2, 5]], [[0, 10]])).toEqual([[2, 5]]);
  });
});
