import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Lengthens the attempts in progress at an exam to what its rules now give: `min(start + limit, window end) + extra time +
 * breaks + what invigilators have added`, with the window in which they were started. Never shortens one. The sweep closes them at their new end.
 * @returns the number of lengthened attempts
 */
export async function extendRunning(
  db: TenantDb,
  { enterpriseId, examId }: { enterpriseId: string; examId: string },
  now: Date,
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rowCount } = await db.execute(sql`
    update exam_attempt a set deadline_at = n.ends
    from (
      select a.id, least(a.started_at + make_interval(secs => e.limit_seconds),
               case when a.window_number = 0 then coalesce(l.window_end, e.window_end) else r.window_end end
               + make_interval(secs => coalesce(c.after, 0)))
             + make_interval(secs => coalesce((a.accommodation ->> 'extraSeconds')::int, 0) + b.seconds + a.added_seconds) as ends
      from exam_attempt a
      join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
      left join exam_resit r on r.enterprise_id = e.enterprise_id and r.exam_id = e.id and r.number = a.window_number
      left join exam_allowance l on l.enterprise_id = e.enterprise_id and l.exam_id = e.id and l.user_id = a.user_id
      cross join lateral (
        select max(c.window_after_seconds) as after from exam_accommodation c
        where c.enterprise_id = a.enterprise_id and c.user_id = a.user_id and c.valid_from <= a.started_at
          and coalesce(c.valid_until, 'infinity') > a.started_at and coalesce(c.ended_at, 'infinity') > a.started_at
      ) c
      cross join lateral (
        select coalesce(sum(extract(epoch from least(coalesce(b.ended_at, 'infinity'),
                 b.started_at + make_interval(secs => b.max_seconds)) - b.started_at)), 0)::float8 as seconds
        from exam_break b where b.enterprise_id = a.enterprise_id and b.attempt_id = a.id
      ) b
      where a.enterprise_id = ${enterpriseId} and a.exam_id = ${examId} and a.status = 'open' and a.deadline_at >= ${at}
      order by a.id for update of a
    ) n
    where a.enterprise_id = ${enterpriseId} and a.id = n.id and n.ends > a.deadline_at`);
  return rowCount ?? 0;
}
