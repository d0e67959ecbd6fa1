import type pg from 'pg';
import { batchedPer } from '#src/lib/batched.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { appendJournal, lockHeads, type JournalEvent } from '../journal.ts';
import { isExpired } from '../times.ts';

type Confirmed = { attemptId: string; userId: string; now: Date };
type Times = { startedAt: Date; deadlineAt: Date };
type Row = {
  id: string;
  userId: string;
  status: string;
  startedAt: Date;
  deadlineAt: Date;
  waitsUntil: Date | null;
  sectionEnds: (string | null)[] | null;
};

const LOCK = `
select id, user_id as "userId", status, started_at as "startedAt", deadline_at as "deadlineAt", waits_until as "waitsUntil",
       section_ends as "sectionEnds"
from exam_attempt where enterprise_id = $1 and id = any($2::uuid[]) order by id for update`;

/** $1 enterprise, $2 attempts with their new times as JSON. */
const MOVE = `
update exam_attempt a set started_at = i.s, deadline_at = i.d, section_ends = i.e, waits_until = null
from json_to_recordset($2::json) as i (a uuid, s timestamptz, d timestamptz, e jsonb)
where a.enterprise_id = $1 and a.id = i.a`;

/**
 * Confirms that the paper of an attempt has arrived: its time runs from now on, or from the end of the wait that was allowed
 * at its start (RECEIVE_SECONDS), by the server's clock (decision 066). Deadline and ends of sections move with it. A repetition,
 * a closed attempt and one whose time runs already are not changed.
 * @throws AppError 404 when it is not an attempt of the viewer
 */
export async function confirmReceived(
  { tenant, viewer, now }: RequestContext & { viewer: Viewer },
  { attemptId }: { attemptId: string },
) {
  const times = await confirm(tenant.id, { attemptId, userId: viewer.userId, now: now() });
  if (!times) throw notFound();
  return { attemptId, ...times, serverTime: now() };
}

/** Candidates who enter at the same time share a transaction, as their saves do (decision 004). */
const confirm = batchedPer<Confirmed, Times | null>(
  (enterpriseId, items) =>
    withTenant(enterpriseId, (_db, client, last) => write(client, enterpriseId, items, last), { lane: 'exam' }),
  { max: 150, every: 20 },
);

async function write(
  client: pg.PoolClient,
  enterpriseId: string,
  items: Confirmed[],
  last: (statement: Promise<unknown>) => void,
): Promise<(Times | null)[]> {
  const ids = [...new Set(items.map(({ attemptId }) => attemptId))];
  const { rows } = await client.query<Row>({ name: 'received-lock', text: LOCK, values: [enterpriseId, ids] });
  const attempts = new Map(rows.map((row) => [row.id, row]));
  const own = items.filter(({ attemptId, userId }) => attempts.get(attemptId)?.userId === userId);
  const moved: { a: string; s: Date; d: Date; e: Row['sectionEnds'] }[] = [];
  const events: JournalEvent[] = [];
  for (const { attemptId, now } of own) {
    const attempt = attempts.get(attemptId)!;
    const times = timesFrom(attempt, now);
    if (!times) continue;
    Object.assign(attempt, times, { waitsUntil: null });
    const { startedAt: s, deadlineAt: d, sectionEnds: e } = attempt;
    moved.push({ a: attemptId, s, d, e });
    const data = { startedAt: s.toISOString(), deadlineAt: d.toISOString() };
    events.push({ attemptId, kind: 'received', at: now, data });
  }
  if (moved.length > 0) {
    await client.query({ name: 'received-move', text: MOVE, values: [enterpriseId, JSON.stringify(moved)] });
    const heads = await lockHeads(
      client,
      enterpriseId,
      moved.map(({ a }) => a),
    );
    for (const { attemptId, at } of events) heads.get(attemptId)!.seenAt = at;
    last(appendJournal(client, enterpriseId, events, heads));
  }
  const ofOwner = new Set(own);
  return items.map((item) => {
    if (!ofOwner.has(item)) return null;
    const { startedAt, deadlineAt } = attempts.get(item.attemptId)!;
    return { startedAt, deadlineAt };
  });
}

/** The times of an attempt whose paper has arrived; null: it does not wait, or is over. */
function timesFrom({ status, startedAt, deadlineAt, waitsUntil, sectionEnds }: Row, now: Date) {
  if (status !== 'open' || !waitsUntil || isExpired(deadlineAt, now)) return null;
  const start = Math.max(startedAt.getTime(), Math.min(now.getTime(), waitsUntil.getTime()));
  const by = start - startedAt.getTime();
  return {
    startedAt: new Date(start),
    deadlineAt: new Date(deadlineAt.getTime() + by),
    sectionEnds: sectionEnds?.map((end) => end && new Date(Date.parse(end) + by).toISOString()) ?? null,
  };
}
