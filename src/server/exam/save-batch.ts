import type pg from 'pg';
import { batched } from '#src/lib/batched.ts';
import { clientOf, withTenant, type TenantDb } from '#src/server/db/tenant.ts';
import type { Entry } from './check-entries.ts';
import { GRACE_SECONDS } from './times.ts';

export type Save = { attemptId: string; entries: Entry[]; now: Date };
/** The attempt as it stood, locked, while the answers were written. */
export type Saved = { status: 'open' | 'submitted' | 'marked'; epoch: number; deadlineAt: Date };
type Row = { id: string; status: Saved['status']; writer_epoch: number; deadline_at: Date };

/**
 * One statement for the answers of many requests. $1 enterprise, $2 attempts, $3 answers as JSON, $4 seconds of grace.
 * `attempt` is locked FOR SHARE in the order of ids before anything is written: a submit waits for it, and what is read
 * after waiting is the newest version of the row. Rows are written in one order everywhere, so batches cannot deadlock.
 */
const SAVE = `
with attempt as materialized (
  select a.id, a.status, a.writer_epoch, a.deadline_at
  from exam_attempt a where a.enterprise_id = $1 and a.id = any($2::uuid[])
  order by a.id for share
), entry as materialized (
  select i.a as attempt_id, i.q as question_id, i.e as epoch, i.r as revision, coalesce(i.v, 'null') as answer, i.f as flagged,
         i.t as at, attempt.status = 'open' and i.e = attempt.writer_epoch
                    and i.t <= attempt.deadline_at + make_interval(secs => $4) as counts,
         case when attempt.status <> 'open' then 'closed' when i.e <> attempt.writer_epoch then 'superseded' else 'late' end as reason
  from json_to_recordset($3::json) as i (a uuid, q uuid, e int, r int, v jsonb, f boolean, t timestamptz)
  join attempt on attempt.id = i.a
  order by i.a, i.q, i.e, i.r
), saved as (
  insert into exam_answer as kept (enterprise_id, attempt_id, question_id, epoch, revision, answer, marked, saved_at)
  select $1, attempt_id, question_id, epoch, revision, answer, flagged, at from entry where counts
  on conflict (enterprise_id, attempt_id, question_id) do update
    set epoch = excluded.epoch, revision = excluded.revision, answer = excluded.answer, marked = excluded.marked, saved_at = excluded.saved_at
    where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
), aside as (
  insert into exam_late_answer (enterprise_id, attempt_id, question_id, epoch, revision, answer, reason, arrived_at)
  select $1, attempt_id, question_id, epoch, revision, answer, reason, at from entry
  where not counts and not exists (
    select from exam_answer k where k.enterprise_id = $1 and k.attempt_id = entry.attempt_id and k.question_id = entry.question_id
      and k.epoch = entry.epoch and k.revision >= entry.revision)
  on conflict do nothing
)
select id, status, writer_epoch, deadline_at from attempt`;

const savers = new Map<string, (save: Save) => Promise<Saved | null>>();

/**
 * Saves the checked answers of one request; requests of one tenant that arrive together share one transaction. The
 * answer comes after COMMIT: what it says is durable.
 * @returns null when the attempt does not exist
 */
export function saveInBatch(enterpriseId: string, save: Save): Promise<Saved | null> {
  let saver = savers.get(enterpriseId);
  if (!saver) {
    const run = (saves: Save[]) => runOrIsolate(enterpriseId, saves);
    savers.set(enterpriseId, (saver = batched(run, { max: 150, concurrency: 2 })));
  }
  return saver(save);
}

/** What the database refuses in one request's answers must not fail the requests that travel with it. */
async function runOrIsolate(enterpriseId: string, saves: Save[]): Promise<(Saved | null | Error)[]> {
  try {
    return await run(enterpriseId, saves);
  } catch (error) {
    // Classes 22 and 23: data the database does not take. Anything else concerns them all.
    if (saves.length === 1 || !/^2[23]/.test((error as { code?: string }).code ?? '')) throw error;
    return Promise.all(
      saves.map((save) =>
        run(enterpriseId, [save]).then(
          ([saved]) => saved!,
          (reason: unknown) => reason as Error,
        ),
      ),
    );
  }
}

async function run(enterpriseId: string, saves: Save[]): Promise<(Saved | null)[]> {
  const rows = await withTenant(enterpriseId, (_db, client) => write(client, enterpriseId, saves));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return saves.map(({ attemptId }) => {
    const row = byId.get(attemptId);
    return row ? { status: row.status, epoch: row.writer_epoch, deadlineAt: row.deadline_at } : null;
  });
}

/** Saves the answers of one request in a transaction that is under way (submit, switch). */
export async function saveHere(db: TenantDb, enterpriseId: string, save: Save): Promise<void> {
  await write(clientOf(db), enterpriseId, [save]);
}

async function write(client: pg.PoolClient, enterpriseId: string, saves: Save[]): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    name: 'save-answers',
    text: SAVE,
    values: parameters(enterpriseId, saves),
  });
  return rows;
}

/** Values of the statement. One row may be touched once, so of two requests with the same question the newest stays. */
function parameters(enterpriseId: string, saves: Save[]): unknown[] {
  const newest = new Map<string, { r: number; [column: string]: unknown }>();
  for (const { attemptId, entries, now } of saves) {
    for (const { questionId, epoch, revision, answer, flagged } of entries) {
      const key = `${attemptId} ${questionId} ${epoch}`;
      const earlier = newest.get(key);
      if (earlier && earlier.r >= revision) continue;
      newest.set(key, {
        a: attemptId,
        q: questionId,
        e: epoch,
        r: revision,
        v: answer,
        f: flagged,
        t: now.toISOString(),
      });
    }
  }
  const attempts = [...new Set(saves.map((save) => save.attemptId))];
  return [enterpriseId, attempts, JSON.stringify([...newest.values()]), GRACE_SECONDS];
}
