import { sql, type SQL } from 'drizzle-orm';
import { GRACE_SECONDS } from './times.ts';

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
