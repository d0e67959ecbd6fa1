import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { question, questionVersion } from '#src/server/question/tables.ts';
import { moveQuestions } from './move-questions.ts';
import { requireBank, requireQuestions } from '../bank/access.ts';
import { isCurrentVersion } from '../write-questions.ts';
import { matching } from './list-questions.ts';

/** The row that is updated, in a subquery. */
const OWN = sql.raw('question');

type Input = OperationInput<'POST /exam/auth/question/bulk/save'>;
type Change = Exclude<Input, { bankId: string }>;

/**
 * Changes several questions at once. Deleted ones leave the bank, and can be restored; papers of attempts keep them (decision 132).
 * @returns how many were changed
 * @throws AppError 404 when one of them does not exist or may not be edited: nothing is changed then; 409 `listChanged` when
 *   the filter finds another number than the user saw; as `moveQuestions`
 */
export async function changeQuestions(ctx: Context, input: Input) {
  const ids = input.ids ?? (await findQuestions(ctx, input.found!));
  if (input.action === 'move') {
    const { changed, from } = await moveQuestions(ctx, ids, input.bankId);
    await audit(ctx.db, ctx, 'question.bulk', { ...input, count: ids.length }, { about: [...from, input.bankId] });
    return { changed };
  }
  const { db, tenant, now } = ctx;
  const banks = await requireQuestions(ctx, ids, input.action === 'restore');
  const changed = await db
    .update(question)
    .set({ ...changeOf(input, ids, now()), gmtModified: now() })
    .where(and(eq(question.enterpriseId, tenant.id), inArray(question.id, [...ids].sort())))
    .returning({ id: question.id });
  await audit(db, ctx, 'question.bulk', { ...input, count: ids.length }, { about: banks });
  return { changed: changed.length };
}

/** Says what depends on questions, before they are deleted. @throws AppError 404, 409 as `changeQuestions` */
export async function viewQuestionUses(ctx: Context, input: OperationInput<'POST /exam/auth/question/bulk/uses'>) {
  const { db, tenant } = ctx;
  const ids = input.ids ?? (await findQuestions(ctx, input.found!));
  const banks = await requireQuestions(ctx, ids);
  const some = sql`any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<Record<'drawn' | 'papers' | 'exams', number>>(sql`
    select (select count(*)::int from question q where q.enterprise_id = ${tenant.id} and q.id = ${some} and q.drawn) as drawn,
           (select count(*)::int from exam e where e.enterprise_id = ${tenant.id} and e.paper_kind = 'fixed' and e.deleted_at is null and exists (
              select from exam_question x where x.enterprise_id = e.enterprise_id and x.exam_id = e.id and x.question_id = ${some})) as papers,
           (select count(*)::int from exam e where e.enterprise_id = ${tenant.id} and e.paper_kind = 'drawn' and e.published and exists (
              select from exam_section s where s.enterprise_id = e.enterprise_id and s.exam_id = e.id
                and s.bank_id = any(${sql.param(banks)}::uuid[]))) as exams`);
  return { count: ids.length, ...rows[0]! };
}

/** Removes questions that cannot be restored any more, also with their bank, but for those on papers. */
export async function removeDeletedQuestions(enterpriseId: string, now: Date): Promise<void> {
  const since = sql`${restorableSince(now).toISOString()}::timestamptz`;
  await withTenant(enterpriseId, async (db) => {
    // A content pack may have brought an exam that draws from a deleted bank.
    await db.execute(sql`
      update question q set published = false, deleted_at = b.deleted_at from question_bank b
      where b.enterprise_id = ${enterpriseId} and b.deleted_at < ${since}
        and q.enterprise_id = b.enterprise_id and q.bank_id = b.id and q.deleted_at is null
        and not exists (select from exam_section s join exam e on e.enterprise_id = s.enterprise_id and e.id = s.exam_id
                        where s.enterprise_id = b.enterprise_id and s.bank_id = b.id and e.deleted_at is null)`);
    await db.execute(sql`
      delete from question q
      where q.enterprise_id = ${enterpriseId} and q.deleted_at < ${since} and not q.drawn
        and not exists (select from exam_question x where x.enterprise_id = q.enterprise_id and x.question_id = q.id)`);
  });
}

/** Ids of all questions that a filter finds. @throws AppError as `changeQuestions` */
async function findQuestions(ctx: Context, { filter, count }: NonNullable<Input['found']>): Promise<string[]> {
  await requireBank(ctx, filter.bankId);
  const rows = await ctx.db
    .select({ id: question.id })
    .from(question)
    .innerJoin(questionVersion, isCurrentVersion)
    .where(matching(ctx, filter))
    .limit(count + 1);
  if (rows.length !== count) throw new AppError(409, 'listChanged');
  return rows.map(({ id }) => id);
}

/** Columns that a change sets. A restored question whose code another one has by now gets a new one. */
function changeOf(input: Change, ids: string[], now: Date) {
  switch (input.action) {
    case 'publish':
      return { published: true };
    case 'withdraw':
      return { published: false };
    case 'delete':
      return { published: false, deletedAt: now };
    case 'restore':
      return {
        deletedAt: null,
        code: sql`case when exists (
          select from question o
          where o.enterprise_id = ${OWN}.enterprise_id and o.bank_id = ${OWN}.bank_id and o.code = ${OWN}.code
            and (o.deleted_at is null or o.id < ${OWN}.id and o.id = any(${sql.param(ids)}::uuid[])))
          then left(${OWN}.code, 50) || '-' || right(${OWN}.id::text, 12) else ${OWN}.code end`,
      };
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
