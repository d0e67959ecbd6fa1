import { expect, test } from 'vitest';
import { largestHeld, nextTakers } from './next-takers.ts';

/** The numbers that are tried on an installation that holds `capacity` candidates, and the result. */
function search(capacity: number, most: number): { tried: number[]; found: number } {
  const tried: { takers: number; held: boolean }[] = [];
  for (let takers = nextTakers(tried, most); takers; takers = nextTakers(tried, most))
    tried.push({ takers, held: takers <= capacity });
  return { tried: tried.map(({ takers }) => takers), found: largestHeld(tried) };
}

test('twice as many are tried until they are too many', () => {
  expect(search(1200, 20_000)).toEqual({ tried: [250, 500, 1000, 2000], found: 1000 });
});

test('no more are tried than were asked for', () => {
  expect(search(9999, 700)).toEqual({ tried: [250, 500, 700], found: 700 });
  expect(search(9999, 500)).toEqual({ tried: [250, 500], found: 500 });
  expect(search(9999, 40)).toEqual({ tried: [40], found: 40 });
});

test('fewer are tried when the first ones are too many', () => {
  expect(search(70, 2000)).toEqual({ tried: [250, 125, 62], found: 62 });
  expect(search(0, 2000)).toEqual({ tried: [250, 125, 62, 31, 15], found: 0 });
  expect(search(0, 5)).toEqual({ tried: [5], found: 0 });
});
