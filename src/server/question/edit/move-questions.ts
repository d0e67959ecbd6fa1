import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { requireBank, requireQuestions } from '../bank/access.ts';

/** Codes that a message names at most. */
const NAMED = 5;

/**
 * Moves questions to another bank; versions and papers keep naming them. Questions on papers stay as long as an exam that draws
 * from their bank is not over, because answers are withheld by bank (decision 029).
 * @returns number of questions that were in another bank, and the banks that they are from
 * @throws AppError 404, 409 as `requireBank`, for both banks; 409 `questionsInExam`, 409 `questionCodesTaken`
 */
export async function moveQuestions(ctx: Context, ids: string[], bankId: string) {
  const { db, tenant, now } = ctx;
  const from = await requireQuestions(ctx, ids);
  await requireBank(ctx, bankId);
  const chosen = sql`enterprise_id = ${tenant.id} and id = any(${sql.param(ids)}::uuid[]) and bank_id <> ${bankId}`;
  // An import into one of the banks waits, and sees where the questions are now.
  await db.execute(sql`select from question_bank where enterprise_id = ${tenant.id}
    and id = any(${sql.param([...from, bankId])}::uuid[]) order by id for update`);
  const { rows: exams } = await db.execute<{ title: string }>(sql`
    select e.title from exam e
    where e.enterprise_id = ${tenant.id}
      and exists (select from exam_section s join question q on q.enterprise_id = s.enterprise_id and q.bank_id = s.bank_id
                  where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and q.drawn
                    and q.id = any(${sql.param(ids)}::uuid[]) and q.bank_id <> ${bankId})
      and (e.published and (e.review_policy = 'never'
             or portal.exam_over_at(e.enterprise_id, e.id) > ${now().toISOString()}::timestamptz)
           or exists (select from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.status = 'open'))
    order by e.title, e.id limit 1`);
  if (exams[0]) throw new AppError(409, 'questionsInExam', { params: { title: exams[0].title } });
  const { rows: taken } = await db.execute<{ code: string }>(sql`
    select q.code from question q where ${chosen} and exists (
      select from question o where o.enterprise_id = q.enterprise_id and o.code = q.code and o.deleted_at is null
        and (o.bank_id = ${bankId} or o.id = any(${sql.param(ids)}::uuid[]) and o.id <> q.id and o.bank_id <> ${bankId}))
    order by q.code limit ${NAMED + 1}`);
  if (taken.length > 0) {
    const codes = taken.slice(0, NAMED).map(({ code }) => code);
    throw new AppError(409, 'questionCodesTaken', {
      params: { codes: [...codes, ...(taken.length > NAMED ? ['…'] : [])].join(', ') },
    });
  }
  const { rowCount } = await db.execute(sql`
    update question set bank_id = ${bankId}, gmt_modified = ${now().toISOString()}::timestamptz where ${chosen}`);
  return { changed: rowCount ?? 0, from };
}
