import { expect, it } from 'vitest';
import { hitPath, readSearchQuery, searchPath, typeOfPath } from './search-path.ts';

it.each([
  ['/', 1],
  ['/home', 1],
  ['/live/watch/7', 2],
  ['/lecturer', 1],
  ['/resource', 4],
  ['/account/exam/examQuestion', 5],
  ['/test', 5],
  ['/test/id', 5],
  ['/community/blog/1', 6],
  ['/community/question/1', 7],
  ['/community', 7],
  ['/community/blog/0189', 6],
  ['/community/question/0189', 7],
  ['/account/question/detail', 7],
  ['/info', 8],
  ['/info/0189', 8],
  ['/information', 1],
  ['/knowledge/course/1', 1],
])('searches from %s for type %i', (path, type) => expect(typeOfPath(path)).toBe(type));

it('reads the addresses it writes', () => {
  for (const query of [
    { keyword: '安全 & 5S=?', type: 8, subjectType: undefined, page: 3 },
    { keyword: 'pump', type: 1, subjectType: 'course', page: 1 },
  ] as const)
    expect(readSearchQuery(new URL(searchPath(query), 'http://x').searchParams)).toEqual(query);
});

it('takes nonsense as not given', () => {
  const query = new URLSearchParams({ keyword: ` ${'x'.repeat(300)}`, type: '9', kind: 'constructor', page: '-1' });
  expect(readSearchQuery(query)).toEqual({ keyword: 'x'.repeat(100), type: 1, subjectType: undefined, page: 1 });
});

it('leads to the pages of blogs and questions', () => {
  const id = '01890000-0000-7000-8000-000000000000';
  expect(hitPath({ subjectType: 'blog', id, parentId: null })).toBe(`/community/blog/${id}`);
  expect(hitPath({ subjectType: 'question', id, parentId: null })).toBe(`/community/question/${id}`);
});

it('searches blogs from a page of the community that shows blogs', () => {
  expect(typeOfPath('/community', 'blog')).toBe(6);
  expect(typeOfPath('/community/write', 'question')).toBe(7);
  expect(typeOfPath('/knowledge', 'blog')).toBe(1);
});
