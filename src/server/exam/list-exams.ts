import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { closeExpired } from './close-expired.ts';
import { findStandings, type ExamState } from './standing.ts';

type Filter = { pageCurrent: number; pageSize: number; scope: 'mine' | 'all'; examState?: ExamState; keyword?: string };

/** My exams, or all of the enterprise, each with where I stand. */
export async function listExams({ db, tenant, viewer, now }: Context, input: Filter) {
  const who = { enterpriseId: tenant.id, userId: viewer.userId, now: now() };
  await closeExpired(db, { ...who, closedBy: 'timer' });
  return readPage(input, (part) => findStandings(db, who, input, part));
}
