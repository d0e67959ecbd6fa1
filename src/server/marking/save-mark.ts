import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { fromHundredths, toHundredths } from '#src/server/exam/score-paper.ts';
import { giveMarks, lockForMarker } from './give-marks.ts';
import { readRubric } from './read-rubric.ts';

type Input = OperationInput<'POST /exam/auth/exam/marking/answer/save'>;

/**
 * Gives the mark of one answer, as a whole or as points of the rubric's criteria.
 * @throws AppError as `lockForMarker` and `giveMarks`; 422 without a score, or for points that do not fit the rubric
 */
export async function saveMark(ctx: Context, { attemptId, questionId, points, remark, ...input }: Input) {
  const { attempt, rules } = await lockForMarker(ctx, attemptId, [questionId]);
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
  await audit(
    ctx.db,
    ctx,
    'exam.marked',
    { attemptId, marks: [{ questionId, score, remark }], status: given.status },
    { about: [attemptId, attempt.userId] },
  );
  return { score, outcome: outcome!, status: given.status };
}

async function sumOf({ db, tenant }: Context, asked: PaperQuestion | undefined, points: number[]): Promise<number> {
  const criteria = asked ? await readRubric(db, tenant.id, asked) : [];
  const fits =
    points.length === criteria.length &&
    points.every((each, i) => toHundredths(each) <= toHundredths(criteria[i]!.points));
  if (!fits) throw new AppError(422, 'invalid', { fields: [{ field: 'points', key: 'field.rubricPoints' }] });
  return fromHundredths(points.reduce((sum, each) => sum + toHundredths(each), 0));
}
