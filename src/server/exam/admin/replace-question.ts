import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireQuestions } from '#src/server/question/bank/access.ts';
import { isManaged } from './manage.ts';

/**
 * Puts one question in the place of another in the fixed papers that the viewer manages. Papers of exams that somebody has sat, and
 * those with both questions, stay as they are.
 * @returns the numbers of changed papers, and of those that still have the other question
 * @throws AppError 404, 409 as `requireQuestions`; 422 for questions of different types
 */
export async function replaceQuestion(
  ctx: Context,
  { questionId, byId }: OperationInput<'POST /exam/auth/exam/admin/question/replace'>,
) {
  const { db, tenant, now } = ctx;
  await requireQuestions(ctx, [questionId, byId]);
  const { rows: types } = await db.execute<{ count: number }>(sql`
    select count(distinct type)::int as count from question
    where enterprise_id = ${tenant.id} and id in (${questionId}, ${byId})`);
  if (types[0]!.count > 1) throw new AppError(422, 'invalid', { fields: [{ field: 'byId', key: 'field.invalid' }] });
  // In the order of ids, as a save of an exam locks one.
  const { rows: exams } = await db.execute<{ id: string }>(sql`
    select e.id from exam e
    where e.enterprise_id = ${tenant.id} and ${isManaged(ctx)}
      and exists (select from exam_question x
        where x.enterprise_id = e.enterprise_id and x.exam_id = e.id and x.question_id = ${questionId})
      and not exists (select from exam_question x
        where x.enterprise_id = e.enterprise_id and x.exam_id = e.id and x.question_id = ${byId})
      and not exists (select from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id)
    order by e.id for update`);
  const ids = sql`${sql.param(exams.map(({ id }) => id))}::uuid[]`;
  await db.execute(sql`
    update exam_question set question_id = ${byId}
    where enterprise_id = ${tenant.id} and question_id = ${questionId} and exam_id = any(${ids})`);
  await db.execute(sql`
    update exam set revision = revision + 1, gmt_modified = ${now().toISOString()}::timestamptz
    where enterprise_id = ${tenant.id} and id = any(${ids})`);
  const { rows: left } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from exam_question where enterprise_id = ${tenant.id} and question_id = ${questionId}`);
  const about = { about: [questionId, byId, ...exams.map(({ id }) => id)] };
  if (exams.length > 0) await audit(db, ctx, 'question.replaced', { questionId, byId, count: exams.length }, about);
  return { changed: exams.length, left: left[0]!.count };
}
