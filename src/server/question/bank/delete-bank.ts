import { and, eq, sql, type SQL } from 'drizzle-orm';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { questionBank } from '#src/server/question/tables.ts';
import { isRestorableBank, requireBank } from './access.ts';

/** SQL condition on `exam e`: it takes questions of a bank, and can be sat or restored. Papers of trial sittings are frozen. */
const takesFrom = (bankId: string, now: Date): SQL => sql`e.trial_of is null
  and (e.deleted_at is null or e.deleted_at >= ${restorableSince(now).toISOString()}::timestamptz)
  and (exists (select from exam_section s where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and s.bank_id = ${bankId})
       or exists (select from exam_question x
                  join question q on q.enterprise_id = x.enterprise_id and q.id = x.question_id
                  where x.enterprise_id = e.enterprise_id and x.exam_id = e.id and q.bank_id = ${bankId}))`;

/** Says what depends on a bank, before it is deleted. @throws AppError 404, 409 as `requireBank` */
export async function viewBankUses(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  await requireBank(ctx, id);
  const { rows: exams } = await db.execute<{ title: string; count: number }>(sql`
    select e.title, (count(*) over ())::int as count from exam e
    where e.enterprise_id = ${tenant.id} and ${takesFrom(id, now())} order by e.title, e.id limit ${MAX_ITEMS.bankExamTitles}`);
  const { rows } = await db.execute<Record<'questions' | 'drawn' | 'practised', number>>(sql`
    select count(*)::int as questions, (count(*) filter (where q.drawn))::int as drawn,
           (select count(distinct r.user_id)::int from practice_run r
            where r.enterprise_id = ${tenant.id} and r.bank_id = ${id}) as practised
    from question q where q.enterprise_id = ${tenant.id} and q.bank_id = ${id} and q.deleted_at is null`);
  return { ...rows[0]!, exams: exams[0]?.count ?? 0, examTitles: exams.map(({ title }) => title) };
}

/**
 * Deletes a bank from which no exam takes questions: it leaves lists, choices and practices with its questions, which stay as they are; or
 * restores it (docs/decisions/134).
 * @throws AppError 404, also when it was deleted too long ago; 409 as `requireBank`; 409 `bankInUse` with the title of an exam
 */
export async function deleteBank(ctx: Context, { id, deleted }: { id: string; deleted: boolean }) {
  const { db, tenant, now } = ctx;
  const one = sql`b.enterprise_id = ${tenant.id} and b.id = ${id}`;
  if (deleted) {
    await requireBank(ctx, id);
    // Exams that are being stored have locked it (`requireOwnChoices`): they are waited for.
    await db.execute(sql`select from question_bank b where ${one} for update`);
    const { rows } = await db.execute<{ title: string }>(sql`
      select e.title from exam e where e.enterprise_id = ${tenant.id} and ${takesFrom(id, now())} order by e.title, e.id limit 1`);
    if (rows[0]) throw new AppError(409, 'bankInUse', { params: { title: rows[0].title } });
  } else {
    const { rowCount } = await db.execute(
      sql`select from question_bank b where ${one} and ${isRestorableBank(ctx, now())} for update`,
    );
    if (rowCount === 0) throw notFound();
  }
  const [changed] = await db
    .update(questionBank)
    .set({
      ...{ deletedAt: deleted ? now() : null, revision: sql`${questionBank.revision} + 1`, gmtModified: now() },
    })
    .where(and(eq(questionBank.enterpriseId, tenant.id), eq(questionBank.id, id)))
    .returning({ title: questionBank.title });
  const detail = { id, title: changed!.title };
  if (deleted) await audit(db, ctx, 'question.bank.deleted', detail, { about: [id] });
  else await audit(db, ctx, 'question.bank.restored', detail, { about: [id] });
  return { deleted };
}
