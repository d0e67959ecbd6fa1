import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type ExamState = 'waiting' | 'pass' | 'fail' | 'awaitingMarking' | 'absent' | 'resit';

export type Standing = {
  id: string;
  title: string;
  courseId: string | null;
  published: boolean;
  windowStart: Date;
  windowEnd: Date;
  limitSeconds: number;
  questionCount: number;
  totalScore: string;
  passScore: string;
  maxAttempts: number;
  attemptsUsed: number;
  attemptsLeft: number;
  bestScore: string | null;
  openAttemptId: string | null;
  lastAttemptId: string | null;
  mine: boolean;
  examState: ExamState;
};

type Who = { enterpriseId: string; userId: string; now: Date };
type Filter = { examId?: string; scope?: 'mine' | 'all'; examState?: ExamState; keyword?: string };

/**
 * Where a person stands in each exam, as a query: `pass` once any attempt passed; `awaitingMarking` while the marks of
 * one are missing; `resit` when failed and one more attempt is possible; `fail` when none is; `absent` when the window
 * closed without an attempt; else `waiting`.
 */
const standings = ({ enterpriseId, userId, now }: Who, { examId, scope, examState, keyword }: Filter) => sql`
  select * from (
    select e.id, e.title, e.course_id as "courseId", e.published, e.window_start as "windowStart", e.window_end as "windowEnd",
           e.limit_seconds as "limitSeconds", e.pass_score as "passScore",
           s.n as "questionCount", s.total as "totalScore", m.allowed as "maxAttempts", t.used as "attemptsUsed",
           greatest(m.allowed - t.used, 0) as "attemptsLeft", t.best as "bestScore",
           t.open_id as "openAttemptId", t.last_id as "lastAttemptId", m.mine,
           case when t.passed then 'pass'
                when t.open_id is not null then case when t.used > 1 then 'resit' else 'waiting' end
                when t.awaiting then 'awaitingMarking'
                when t.used > 0 and t.used < m.allowed and e.window_end > ${now.toISOString()}::timestamptz then 'resit'
                when t.used > 0 then 'fail'
                when e.window_end <= ${now.toISOString()}::timestamptz then 'absent'
                else 'waiting' end as "examState"
    from exam e
    cross join lateral (
      select count(*)::int as used, coalesce(bool_or(a.passed), false) as passed,
             coalesce(bool_or(a.status = 'submitted'), false) as awaiting,
             max(a.objective_score + a.subjective_score) filter (where a.status = 'marked') as best,
             (array_agg(a.id) filter (where a.status = 'open'))[1] as open_id,
             (array_agg(a.id order by a.number desc) filter (where a.status <> 'open'))[1] as last_id
      from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.user_id = ${userId}
    ) t
    cross join lateral (
      select coalesce(sum(x.count), 0)::int as n, coalesce(sum(x.count * x.score_each), 0) as total
      from exam_section x where x.enterprise_id = e.enterprise_id and x.exam_id = e.id
    ) s
    cross join lateral (
      select e.max_attempts + coalesce((select l.extra_attempts from exam_allowance l
               where l.enterprise_id = e.enterprise_id and l.exam_id = e.id and l.user_id = ${userId}), 0) as allowed,
             t.used > 0
             or exists (select from study_task_item i
                        join study_task k on k.enterprise_id = i.enterprise_id and k.id = i.task_id and k.published
                        join study_task_user u on u.enterprise_id = i.enterprise_id and u.task_id = i.task_id
                                              and u.user_id = ${userId}
                        where i.enterprise_id = e.enterprise_id
                          and (i.exam_id = e.id or i.course_id = e.course_id))
             or exists (select from course_progress p where p.enterprise_id = e.enterprise_id
                        and p.user_id = ${userId} and p.course_id = e.course_id) as mine
    ) m
    where e.enterprise_id = ${enterpriseId} and (e.published or t.used > 0)
      ${examId ? sql`and e.id = ${examId}` : sql``}
      ${scope === 'mine' ? sql`and m.mine` : sql``}
      ${keyword ? sql`and strpos(lower(e.title), lower(${keyword})) > 0` : sql``}
  ) standing
  ${examState ? sql`where "examState" = ${examState}` : sql``}`;

/** One page of a person's exams: what is under way first, then what can be sat now, what comes next, what is over. */
export async function findStandings(
  db: TenantDb,
  who: Who,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) {
  const now = sql`${who.now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select *, count(*) over ()::int as "totalCount" from (${standings(who, filter)}) s
    order by "openAttemptId" is null,
             case when "examState" in ('waiting', 'resit') and "windowEnd" > ${now}
                  then case when "windowStart" <= ${now} then 0 else 1 end else 2 end,
             case when "windowEnd" > ${now} then "windowEnd" end, "windowEnd" desc, id
    limit ${limit} offset ${offset}`);
  return rows.map((row) => ({ ...toStanding(row), totalCount: Number(row['totalCount']) }));
}

/** How many of a person's exams are in each state. */
export async function countStandings(db: TenantDb, who: Who): Promise<Partial<Record<ExamState, number>>> {
  const { rows } = await db.execute<{ examState: ExamState; n: number }>(
    sql`select "examState", count(*)::int as n from (${standings(who, { scope: 'mine' })}) s group by 1`,
  );
  return Object.fromEntries(rows.map(({ examState, n }) => [examState, n]));
}

/** drizzle hands out timestamps of raw statements as PostgreSQL writes them. */
function toStanding(row: Record<string, unknown>): Standing {
  const date = (value: unknown) => (value instanceof Date ? value : new Date(String(value)));
  return { ...row, windowStart: date(row['windowStart']), windowEnd: date(row['windowEnd']) } as Standing;
}
