import { sql, type SQL } from 'drizzle-orm';
import { inDepartment } from '#src/server/core/in-department.ts';
import { audienceMembers } from '#src/server/exam/audience-members.ts';

export type AskedPeople = {
  enterpriseId: string;
  examId: string;
  now: Date;
  timeZone: string;
  /** Only attempts and people of this window: 0, or the number of a resit. */
  window?: number;
  /** Only people with an attempt submitted on these days, and only these attempts. */
  from?: string;
  to?: string;
};
type Filter = { department?: string; examState?: string; keyword?: string };

/**
 * SQL of the attempts `tries` of all people: marked ones from an index of `exam_result`, only the others from `exam_attempt`.
 * While marking is blind those have no time and are in no period: with it, names could be found for the papers of the queue.
 */
const tries = ({ enterpriseId, examId, window, from, to, timeZone }: AskedPeople): SQL => {
  const ofWindow = window === undefined ? sql`` : sql`and window_number <= ${window}`;
  const submitted = (at: SQL) => sql`
    ${from ? sql`and ${at} >= ${from}::date::timestamp at time zone ${timeZone}` : sql``}
    ${to ? sql`and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : sql``}`;
  return sql`
    select user_id, number, window_number, score, passed, 'marked' as status, finished_at as at from exam_result
    where enterprise_id = ${enterpriseId} and exam_id = ${examId} ${ofWindow} ${submitted(sql`finished_at`)}
    union all
    select user_id, number, window_number, null, null, status, case when not e.blind_marking then submitted_at end
    from exam_attempt cross join (select blind_marking from e) e
    where enterprise_id = ${enterpriseId} and exam_id = ${examId} and status in ('open', 'submitted')
      ${ofWindow} ${submitted(sql`case when not e.blind_marking then submitted_at end`)}`;
};

/** SQL of everybody whose exam it is, or who has sat it. */
const concerned = ({ enterpriseId, now }: AskedPeople): SQL => sql`
  select user_id from tries
  union
  ${audienceMembers(enterpriseId, sql`e`, sql`exists (select from windows w where w.ends > ${now.toISOString()}::timestamptz)`)}`;

/** The attempt that counts (`portal.attempt_rank`): 2 passed, 1 not fully marked, 0 failed; null without one. */
const counting = (only: SQL): SQL => sql`
  (array_agg(case when t.passed then 2 when t.status = 'submitted' then 1 else 0 end
             order by portal.attempt_rank(e.counted_attempt, t.passed, t.status, t.score::float8, t.window_number, t.number))
   filter (where t.status <> 'open' and ${only}))[1]`;

/**
 * SQL of the people of an exam, one row each, with the state that they see themselves (exam/exam-states.ts). Like
 * `portal.exam_progress`, for all people at once, with the same functions for its rules; a test compares both. With a window the rules are applied to its attempts
 * alone: its people are those who sat it, and for a resit those who had not passed before.
 */
export function examPeople(asked: AskedPeople, { department, examState, keyword }: Filter = {}): SQL {
  const { enterpriseId, examId, window, from, to } = asked;
  const at = sql`${asked.now.toISOString()}::timestamptz`;
  const pattern = keyword && `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const here = window === undefined ? sql`true` : sql`t.window_number = ${window}`;
  const isPeriod = from !== undefined || to !== undefined;
  return sql`
    select * from (
      with e as materialized (select * from exam where enterprise_id = ${enterpriseId} and id = ${examId}),
      tries as materialized (${tries(asked)}),
      windows as (
        select number, window_start as starts, window_end as ends, attempts from portal.all_windows(${enterpriseId})
        where exam_id = ${examId} ${window === undefined ? sql`` : sql`and number = ${window}`}
      ),
      taken as (
        select t.user_id, (count(*) filter (where ${here}))::int as attempts, max(t.score) filter (where ${here}) as best,
          (array_agg(t.score order by t.number) filter (where t.score is not null and ${here}))[1] as first,
          coalesce(bool_or(t.status = 'open') filter (where ${here}), false) as open,
          max(t.at) filter (where ${here}) as submitted, ${counting(here)} as counting,
          ${window === undefined ? sql`null::int` : counting(sql`t.window_number < ${window}`)} as before
        from tries t cross join e group by t.user_id
      ),
      used as (select user_id, window_number as number, count(*)::int as n from tries group by 1, 2),
      later as (
        select user_id, make_interval(secs => max(window_after_seconds)) as after
        from portal.accommodations_at(${enterpriseId}, ${at}) group by 1
      ),
      -- Plain joins: a lateral one would read everybody's attempts once for each person.
      chances as (
        select p.*, w.number, portal.window_time(w.number, w.starts, l.window_start) as starts,
          portal.window_time(w.number, w.ends, l.window_end) + coalesce(a.after, interval '0') as ends,
          greatest(w.attempts - coalesce(u.n, 0), 0) as free, greatest(coalesce(u.n, 0) - w.attempts, 0) as over,
          coalesce(u.n, 0) as n, coalesce(l.extra_attempts, 0) as extra
        -- Here and not below: the planner knows about how many people are assigned, but not how many groups they make.
        from (select u.user_id, u.user_name, u.department, u.status from (${concerned(asked)}) a
              join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = a.user_id) p
        cross join windows w
        left join used u on u.user_id = p.user_id and u.number = w.number
        left join exam_allowance l on l.enterprise_id = ${enterpriseId} and l.exam_id = ${examId} and l.user_id = p.user_id
        left join later a on a.user_id = p.user_id
      ),
      possible as (
        select w.user_id, w.user_name, w.department, w.status, sum(w.free) filter (where w.ends > ${at}) as free, bool_or(w.ends > ${at}) as any_open,
          greatest(max(w.extra) - sum(w.over), 0) as extra, count(*) filter (where w.ends > ${at} and w.n = 0) as firsts,
          max(w.ends) as last_end,
          (array_agg(w.number order by w.ends > ${at} desc, (w.starts <= ${at} and w.ends > ${at}) desc,
                     case when w.ends > ${at} then w.starts end, w.ends desc))[1] as next
        from chances w group by w.user_id, w.user_name, w.department, w.status
      )
      select p.user_id, p.user_name, p.department, coalesce(t.attempts, 0) as attempts, t.best, t.first, t.submitted,
        coalesce(t.attempts, 0) > 0 as taken, coalesce(t.counting = 2, false) as passed,
        coalesce(t.counting = 0 and not t.open, false) as failed,
        portal.exam_state(t.counting = 2, t.open, t.counting = 1, t.attempts,
          portal.attempts_left(e.counted_attempt, p.firsts, p.free, p.extra, p.any_open),
          p.last_end <= ${at}, ${window === undefined ? sql`p.next` : sql`0`}) as state
      from possible p
      cross join e
      left join taken t on t.user_id = p.user_id
      where (p.status = 'active' or t.attempts > 0)
        ${window ? sql`and (coalesce(t.attempts, 0) > 0 or coalesce(t.before, 0) <> 2)` : sql``}
        ${isPeriod ? sql`and t.attempts > 0` : sql``}
    ) people
    where true ${department === undefined ? sql`` : sql`and ${inDepartment(sql`department`, department)}`}
      ${examState === undefined ? sql`` : sql`and state = ${examState}`}
      ${pattern ? sql`and user_name ilike ${pattern}` : sql``}`;
}

/**
 * SQL of the certificate `c` of a person of `examPeople` `p`: that of the exam, or one of its kind that was issued by hand. One
 * that is valid comes first, then the latest.
 */
export const certificateOf = ({
  enterpriseId,
  examId,
}: Pick<AskedPeople, 'enterpriseId' | 'examId'>): SQL => sql`lateral (
    select c.id, c.certificate_no, c.revoked_at from user_certificate c
    where c.enterprise_id = ${enterpriseId} and c.user_id = p.user_id
      and (c.source = ${['exam', examId].join(':')} or c.source like 'manual:%' and c.certificate_id =
        (select e.certificate_id from exam e where e.enterprise_id = ${enterpriseId} and e.id = ${examId}))
    order by c.revoked_at is not null, c.issued_at desc limit 1) c on true`;
