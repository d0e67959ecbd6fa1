import { expect, it } from 'vitest';
import { fitCriteria } from './fit-criteria.ts';

const criteria = (...points: number[]) => points.map((each, i) => ({ text: String(i), points: each }));
const scaled = (points: number[], score: number) => fitCriteria(criteria(...points), score).map((each) => each.points);

it('scales the points to the score in proportion', () => {
  expect(scaled([6, 4], 10)).toEqual([6, 4]);
  expect(scaled([6, 4], 5)).toEqual([3, 2]);
  expect(scaled([3, 1, 1], 20)).toEqual([12, 4, 4]);
});

it('adds up to the score, also where points cannot be divided', () => {
  expect(scaled([1, 1, 1], 10)).toEqual([3.33, 3.33, 3.34]);
  expect(scaled([1, 1, 1, 0], 10)).toEqual([3.33, 3.33, 3.34, 0]);
  expect(scaled([0.1, 0.2], 0.3)).toEqual([0.1, 0.2]);
});

it('keeps criteria without points', () => {
  expect(scaled([0, 0], 10)).toEqual([0, 0]);
});
