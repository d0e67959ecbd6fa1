import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';

type Counts = { papers: number; ready: number; appeals: number; switches: number };

/** Counts what waits for the viewer as a marker, from counters and indexes; own papers are left out. */
export async function countWaiting(ctx: Context): Promise<Counts> {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<Counts>(sql`
    with marked as (select e.id from exam e where e.enterprise_id = ${tenant.id} and ${marksExam(ctx)}),
    paper as (
      select unmarked_count from exam_attempt
      where enterprise_id = ${tenant.id} and status = 'submitted' and short_count > 0
        and user_id <> ${viewer.userId} and exam_id in (select id from marked)
    )
    select (select count(*)::int from paper where unmarked_count > 0) as papers,
           (select count(*)::int from paper where unmarked_count = 0) as ready,
           (select count(*)::int from marking_appeal p
            join exam_attempt a on a.enterprise_id = p.enterprise_id and a.id = p.attempt_id
            where p.enterprise_id = ${tenant.id} and p.state = 'waiting' and a.user_id <> ${viewer.userId}
              and p.exam_id in (select id from marked)) as appeals,
           (select count(*)::int from exam_switch_appeal s
            join exam_attempt a on a.enterprise_id = s.enterprise_id and a.id = s.attempt_id
            where s.enterprise_id = ${tenant.id} and s.decision is null and a.status <> 'open'
              and a.user_id <> ${viewer.userId} and a.exam_id in (select id from marked)) as switches`);
  return rows[0]!;
}
