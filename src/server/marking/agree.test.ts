import { expect, it } from 'vitest';
import { agree } from './agree.ts';

const rules = { tolerance: 2, step: 0.5, most: 10 };

it.each([
  ['no mark yet', [], 1, { needed: 1, score: null }],
  ['one marker', [7], 1, { needed: 1, score: 7 }],
  ['the second is missing', [7], 2, { needed: 2, score: null }],
  ['the same twice', [7, 7], 2, { needed: 2, score: 7 }],
  ['within the tolerance', [6, 7], 2, { needed: 2, score: 6.5 }],
  ['at the tolerance', [8, 6], 2, { needed: 2, score: 7 }],
  ['beyond the tolerance', [8, 5.9], 2, { needed: 3, score: null }],
  ['the third decides', [8, 5, 6.5], 3, { needed: 3, score: 6.5 }],
  ['the third is missing', [8, 5], 3, { needed: 3, score: null }],
] as const)('%s', (_name, marks, needed, expected) => {
  expect(agree(marks, needed, rules)).toEqual(expected);
});

it('rounds the mean to the step, half up, and never above the full score', () => {
  expect(agree([6, 6.5], 2, rules).score).toBe(6.5);
  expect(agree([6, 7], 2, { ...rules, step: 1 }).score).toBe(7);
  expect(agree([1, 1.01], 2, { ...rules, step: 0.01 }).score).toBe(1.01);
  expect(agree([2.5, 2.5], 2, { ...rules, step: 1, most: 2.5 }).score).toBe(2.5);
});
