import { and, desc, eq } from 'drizzle-orm';
import { evaluation, evaluationAssessment } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { openResource } from '#src/server/study/read-resource.ts';
import { assessorsFor } from './assessors.ts';
import { readForm } from './read-form.ts';
import { viewEvaluation } from './view-evaluation.ts';
import { mayStart } from './view-resource.ts';

/**
 * Begins a try of a practical operation or job evaluation with the rubric as it is now. While one is open, that one is
 * returned.
 * @throws AppError 403 with the reason when the course may not be studied; 404; 409 without a rubric, after a pass,
 *   without tries left, and when there is nobody who could assess
 */
export async function startEvaluation(ctx: Context, { resourceId }: { resourceId: string }) {
  const { db, tenant, viewer } = ctx;
  await openResource(ctx, resourceId);
  const form = await readForm(db, tenant.id, resourceId);
  const key = { enterpriseId: tenant.id, formId: form.id, userId: viewer.userId };
  const mine = and(
    eq(evaluation.enterpriseId, tenant.id),
    eq(evaluation.formId, form.id),
    eq(evaluation.userId, viewer.userId),
  );
  const readLatest = async () =>
    (await db.select().from(evaluation).where(mine).orderBy(desc(evaluation.attempt)).limit(1))[0];
  const latest = await readLatest();
  if (latest && latest.state !== 'done') return viewEvaluation(ctx, latest);
  if (!mayStart(form, latest)) throw new AppError(409, latest?.passed === false ? 'noTriesLeft' : 'evaluationPassed');
  const isJob = form.kind === 'job';
  if ((await assessorsFor(db, key)).length === 0) throw new AppError(409, isJob ? 'noSuperior' : 'noAssessor');
  const at = ctx.now();
  const [created] = await db
    .insert(evaluation)
    .values({
      ...key,
      attempt: (latest?.attempt ?? 0) + 1,
      state: isJob ? 'selfAssessment' : 'draft',
      rubric: form.rubric,
      gmtCreate: at,
      gmtModified: at,
    })
    // Another tab began it at the same moment.
    .onConflictDoNothing()
    .returning({ id: evaluation.id });
  if (created && isJob) {
    await db.insert(evaluationAssessment).values({
      enterpriseId: tenant.id,
      evaluationId: created.id,
      userId: viewer.userId,
      role: 'self',
      gmtModified: at,
    });
  }
  return viewEvaluation(ctx, created ?? (await readLatest())!);
}
