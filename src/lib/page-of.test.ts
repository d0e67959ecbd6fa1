import { expect, test } from 'vitest';
import { lastPageAddress } from './page-of.ts';

const url = new URL('http://a.test/en/info?read=unread&page=9');

test('a page of the list is shown', () => {
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 9 })).toBeNull();
  expect(lastPageAddress(url, { pageCurrent: 1, totalPage: 0 }), 'an empty list has a first page').toBeNull();
});

test('a page after the last leads to the last, with the rest of the query', () => {
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 3 })).toBe('/en/info?read=unread&page=3');
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 0 })).toBe('/en/info?read=unread&page=1');
});
