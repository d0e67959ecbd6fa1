import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

/** One user has 30, three have 20, two have 5. */
const places = new Places([
  { score: 30, people: 1 },
  { score: 20, people: 3 },
  { score: 5, people: 2 },
]);

describe('Places', () => {
  it('gives equal totals the same rank, and the next total the rank after all of them', () => {
    expect([30, 20, 5].map((score) => places.rankOf(score))).toEqual([1, 2, 5]);
    expect(places.people).toBe(6);
  });

  it('returns the rank of a total that did not exist when the totals were counted', () => {
    expect([31, 25, 6, 1].map((score) => places.rankOf(score))).toEqual([1, 2, 5, 7]);
    expect([31, 30, 25, 20, 6, 5, 1].map((score) => places.nextAbove(score))).toEqual([null, null, 30, 30, 20, 20, 5]);
  });

  it('returns the total at every line of the list', () => {
    const lines = [0, 1, 2, 3, 4, 5, 6].map((line) => places.levelAt(line));
    const [a, b, c] = [
      { score: 30, before: 0 },
      { score: 20, before: 1 },
      { score: 5, before: 4 },
    ];
    expect(lines).toEqual([a, b, b, b, c, c, null]);
  });

  it('returns rank 1 and no lines when empty', () => {
    const empty = new Places([]);
    expect([empty.people, empty.rankOf(7), empty.nextAbove(7), empty.levelAt(0)]).toEqual([0, 1, null, null]);
  });
});
