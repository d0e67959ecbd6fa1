import { sql, type SQL } from 'drizzle-orm';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { hasKeyword } from '#src/server/search/has-keyword.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { findExamStates, type ExamState } from './exam-states.ts';

type Filter = { pageCurrent: number; pageSize: number; scope: 'mine' | 'all'; examState?: ExamState; keyword?: string };

/** Returns a page of the viewer's exams or of all exams of the enterprise, each with the viewer's state. */
export async function listExams({ db, tenant, viewer, now }: Context, { keyword, ...input }: Filter) {
  const who = { enterpriseId: tenant.id, userId: viewer.userId, now: now() };
  await closeExpired(db, { ...who, closedBy: 'timer' });
  const where = await examHasKeyword(db, keyword);
  // Planning takes longer than executing. A statement without keyword has one text for each scope, with and without a state.
  const name = where ? undefined : `exams-${input.scope}${input.examState ? '-state' : ''}`;
  const filter = { ...input, where, name };
  return readPage(input, (part) => findExamStates(db, who, filter, part));
}

/** Withdrawn exams stay in the lists of candidates, but not in the search index: their titles are compared. */
async function examHasKeyword(db: TenantDb, keyword: string | undefined): Promise<SQL | undefined> {
  const inIndex = await hasKeyword(db, { id: sql`e.id`, kind: 'exam', keyword });
  return inIndex && sql`(${inIndex} or (not e.published and strpos(lower(e.title), lower(${keyword})) > 0))`;
}
