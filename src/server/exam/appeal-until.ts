import { sql } from 'drizzle-orm';
import type { exam } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Attempt } from './lock-attempt.ts';
import type { Progress } from './progress.ts';

type Rules = Pick<typeof exam.$inferSelect, 'appealDays' | 'reviewPolicy' | 'reviewEarly'>;

/**
 * Returns until when a candidate can appeal against the marks of an attempt: the days of the exam from the publication of
 * the candidate's last result, or from the end of the exam where the review waits for it. Null: they cannot, or no
 * longer.
 */
export async function appealUntil(
  db: TenantDb,
  { enterpriseId, examId, userId, status }: Attempt,
  { appealDays, reviewPolicy, reviewEarly }: Rules,
  { countingLeft }: Progress,
  now: Date,
): Promise<Date | null> {
  if (appealDays === 0 || status !== 'marked') return null;
  const isEarly = reviewPolicy === 'immediately' && reviewEarly;
  const waitsForEnd = reviewPolicy === 'after_window' || (countingLeft > 0 && !isEarly);
  const over = waitsForEnd ? sql`portal.exam_over_at(${enterpriseId}, ${examId})` : sql`null`;
  const { rows } = await db.execute<{ at: string }>(sql`
    select greatest(max(coalesce(marked_at, submitted_at)), ${over}) + make_interval(days => ${appealDays}) as at
    from exam_attempt
    where enterprise_id = ${enterpriseId} and exam_id = ${examId} and user_id = ${userId} and status = 'marked'`);
  const at = new Date(rows[0]!.at);
  return now <= at ? at : null;
}
