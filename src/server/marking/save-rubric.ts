import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { markingRubric } from './tables.ts';
import { requireMarkable } from './save-note.ts';

/** Sets the criteria of a question. Marks already given stay. @throws AppError 404; 409 for a question of decision 029 */
export async function saveRubric(
  ctx: Context,
  { questionId, criteria }: OperationInput<'PUT /exam/auth/exam/marking/rubric/save'>,
) {
  await requireMarkable(ctx, questionId);
  const { db, tenant } = ctx;
  const gmtModified = ctx.now();
  if (criteria.length === 0)
    await db
      .delete(markingRubric)
      .where(and(eq(markingRubric.enterpriseId, tenant.id), eq(markingRubric.questionId, questionId)));
  else
    await db
      .insert(markingRubric)
      .values({ enterpriseId: tenant.id, questionId, criteria, gmtModified })
      .onConflictDoUpdate({
        target: [markingRubric.enterpriseId, markingRubric.questionId],
        set: { criteria, gmtModified },
      });
  await audit(db, ctx, 'exam.rubricChanged', { questionId, criteria }, { about: [questionId] });
  return { questionId, criteria };
}
