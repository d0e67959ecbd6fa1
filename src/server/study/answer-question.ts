import { and, eq, sql } from 'drizzle-orm';
import { resourceAnswer, resourceQuestion } from './tables/media.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { openResource } from './read-resource.ts';

/**
 * Stores the viewer's answer to a question of a video and tells the solution. The latest answer is kept, with the number of
 * attempts and whether the first one was right.
 * @throws AppError 403 when the course may not be studied; 404 for an unknown question; 422 for options it does not have
 */
export async function answerQuestion(ctx: Context, input: { questionId: string; chosen: string[] }) {
  const { db, tenant, viewer } = ctx;
  const { questionId } = input;
  const [question] = await db
    .select()
    .from(resourceQuestion)
    .where(
      and(
        eq(resourceQuestion.enterpriseId, tenant.id),
        eq(resourceQuestion.id, questionId),
        eq(resourceQuestion.published, true),
      ),
    );
  if (!question) throw notFound();
  const { resource } = await openResource(ctx, question.resourceId);
  if (resource.kind !== 'media') throw notFound();

  const keys = question.kind === 'judge' ? ['T', 'F'] : question.options.map(({ key }) => key);
  const chosen = [...new Set(input.chosen)].sort();
  if (chosen.some((key) => !keys.includes(key)) || (question.kind !== 'multiple' && chosen.length !== 1)) {
    throw new AppError(422, 'invalid', { fields: [{ field: 'chosen', key: 'field.invalid' }] });
  }
  const isRight = chosen.join() === question.rightKeys.join();
  const at = ctx.now();
  const [kept] = await db
    .insert(resourceAnswer)
    .values({
      ...{ enterpriseId: tenant.id, questionId, userId: viewer.userId, chosen, isRight, firstRight: isRight },
      ...{ gmtCreate: at, gmtModified: at },
    })
    .onConflictDoUpdate({
      target: [resourceAnswer.enterpriseId, resourceAnswer.questionId, resourceAnswer.userId],
      set: { chosen, isRight, attempts: sql`${resourceAnswer.attempts} + 1`, gmtModified: at },
    })
    .returning({ attempts: resourceAnswer.attempts });
  const { rightKeys, explanation } = question;
  return { chosen, isRight, attempts: kept!.attempts, rightKeys, explanation };
}
