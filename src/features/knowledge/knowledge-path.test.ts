import { expect, it } from 'vitest';
import { isNarrowed, knowledgePath, readKnowledgeQuery, type KnowledgeQuery } from './knowledge-path.ts';

const read = (path: string, signedIn = true) => readKnowledgeQuery(new URL(path, 'http://x').searchParams, signedIn);
const everything: KnowledgeQuery = {
  kind: 'course',
  courseType: 0,
  categoryId: '0197b1c0-0000-7000-8000-000000000001',
  keyword: '安全 & 5S',
  need: 'purchase',
  hourKind: 'required',
  learningState: 'learning',
  bookmarked: true,
  sort: 'rating',
  page: 3,
};

it('writes and reads the same address', () => {
  expect(read(knowledgePath(everything))).toEqual(everything);
  expect(knowledgePath({})).toBe('/knowledge');
  expect(knowledgePath(read('/knowledge'))).toBe('/knowledge');
  expect(isNarrowed(read('/knowledge'))).toBe(false);
});

it('leaves out what projects do not have, and what visitors do not have', () => {
  expect(knowledgePath({ ...everything, kind: 'project', keyword: undefined, categoryId: undefined })).toBe(
    '/knowledge?kind=project&state=learning&bookmarked=1&sort=rating&page=3',
  );
  expect(read('/knowledge?kind=project&need=purchase&hours=other')).toMatchObject({
    kind: 'project',
    need: undefined,
    hourKind: undefined,
  });
  expect(read('/knowledge?state=learning&bookmarked=1', false)).toMatchObject({
    learningState: undefined,
    bookmarked: undefined,
  });
});

it('takes nonsense for nothing', () => {
  expect(
    read('/knowledge?kind=x&type=9&category=x&keyword=%20&need=x&hours=x&state=x&bookmarked=x&sort=x&page=-2'),
  ).toEqual(read('/knowledge'));
});
