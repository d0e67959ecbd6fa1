import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

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
  /** 0: the window of the exam itself; else the number of the resit. */
  windowNumber: number;
  /** Earliest start of the next attempt by the waiting time; null before the first attempt. */
  nextStart: Date | null;
  mine: boolean;
  examState: ExamState;
};

type Who = { enterpriseId: string; userId: string; now: Date };
/** Whose states are read: SQL of the user, and of the source of exams `e`. */
type Whose = { enterpriseId: string; now: Date; user: SQL; from: SQL };
type Filter = {
  examId?: string;
  scope?: 'mine' | 'all';
  examState?: ExamState;
  /** Another condition on the exam, `e`. */
  where?: SQL;
  /** More columns, each followed by a comma. */
  columns?: SQL;
  /** Name of the prepared statement, for a filter and columns whose SQL is always the same. */
  name?: string;
};

/**
 * Query for the state of users in exams: `pass` if the attempt that counts is passed; `awaitingMarking` while it is not
 * fully marked; `resit` if failed and another attempt that counts is possible, or if only resits are left; `fail` if none
 * is; `absent` if all windows ended without an attempt; otherwise `waiting`. With an open attempt: `waiting` for the first
 * one, `resit` for later ones. The window is that of the next attempt.
 */
export const standingsOf = (
  { enterpriseId, now, user, from }: Whose,
  { examId, scope, examState, where, columns = sql`` }: Filter,
) => sql`
  select * from (
    select ${columns} e.id, e.title, e.course_id as "courseId", e.published, t.window_start as "windowStart", t.window_end as "windowEnd",
           e.limit_seconds as "limitSeconds", e.pass_score as "passScore",
           s.n as "questionCount", s.total as "totalScore", t.max_attempts as "maxAttempts", t.used as "attemptsUsed",
           t.attempts_left as "attemptsLeft", t.best as "bestScore", t.window_number as "windowNumber", t.next_start as "nextStart",
           t.submitted_at as "submittedAt", t.open_id as "openAttemptId", t.last_id as "lastAttemptId", m.mine,
           case when t.passed then 'pass'
                when t.open_id is not null then case when t.used > 1 then 'resit' else 'waiting' end
                when t.awaiting then 'awaitingMarking'
                when t.used > 0 and t.counting_left > 0 then 'resit'
                when t.used > 0 then 'fail'
                when t.last_end <= ${now.toISOString()}::timestamptz then 'absent'
                when t.window_number > 0 then 'resit'
                else 'waiting' end as "examState"
    from ${from}
    cross join lateral portal.exam_progress(e.enterprise_id, e.id, ${user}, ${now.toISOString()}::timestamptz) t
    cross join lateral (
      select coalesce(sum(x.count), 0)::int as n, coalesce(sum(x.count * x.score), 0) as total
      from (select d.count, d.score_each as score from exam_section d
            where d.enterprise_id = e.enterprise_id and d.exam_id = e.id and e.paper_kind = 'drawn'
            union all
            select 1, f.score from exam_question f
            where f.enterprise_id = e.enterprise_id and f.exam_id = e.id and e.paper_kind = 'fixed') x
    ) s
    cross join lateral (
      select t.used > 0
             or exists (select from study_task_item i
                        join study_task k on k.enterprise_id = i.enterprise_id and k.id = i.task_id and k.published
                        join study_task_user tu on tu.enterprise_id = i.enterprise_id and tu.task_id = i.task_id
                                              and tu.user_id = ${user}
                        where i.enterprise_id = e.enterprise_id
                          and (i.exam_id = e.id or i.course_id = e.course_id))
             or exists (select from course_progress p where p.enterprise_id = e.enterprise_id
                        and p.user_id = ${user} and p.course_id = e.course_id)
             or e.audience = 'departments'
             -- An exam for everybody until it is over; one that is an item of a course belongs to those who study it.
             or e.audience = 'everyone' and t.last_end > ${now.toISOString()}::timestamptz
                and not exists (select from course_resource r where r.enterprise_id = e.enterprise_id
                                and r.course_id = e.course_id and r.exam_id = e.id) as mine
    ) m
    where e.enterprise_id = ${enterpriseId}
      and (t.used > 0 or e.published and (e.audience = 'everyone' or portal.is_exam_audience(e.enterprise_id, e.id, ${user})))
      ${examId ? sql`and e.id = ${examId}` : sql``}
      ${scope === 'mine' ? sql`and m.mine` : sql``}
      ${where ? sql`and ${where}` : sql``}
  ) standing
  ${examState ? sql`where "examState" = ${examState}` : sql``}`;

const standings = ({ userId, ...who }: Who, filter: Filter) =>
  standingsOf({ ...who, user: sql`${userId}::uuid`, from: sql`exam e` }, filter);

const dialect = new PgDialect();

/**
 * Returns one page of a user's exams: open attempts first, then exams that can be taken now, upcoming ones, ended ones.
 */
export async function findStandings<More extends object = object>(
  db: TenantDb,
  who: Who,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
) {
  const now = sql`${who.now.toISOString()}::timestamptz`;
  const statement = dialect.sqlToQuery(sql`
    select *, count(*) over ()::int as "totalCount" from (${standings(who, filter)}) s
    order by "openAttemptId" is null,
             case when "examState" in ('waiting', 'resit') and "windowEnd" > ${now}
                  then case when "windowStart" <= ${now} then 0 else 1 end else 2 end,
             case when "windowEnd" > ${now} then "windowEnd" end, "windowEnd" desc, id
    limit ${limit} offset ${offset}`);
  const { rows } = await pgClientOf(db).query<Standing & { totalCount: number } & More>({
    ...{ name: filter.name, text: statement.sql, values: statement.params },
  });
  return rows;
}

/** Returns the number of a user's exams in each state. */
export async function countStandings(db: TenantDb, who: Who): Promise<Partial<Record<ExamState, number>>> {
  const { rows } = await db.execute<{ examState: ExamState; n: number }>(
    sql`select "examState", count(*)::int as n from (${standings(who, { scope: 'mine' })}) s group by 1`,
  );
  return Object.fromEntries(rows.map(({ examState, n }) => [examState, n]));
}
