import { and, desc, eq } from 'drizzle-orm';
import { questionnaire, questionnaireCompletion } from './tables.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { openResource } from '#src/server/study/read-resource.ts';

/**
 * Returns the questionnaire of a resource. Answers are not returned, not even to the person who gave them.
 * @throws AppError 403 with the reason when the course may not be studied; 404 for a resource without questionnaire
 */
export async function viewQuestionnaire(ctx: Context, { resourceId }: { resourceId: string }) {
  const { found } = await readOpen(ctx, resourceId);
  const { id, title, introduction, anonymous, pages } = found;
  const shown = pages.map((page) => ({ ...page, questions: page.questions.filter(({ retired }) => !retired) }));
  return {
    ...{ questionnaireId: id, title, introduction, anonymous },
    completed: await hasCompleted(ctx.db, { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, id }),
    pages: shown.filter(({ questions }) => questions.length > 0),
  };
}

/**
 * Returns the questionnaire that is filled in for a resource, with its course.
 * @throws AppError 403 with the reason when the course may not be studied; 404 for a resource without questionnaire
 */
export async function readOpen(ctx: Context, resourceId: string) {
  const { resource, course } = await openResource(ctx, resourceId);
  const [found] = await ctx.db
    .select()
    .from(questionnaire)
    .where(
      and(
        eq(questionnaire.enterpriseId, ctx.tenant.id),
        eq(questionnaire.resourceId, resourceId),
        eq(questionnaire.published, true),
      ),
    )
    .orderBy(desc(questionnaire.gmtCreate), desc(questionnaire.id))
    .limit(1);
  if (!found || resource.kind !== 'questionnaire') throw notFound();
  return { found, course };
}

/** Whether a person has filled in a questionnaire. */
export async function hasCompleted(
  db: TenantDb,
  { enterpriseId, userId, id }: Record<'enterpriseId' | 'userId' | 'id', string>,
) {
  const own = and(
    eq(questionnaireCompletion.enterpriseId, enterpriseId),
    eq(questionnaireCompletion.questionnaireId, id),
    eq(questionnaireCompletion.userId, userId),
  );
  return (await db.$count(questionnaireCompletion, own)) > 0;
}
