import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { evaluation, evaluationAssessment } from './tables.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { scoreOf } from './close-scores.ts';
import { finishEvaluation } from './finish-evaluation.ts';
import { lockEvaluation } from './lock-evaluation.ts';
import { tellStep } from './step-notices.ts';
import { viewEvaluation } from './view-evaluation.ts';

/**
 * Stores the note of the talk between superior and person; then both confirm. It can be corrected until one has confirmed.
 * @throws AppError 404; 409 for the person, and at another step; 422 for a talk in the future
 */
export async function saveTalk(ctx: Context, input: OperationInput<'POST /course/auth/evaluation/talk/save'>) {
  const { id, talkNote } = input;
  const { row, form, own } = await lockEvaluation(ctx, id);
  const isOpen =
    row.state === 'talk' || (row.state === 'confirmation' && !row.selfConfirmedAt && !row.superiorConfirmedAt);
  if (own?.role !== 'assessor' || !isOpen) throw new AppError(409, 'evaluationStep');
  const at = ctx.now();
  const talkAt = new Date(input.talkAt);
  if (talkAt > at) throw new AppError(422, 'invalid', { fields: [{ field: 'talkAt', key: 'field.invalid' }] });
  await ctx.db
    .update(evaluation)
    .set({ state: 'confirmation', talkAt, talkNote, gmtModified: at })
    .where(and(eq(evaluation.enterpriseId, ctx.tenant.id), eq(evaluation.id, id)));
  const userName = await nameOf(ctx, row.userId);
  const fact = { enterpriseId: ctx.tenant.id, id, title: form.title, userName, step: 'confirmation', at };
  await tellStep(ctx.db, fact, [row.userId]);
  return viewEvaluation(ctx, { id });
}

/**
 * Confirms a job evaluation for the viewer. The second confirmation ends it, and completes the resource if the pass mark was
 * reached, once, whatever is repeated or runs at the same time.
 * @throws AppError 404; 409 before the talk is noted
 */
export async function confirmEvaluation(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const { row, form, isSelf } = await lockEvaluation(ctx, id);
  if (form.kind !== 'job' || !['confirmation', 'done'].includes(row.state)) throw new AppError(409, 'evaluationStep');
  if (isSelf ? row.selfConfirmedAt : row.superiorConfirmedAt) return viewEvaluation(ctx, { id });
  const at = ctx.now();
  await db
    .update(evaluation)
    .set({ ...(isSelf ? { selfConfirmedAt: at } : { superiorConfirmedAt: at }), gmtModified: at })
    .where(and(eq(evaluation.enterpriseId, tenant.id), eq(evaluation.id, id)));
  if (isSelf ? row.superiorConfirmedAt : row.selfConfirmedAt) {
    await finishEvaluation(ctx, row, form, { ...(await scoreOf(ctx, row)), at });
    const assessors = await db
      .select({ userId: evaluationAssessment.userId })
      .from(evaluationAssessment)
      .where(
        and(
          eq(evaluationAssessment.enterpriseId, tenant.id),
          eq(evaluationAssessment.evaluationId, id),
          eq(evaluationAssessment.role, 'assessor'),
        ),
      );
    const userName = await nameOf(ctx, row.userId);
    const fact = { enterpriseId: tenant.id, id, title: form.title, userName, step: 'done', at };
    await tellStep(db, fact, [row.userId, ...assessors.map(({ userId }) => userId)]);
  }
  return viewEvaluation(ctx, { id });
}

async function nameOf({ db, tenant }: Context, userId: string): Promise<string> {
  const [found] = await db
    .select({ userName: enterpriseUser.userName })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return found!.userName;
}
