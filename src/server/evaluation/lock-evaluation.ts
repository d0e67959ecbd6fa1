import { and, eq } from 'drizzle-orm';
import { evaluation, evaluationAssessment, evaluationForm } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';

/**
 * Locks an evaluation for this transaction, so that its steps run one after another.
 * @returns it with its form and the viewer's own assessment, if they have one
 * @throws AppError 404 for everybody who is neither its person nor one of its assessors
 */
export async function lockEvaluation({ db, tenant, viewer }: Pick<Context, 'db' | 'tenant' | 'viewer'>, id: string) {
  const [row] = await db
    .select()
    .from(evaluation)
    .where(and(eq(evaluation.enterpriseId, tenant.id), eq(evaluation.id, id)))
    .for('update');
  if (!row) throw notFound();
  const [own] = await db
    .select()
    .from(evaluationAssessment)
    .where(
      and(
        eq(evaluationAssessment.enterpriseId, tenant.id),
        eq(evaluationAssessment.evaluationId, id),
        eq(evaluationAssessment.userId, viewer.userId),
      ),
    );
  const isSelf = row.userId === viewer.userId;
  if (!isSelf && own?.role !== 'assessor') throw notFound();
  const [form] = await db
    .select()
    .from(evaluationForm)
    .where(and(eq(evaluationForm.enterpriseId, tenant.id), eq(evaluationForm.id, row.formId)));
  return { row, form: form!, own: own ?? null, isSelf };
}
