import type { OperationInput } from '#src/contract/calls.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { attemptShape } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { saveInBatch } from './save-batch.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/answer/save'>;

/**
 * Saves answers of an open attempt (docs/specification.md, section "Exam saves"). Each entry is acknowledged or
 * rejected separately. Conditions that cannot change are checked before the request joins a batch; the others are
 * checked under the lock.
 * @throws AppError 404 when it is not an attempt of the viewer; 429 when the attempt has no saves left (limits.ts): then
 * nothing is stored
 */
export async function saveAnswers(
  ctx: RequestContext & { viewer: Viewer },
  { attemptId, epoch, answers, awakeSeconds }: Input,
) {
  const enterpriseId = ctx.tenant.id;
  const shape = await attemptShape(enterpriseId, attemptId);
  if (!shape || shape.userId !== ctx.viewer.userId) throw notFound();
  const checked = checkEntries(shape, epoch, answers);
  const beat = { epoch, awakeSeconds };
  const saved = await saveInBatch(enterpriseId, { attemptId, checked, now: ctx.now(), beat });
  if (!saved) throw notFound();
  if (saved.limited) throw new AppError(429, 'tooManySaves');
  return {
    attemptId,
    status: saved.status,
    epoch: saved.epoch,
    superseded: saved.epoch !== epoch,
    serverTime: ctx.now(),
    deadlineAt: saved.deadlineAt,
    pausedAt: saved.pausedAt,
    messages: saved.messages,
    acks: saved.acks,
    rejected: saved.rejected,
  };
}
