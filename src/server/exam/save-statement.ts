import type { Checked } from './check-entries.ts';
import type { HeadRow, unchainedRow } from './journal.ts';
import { MAX_JOURNAL_BYTES, MIN_BEAT_SECONDS, SAVES_BASE, SAVES_PER_SECOND } from './limits.ts';
import type { Beat } from './record-gap.ts';
import { GAP_SECONDS, GRACE_SECONDS } from './times.ts';

export type AckState = 'saved' | 'superseded' | 'late' | 'closed';

/** `beat`: the request also tells that its writer is there. */
export type Save = { attemptId: string; checked: Checked; now: Date; beat?: Beat };
/** State of the locked attempt at the time the answers were written. */
export type AttemptState = {
  status: 'open' | 'submitted' | 'marked';
  epoch: number;
  deadlineAt: Date;
  /** End of the last break. */
  breakUntil: Date | null;
  /** Since when the clock stands still; null: it runs. */
  pausedAt: Date | null;
};
/** A row of the statement. */
export type SaveRow = {
  id: string;
  status: AttemptState['status'];
  writer_epoch: number;
  deadline_at: Date;
  break_until: Date | null;
  paused_at: Date | null;
  limited: boolean;
  saved: boolean;
  /** By question and epoch; only of `SAVE_AND_DECIDE`, and null without entries. */
  states?: Record<string, AckState> | null;
} & { [K in keyof HeadRow]: HeadRow[K] | null };

/** `portal.save_answers` (rules.sql). */
export const SAVE = 'select * from portal.save_answers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';
/** With the state of each entry at the time it was written or not (`portal.answer_state`). */
export const SAVE_AND_DECIDE = `
select s.*, (
  select json_object_agg(i.q || ' ' || i.e, portal.answer_state(s.status, s.writer_epoch, i.e, s.deadline_at,
    (s.section_ends ->> i.q::text)::timestamptz, s.break_until, s.paused_at, i.t, $6))
  from json_to_recordset($3) as i (a uuid, q uuid, e int, t timestamptz) where i.a = s.id) as states
from (${SAVE}) s`;

/** Whether a request contains no answers. */
export const isBeat = ({ checked }: Save) => checked.accepted.length + checked.rejected.length === 0;

export const attemptStateOf = ({ status, ...row }: SaveRow): AttemptState => ({
  ...{ status, epoch: row.writer_epoch, deadlineAt: row.deadline_at, breakUntil: row.break_until },
  pausedAt: row.paused_at,
});

/**
 * Number of requests with answers, per attempt. A request without answers only reads the server time and is not
 * counted.
 */
function countedSaves(saves: Save[]): { a: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const save of saves) {
    const { attemptId } = save;
    if (isBeat(save)) continue;
    counts.set(attemptId, (counts.get(attemptId) ?? 0) + 1);
  }
  return [...counts].map(([a, n]) => ({ a, n }));
}

/**
 * Parameters of the function. A row may be updated only once, so only the newest entry per attempt, question and epoch is passed.
 * @param limited the requests that use one of the saves of their attempt
 * @param events null: the caller appends to the journals
 */
export function saveParameters(
  enterpriseId: string,
  saves: Save[],
  limited: Save[],
  events: ReturnType<typeof unchainedRow>[] | null,
  lockTimeout: number | null,
): unknown[] {
  const newest = new Map<string, { r: number; [column: string]: unknown }>();
  for (const { attemptId, checked, now } of saves) {
    for (const { questionId, epoch, revision, answer, flagged, lang } of checked.entries) {
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
        l: lang,
        t: now.toISOString(),
      });
    }
  }
  const attempts = [...new Set(saves.map((save) => save.attemptId))];
  return [
    ...[enterpriseId, attempts, JSON.stringify([...newest.values()]), JSON.stringify(countedSaves(limited))],
    ...[events && JSON.stringify(events), GRACE_SECONDS, SAVES_BASE, SAVES_PER_SECOND],
    ...[GAP_SECONDS, MIN_BEAT_SECONDS, MAX_JOURNAL_BYTES, lockTimeout],
  ];
}
