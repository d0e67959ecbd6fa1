import { expect, test } from 'vitest';
import { lastPageAddress } from './page-of.ts';

const url = new URL('http://a.test/en/info?read=unread&page=9');

test('returns null for a page of the list', () => {
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 9 })).toBeNull();
  expect(lastPageAddress(url, { pageCurrent: 1, totalPage: 0 }), 'the first page of an empty list').toBeNull();
});

test('returns the address of the last page for a later one, and keeps the rest of the query', () => {
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 3 })).toBe('/en/info?read=unread&page=3');
  expect(lastPageAddress(url, { pageCurrent: 9, totalPage: 0 })).toBe('/en/info?read=unread&page=1');
});
