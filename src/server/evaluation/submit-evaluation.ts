import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { evaluation, evaluationAssessment, evidenceUpload } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { assessorsFor } from './assessors.ts';
import { lockEvaluation } from './lock-evaluation.ts';
import { tellStep } from './step-notices.ts';
import { viewEvaluation } from './view-evaluation.ts';

const own = (ctx: Context, id: string) => and(eq(evaluation.enterpriseId, ctx.tenant.id), eq(evaluation.id, id));

/**
 * Saves the note of a practical operation before it is submitted.
 * @throws AppError 404, also for assessors; 409 once it is submitted
 */
export async function saveNote(ctx: Context, { id, note }: OperationInput<'PUT /course/auth/evaluation/note/save'>) {
  await lockDraft(ctx, id);
  await ctx.db.update(evaluation).set({ note, gmtModified: ctx.now() }).where(own(ctx, id));
  return { id };
}

/**
 * Submits a practical operation: from now on its assessors are fixed and its evidence cannot be changed. Idempotent.
 * @throws AppError 404, also for assessors; 409 while a file is being uploaded, and without anybody who could assess
 */
export async function submitEvaluation(
  ctx: Context,
  { id, note }: OperationInput<'POST /course/auth/evaluation/submit'>,
) {
  const { db, tenant, viewer } = ctx;
  const { row, form, isSelf } = await lockEvaluation(ctx, id);
  if (isSelf && row.submittedAt !== null && form.kind === 'practice') return viewEvaluation(ctx, { id });
  requireDraft(row, isSelf);
  const unfinished = and(
    eq(evidenceUpload.enterpriseId, tenant.id),
    eq(evidenceUpload.evaluationId, id),
    isNull(evidenceUpload.fileId),
  );
  if ((await db.$count(evidenceUpload, unfinished)) > 0) throw new AppError(409, 'uploadUnfinished');
  const assessors = await assessorsFor(db, { enterpriseId: tenant.id, formId: form.id, userId: viewer.userId });
  if (assessors.length === 0) throw new AppError(409, 'noAssessor');
  const at = ctx.now();
  await db.update(evaluation).set({ note, state: 'assessing', submittedAt: at, gmtModified: at }).where(own(ctx, id));
  await db.insert(evaluationAssessment).values(
    assessors.map(({ userId }) => ({
      enterpriseId: tenant.id,
      evaluationId: id,
      userId,
      role: 'assessor' as const,
      gmtModified: at,
    })),
  );
  const fact = { enterpriseId: tenant.id, id, title: form.title, userName: viewer.userName, step: 'assessing', at };
  await tellStep(
    db,
    fact,
    assessors.map(({ userId }) => userId),
  );
  return viewEvaluation(ctx, { id });
}

async function lockDraft(ctx: Context, id: string) {
  const { row, isSelf } = await lockEvaluation(ctx, id);
  requireDraft(row, isSelf);
}

function requireDraft({ state }: { state: string }, isSelf: boolean): void {
  if (!isSelf || state !== 'draft') throw new AppError(409, 'evaluationStep');
}
