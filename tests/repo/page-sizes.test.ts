import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#src/contract/calls.ts';

/**
 * Lists whose default page size is not 10: those that existing clients expect (docs/specification.md, section "Lists"),
 * and long texts, which are bounded by bytes.
 */
const OTHER: Record<string, number> = {
  'POST /community/auth/post/version/page': 5,
  'POST /course/api/course/info/page': 8,
  'POST /course/auth/course/info/page': 8,
  'POST /user/auth/announcement/user/record/page': 5,
  'POST /user/auth/enterprise/administrator/page': 20,
  'POST /user/auth/enterprise/user/account/integral/rank/page': 3,
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page': 3,
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page': 6,
  'GET /exam/auth/exam/marking/late/page': 5,
  'GET /exam/auth/exam/marking/view': 5,
  'POST /exam/auth/exam/marking/appeal/page': 5,
  // Short rows that are read in one go.
  'POST /exam/auth/exam/switch/page': 20,
  'POST /exam/auth/exam/control/person/page': 20,
  'POST /exam/auth/question/bank/page': 20,
  'POST /exam/auth/question/page': 20,
  // Rows of a grid, and of a report.
  'POST /exam/auth/question/grid/page': 100,
  'POST /report/auth/report/run': 50,
  'POST /exam/auth/question/import/view': 20,
  'POST /course/auth/study/note/page': 20,
  'POST /course/auth/live/message/page': 100,
};

it('pages have ten entries unless existing clients expect another number', () => {
  const found = Object.entries(calls).flatMap(([name, { input }]) => {
    const size = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>).pageSize : undefined;
    const value = size?.safeParse(undefined).data;
    return value === undefined || value === 10 ? [] : [[name, value]];
  });
  expect(Object.fromEntries(found)).toEqual(OTHER);
});
