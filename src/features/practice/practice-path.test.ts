import { expect, it } from 'vitest';
import { bookPath, readBookQuery } from './practice-path.ts';

it('reads from an address what was written into it', () => {
  const [examId, bankId, questionId] = ['1', '2', '3'].map((n) => `0198f0c0-0000-7000-8000-00000000000${n}`);
  const query = { topic: 'Pumps & valves', examId, bankId, days: 30, questionId, archived: true };
  const address = new URL(bookPath(query, 2), 'http://localhost');
  expect(address.pathname).toBe('/account/question/detail');
  expect(address.searchParams.get('page')).toBe('2');
  expect(readBookQuery(address.searchParams)).toEqual(query);
});

it('leaves out empty and unknown values, and what is no id', () => {
  expect(readBookQuery(new URLSearchParams('topic=&exam=1&bank=&id=x&days=13&archived=yes'))).toEqual({
    archived: false,
  });
  expect(bookPath({ archived: false })).toBe('/account/question/detail');
});
