import { expect, it } from 'vitest';
import { knowledgePath, readKnowledgeQuery } from './knowledge-path.ts';

it('writes and reads the same address', () => {
  const query = { courseType: 0, categoryId: '0197b1c0-0000-7000-8000-000000000001', keyword: '安全 & 5S', page: 3 };
  const path = knowledgePath(query);
  expect(readKnowledgeQuery(new URL(path, 'http://x').searchParams)).toEqual(query);
  expect(knowledgePath({})).toBe('/knowledge');
});

it('takes nonsense for nothing', () => {
  expect(readKnowledgeQuery(new URLSearchParams('type=9&category=x&keyword=%20&page=-2'))).toEqual({
    courseType: 1,
    categoryId: undefined,
    keyword: undefined,
    page: 1,
  });
});
