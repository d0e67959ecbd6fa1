import { expect, it } from 'vitest';
import { type LiveMessage, withMessages } from './use-live-news.ts';

const message = (id: string, revision: number, body = id): LiveMessage => ({
  id,
  revision,
  body,
  userId: 'u',
  userName: 'U',
  kind: 'chat',
  atSecond: 0,
  hidden: false,
  answered: false,
  gmtCreate: '2026-01-01T00:00:00.000Z',
});

it('keeps messages in order of time, and of each the newest revision', () => {
  const list = withMessages([message('b', 2)], [message('c', 3), message('a', 1)]);
  expect(list.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  const changed = withMessages(list, [message('b', 5, 'new'), message('c', 1, 'old')]);
  expect(changed.map(({ body }) => body)).toEqual(['a', 'new', 'c']);
});
