import { expect, it } from 'vitest';
import { barPlace } from './bar-place.ts';

it.each([
  ['/home', 'home'],
  ['/home/rank', 'home'],
  ['/knowledge/course/1', 'study'],
  ['/watch/course?id=1', 'study'],
  ['/live/watch/1', 'study'],
  ['/test', 'exams'],
  ['/test/id?id=1', 'exams'],
  ['/account/exam/examSuccess?id=1', 'exams'],
  ['/account/question/detail', 'exams'],
  ['/account?change=5', 'messages'],
  ['/account?change=5&of=me', 'messages'],
  ['/info?id=1', 'messages'],
  ['/account', 'me'],
  ['/account?change=3', 'me'],
  ['/account/task/5', 'me'],
  ['/', null],
  ['/community', null],
  ['/tests', null],
])('%s belongs to %s', (address, place) => {
  const { pathname, searchParams } = new URL(address, 'http://x');
  expect(barPlace(pathname, searchParams)).toBe(place);
});
