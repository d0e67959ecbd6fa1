import { expect, it } from 'vitest';
import { findMatches } from './text-search.ts';

const found = (text: string, query: string) => findMatches(text, query).map(([start, end]) => text.slice(start, end));

it('finds words whatever their case, and across line breaks and spaces', () => {
  expect(found('Lock out, LOCK\nOUT, lo ck out', 'lockout')).toEqual(['Lock out', 'LOCK\nOUT', 'lo ck out']);
  expect(found('安全生产，安 全\n生产', '安全生产')).toEqual(['安全生产', '安 全\n生产']);
});

it('finds nothing for an empty query, and what is regular expression syntax literally', () => {
  expect(found('a.b', '  ')).toEqual([]);
  expect(found('a.b axb', 'a.b')).toEqual(['a.b']);
});

it('does not overlap, keeps places behind letters with a longer lower case, and is limited', () => {
  expect(found('aaaa', 'aa')).toEqual(['aa', 'aa']);
  expect(found('İ key', 'key')).toEqual(['key']);
  expect(findMatches('aaaa', 'a', 3)).toHaveLength(3);
});
