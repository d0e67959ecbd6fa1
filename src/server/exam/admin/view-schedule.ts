import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { isManaged } from './manage.ts';
import { loadOf, type ScheduledWindow } from './schedule-load.ts';

type Row = Omit<ScheduledWindow, 'starts' | 'ends'> & { starts: string; ends: string };

/**
 * Returns the windows of the exams that the viewer manages in a period, with the people who can sit them, and when how many are expected
 * at the same time: everybody of a window, unless it is much longer than the time limit (`loadOf`).
 * @returns `isPartial`: there are more windows than are returned
 */
export async function viewSchedule(
  ctx: Context,
  { from, to }: OperationInput<'POST /exam/auth/exam/admin/schedule/view'>,
) {
  const { db, tenant } = ctx;
  const { rows } = await db.execute<Row>(sql`
    with windows as materialized (
      select * from (
        select e.id, e.title, e.published, e.audience, e.course_id, e.limit_seconds, 0 as number, e.window_start as starts, e.window_end as ends
        from exam e where e.enterprise_id = ${tenant.id} and ${isManaged(ctx)}
        union all
        select e.id, e.title, e.published, e.audience, e.course_id, e.limit_seconds, r.number, r.window_start, r.window_end
        from exam e join exam_resit r on r.enterprise_id = e.enterprise_id and r.exam_id = e.id
        where e.enterprise_id = ${tenant.id} and ${isManaged(ctx)}
      ) w
      where w.starts < ${to}::timestamptz and w.ends > ${from}::timestamptz
      order by w.starts, w.id, w.number limit ${MAX_ITEMS.scheduledWindows + 1}
    ), members as materialized (
      select department, count(*)::int as n from enterprise_user
      where enterprise_id = ${tenant.id} and status = 'active' group by department
    ), given as materialized (
      select i.exam_id, i.course_id, i.user_id from portal.assigned_items(${tenant.id}) i
      join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = i.user_id and u.status = 'active'
      where exists (select from windows where audience = 'task')
        and (i.exam_id in (select id from windows) or i.course_id in (select course_id from windows))
    )
    select w.id, w.title, w.published, w.number, w.starts, w.ends, w.limit_seconds as "limitSeconds",
      case
        -- Who has failed can sit a resit.
        when w.number > 0 then (
          select count(distinct a.user_id)::int - count(distinct a.user_id) filter (where a.passed)::int from exam_attempt a
          where a.enterprise_id = ${tenant.id} and a.exam_id = w.id)
        when w.audience = 'everyone' then (select coalesce(sum(n), 0)::int from members)
        when w.audience = 'departments' then (
          select coalesce(sum(m.n), 0)::int from members m where exists (
            select from exam_target t where t.enterprise_id = ${tenant.id} and t.exam_id = w.id
              and (m.department = t.department or starts_with(m.department, t.department || '/'))))
        when w.audience = 'task' then (
          select count(distinct g.user_id)::int from given g where g.exam_id = w.id or g.course_id = w.course_id)
        else (
          select count(*)::int from course_progress p
          join enterprise_user u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id and u.status = 'active'
          where p.enterprise_id = ${tenant.id} and p.course_id = w.course_id)
      end as people
    from windows w order by w.starts, w.id, w.number`);
  const isPartial = rows.length > MAX_ITEMS.scheduledWindows;
  const windows = rows
    .slice(0, MAX_ITEMS.scheduledWindows)
    .map((row): ScheduledWindow => ({ ...row, starts: new Date(row.starts), ends: new Date(row.ends) }));
  return { ...loadOf(windows, { from: new Date(from), to: new Date(to) }), isPartial };
}
