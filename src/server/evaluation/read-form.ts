import { and, eq } from 'drizzle-orm';
import { evaluationForm, rubric } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';

/**
 * Returns the form of a resource with its rubric.
 * @throws AppError 409 when none is set up for it
 */
export async function readForm(db: TenantDb, enterpriseId: string, resourceId: string) {
  const [found] = await db
    .select({ form: evaluationForm, rubric })
    .from(evaluationForm)
    .innerJoin(
      rubric,
      and(eq(rubric.enterpriseId, evaluationForm.enterpriseId), eq(rubric.id, evaluationForm.rubricId)),
    )
    .where(
      and(
        eq(evaluationForm.enterpriseId, enterpriseId),
        eq(evaluationForm.resourceId, resourceId),
        eq(evaluationForm.published, true),
      ),
    );
  if (!found) throw new AppError(409, 'notEvaluated');
  const { title, passMark, criteria } = found.rubric;
  return { ...found.form, rubric: { title, passMark, criteria } };
}
