import type { Entry, Rejection, Stamp } from './check-entries.ts';
import type { Kept } from './keep-late.ts';
import type { Save, Standing } from './save-batch.ts';
import { isExpired } from './times.ts';

export type AckState = 'saved' | 'superseded' | 'late' | 'closed';
/** What became of the entries of one request, as the reply tells it (contract `Settlement`). */
export type Settled = { acks: (Stamp & { state: AckState })[]; rejected: Rejection[] };

/** Whether an answer of this writer counts, and if not, why; the same rule as in the statement of save-batch.ts. */
export function stateOf(epoch: number, { status, epoch: writer, deadlineAt }: Standing, now: Date): AckState {
  if (status !== 'open') return 'closed';
  if (epoch !== writer) return 'superseded';
  return isExpired(deadlineAt, now) ? 'late' : 'saved';
}

/**
 * Acknowledges or rejects each entry of a request. An answer that came too late and was not kept as evidence is
 * rejected, so that the device keeps it. One from another window is acknowledged as `superseded` all the same: the device
 * keeps those in any case.
 * @param outcomeOf what became of the entries that do not count
 */
export function settle(
  { attemptId, checked, now }: Save,
  standing: Standing,
  outcomeOf: ((entry: Entry & { attemptId: string }) => Kept) | undefined,
): Settled {
  const outcomes = new Map(
    checked.entries.map((entry) => {
      const state = stateOf(entry.epoch, standing, now);
      if (state === 'saved') return [entry.questionId, { state, full: false }] as const;
      const kept = outcomeOf!({ ...entry, attemptId });
      const full = kept === 'full' && state !== 'superseded';
      return [entry.questionId, { state: kept === 'counted' ? ('saved' as const) : state, full }] as const;
    }),
  );
  const acks: Settled['acks'] = [];
  const rejected = [...checked.rejected];
  for (const stamp of checked.accepted) {
    const { state, full } = outcomes.get(stamp.questionId)!;
    if (full) rejected.push({ ...stamp, reason: 'lateLimit' });
    else acks.push({ ...stamp, state });
  }
  return { acks, rejected };
}
