import { eq, and, sql } from 'drizzle-orm';
import { practicePreference } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { PracticeUser } from './practice-user.ts';

/**
 * Updates the book of mistakes after an answer in practice: a wrong one puts the question into the book, right ones in a row
 * move it to the archive.
 */
export async function recordAnswer(
  db: TenantDb,
  { enterpriseId, userId, now }: PracticeUser,
  { runId, questionId, right }: { runId: string; questionId: string; right: boolean },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const ofQuestion = sql`enterprise_id = ${enterpriseId} and user_id = ${userId} and question_id = ${questionId}`;
  if (right) {
    const needed = await readRightInRow(db, { enterpriseId, userId });
    await db.execute(sql`
      update mistake set right_in_row = right_in_row + 1,
        archived_at = case when right_in_row + 1 >= ${needed} then ${at} end
      where ${ofQuestion} and archived_at is null`);
    return;
  }
  await db.execute(sql`update mistake set right_in_row = 0, archived_at = null where ${ofQuestion}`);
  await db.execute(sql`
    insert into mistake as m (enterprise_id, user_id, question_id, run_id, wrong_count, last_wrong_at)
    values (${enterpriseId}, ${userId}, ${questionId}, ${runId}, 1, ${at})
    on conflict on constraint mistake_source_unique do update set wrong_count = m.wrong_count + 1,
      run_id = excluded.run_id, last_wrong_at = excluded.last_wrong_at`);
}

/** After how many right answers in a row a question leaves the book of mistakes of a user. */
export async function readRightInRow(
  db: TenantDb,
  { enterpriseId, userId }: Pick<PracticeUser, 'enterpriseId' | 'userId'>,
): Promise<number> {
  const [found] = await db
    .select({ rightInRow: practicePreference.rightInRow })
    .from(practicePreference)
    .where(and(eq(practicePreference.enterpriseId, enterpriseId), eq(practicePreference.userId, userId)));
  return found?.rightInRow ?? 1;
}
