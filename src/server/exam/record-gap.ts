import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { SwitchKind } from './tables/switch.ts';
import type { Head, JournalEvent } from './journal.ts';
import { MAX_SWITCH_ROWS } from './limits.ts';
import { BEAT_SECONDS, countedFrom } from './times.ts';

/** A heartbeat of the writer `epoch`. `awakeSeconds`: for how long its page has been running, without the time it slept. */
export type Beat = { epoch: number; awakeSeconds?: number | undefined };

/**
 * $1 enterprise, $2 attempt, $3 client key, $4 kind, $5 left at, $6 seconds, $7 counted, $8 maximum rows. Nothing while an
 * absence is open that the page has reported itself: it covers the gap.
 */
const INSERT = `
insert into exam_switch (enterprise_id, attempt_id, client_key, kind, left_at, dwell_seconds, counted)
select $1, $2, $3, $4, $5, $6, $7
where not exists (select from exam_switch s where s.enterprise_id = $1 and s.attempt_id = $2 and s.dwell_seconds is null)
  and (select count(*) from exam_switch s where s.enterprise_id = $1 and s.attempt_id = $2) < $8
returning id`;

/** $1 enterprise, $2 attempt, $3 now: the sweep closes the attempt if its rules say so. */
const CLOSE = `
update exam_journal_head h set closes_at = $3
from exam_attempt a join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
where h.enterprise_id = $1 and h.attempt_id = $2 and a.enterprise_id = $1 and a.id = $2
  and not coalesce((a.accommodation->>'noSwitchRules')::boolean, false)
  and (e.switch_policy = 'at_once' or (e.switch_policy = 'limit' and e.switch_limit <
        (select count(*) from exam_switch s where s.enterprise_id = $1 and s.attempt_id = $2 and s.counted)))`;

/**
 * Records that nothing was heard of the writer of an open attempt for longer than GAP_SECONDS. If its page was running all
 * the time, then the network or the portal failed: it is logged and does not count. The page reports the time it was hidden
 * by itself, also that of an outage.
 * @returns the events for the journal
 */
export async function recordGap(
  client: pg.PoolClient,
  enterpriseId: string,
  { attemptId, head, beat, now }: { attemptId: string; head: Head; beat: Beat; now: Date },
): Promise<JournalEvent[]> {
  const from = countedFrom(head.seenAt, now);
  const seconds = Math.round((now.getTime() - head.seenAt.getTime()) / 1000);
  const unexplained = (now.getTime() - from.getTime()) / 1000 - (beat.awakeSeconds ?? 0);
  const counted = unexplained > BEAT_SECONDS;
  const kind: SwitchKind = counted ? 'gap' : 'offline';
  const { rows } = await client.query<{ id: string }>(INSERT, [
    ...[enterpriseId, attemptId, randomUUID(), kind, head.seenAt.toISOString(), seconds, counted, MAX_SWITCH_ROWS],
  ]);
  const id = rows[0]?.id;
  if (!id) return [];
  if (counted) await client.query(CLOSE, [enterpriseId, attemptId, now.toISOString()]);
  const leftAt = head.seenAt.toISOString();
  const data = { switchId: id, switchKind: kind, leftAt, dwellSeconds: seconds, counted };
  return [{ attemptId, kind: 'switch', at: now, data: { ...data, awakeSeconds: Math.round(beat.awakeSeconds ?? 0) } }];
}
