import { sql, type SQL } from 'drizzle-orm';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type OfQuestion = { enterpriseId: string; examId: string; questionId: string; version: number };

/** Attempts with a final result that a regrade of the question changes in the same way; scores in hundredths. */
export type ResultGroup = {
  key: string;
  count: number;
  /** One of them. */
  attemptId: string;
  score: number;
  fullScore: number;
  /** Of the questions that do not count. */
  notCounted: number;
  passed: boolean;
  /** The question's mark, and its score on the paper. */
  mark: number;
  most: number;
  /** As in `exam_result`. */
  chosen: string | null;
  /** The answer to blanks; null for other types. */
  answer: unknown;
  /** Whether marks that people gave are stored, and that of the question, in points; null: none. */
  hasGiven: boolean;
  given: number | null;
};

/** The columns of a group of `held`; as one text they are its key. */
const GROUP = sql`score, full_score, not_counted, passed, mark, most, chosen, answer, has_given, given`;

/**
 * SQL of the attempts `held` with a final result and the question. Reads `exam_result`; of `exam_attempt` only what an earlier
 * regrade or appeal has stored, and answers to blanks.
 */
function held({ enterpriseId, examId, questionId, version }: OfQuestion, isBlank: boolean, only = sql``): SQL {
  const answer = sql`a.submitted_answers -> ${questionId}::text`;
  return sql`
    select r.attempt_id, r.user_id, r.number, r.score, r.full_score, r.passed, coalesce(r.scores[i], 0) as mark,
      r.max_scores[i] as most, r.chosen[i] as chosen, ${isBlank ? answer : sql`null::jsonb`} as answer,
      coalesce(a.given_marks is not null, false) as has_given, a.given_marks ->> ${questionId}::text as given,
      coalesce((select round(sum(n.value::numeric) * 100) from jsonb_each_text(a.not_counted) n), 0)::int as not_counted
    from exam_result r
    cross join lateral array_position(r.question_ids, ${questionId}::uuid) i
    left join exam_attempt a on a.enterprise_id = r.enterprise_id and a.exam_id = r.exam_id and a.id = r.attempt_id
      ${isBlank ? sql`` : sql`and a.given_marks is not null`}
    where r.enterprise_id = ${enterpriseId} and r.exam_id = ${examId} and r.versions[i] = ${version} ${only}`;
}

/** Reads the results that a regrade of a question can change, in groups: their number does not grow with that of the attempts. */
export async function readGroups(db: TenantDb, which: OfQuestion, isBlank: boolean): Promise<ResultGroup[]> {
  const { rows } = await db.execute<ResultGroup>(sql`
    select row(${GROUP})::text as key, count(*)::int as count, any_value(attempt_id) as "attemptId", score,
      full_score as "fullScore", not_counted as "notCounted", passed, mark, most, chosen, answer, has_given as "hasGiven",
      given::float8 as given
    from (${held(which, isBlank)}) h group by ${GROUP}`);
  return rows;
}

export type Member = { attemptId: string; userId: string; number: number; key: string };

/** Lists the attempts of groups in the order of the groups, those of one by their ids. */
export async function readMembers(
  db: TenantDb,
  which: OfQuestion,
  { groups, isBlank, part }: { groups: ResultGroup[]; isBlank: boolean; part: SQL },
): Promise<Member[]> {
  if (groups.length === 0) return [];
  const keys = groups.map(({ key }) => key);
  const scores = [...new Set(groups.map(({ score }) => score))];
  const only = sql`and r.score = any(${sql.param(scores)}::int[])`;
  const { rows } = await db.execute<Member>(sql`
    select h.attempt_id as "attemptId", h.user_id as "userId", h.number, g.key
    from unnest(${sql.param(keys)}::text[]) with ordinality g (key, place)
    join (select h.*, row(${GROUP})::text as key from (${held(which, isBlank, only)}) h) h on h.key = g.key
    order by g.place, h.attempt_id ${part}`);
  return rows;
}

export type Sample = { attemptId: string; question: PaperQuestion; answer: unknown };

/** Reads a question as it is on the papers of some attempts, with their answers to it. */
export async function readSamples(
  db: TenantDb,
  { enterpriseId, questionId }: OfQuestion,
  attemptIds: string[],
): Promise<Sample[]> {
  const { rows } = await db.execute<Sample>(sql`
    select a.id as "attemptId", q - 'html' - 'analysis' as question, a.submitted_answers -> ${questionId}::text as answer
    from exam_attempt a cross join lateral jsonb_array_elements(a.paper) q
    where a.enterprise_id = ${enterpriseId} and a.id = any(${sql.param(attemptIds)}::uuid[])
      and q ->> 'questionId' = ${questionId}`);
  return rows;
}

type Versions = { version: number; attempts: number; waiting: number; open: number; attemptId: string };

/**
 * Counts the versions of a question on papers of an exam, latest first: closed attempts, those of them without a final result,
 * and open ones; without voided ones. Only papers without a final result are read. `attemptId`: one of them.
 */
export async function readVersions(
  db: TenantDb,
  { enterpriseId, examId, questionId }: Omit<OfQuestion, 'version'>,
): Promise<Versions[]> {
  const { rows } = await db.execute<Versions>(sql`
    select version, (sum(final) + sum(waiting))::int as attempts, sum(waiting)::int as waiting, sum(open)::int as open,
      any_value("attemptId") as "attemptId"
    from (
      select r.versions[i] as version, count(*) as final, 0 as waiting, 0 as open, any_value(r.attempt_id) as "attemptId"
      from exam_result r cross join lateral array_position(r.question_ids, ${questionId}::uuid) i
      where r.enterprise_id = ${enterpriseId} and r.exam_id = ${examId} and i is not null
      group by 1
      union all
      select coalesce((q ->> 'version')::int, 0), 0, count(*) filter (where a.status = 'submitted'),
        count(*) filter (where a.status = 'open'), any_value(a.id)
      from exam_attempt a cross join lateral jsonb_array_elements(a.paper) q
      where a.enterprise_id = ${enterpriseId} and a.exam_id = ${examId} and a.status in ('open', 'submitted')
        and q ->> 'questionId' = ${questionId}
      group by 1
    ) v group by version order by version desc`);
  return rows;
}

/**
 * Identifies the results of an exam, without those of voided attempts, and the rules that they follow: it changes with every
 * attempt that is closed or marked, every changed mark, every regrade, and the rules of the exam.
 */
export async function readFingerprint(db: TenantDb, enterpriseId: string, examId: string): Promise<string> {
  const { rows } = await db.execute<{ fingerprint: string }>(sql`
    select md5(concat_ws('|', e.pass_score, e.counted_attempt, e.stop_after_pass, e.credits, e.points, e.certificate_id,
      e.certificate_way, e.certificate_score,
      (select max(number) from exam_regrade r where r.enterprise_id = e.enterprise_id and r.exam_id = e.id),
      (select concat(count(*), ' ', bit_xor(hashtextextended(concat(r.attempt_id, r.passed, r.score, ' ', r.full_score), 0)))
       from exam_result r where r.enterprise_id = e.enterprise_id and r.exam_id = e.id),
      (select string_agg(concat_ws(',', a.id, a.objective_score, a.total_score), ';' order by a.id)
       from exam_attempt a
       where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.status = 'submitted'))) as fingerprint
    from exam e where e.enterprise_id = ${enterpriseId} and e.id = ${examId}`);
  return rows[0]!.fingerprint;
}
