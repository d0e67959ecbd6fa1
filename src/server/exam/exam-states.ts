import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

export type ExamState = 'waiting' | 'pass' | 'fail' | 'awaitingMarking' | 'absent' | 'resit';

export type ExamWithState = {
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

/** SQL condition: exam `e` is in the user's own list. */
const isOwn = ({ enterpriseId, now, user }: Whose, examId?: string) =>
  examId
    ? sql`portal.is_own_exam(${enterpriseId}, e.id, ${user}, ${now.toISOString()}::timestamptz)`
    : sql`exists (select from portal.own_exams(${enterpriseId}, ${user}, ${now.toISOString()}::timestamptz) o where o.exam_id = e.id)`;

/** SQL condition: the user sees exam `e`, because they have taken it or belong to the audience of a published one. */
const isSeen = ({ enterpriseId, user }: Whose, examId?: string) => sql`(
  exists (select from exam_attempt a where a.enterprise_id = ${enterpriseId} and a.user_id = ${user} and a.exam_id = e.id
    and not a.trial)
  or e.published and ${
    examId
      ? sql`(e.audience = 'everyone' or portal.is_exam_audience(${enterpriseId}, e.id, ${user}))`
      : sql`exists (select from portal.audience_exams(${enterpriseId}, ${user}) x where x.id = e.id)`
  })`;

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

/** Query for the state of users in exams (`portal.exam_state`). The window is that of the next attempt. */
export const examStatesOf = (whose: Whose, { examId, scope, examState, where, columns = sql`` }: Filter) => {
  const { enterpriseId, now, user, from } = whose;
  // Which exams they are is decided before their states are computed.
  return sql`
  select * from (
    select ${columns} e.id, e.title, e.course_id as "courseId", e.published, t.window_start as "windowStart", t.window_end as "windowEnd",
           e.limit_seconds as "limitSeconds", e.pass_score as "passScore",
           s.n as "questionCount", s.total as "totalScore", t.max_attempts as "maxAttempts", t.used as "attemptsUsed",
           t.attempts_left as "attemptsLeft", t.best as "bestScore", t.window_number as "windowNumber", t.next_start as "nextStart",
           t.submitted_at as "submittedAt", t.open_id as "openAttemptId", t.last_id as "lastAttemptId",
           portal.exam_state(t.passed, t.open_id is not null, t.awaiting, t.used, t.counting_left,
             t.last_end <= ${now.toISOString()}::timestamptz, t.window_number) as "examState"
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
    where e.enterprise_id = ${enterpriseId}
      and ${scope === 'mine' ? isOwn(whose, examId) : isSeen(whose, examId)}
      ${examId ? sql`and e.id = ${examId}` : sql``}
      ${where ? sql`and ${where}` : sql``}
  ) x
  ${examState ? sql`where "examState" = ${examState}` : sql``}`;
};

function ofOneUser({ userId, ...who }: Who, { columns = sql``, ...filter }: Filter) {
  const whose = { ...who, user: sql`${userId}::uuid`, from: sql`exam e` };
  const mine = filter.scope === 'mine' ? sql`true` : isOwn(whose, filter.examId);
  return examStatesOf(whose, { ...filter, columns: sql`${mine} as mine, ${columns}` });
}

const dialect = new PgDialect();

type Page = { limit: number; offset: number };
type Statement = { text: string; values: unknown[] };

const textOf = (query: SQL): Statement => {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
};

/** Statement for one page of a user's exams: open attempts first, then exams that can be taken now, upcoming ones, ended ones. */
export function listStatement(who: Who, filter: Filter, { limit, offset }: Page): Statement {
  const now = sql`${who.now.toISOString()}::timestamptz`;
  return textOf(sql`
    select *, count(*) over ()::int as "totalCount" from (${ofOneUser(who, filter)}) s
    order by "openAttemptId" is null,
             case when "examState" in ('waiting', 'resit') and "windowEnd" > ${now}
                  then case when "windowStart" <= ${now} then 0 else 1 end else 2 end,
             case when "windowEnd" > ${now} then "windowEnd" end, "windowEnd" desc, id
    limit ${limit} offset ${offset}`);
}

/** Returns one page of a user's exams, in the order of `listStatement`. */
export async function findExamStates<More extends object = object>(db: TenantDb, who: Who, filter: Filter, page: Page) {
  const { rows } = await pgClientOf(db).query<ExamWithState & { totalCount: number } & More>({
    ...{ name: filter.name, ...listStatement(who, filter, page) },
  });
  return rows;
}

/** Statement for the number of a user's exams in each state. */
export const countStatement = (who: Who): Statement =>
  textOf(sql`select "examState", count(*)::int as n from (${ofOneUser(who, { scope: 'mine' })}) s group by 1`);

/** Returns the number of a user's exams in each state. */
export async function countExamStates(db: TenantDb, who: Who): Promise<Partial<Record<ExamState, number>>> {
  const { rows } = await pgClientOf(db).query<{ examState: ExamState; n: number }>({
    ...{ name: 'exam-states', ...countStatement(who) },
  });
  return Object.fromEntries(rows.map(({ examState, n }) => [examState, n]));
}
