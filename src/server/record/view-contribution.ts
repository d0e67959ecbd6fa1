import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { annualHoursOf } from '#src/server/lecturer/teaching-hours.ts';
import { thisYear } from '#src/server/core/this-year.ts';

type Month = Record<'study' | 'exam' | 'checkIn' | 'other' | 'total', string> & { month: number };
type Answer = {
  points: string;
  list: Month[];
  courseCount: number;
  examCount: number;
  commentCount: number;
  checkInDays: number;
  teachingHours: string | null;
};

/**
 * Returns the viewer's contribution in one year of the tenant's time zone: points by month and source, and counts of
 * completed courses, passed exams, comments, check-ins and teaching hours; of the present year, these are the annual ones that the pages of lecturers show (decision 022). The `source` of ledger entries (`course:…`,
 * `exam:…`, `check-in:…`) determines the source; a reversal counts with the entry that it reverses.
 */
export async function viewContribution(
  ctx: Context,
  { year = thisYear(ctx) }: OperationInput<'GET /data/auth/user/contribution/view'>,
) {
  const { db, tenant, viewer } = ctx;
  const begin = sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, ${tenant.timeZone})`;
  const end = sql`make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, ${tenant.timeZone})`;
  // Of a past year, what was taught in it.
  const taughtIn = sql`(
    select coalesce(sum(r.class_hours), 0)::text from lecturer l
    left join teaching_record r on r.enterprise_id = l.enterprise_id and r.lecturer_id = l.id and r.published
      and r.taught_at >= ${begin} and r.taught_at < ${end}
    where l.enterprise_id = ${tenant.id} and l.user_id = ${viewer.userId}
    having count(l.id) > 0)`;
  const { rows } = await db.execute<Answer>(sql`
    with line as (
      select e.amount, split_part(coalesce(o.source, e.source), ':', 1) as source,
             extract(month from coalesce(o.gmt_create, e.gmt_create) at time zone ${tenant.timeZone})::int as month
      from ledger_entry e
      left join ledger_entry o on o.enterprise_id = e.enterprise_id and o.id = e.reversal_of
      where e.enterprise_id = ${tenant.id} and e.user_id = ${viewer.userId} and e.kind = 'points' and e.year = ${year}
    ), by_month as (
      select m.month,
             coalesce(sum(amount) filter (where source = 'course'), 0) as study,
             coalesce(sum(amount) filter (where source = 'exam'), 0) as exam,
             coalesce(sum(amount) filter (where source = 'check-in'), 0) as "checkIn",
             coalesce(sum(amount) filter (where source not in ('course', 'exam', 'check-in')), 0) as other,
             coalesce(sum(amount), 0) as total
      from generate_series(1, 12) as m (month) left join line on line.month = m.month
      group by m.month
    )
    select (select coalesce(sum(amount), 0)::text from line) as points,
           (select json_agg(by_month order by month) from by_month) as list,
           (select count(*)::int from course_progress
            where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}
              and completed_at >= ${begin} and completed_at < ${end}) as "courseCount",
           (select count(distinct exam_id)::int from portal.exam_passes(${tenant.id})
            where user_id = ${viewer.userId}
              and submitted_at >= ${begin} and submitted_at < ${end}) as "examCount",
           (select count(*)::int from comment
            where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} and deleted_at is null
              and gmt_create >= ${begin} and gmt_create < ${end}) as "commentCount",
           (select count(*)::int from check_in
            where enterprise_id = ${tenant.id} and user_id = ${viewer.userId}
              and day >= make_date(${year}, 1, 1) and day < make_date(${year + 1}, 1, 1)) as "checkInDays",
           ${year === thisYear(ctx) ? annualHoursOf(ctx, viewer.userId) : taughtIn} as "teachingHours"`);
  return { year, ...rows[0]! };
}
