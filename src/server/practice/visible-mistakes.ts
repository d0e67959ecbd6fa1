import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { isReviewOpen } from '#src/server/exam/review-times.ts';
import { withheldFromPractice } from '#src/server/exam/withheld-questions.ts';
import { isOpenBank } from './is-open-bank.ts';
import type { PracticeUser } from './practice-user.ts';

/**
 * SQL of a user's mistakes `m` whose answers may be shown, as far as no other exam withholds them: of exams whose review is
 * open to the user, and of practices with banks that are open. Withdrawn questions and deleted banks are left out.
 */
export const visibleMistakes = (who: PracticeUser): SQL => sql`
  select m.id, m.question_id, m.exam_id, m.attempt_id, m.run_id, m.wrong_count, m.last_wrong_at, m.right_in_row, m.archived_at,
    q.topic, q.bank_id, b.title as bank_title
  from mistake m
  join question q on q.enterprise_id = m.enterprise_id and q.id = m.question_id and q.published
  join question_bank b on b.enterprise_id = q.enterprise_id and b.id = q.bank_id and b.deleted_at is null
  where m.enterprise_id = ${who.enterpriseId} and m.user_id = ${who.userId}
    and case when m.exam_id is null then ${isOpenBank(who.userId)} else m.exam_id in (
      select e.id from exam e
      where e.enterprise_id = ${who.enterpriseId}
        and e.id in (select o.exam_id from mistake o where o.enterprise_id = e.enterprise_id and o.user_id = ${who.userId})
        and ${isReviewOpen(who)}) end`;

/**
 * Returns the questions of the user's book of mistakes, or of its archive, that may be shown now.
 * @returns ids
 */
export async function readBook(db: TenantDb, who: PracticeUser, { archived = false } = {}): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select question_id as id from (${visibleMistakes(who)}) v
    group by question_id having bool_and(v.archived_at is not null) = ${archived}`);
  return withoutWithheld(db, who, rows);
}

/** Returns those of the questions whose mistakes may be shown now, in the book or its archive. */
export async function readMistaken(db: TenantDb, who: PracticeUser, questionIds: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct question_id as id from (${visibleMistakes(who)}) v
    where question_id = any(${sql.param(questionIds)}::uuid[])`);
  return withoutWithheld(db, who, rows);
}

async function withoutWithheld(db: TenantDb, who: PracticeUser, rows: { id: string }[]): Promise<string[]> {
  const questionIds = rows.map(({ id }) => id);
  const withheld = await withheldFromPractice(db, { ...who, questionIds });
  return questionIds.filter((id) => !withheld.has(id));
}
