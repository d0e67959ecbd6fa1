import type pg from 'pg';
import { batched } from '#src/lib/batched.ts';
import { pgClientOf, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { Checked } from './check-entries.ts';
import { keepLate, type LateEntry } from './keep-late.ts';
import { SAVES_BASE, SAVES_PER_SECOND } from './limits.ts';
import { recordRejections } from './record-rejections.ts';
import { settle, stateOf, type Settled } from './settle.ts';
import { GRACE_SECONDS } from './times.ts';

export type Save = { attemptId: string; checked: Checked; now: Date };
/** The attempt as it stood, locked, while the answers were written. */
export type Standing = { status: 'open' | 'submitted' | 'marked'; epoch: number; deadlineAt: Date };
/** `limited`: the attempt has no saves left, and nothing was written. */
export type Saved = Standing & Settled & { limited: boolean };
type Row = { id: string; status: Standing['status']; writer_epoch: number; deadline_at: Date; limited: boolean };

/**
 * One statement for the answers of many requests. $1 enterprise, $2 attempts, $3 answers as JSON, $4 seconds of grace,
 * $5 saves to count as JSON, $6 and $7 how many saves an attempt may make: at all, and per second of its time.
 * `attempt` is locked FOR SHARE in the order of ids before anything is written: a submit waits for it, and what is read
 * after waiting is the newest version of the row. Rows are written in one order everywhere, so batches cannot deadlock.
 * Answers that do not count are not written here, see keep-late.ts.
 */
export const SAVE = `
with attempt as materialized (
  select a.id, a.status, a.writer_epoch, a.deadline_at,
         $6::int + $7::int * greatest(0, ceil(extract(epoch from a.deadline_at - a.started_at)))::int as allowed
  from exam_attempt a where a.enterprise_id = $1 and a.id = any($2::uuid[])
  order by a.id for share
), wish as materialized (
  select attempt.id, i.n, attempt.allowed from json_to_recordset($5::json) as i (a uuid, n int)
  join attempt on attempt.id = i.a order by i.a
), used as (
  insert into exam_save_count as kept (enterprise_id, attempt_id, saves)
  select $1, id, n from wish
  on conflict (enterprise_id, attempt_id) do update set saves = kept.saves + excluded.saves
    where kept.saves + excluded.saves <= (select allowed from wish where wish.id = kept.attempt_id)
  returning attempt_id
), limited as materialized (
  select id from wish where not exists (select from used where used.attempt_id = wish.id)
), entry as materialized (
  select i.a as attempt_id, i.q as question_id, i.e as epoch, i.r as revision, coalesce(i.v, 'null') as answer, i.f as flagged, i.t as at
  from json_to_recordset($3::json) as i (a uuid, q uuid, e int, r int, v jsonb, f boolean, t timestamptz)
  join attempt on attempt.id = i.a
  where attempt.status = 'open' and i.e = attempt.writer_epoch and i.t <= attempt.deadline_at + make_interval(secs => $4)
    and not exists (select from limited where limited.id = i.a)
  order by i.a, i.q, i.e, i.r
), saved as (
  insert into exam_answer as kept (enterprise_id, attempt_id, question_id, epoch, revision, answer, flagged, saved_at)
  select $1, attempt_id, question_id, epoch, revision, answer, flagged, at from entry
  on conflict (enterprise_id, attempt_id, question_id) do update
    set epoch = excluded.epoch, revision = excluded.revision, answer = excluded.answer, flagged = excluded.flagged, saved_at = excluded.saved_at
    where (excluded.epoch, excluded.revision) > (kept.epoch, kept.revision)
)
select id, status, writer_epoch, deadline_at, exists (select from limited where limited.id = attempt.id) as limited from attempt`;

const savers = new Map<string, (save: Save) => Promise<Saved | null>>();

/**
 * Saves the checked answers of one request; requests of one tenant that arrive together share one transaction. The
 * answer comes after COMMIT: what it says is durable. Each request with answers uses one of the attempt's saves.
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

function run(enterpriseId: string, saves: Save[]): Promise<(Saved | null)[]> {
  return withTenant(enterpriseId, (_db, client) => write(client, enterpriseId, saves, countedSaves(saves)));
}

/** Saves the answers of one request in a transaction that is under way (submit, switch); it uses no save. */
export async function saveHere(db: TenantDb, enterpriseId: string, save: Save): Promise<Settled> {
  const [saved] = await write(pgClientOf(db), enterpriseId, [save], []);
  return saved!;
}

async function write(
  client: pg.PoolClient,
  enterpriseId: string,
  saves: Save[],
  counted: { a: string; n: number }[],
): Promise<(Saved | null)[]> {
  const { rows } = await client.query<Row>({
    name: 'save-answers',
    text: SAVE,
    values: [...parameters(enterpriseId, saves), JSON.stringify(counted), SAVES_BASE, SAVES_PER_SECOND],
  });
  const standings = new Map(
    rows.map((row) => [row.id, { ...row, epoch: row.writer_epoch, deadlineAt: row.deadline_at }]),
  );
  const late = saves.flatMap(({ attemptId, checked, now }) => {
    const standing = standings.get(attemptId);
    if (!standing || standing.limited) return [];
    return checked.entries.flatMap((entry): LateEntry[] => {
      const reason = stateOf(entry.epoch, standing, now);
      return reason === 'saved' ? [] : [{ ...entry, attemptId, reason, at: now }];
    });
  });
  const outcomeOf = late.length ? await keepLate(client, enterpriseId, late) : undefined;
  const results = saves.map((save): Saved | null => {
    const standing = standings.get(save.attemptId);
    if (!standing) return null;
    const { status, epoch, deadlineAt, limited } = standing;
    if (limited) return { status, epoch, deadlineAt, limited, acks: [], rejected: [] };
    return { status, epoch, deadlineAt, limited, ...settle(save, standing, outcomeOf) };
  });
  const rejections = results.flatMap((result, i) => {
    const { attemptId, now } = saves[i]!;
    return (result?.rejected ?? []).map((rejection) => ({ ...rejection, attemptId, at: now }));
  });
  if (rejections.length) await recordRejections(client, enterpriseId, rejections);
  return results;
}

/** Requests with answers, per attempt; one without only asks for the clock. */
function countedSaves(saves: Save[]): { a: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const { attemptId, checked } of saves) {
    if (checked.accepted.length + checked.rejected.length === 0) continue;
    counts.set(attemptId, (counts.get(attemptId) ?? 0) + 1);
  }
  return [...counts].map(([a, n]) => ({ a, n }));
}

/** $1 to $4 of the statement. One row may be touched once, so of two requests with the same question the newest stays. */
function parameters(enterpriseId: string, saves: Save[]): unknown[] {
  const newest = new Map<string, { r: number; [column: string]: unknown }>();
  for (const { attemptId, checked, now } of saves) {
    for (const { questionId, epoch, revision, answer, flagged } of checked.entries) {
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
