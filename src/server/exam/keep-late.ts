import type pg from 'pg';
import type { examLateAnswer } from '#src/server/core/db/schema/exam.ts';
import type { Entry } from './check-entries.ts';
import { LATE_BYTES, LATE_ROWS } from './limits.ts';

/** An entry that does not count, as evidence: why, and when it arrived. */
export type LateEntry = Entry & { attemptId: string; reason: (typeof examLateAnswer.$inferSelect)['reason']; at: Date };
/** `counted`: it was saved in time before, and is no evidence. `full`: not kept, the question has no room left. */
export type Kept = 'counted' | 'kept' | 'full';
type Row = { a: string; q: string; e: number; r: number; outcome: Kept };

/**
 * $1 enterprise, $2 entries as JSON, $3 rows and $4 bytes that a question may have. What is stored already is not stored
 * again and takes no room.
 */
const KEEP_LATE_SQL = `
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
 * Keeps answers that do not count as evidence for the marker, within the bounds of limits.ts. One transaction at a time
 * per attempt, or parallel requests would each see the room that only one of them can have.
 * @returns what became of an entry
 */
export async function keepLate(
  client: pg.PoolClient,
  enterpriseId: string,
  entries: LateEntry[],
): Promise<(entry: Entry & { attemptId: string }) => Kept> {
  const key = (a: string, q: string, e: number, r: number) => `${a} ${q} ${e} ${r}`;
  const unique = new Map(
    entries.map(({ attemptId: a, questionId: q, epoch: e, revision: r, answer: v, reason: s, at }) => [
      key(a, q, e, r),
      { a, q, e, r, v, s, t: at.toISOString() },
    ]),
  );
  // A statement of its own: the one that counts must begin after the lock, to see what others have stored. In one order,
  // so that two batches cannot wait for each other.
  await client.query(
    `select pg_advisory_xact_lock(hashtextextended('exam-late ' || id, 0)) from unnest($1::text[]) as id`,
    [[...new Set(entries.map((entry) => entry.attemptId))].sort()],
  );
  const { rows } = await client.query<Row>({
    name: 'keep-late-answers',
    text: KEEP_LATE_SQL,
    values: [enterpriseId, JSON.stringify([...unique.values()]), LATE_ROWS, LATE_BYTES],
  });
  const outcomes = new Map(rows.map(({ a, q, e, r, outcome }) => [key(a, q, e, r), outcome]));
  return ({ attemptId, questionId, epoch, revision }) => outcomes.get(key(attemptId, questionId, epoch, revision))!;
}
