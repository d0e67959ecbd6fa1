import { expect, it } from 'vitest';
import { bookPath, readBookQuery } from './practice-path.ts';

it('reads from an address what was written into it', () => {
  const query = { topic: 'Pumps & valves', examId: 'e', bankId: 'b', days: 30, questionId: 'q', archived: true };
  const address = new URL(bookPath(query, 2), 'http://localhost');
  expect(address.pathname).toBe('/account/question/detail');
  expect(address.searchParams.get('page')).toBe('2');
  expect(readBookQuery(address.searchParams)).toEqual(query);
});

it('leaves out empty and unknown values', () => {
  expect(readBookQuery(new URLSearchParams('topic=&days=13&archived=yes'))).toEqual({ archived: false });
  expect(bookPath({ archived: false })).toBe('/account/question/detail');
});
