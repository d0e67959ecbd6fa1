import type { Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import type { AttemptView } from './answer.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { CloseReason } from './close-reason.ts';
import { handIn } from './hand-in.ts';
import { pause, quiet, RETRY_MS, type HallLink } from './hall-link.ts';
import type { HallState, Submitted } from './hall-state.ts';

type Submission = {
  view: AttemptView;
  state: HallState;
  link: HallLink;
  queue: AnswerQueue;
  call: Api;
  isStopped(): boolean;
  close(why: CloseReason, submitted?: Submitted): void;
};

/**
 * Submits with all unsettled answers. If an answer is not accepted when the candidate submits, the hall stays open
 * and shows it; submitting again goes through.
 */
export async function submitHall(submission: Submission, why: CloseReason): Promise<void> {
  const { view, state, link, queue, call, isStopped, close } = submission;
  const { $phase, $notice } = state;
  if ($phase.get() !== 'open') return;
  $phase.set('submitting');
  if (why === 'time' && (await hasMoreTime(submission))) {
    $phase.set('open');
    return;
  }
  const { attemptId } = view;
  let submitted: Submitted | undefined;
  const outcome = await handIn({
    queue,
    submit: async (answers) =>
      (submitted = await link.timed(() =>
        call('POST /exam/auth/user/exam/submit', { attemptId, epoch: queue.epoch ?? view.epoch, answers }, quiet),
      )),
    isStopped,
    pause,
    stopAtRejection: why === 'person',
  });
  if (outcome === 'closed') close(why, submitted);
  else if (outcome === 'gone') close('elsewhere');
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
async function hasMoreTime({ state: { $pausedAt }, link, queue, isStopped }: Submission): Promise<boolean> {
  while (!isStopped() && queue.epoch !== null) {
    try {
      const reply = await link.send([], { epoch: queue.epoch, keepalive: false });
      if (reply.pausedAt !== undefined) $pausedAt.set(reply.pausedAt);
      return reply.status === 'open' && ($pausedAt.get() !== null || link.secondsUntil(link.deadlineAt()) > 0);
    } catch (error) {
      if (error instanceof ApiError && error.code !== 0 && error.code < 500 && !error.needsLogin) return false;
      await pause(RETRY_MS);
    }
  }
  return false;
}

/** An epoch that no writer has: an attempt that an invigilator has opened again is not submitted by it. */
const NO_WRITER = 2 ** 31 - 1;

/**
 * Gets the receipt of an attempt that was closed without this hall: a repeated submission returns it. Answers that are still
 * on the device are sent as evidence by `DeviceAnswers`.
 * @returns `open`: the attempt goes on; null: the page is left
 */
export async function fetchReceipt(
  attemptId: string,
  { link, call, isLeft }: { link: HallLink; call: Api; isLeft(): boolean },
): Promise<Submitted | 'missing' | 'open' | null> {
  while (!isLeft()) {
    try {
      return await link.timed(() =>
        call('POST /exam/auth/user/exam/submit', { attemptId, epoch: NO_WRITER, answers: [] }, quiet),
      );
    } catch (error) {
      const { code, retryAfter } = error instanceof ApiError ? error : { code: 0, retryAfter: 0 };
      if (code === 403 || code === 404) return 'missing';
      if (code === 409) return 'open';
      await pause(Math.max(RETRY_MS, retryAfter * 1_000));
    }
  }
  return null;
}
