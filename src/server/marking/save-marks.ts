import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { giveMarks, lockForMarker } from './give-marks.ts';

/**
 * Saves marks of short answers of one paper. With the last one the result is final, unless the exam publishes together.
 * @throws AppError as `lockForMarker` and `giveMarks`
 */
export async function saveMarks(
  ctx: Context,
  { attemptId, marks }: OperationInput<'POST /exam/auth/exam/marking/save'>,
) {
  const questionIds = marks.map((mark) => mark.questionId);
  const { attempt, rules } = await lockForMarker(ctx, attemptId, questionIds);
  const { status, unmarkedCount, passed } = await giveMarks(ctx, attempt, rules, marks);
  await audit(ctx.db, ctx, 'exam.marked', { attemptId, marks, status }, { about: [attemptId, attempt.userId] });
  return { status, unmarkedCount, passed };
}
