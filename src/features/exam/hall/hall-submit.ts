import { ApiError } from '#src/client/api-error.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { CloseReason } from './close-reason.ts';
import { pause, quiet, RETRY_MS, type HallSession, type Submitted } from './hall-session.ts';
import { isRefusal, type Entry, type Acknowledgement } from './save-protocol.ts';

/**
 * Submits with all answers that are not acknowledged. If an answer is not accepted when the candidate submits, the hall stays open
 * and shows it; submitting again goes through.
 */
export async function submitHall(session: HallSession, why: CloseReason): Promise<void> {
  const { attemptId, view, queue } = session;
  const { $phase, $notice } = session.state;
  if ($phase.get() !== 'open' || !queue) return;
  $phase.set('submitting');
  if (why === 'time' && (await hasMoreTime(session, queue))) {
    $phase.set('open');
    return;
  }
  let submitted: Submitted | undefined;
  const outcome = await submitAll({
    queue,
    submit: async (answers) => {
      const input = { attemptId, epoch: queue.epoch ?? view.epoch, answers };
      submitted = await session.timed(() => session.call('POST /exam/auth/user/exam/submit', input, quiet));
      return submitted;
    },
    isStopped: () => session.isStopped,
    pause,
    stopAtRejection: why === 'person',
  });
  if (outcome === 'closed') session.close(why, submitted);
  else if (outcome === 'gone') session.close('elsewhere');
  else if (outcome === 'takenOver') $phase.set('superseded');
  else if (outcome === 'rejected') {
    $phase.set('open');
    $notice.set({ kind: 'rejected' });
    queue.resume();
  }
}

/**
 * Before the time ends the attempt: an invigilator may have given more. Nothing can be submitted before the server is
 * reached.
 */
async function hasMoreTime(session: HallSession, queue: AnswerQueue): Promise<boolean> {
  const { $pausedAt } = session.state;
  while (!session.isStopped && queue.epoch !== null) {
    try {
      const reply = await session.send([], { epoch: queue.epoch, keepalive: false });
      if (reply.pausedAt !== undefined) $pausedAt.set(reply.pausedAt);
      return reply.status === 'open' && ($pausedAt.get() !== null || session.secondsUntil(session.deadlineAt) > 0);
    } catch (error) {
      if (error instanceof ApiError && error.code !== 0 && error.code < 500 && !error.needsLogin) return false;
      await pause(RETRY_MS);
    }
  }
  return false;
}

/**
 * Result of submitting. `takenOver`: another window is the writer and submits; `rejected`: an answer was not accepted,
 * and the candidate can correct it first; `gone`: the attempt no longer exists; `stopped`: the page has left the hall.
 */
type Outcome = 'closed' | 'takenOver' | 'rejected' | 'gone' | 'stopped';

type SubmitOptions = {
  queue: AnswerQueue;
  /** Submits, with the last entries. */
  submit(entries: Entry[]): Promise<Acknowledgement>;
  isStopped(): boolean;
  /** Resolves when the next attempt is due. */
  pause(ms: number): Promise<void>;
  /** Stop if an answer is not accepted, so that the candidate can correct it. */
  stopAtRejection: boolean;
};

/**
 * Submits with all answers that are not acknowledged: the backlog is saved in as many requests as necessary, and the submit request
 * contains the rest. Repeats until the server confirms, because a repeated submit returns the same receipt.
 */
export async function submitAll({ queue, submit, isStopped, pause, stopAtRejection }: SubmitOptions): Promise<Outcome> {
  const known = queue.rejected.length;
  /** Whether the submit request contains entries. */
  let carries = true;
  /** Whether more saves are possible. */
  let saves = true;
  while (!isStopped()) {
    try {
      if (saves && !(await queue.drain({ everything: !carries }))) return 'takenOver';
      if (stopAtRejection && queue.rejected.length > known) return 'rejected';
      queue.receive(await submit(carries ? queue.next() : []));
      return 'closed';
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 0;
      if (code === 409) return 'takenOver';
      if (code === 403 || code === 404) return 'gone';
      if (isRefusal(error) && carries) {
        // Saving one request after the other identifies rejected entries; then the submit request omits them.
        carries = false;
        continue;
      }
      if (code === 429 && saves) {
        // The attempt has no saves left. Submitting is always possible, with the entries that fit into one request.
        saves = false;
        continue;
      }
      await pause(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
    }
  }
  return 'stopped';
}
