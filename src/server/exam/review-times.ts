import { sql, type SQL } from 'drizzle-orm';
import type { exam } from './tables/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { GRACE_SECONDS } from './times.ts';

type Rules = Pick<typeof exam.$inferSelect, 'appealDays' | 'reviewPolicy' | 'reviewEarly'>;

/**
 * Returns until when a candidate can appeal against the marks of an attempt whose review is open: the days of the exam
 * from the candidate's last result, or from the opening of the review where that was later. The review opens at the end
 * of the exam, or when the candidate's last window ends with an attempt left. Null: they cannot, or no longer.
 */
export async function appealUntil(
  db: TenantDb,
  { enterpriseId, examId, userId, status }: Attempt,
  { appealDays, reviewPolicy, reviewEarly }: Rules,
  now: Date,
): Promise<Date | null> {
  if (appealDays === 0 || status !== 'marked') return null;
  const over = sql`portal.exam_over_at(${enterpriseId}, ${examId}) + make_interval(secs => ${GRACE_SECONDS})`;
  const opened =
    reviewPolicy === 'immediately' && reviewEarly
      ? sql`null`
      : reviewPolicy === 'after_window'
        ? over
        : sql`(select case when p.counting_left > 0 then least(p.last_end, ${over}) end
               from portal.exam_progress(${enterpriseId}, ${examId}, ${userId}, last.at) p)`;
  const { rows } = await db.execute<{ at: string }>(sql`
    select greatest(last.at, ${opened}) + make_interval(days => ${appealDays}) as at
    from (select max(coalesce(marked_at, submitted_at)) as at from exam_attempt
          where enterprise_id = ${enterpriseId} and exam_id = ${examId} and user_id = ${userId} and status <> 'open') last`);
  const at = new Date(rows[0]!.at);
  return now <= at ? at : null;
}

/**
 * SQL condition on exam `e`: the reviews of a user's closed attempts at it are open now. The same rule as `reviewOf`
 * (view-result.ts), for a list of exams.
 */
export function isReviewOpen({ userId, now }: { userId: string; now: Date }): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(e.review_policy <> 'never' and exists (
    select from portal.exam_progress(e.enterprise_id, e.id, ${userId}, ${at}) p
    where p.open_id is null and (
      e.review_policy = 'immediately' and (p.counting_left = 0 or e.review_early)
      or e.review_policy = 'after_last' and p.counting_left = 0
      or portal.exam_over_at(e.enterprise_id, e.id) + make_interval(secs => ${GRACE_SECONDS}) <= ${at})))`;
}
