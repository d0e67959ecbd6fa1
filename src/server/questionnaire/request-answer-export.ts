import { and, eq } from 'drizzle-orm';
import { LEAST_ANSWERS } from '#src/contract/rules/questionnaire.ts';
import { questionnaireCompletion } from './tables.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { requireManaged } from './managed.ts';

/**
 * Requests an export of the answers to a questionnaire.
 * @throws AppError 404 for a questionnaire of another's course, 409 with fewer than five answers, 429 like `requestExport`
 */
export async function exportAnswers(ctx: Context, { questionnaireId }: { questionnaireId: string }) {
  await requireManaged(ctx, questionnaireId);
  const { enterpriseId, questionnaireId: id } = questionnaireCompletion;
  const count = await ctx.db.$count(
    questionnaireCompletion,
    and(eq(enterpriseId, ctx.tenant.id), eq(id, questionnaireId)),
  );
  if (count < LEAST_ANSWERS) throw new AppError(409, 'tooFewAnswers', { params: { count, needed: LEAST_ANSWERS } });
  return requestExport(ctx, 'questionnaireAnswers', { questionnaireId });
}
