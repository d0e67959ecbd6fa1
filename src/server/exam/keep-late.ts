import type pg from 'pg';
import type { examLateAnswer } from './tables/answer.ts';
import type { Entry, Stamp, Rejection } from './check-entries.ts';
import { MAX_LATE_BYTES, MAX_LATE_ROWS } from './limits.ts';

/** An entry that does not count, stored as evidence with the reason and the time of its arrival. */
export type LateEntry = Omit<Entry, 'lang'> & {
  attemptId: string;
  reason: (typeof examLateAnswer.$inferSelect)['reason'];
  at: Date;
};
/**
 * `counted`: it was already saved in time and is not evidence. `full`: not stored, the limits of the question are
 * reached.
 */
export type Kept = 'counted' | 'kept' | 'full';
type Row = { a: string; q: string; e: number; r: number; outcome: Kept };

/**
 * $1 enterprise, $2 entries as JSON, $3 and $4 maximum rows and bytes per question. Entries that are already stored are not
 * stored again and do not count again. Answers that retention has deleted are no longer recognised (docs/decisions/034).
 */
export const KEEP_LATE_SQL = `
with entry as materialized (
  select i.a, i.q, i.e, i.r, coalesce(i.v, 'null') as v, i.s, i.t,
         exists (select from exam_answer k where k.enterprise_id = $1 and k.attempt_id = i.a and k.question_id = i.q
                   and k.epoch = i.e and k.revision >= i.r) as counted,
         exists (select from exam_late_answer l where l.enterprise_id = $1 and l.attempt_id = i.a and l.question_id = i.q
                   and l.epoch = i.e and l.revision = i.r) as known
  from json_to_recordset($2::json) as i (a uuid, q uuid, e int, r int, v jsonb, s text, t timestamptz)
), fresh as (
  select *, row_number() over so_far as n, sum(octet_length(v::text)) over so_far as bytes
  from entry where not counted and not known
  window so_far as (partition by a, q order by e, r rows unbounded preceding)
), used as (
  select l.attempt_id, l.question_id, count(*) as n, sum(octet_length(l.answer::text)) as bytes
  from exam_late_answer l
  where l.enterprise_id = $1 and (l.attempt_id, l.question_id) in (select a, q from fresh)
  group by l.attempt_id, l.question_id
), kept as (
  insert into exam_late_answer (enterprise_id, attempt_id, question_id, epoch, revision, answer, reason, arrived_at)
  select $1, a, q, e, r, v, s, t
  from fresh left join used on used.attempt_id = a and used.question_id = q
  where fresh.n + coalesce(used.n, 0) <= $3 and fresh.bytes + coalesce(used.bytes, 0) <= $4
  returning attempt_id, question_id, epoch, revision
)
select a, q, e, r, case when counted then 'counted'
  when known or exists (select from kept where attempt_id = a and question_id = q and epoch = e and revision = r) then 'kept'
  else 'full' end as outcome
from entry`;

/**
 * Stores answers that do not count as evidence for the marker, within the limits of limits.ts. Takes a lock per attempt:
 * otherwise parallel requests could exceed the limits.
 * @returns a function that gives the outcome of each entry
 */
export async function keepLate(
  client: pg.PoolClient,
  enterpriseId: string,
  entries: LateEntry[],
): Promise<(entry: Stamp & { attemptId: string }) => Kept> {
  const key = (a: string, q: string, e: number, r: number) => `${a} ${q} ${e} ${r}`;
  const unique = new Map(
    entries.map(({ attemptId: a, questionId: q, epoch: e, revision: r, answer: v, reason: s, at }) => [
      key(a, q, e, r),
      { a, q, e, r, v, s, t: at.toISOString() },
    ]),
  );
  // A separate statement: the next one must begin after the lock, to see the rows of other transactions. Sorted, so
  // that
  // two batches cannot deadlock.
  await client.query(
    `select pg_advisory_xact_lock(hashtextextended('exam-late ' || id, 0)) from unnest($1::text[]) as id`,
    [[...new Set(entries.map((entry) => entry.attemptId))].sort()],
  );
  const { rows } = await client.query<Row>({
    name: 'keep-late-answers',
    text: KEEP_LATE_SQL,
    values: [enterpriseId, JSON.stringify([...unique.values()]), MAX_LATE_ROWS, MAX_LATE_BYTES],
  });
  const outcomes = new Map(rows.map(({ a, q, e, r, outcome }) => [key(a, q, e, r), outcome]));
  return ({ attemptId, questionId, epoch, revision }) => outcomes.get(key(attemptId, questionId, epoch, revision))!;
}

/** Replaces the id of questions that are not on the paper. */
export const NO_QUESTION = '00000000-0000-0000-0000-000000000000';

/** $1 enterprise, $2 rejections as JSON. Rows are written in sorted order, so that batches cannot deadlock. */
const RECORD = `
insert into exam_rejected_answer as kept (enterprise_id, attempt_id, question_id, reason, count, last_at)
select $1, i.a, i.q, i.s, count(*)::int, max(i.t)
from json_to_recordset($2::json) as i (a uuid, q uuid, s text, t timestamptz)
group by i.a, i.q, i.s order by i.a, i.q, i.s
on conflict (enterprise_id, attempt_id, question_id, reason) do update
  set count = kept.count + excluded.count, last_at = excluded.last_at`;

/**
 * Counts rejected answers per question and reason, for the marker. The answers are not stored, because the device that sent
 * them keeps them. An attempt therefore has at most a few rows per question of its paper.
 */
export async function recordRejections(
  client: pg.PoolClient,
  enterpriseId: string,
  rejections: (Rejection & { attemptId: string; at: Date })[],
): Promise<void> {
  const rows = rejections.map(({ attemptId, questionId, reason, at }) => ({
    a: attemptId,
    q: reason === 'unknownQuestion' ? NO_QUESTION : questionId,
    s: reason,
    t: at.toISOString(),
  }));
  await client.query({ name: 'record-rejections', text: RECORD, values: [enterpriseId, JSON.stringify(rows)] });
}
