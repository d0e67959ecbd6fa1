import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';
import { findEqual } from './equal-answers.ts';
import { giveMarks, lockForMarker } from './give-marks.ts';
import { readRubric } from './read-rubric.ts';

type Input = OperationInput<'POST /exam/auth/exam/marking/answer/save'>;

/**
 * Gives the mark of one answer, as a whole or as points of the rubric's criteria; with `equal` also to equal answers that wait for the
 * viewer's mark, at most {@link MOST_EQUAL}.
 * @throws AppError as `lockForMarker` and `giveMarks`; 422 without a score, or for points that do not fit the rubric
 */
export async function saveMark(ctx: Context, { attemptId, questionId, points, remark, equal, ...input }: Input) {
  // Attempts are locked in the order of their ids.
  const others = equal ? await findEqual(ctx, { attemptId, questionId }) : [];
  const locked = new Map<string, Awaited<ReturnType<typeof lockForMarker>>>();
  for (const id of [attemptId, ...others].sort()) locked.set(id, await lockForMarker(ctx, id, [questionId]));
  const { attempt, rules } = locked.get(attemptId)!;
  const score = points
    ? await sumOf(
        ctx,
        attempt.paper.find((each) => each.questionId === questionId),
        points,
      )
    : input.score;
  if (score === undefined) throw new AppError(422, 'invalid', { fields: [{ field: 'score', key: 'field.required' }] });
  const given = await giveMarks(ctx, attempt, rules, [{ questionId, score, points, remark }]);
  const [outcome] = given.outcomes;
  for (const id of others) {
    const { attempt: other } = locked.get(id)!;
    const { status } = await giveMarks(ctx, other, rules, [{ questionId, score, points, remark }]);
    const detail = { attemptId: id, marks: [{ questionId, score, remark }], status };
    await audit(ctx.db, ctx, 'exam.marked', detail, { about: [id, other.userId] });
  }
  await audit(
    ctx.db,
    ctx,
    'exam.marked',
    { attemptId, marks: [{ questionId, score, remark }], status: given.status },
    { about: [attemptId, attempt.userId] },
  );
  return { score, outcome: outcome!, status: given.status, equalCount: others.length };
}

async function sumOf({ db, tenant }: Context, asked: PaperQuestion | undefined, points: number[]): Promise<number> {
  const criteria = asked ? await readRubric(db, tenant.id, asked) : [];
  const fits =
    points.length === criteria.length &&
    points.every((each, i) => toHundredths(each) <= toHundredths(criteria[i]!.points));
  if (!fits) throw new AppError(422, 'invalid', { fields: [{ field: 'points', key: 'field.rubricPoints' }] });
  return fromHundredths(points.reduce((sum, each) => sum + toHundredths(each), 0));
}
