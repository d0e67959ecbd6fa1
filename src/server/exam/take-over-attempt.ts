import { and, eq } from 'drizzle-orm';
import { examAttempt } from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { closeExpired } from './close-expired.ts';
import { lockAttempt } from './lock-attempt.ts';
import { countSwitches, savedAnswers } from './view-attempt.ts';

/**
 * Makes the caller the writer of an attempt. Saves that were under way are finished first; any later one of the writer
 * before is told that it was superseded.
 * @throws AppError 404 when it is not an attempt of the viewer
 */
export async function takeOverAttempt({ db, tenant, viewer, now }: Context, { attemptId }: { attemptId: string }) {
  const enterpriseId = tenant.id;
  await closeExpired(db, { enterpriseId, userId: viewer.userId, attemptId, now: now(), closedBy: 'timer' });
  const attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const open = attempt.status === 'open';
  const epoch = open ? attempt.writerEpoch + 1 : attempt.writerEpoch;
  if (open) {
    await db
      .update(examAttempt)
      .set({ writerEpoch: epoch })
      .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)));
  }
  return {
    attemptId,
    status: attempt.status,
    epoch,
    serverTime: now(),
    deadlineAt: attempt.deadlineAt,
    answers: open ? await savedAnswers(db, enterpriseId, attemptId) : [],
    switchCount: await countSwitches(db, enterpriseId, attemptId),
  };
}
