import type { RejectReason } from './tables/answer.ts';
import type { Entry, Rejection, Stamp } from './check-entries.ts';
import type { Kept } from './keep-late.ts';
import type { AckState, Save, AttemptState } from './save-statement.ts';

/** The outcome of the entries of one request, as the response contains it (contract `Acknowledgement`). */
export type Acknowledged = { acks: (Stamp & { state: AckState })[]; rejected: Rejection[] };

/** State of the attempt, and of the newest entry of each question and epoch that was sent with a request (`portal.answer_state`). */
export type Decided = AttemptState & { states: Record<string, AckState> };

/** Returns whether an answer counts, and if not, why. */
export const stateOf = (
  { epoch, questionId }: Pick<Entry, 'epoch' | 'questionId'>,
  { states }: Pick<Decided, 'states'>,
) => states[`${questionId} ${epoch}`]!;

/** Whether an entry names a writer that the attempt has never had: no client of ours sends it, so it is not kept either. */
export const isInvented = ({ epoch }: Pick<Entry, 'epoch'>, { epoch: writer }: Pick<AttemptState, 'epoch'>) =>
  epoch > writer;

/**
 * Acknowledges or rejects each entry of a request. One of an invented writer is rejected: acknowledged, a device would forget
 * it. A late answer that was not stored as evidence is rejected, so that the device keeps it. A superseded answer is acknowledged even if it was not stored, because the device always keeps those.
 * @param outcomeOf returns the outcome of an entry that does not count
 */
export function acknowledge(
  { attemptId, checked }: Pick<Save, 'attemptId' | 'checked'>,
  attempt: Decided,
  outcomeOf: ((entry: Entry & { attemptId: string }) => Kept) | undefined,
): Acknowledged {
  const outcomes = new Map<string, { state: AckState; reason: RejectReason | null }>(
    checked.entries.map((entry) => {
      if (isInvented(entry, attempt)) return [entry.questionId, { state: 'superseded', reason: 'epoch' }] as const;
      const state = stateOf(entry, attempt);
      if (state === 'saved') return [entry.questionId, { state, reason: null }] as const;
      const kept = outcomeOf!({ ...entry, attemptId });
      const reason = kept === 'full' && state !== 'superseded' ? ('lateLimit' as const) : null;
      return [entry.questionId, { state: kept === 'counted' ? ('saved' as const) : state, reason }] as const;
    }),
  );
  const acks: Acknowledged['acks'] = [];
  const rejected = [...checked.rejected];
  for (const { questionId, epoch, revision } of checked.accepted) {
    const stamp = { questionId, epoch, revision };
    const { state, reason } = outcomes.get(stamp.questionId)!;
    if (reason) rejected.push({ ...stamp, reason });
    else acks.push({ ...stamp, state });
  }
  return { acks, rejected };
}
