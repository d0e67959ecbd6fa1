import { expect, it } from 'vitest';
import { pagesAround } from './pages-around.ts';

it('returns both ends, the neighbours, and gaps of more than one page', () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(2, 3)).toEqual([1, 2, 3]);
  expect(pagesAround(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
  expect(pagesAround(6, 20)).toEqual([1, null, 5, 6, 7, null, 20]);
  expect(pagesAround(20, 20)).toEqual([1, null, 19, 20]);
});
