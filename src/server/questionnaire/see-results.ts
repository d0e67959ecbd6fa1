import { questionnaireSeen } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireManaged } from './managed.ts';

/** Notes that the viewer has seen the results. @throws AppError 404 for a questionnaire of another's course */
export async function seeResults(ctx: Context, { questionnaireId }: { questionnaireId: string }) {
  const { db, tenant, viewer } = ctx;
  const answerCount = await requireManaged(ctx, questionnaireId);
  await db
    .insert(questionnaireSeen)
    .values({ enterpriseId: tenant.id, questionnaireId, userId: viewer.userId, answerCount })
    .onConflictDoUpdate({
      target: [questionnaireSeen.enterpriseId, questionnaireSeen.questionnaireId, questionnaireSeen.userId],
      set: { answerCount },
    });
  return { answerCount };
}
