import type { Context } from '#src/server/core/context.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { countExamStates } from './exam-states.ts';

/** Returns the number of the viewer's exams in each state. */
export async function countExams({ db, tenant, viewer, now }: Context) {
  const who = { enterpriseId: tenant.id, userId: viewer.userId, now: now() };
  await closeExpired(db, { ...who, closedBy: 'timer' });
  const found = await countExamStates(db, who);
  const { waiting = 0, pass = 0, fail = 0, awaitingMarking = 0, absent = 0, resit = 0 } = found;
  const total = waiting + pass + fail + awaitingMarking + absent + resit;
  return { waiting, pass, fail, awaitingMarking, absent, resit, total };
}
