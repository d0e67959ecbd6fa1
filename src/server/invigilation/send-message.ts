import { AppError } from '#src/server/core/app-error.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { examMessage } from './tables.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { appendJournal, countMessages, lockHeads } from '#src/server/exam/journal.ts';
import { lockOpen } from './open-attempts.ts';
import { recordAction, refuseOwn } from './record-action.ts';
import { requireControl } from './require-control.ts';

/**
 * Sends a message to the halls of one candidate or of all who are sitting the exam. A hall learns from the reply to its next
 * save or beat that there is one, and reads it.
 * @throws AppError 404 as `requireControl`; 403 to oneself; 409 when the candidate is not sitting the exam
 */
export async function sendMessage(ctx: Context, input: OperationInput<'POST /exam/auth/exam/control/message/send'>) {
  const { db, tenant, viewer } = ctx;
  const { examId, userId, body } = input;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  await requireControl(ctx, examId);
  refuseOwn(ctx, userId);
  const attempts = await lockOpen(ctx, input);
  if (attempts.length === 0) throw new AppError(409, 'nobodySitting');
  const attemptIds = attempts.map(({ id }) => id);
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, attemptIds);
  const actionId = await recordAction(ctx, { examId, kind: 'message', userId, body, changed: attempts.length, at });
  await db.insert(examMessage).values(attemptIds.map((attemptId) => ({ enterpriseId, attemptId, actionId })));
  await countMessages(client, enterpriseId, attemptIds, 1);
  const data = { messageId: actionId, by: viewer.userId };
  const events = attemptIds.map((attemptId) => ({ attemptId, kind: 'message' as const, at, data, content: { body } }));
  await appendJournal(client, enterpriseId, events, heads);
  return { changed: attempts.length };
}
