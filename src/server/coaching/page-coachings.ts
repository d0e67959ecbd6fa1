import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';

type Row = {
  id: string;
  title: string;
  role: 'learner' | 'mentor';
  learnerName: string;
  mentorName: string;
  studyProgress: number;
  completedAt: string | null;
  requiredMeetings: number;
  confirmedMeetings: number;
  requiredGoals: number;
  reachedGoals: number;
  nextMeetingAt: string | null;
};

const utc = (moment: string | null) => moment && new Date(moment).toISOString();

/** Returns a page of the viewer's coachings: those in progress by the name of the learner, then the complete ones. */
export async function pageCoachings(
  { db, tenant, viewer, now }: Context,
  input: OperationInput<'POST /course/auth/coaching/page'>,
) {
  const { limit, offset } = slice(input);
  const me = sql`${viewer.userId}::uuid`;
  const mine = {
    learner: sql`c.learner_id = ${me}`,
    mentor: sql`c.mentor_id = ${me}`,
    any: sql`${me} in (c.learner_id, c.mentor_id)`,
  }[input.role ?? 'any'];
  const of = sql`from coaching c
    join coaching_plan p on p.enterprise_id = c.enterprise_id and p.id = c.plan_id and p.published
    where c.enterprise_id = ${tenant.id} and ${mine}`;
  const { rows: totals } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${of}`);
  const { rows } = await db.execute<Row>(sql`
    select c.id, c.title, case when c.learner_id = ${me} then 'learner' else 'mentor' end as role,
      l.user_name as "learnerName", m.user_name as "mentorName", c.study_progress as "studyProgress",
      c.completed_at::text as "completedAt", c.required_meetings as "requiredMeetings",
      c.required_goals as "requiredGoals", g.reached as "reachedGoals", e.confirmed as "confirmedMeetings",
      e.next::text as "nextMeetingAt"
    from (select c.*, p.title, p.required_meetings, p.required_goals ${of}) c
    join enterprise_user l on l.enterprise_id = c.enterprise_id and l.user_id = c.learner_id
    join enterprise_user m on m.enterprise_id = c.enterprise_id and m.user_id = c.mentor_id
    cross join lateral (
      select count(*)::int as reached from coaching_goal g
      where g.enterprise_id = c.enterprise_id and g.coaching_id = c.id and g.state = 'reached'
    ) g
    cross join lateral (
      select (count(*) filter (where e.learner_confirmed_at is not null and e.mentor_confirmed_at is not null))::int as confirmed,
             min(e.starts_at) filter (where e.state = 'agreed' and e.starts_at > ${now().toISOString()}::timestamptz) as next
      from coaching_meeting e where e.enterprise_id = c.enterprise_id and e.coaching_id = c.id
    ) e
    order by c.completed_at is not null, l.user_name, c.id
    limit ${limit} offset ${offset}`);
  const list = rows.map((row) => ({
    ...row,
    completedAt: utc(row.completedAt),
    nextMeetingAt: utc(row.nextMeetingAt),
  }));
  return paging(input, totals[0]!.n, list);
}
