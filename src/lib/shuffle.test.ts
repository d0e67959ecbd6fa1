import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom, shuffle } from './shuffle.ts';

it('returns every item once and does not modify the list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
      const before = [...items];
      const shuffled = shuffle(items, seededRandom(seed));
      expect(items).toEqual(before);
      expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
    }),
  );
});

it('is a Fisher-Yates shuffle', () => {
  expect(shuffle(['a', 'b', 'c', 'd'], () => 0)).toEqual(['b', 'c', 'd', 'a']);
  expect(shuffle(['a', 'b', 'c', 'd'], () => 0.999)).toEqual(['a', 'b', 'c', 'd']);
});

it('returns every order with about the same frequency', () => {
  const random = seededRandom('orders');
  const counts = new Map<string, number>();
  for (let n = 0; n < 6_000; n++) {
    const order = shuffle(['a', 'b', 'c'], random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const [order, count] of counts) expect(Math.abs(count - 1_000), order).toBeLessThan(150);
});

it('a seed always returns the same numbers in [0, 1), different from those of other seeds', () => {
  const numbers = (seed: string, count = 1_000) => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, random);
  };
  // The numbers of a seed must not change: a paper is drawn from the seed of its attempt.
  expect(numbers('zhixing', 4).map((number) => Math.floor(number * 1e6))).toEqual([322336, 667696, 18139, 646882]);
  expect(numbers('a')).toEqual(numbers('a'));
  expect(numbers('a')).not.toEqual(numbers('b'));
  expect(numbers('ab', 3)).not.toEqual(numbers('ba', 3));
  const many = numbers('many', 10_000);
  expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...many)).toBeLessThan(1);
  expect(many.reduce((sum, number) => sum + number, 0) / many.length).toBeCloseTo(0.5, 1);
});
