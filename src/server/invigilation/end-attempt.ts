import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { deleteMarks } from '#src/server/marking/delete-marks.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { closeAttempt } from '#src/server/exam/attempt/close-attempt.ts';
import { followResult } from '#src/server/exam/follow-result.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { storeVoid } from '#src/server/exam/attempt/change-result.ts';
import { lockAttempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { recordAction, refuseOwn } from './record-action.ts';
import { requireControl } from './require-control.ts';

/** @throws AppError 404 for those who may not control its exam; 403 for an own attempt */
async function lockControlled(ctx: Context, attemptId: string) {
  const attempt = await lockAttempt(ctx.db, ctx.tenant.id, attemptId);
  const exam = await requireControl(ctx, attempt.examId);
  refuseOwn(ctx, attempt.userId);
  return { attempt, exam };
}

/** Submits the open attempt of a candidate. @throws AppError as `lockControlled`; 409 when it has ended */
export async function submitForCandidate(
  ctx: Context,
  { attemptId, reason }: OperationInput<'POST /exam/auth/exam/control/attempt/submit'>,
) {
  const { db, tenant, viewer } = ctx;
  const at = ctx.now();
  const { attempt } = await lockControlled(ctx, attemptId);
  if (attempt.status !== 'open') throw new AppError(409, 'attemptEnded');
  const data = { by: viewer.userId };
  await appendJournal(pgClientOf(db), tenant.id, [{ attemptId, kind: 'submit', at, data, content: { reason } }]);
  await closeAttempt(db, attempt, 'invigilator', at);
  const { examId, userId } = attempt;
  await recordAction(ctx, { examId, kind: 'submit', userId, body: reason, changed: 1, at });
  return { attemptId };
}

/**
 * Voids an attempt: it is closed if it is open, has no points and is not passed. If the result of the exam is no pass any more,
 * what it earned is reversed and the certificate revoked; a later pass earns them anew. The candidate is told the reason.
 * @throws AppError as `lockControlled`; 409 when it was voided before
 */
export async function voidAttempt(
  ctx: Context,
  { attemptId, reason, uses }: OperationInput<'POST /exam/auth/exam/control/attempt/void'>,
) {
  const { db, tenant, viewer } = ctx;
  const at = ctx.now();
  const { attempt: found, exam } = await lockControlled(ctx, attemptId);
  if (found.voidedAt) throw new AppError(409, 'attemptVoided');
  const attempt = await closeAttempt(db, found, 'invigilator', at, { grants: false });
  const { examId, userId, marks, objectiveScore, subjectiveScore, passed } = attempt;
  // What was marked is in the journal.
  await deleteMarks(db, tenant.id, [attemptId]);
  await storeVoid(db, attempt, { reason, uses, at });
  await appendJournal(pgClientOf(db), tenant.id, [
    {
      ...{ attemptId, kind: 'void', at, data: { by: viewer.userId, uses } },
      content: { reason, marks, objectiveScore, subjectiveScore, passed },
    },
  ]);
  await followResult(db, { enterpriseId: tenant.id, examId, userId, title: exam.title, reason, at, evenWaiting: true });
  await sendNotices(db, tenant.id, [
    {
      ...{ userId, kind: 'examVoided', detail: { title: exam.title, reason }, at },
      ...{ path: `/account/exam/examSuccess?id=${attemptId}`, source: `exam-void:${attemptId}` },
    },
  ]);
  await recordAction(ctx, { examId, kind: 'void', userId, body: reason, changed: 1, at });
  return { attemptId };
}
