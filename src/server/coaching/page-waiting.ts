import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { getT } from '#src/i18n/server.ts';
import { dateTimeText } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';

type Row = {
  id: string;
  coachingId: string;
  title: string;
  personName: string;
  mentorName: string;
  startsAt: string;
  what: 'proposed' | 'confirm' | 'mentorLeft';
  at: string;
};

/**
 * Returns what waits for the viewer as a mentor: meetings to answer, and past ones to confirm; oldest first. Learners see
 * theirs in their task and get notices. For administrators also the coachings whose mentor has left.
 */
export async function pageWaiting(
  { db, tenant, viewer, locale, now }: Context,
  input: OperationInput<'POST /course/auth/coaching/waiting/page'>,
) {
  const { limit, offset } = slice(input);
  const me = sql`${viewer.userId}::uuid`;
  const waiting = sql`
    from coaching c
    join coaching_plan p on p.enterprise_id = c.enterprise_id and p.id = c.plan_id and p.published
    join enterprise_user o on o.enterprise_id = c.enterprise_id and o.user_id = c.learner_id
    join enterprise_user m on m.enterprise_id = c.enterprise_id and m.user_id = c.mentor_id
    cross join lateral (
      select e.id, e.starts_at, case when e.state = 'proposed' then 'proposed' else 'confirm' end as what,
        case when e.state = 'proposed' then e.gmt_create else e.starts_at end as at
      from coaching_meeting e
      where e.enterprise_id = c.enterprise_id and e.coaching_id = c.id and c.mentor_id = ${me} and (
        e.state = 'proposed' and e.proposed_by <> ${me}
        or e.state = 'agreed' and e.starts_at <= ${now().toISOString()}::timestamptz
           and e.mentor_confirmed_at is null)
      union all
      select c.id, m.disabled_at, 'mentorLeft', coalesce(m.disabled_at, c.gmt_modified)
      where ${viewer.isAdmin} and m.status <> 'active' and o.status = 'active' and c.completed_at is null
    ) w
    where c.enterprise_id = ${tenant.id}`;
  const { rows: totals } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${waiting}`);
  const { rows } = await db.execute<Row>(sql`
    select w.id, c.id as "coachingId", p.title, o.user_name as "personName", m.user_name as "mentorName",
      coalesce(w.starts_at, w.at)::text as "startsAt", w.what, w.at::text as at
    ${waiting}
    order by w.at, w.id
    limit ${limit} offset ${offset}`);
  const t = getT(locale);
  const list = rows.map(({ id, coachingId, title, personName, mentorName, startsAt, what, at }) => ({
    ...{ id, title, personName, at: new Date(at).toISOString(), path: `/account/coaching/${coachingId}` },
    detail: t(`coaching:waiting.${what}`, {
      time: dateTimeText(new Date(startsAt), tenant.timeZone, locale),
      mentor: mentorName,
    }),
  }));
  return paging(input, totals[0]!.n, list);
}
