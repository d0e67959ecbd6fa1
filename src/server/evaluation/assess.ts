import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { unscored, weightedScore } from '#src/contract/rules/evaluation.ts';
import { evaluationAssessment } from './tables.ts';
import { studyTask, studyTaskItem } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { assessorsFor, isAwaitingScores } from './assessors.ts';
import { closeScores, setState } from './close-scores.ts';
import { lockEvaluation } from './lock-evaluation.ts';
import { administratorsOf } from './replace-assessors.ts';
import { tellStep } from './step-notices.ts';
import { viewEvaluation } from './view-evaluation.ts';

type Locked = Awaited<ReturnType<typeof lockEvaluation>>;

/**
 * Saves the draft of the viewer's scores.
 * @throws AppError 404; 409 when it is not their turn, or they have submitted
 */
export async function saveAssessment(
  ctx: Context,
  { id, scores, comment }: OperationInput<'PUT /course/auth/evaluation/assessment/save'>,
) {
  const locked = await lockEvaluation(ctx, id);
  await requireTurn(ctx, locked);
  if (locked.own!.submittedAt) throw new AppError(409, 'evaluationStep');
  const savedAt = ctx.now();
  await ctx.db
    .update(evaluationAssessment)
    .set({ scores: known(locked, scores), comment, gmtModified: savedAt })
    .where(ownRow(ctx, id));
  return { savedAt };
}

/**
 * Submits the viewer's scores. When all assessors have submitted, a practical operation or assessment is done, with the mean
 * of their scores; a job evaluation goes on to its next step. Repeating it changes nothing.
 * @throws AppError 404; 409 when it is not their turn, and after the end of the task; 422 for a
 *   criterion without points
 */
export async function submitAssessment(
  ctx: Context,
  { id, scores: given, comment }: OperationInput<'POST /course/auth/evaluation/assessment/submit'>,
) {
  const locked = await lockEvaluation(ctx, id);
  const { row, own } = locked;
  if (own?.submittedAt) return viewEvaluation(ctx, { id });
  await requireTurn(ctx, locked);
  const scores = known(locked, given);
  const missing = unscored(row.rubric, scores);
  if (missing.length > 0) {
    const fields = missing.map((code) => ({ field: `scores.${code}`, key: 'field.required' }));
    throw new AppError(422, 'invalid', { fields });
  }
  const at = ctx.now();
  const score = (weightedScore(row.rubric, scores) / 100).toFixed(2);
  await ctx.db
    .update(evaluationAssessment)
    .set({ scores, comment, score, submittedAt: at, gmtModified: at })
    .where(ownRow(ctx, id));
  if (own!.role === 'self') await askSuperior(ctx, locked, at);
  else if (!(await isAwaitingScores(ctx.db, ctx.tenant.id, id))) await closeScores(ctx, locked, at);
  return viewEvaluation(ctx, { id });
}

const ownRow = ({ tenant, viewer }: Context, id: string) =>
  and(
    eq(evaluationAssessment.enterpriseId, tenant.id),
    eq(evaluationAssessment.evaluationId, id),
    eq(evaluationAssessment.userId, viewer.userId),
  );

/** Removes criteria that the rubric does not have. */
const known = ({ row }: Locked, scores: OperationInput<'PUT /course/auth/evaluation/assessment/save'>['scores']) =>
  Object.fromEntries(row.rubric.criteria.flatMap(({ code }) => (scores[code] ? [[code, scores[code]]] : [])));

async function requireTurn({ db, tenant, now }: Context, { row, form, own }: Locked): Promise<void> {
  const states = own?.role === 'self' ? ['selfAssessment'] : ['assessing', 'superiorAssessment'];
  if (!own || !states.includes(row.state)) throw new AppError(409, 'evaluationStep');
  if (form.kind !== 'assessment') return;
  const [task] = await db
    .select({ endAt: studyTask.endAt })
    .from(studyTaskItem)
    .innerJoin(
      studyTask,
      and(eq(studyTask.enterpriseId, studyTaskItem.enterpriseId), eq(studyTask.id, studyTaskItem.taskId)),
    )
    .where(and(eq(studyTaskItem.enterpriseId, tenant.id), eq(studyTaskItem.evaluationFormId, form.id)));
  if (!task || task.endAt <= now()) throw new AppError(409, 'evaluationEnded');
}

/** Asks the superior. There is none any more: the administrators name one. */
async function askSuperior({ db, tenant, viewer }: Context, { row, form }: Locked, at: Date): Promise<void> {
  const superiors = await assessorsFor(db, { enterpriseId: tenant.id, formId: form.id, userId: row.userId });
  await setState({ db, tenant }, row.id, { state: 'superiorAssessment', submittedAt: at, gmtModified: at });
  if (superiors.length > 0)
    await db.insert(evaluationAssessment).values(
      superiors.map(({ userId }) => ({
        enterpriseId: tenant.id,
        evaluationId: row.id,
        userId,
        role: 'assessor' as const,
        gmtModified: at,
      })),
    );
  await tellStep(
    db,
    {
      enterpriseId: tenant.id,
      id: row.id,
      title: form.title,
      userName: viewer.userName,
      step: superiors.length > 0 ? 'superiorAssessment' : 'unattended',
      at,
    },
    superiors.length > 0 ? superiors.map(({ userId }) => userId) : await administratorsOf(db, tenant.id),
  );
}
