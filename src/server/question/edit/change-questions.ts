import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import { moveQuestions } from './move-questions.ts';
import { requireBank, requireQuestions } from '../bank/access.ts';
import { isCurrentVersion } from '../write-questions.ts';
import { matching } from './list-questions.ts';

type Input = OperationInput<'POST /exam/auth/question/bulk/save'>;
type Change = Exclude<Input, { bankId: string }>;

/**
 * Changes several questions at once. Of questions to be deleted those that papers contain are withdrawn.
 * @returns how many were changed, and how many of them were withdrawn instead of deleted
 * @throws AppError 404 when one of them does not exist or may not be edited: nothing is changed then; 409 `listChanged` when
 *   the filter finds another number than the user saw; as `moveQuestions`
 */
export async function changeQuestions(ctx: Context, input: Input) {
  const ids = input.ids ?? (await findQuestions(ctx, input.found!));
  if (input.action === 'move') {
    const { changed, from } = await moveQuestions(ctx, ids, input.bankId);
    await audit(ctx.db, ctx, 'question.bulk', { ...input, count: ids.length }, { about: [...from, input.bankId] });
    return { changed, withdrawn: 0 };
  }
  const { db, tenant, now } = ctx;
  const banks = await requireQuestions(ctx, ids);
  const chosen = and(eq(question.enterpriseId, tenant.id), inArray(question.id, [...ids].sort()));
  let deleted = 0;
  if (input.action === 'delete') {
    const gone = await db
      .delete(question)
      .where(and(chosen, eq(question.drawn, false)))
      .returning({ id: question.id });
    deleted = gone.length;
  }
  const kept = await db
    .update(question)
    .set({ ...changeOf(input), gmtModified: now() })
    .where(chosen)
    .returning({ id: question.id });
  await audit(db, ctx, 'question.bulk', { ...input, count: ids.length }, { about: banks });
  return { changed: deleted + kept.length, withdrawn: input.action === 'delete' ? kept.length : 0 };
}

/** Ids of all questions that a filter finds. @throws AppError as `changeQuestions` */
async function findQuestions(ctx: Context, { filter, count }: NonNullable<Input['found']>): Promise<string[]> {
  await requireBank(ctx, filter.bankId);
  const rows = await ctx.db
    .select({ id: question.id })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(matching(ctx.tenant.id, filter))
    .limit(count + 1);
  if (rows.length !== count) throw new AppError(409, 'listChanged');
  return rows.map(({ id }) => id);
}

function changeOf(input: Change) {
  switch (input.action) {
    case 'publish':
      return { published: true };
    case 'withdraw':
    case 'delete':
      return { published: false };
    case 'topic':
      return { topic: input.topic };
    case 'difficulty':
      return { difficulty: input.difficulty };
    case 'tag':
      return {
        tags: sql`case when ${input.tag} = any(${question.tags}) or cardinality(${question.tags}) >= ${MAX_ITEMS.questionTags}
                       then ${question.tags} else array_append(${question.tags}, ${input.tag}) end`,
      };
    case 'untag':
      return { tags: sql`array_remove(${question.tags}, ${input.tag})` };
  }
}
