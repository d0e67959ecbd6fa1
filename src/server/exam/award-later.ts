import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { grantResult } from './grant-pass.ts';
import { lacksNeed } from './award-certificate.ts';

/** People per call; a sweep comes back for the others. */
const BATCH = 500;

/**
 * Issues certificates to people who had passed an exam before its other conditions held: courses and tasks that were completed
 * since, or a score that was lowered.
 * @returns number of people looked at
 */
export async function awardLater(db: TenantDb, { enterpriseId, now }: { enterpriseId: string; now: Date }) {
  const of = { enterpriseId: sql`e.enterprise_id`, examId: sql`e.id`, userId: sql`r.user_id` };
  const { rows } = await db.execute<{ examId: string; userId: string }>(sql`
    select distinct e.id as "examId", r.user_id as "userId"
    from exam e
    join exam_result r on r.enterprise_id = e.enterprise_id and r.exam_id = e.id and r.passed
    join enterprise_user u on u.enterprise_id = r.enterprise_id and u.user_id = r.user_id and u.status = 'active'
    where e.enterprise_id = ${enterpriseId} and e.certificate_id is not null and e.certificate_way = 'automatic'
      and (e.certificate_score is not null
           or exists (select from exam_certificate_need n where n.enterprise_id = e.enterprise_id and n.exam_id = e.id))
      and (r.score >= coalesce(e.certificate_score, 0) * 100
           or exists (select from exam_attempt a
                      cross join lateral (select sum(n.value::numeric) as dropped from jsonb_each_text(a.not_counted) n) d
                      where a.enterprise_id = r.enterprise_id and a.id = r.attempt_id and d.dropped > 0
                        and r.score >= floor(e.certificate_score * 100 * a.total_score / (a.total_score + d.dropped))))
      and not exists (select from user_certificate c where c.enterprise_id = e.enterprise_id and c.user_id = r.user_id
                      and c.source = 'exam:' || e.id)
      and not ${lacksNeed(of)}
    order by 1, 2 limit ${BATCH}`);
  for (const { examId, userId } of rows) await grantResult(db, { enterpriseId, examId, userId, at: now });
  return rows.length;
}
