import { restorableSince } from '#src/contract/rules/editing.ts';
import { managesExams } from '#src/contract/rules/rights.ts';
import { sql, type SQL } from 'drizzle-orm';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';

type Access = Pick<Context, 'db' | 'tenant' | 'viewer' | 'now'>;

/**
 * SQL condition on `question_bank b`: it is not deleted, and administrators may edit all banks, lecturers those that they are an editor of
 * (decision 055).
 */
export const isEditable = (who: Pick<Context, 'viewer'>): SQL => sql`(b.deleted_at is null and ${isOwn(who)})`;

/** SQL condition on `question_bank b`: it was deleted, and the viewer may restore it. */
export const isRestorableBank = (who: Pick<Context, 'viewer'>, now: Date): SQL =>
  sql`(b.deleted_at >= ${restorableSince(now).toISOString()}::timestamptz and ${isOwn(who)})`;

const isOwn = ({ viewer }: Pick<Context, 'viewer'>): SQL =>
  managesExams(viewer)
    ? sql`true`
    : sql`exists (select from question_bank_editor r where r.enterprise_id = b.enterprise_id and r.bank_id = b.id
                  and r.user_id = ${viewer.userId})`;

/**
 * Nobody reads right answers during an exam of their own: neither those of the banks of the exam, nor those on the paper.
 * @throws AppError 404 for a bank that does not exist here or that the viewer may not edit; 409 while the viewer has an open
 *   attempt at an exam that draws from the bank
 */
export async function requireBank({ db, tenant, viewer, now }: Access, bankId: string): Promise<{ title: string }> {
  const { rows } = await db.execute<{ title: string; sitting: boolean }>(sql`
    select b.title, exists (
      select from exam_attempt a
      join exam_section s on s.enterprise_id = a.enterprise_id and s.exam_id = a.exam_id and s.bank_id = b.id
      where a.enterprise_id = b.enterprise_id and a.user_id = ${viewer.userId} and a.status = 'open'
        and a.deadline_at > ${now().toISOString()}::timestamptz) as sitting
    from question_bank b
    where b.enterprise_id = ${tenant.id} and b.id = ${bankId} and ${isEditable({ viewer })}`);
  const [found] = rows;
  if (!found) throw notFound();
  if (found.sitting) throw new AppError(409, 'questionsDuringExam');
  return { title: found.title };
}

/** SQL condition on a row of `question`: it is not deleted, or, if `deleted`, it can be restored. */
export const isListed = (now: Date, deleted = false): SQL =>
  deleted ? sql`deleted_at >= ${restorableSince(now).toISOString()}::timestamptz` : sql`deleted_at is null`;

/** Those who may edit a bank read its history. */
export const BANK_HISTORY: HistoryKind = { requireReader: requireBank };

/**
 * As {@link requireBank}, for the banks of questions.
 * @param deleted whether they are questions that were deleted and can be restored: others do not exist then
 * @returns the ids of the banks
 */
export async function requireQuestions(ctx: Access, questionIds: string[], deleted = false): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string; count: number }>(sql`
    select bank_id as id, count(*)::int as count from question
    where enterprise_id = ${ctx.tenant.id} and id = any(${sql.param(questionIds)}::uuid[])
      and ${isListed(ctx.now(), deleted)} group by bank_id`);
  if (rows.reduce((sum, { count }) => sum + count, 0) < new Set(questionIds).size) throw notFound();
  for (const { id } of rows) await requireBank(ctx, id);
  return rows.map(({ id }) => id);
}
