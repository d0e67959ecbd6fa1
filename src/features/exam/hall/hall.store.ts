import { atom, map } from 'nanostores';
import { api, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { toLogin } from '#src/client/login-redirect.ts';
import type { AnswerValue, AttemptView } from './answer.ts';
import { AnswerQueue } from './answer-queue.ts';
import { memoryStore, openDeviceStore, type DeviceStore } from './device-store.ts';
import { createExamClock, type ExamClock } from './exam-clock.ts';
import { handIn } from './hand-in.ts';
import { sendLeftovers } from './leftovers.ts';
import type { Rejected, SaveState, Send, SendReply, Settlement } from './save-protocol.ts';

/**
 * State of the hall. `connecting`: not the writer yet; `open`: answers count; `superseded`: another window took over;
 * `submitting`; `closed`: submitted, the result is being opened.
 */
export type Phase = 'connecting' | 'open' | 'superseded' | 'submitting' | 'closed';
export type CloseReason = 'person' | 'time' | 'notAllowed' | 'exceeded' | 'elsewhere';

/** Polling interval when nothing else is sent, ms: detects a takeover and keeps the clock accurate. */
const POLL_MS = 20_000;
/** Delay before reconnecting, ms. */
const RETRY_MS = 3_000;
/** Text is sent after a typing pause of this length, ms (design section 8). */
export const TEXT_DELAY = 1_500;

/** State and actions of one exam hall in one window; created in the browser, once per page. */
export function createHall(view: AttemptView, onClosed: (reason: CloseReason) => void, call: Api = api) {
  const $answers = map<Record<string, AnswerValue>>(
    Object.fromEntries(view.answers.map(({ questionId, answer }) => [questionId, answer])),
  );
  const $flags = map<Record<string, boolean>>(
    Object.fromEntries(view.answers.map(({ questionId, flagged }) => [questionId, flagged])),
  );
  const $phase = atom<Phase>('connecting');
  const $saveState = atom<SaveState>('saved');
  const $reachable = atom(true);
  const $secondsLeft = atom(Math.max(0, Math.ceil((Date.parse(view.deadlineAt) - Date.parse(view.serverTime)) / 1000)));
  const $notice = atom<{ kind: 'warned'; count: number; limit: number } | { kind: 'rejected' } | null>(null);
  /** Answers that the server did not accept, by question. */
  const $rejected = atom<Rejected[]>([]);

  let clock: ExamClock;
  let queue: AnswerQueue;
  let store: DeviceStore;
  let deadlineAt = view.deadlineAt;
  let stopped = false;

  const { attemptId } = view;

  /** A call whose reply contains the server time; updates the clock and the network state. */
  async function timed<R extends object>(make: () => Promise<R & { serverTime?: string; deadlineAt?: string }>) {
    const sentAt = performance.now();
    try {
      const reply = await make();
      $reachable.set(true);
      if (reply.serverTime) clock.sync(reply.serverTime, sentAt, performance.now());
      if (reply.deadlineAt) deadlineAt = reply.deadlineAt;
      return reply;
    } catch (error) {
      if (error instanceof ApiError && error.needsLogin) toLogin();
      $reachable.set(!(error instanceof ApiError) || error.code !== 0);
      throw error;
    }
  }

  const quiet = { _No_dispose: true } as const;
  const send: Send = (answers, { epoch, keepalive }) =>
    timed(() => call('POST /exam/auth/user/exam/answer/save', { attemptId, epoch, answers }, { ...quiet, keepalive }));

  function onReply(reply: SendReply): void {
    // Submitting continues until everything is sent, even if the attempt is closed meanwhile.
    if (stopped || $phase.get() === 'submitting') return;
    if (reply.status !== 'open') close('elsewhere');
    else if (reply.superseded) $phase.set('superseded');
  }

  /** Opens the device storage and becomes the writer. */
  async function start(): Promise<void> {
    clock = createExamClock(view.serverTime, () => performance.now());
    let durable = true;
    try {
      store = await openDeviceStore();
    } catch {
      // Private windows of some browsers have no storage: the exam continues, and "saved on this device" is never
      // shown.
      store = memoryStore();
      durable = false;
    }
    queue = new AnswerQueue({
      attemptId,
      store,
      durable,
      send,
      onReply,
      onState: (state) => $saveState.set(state),
      onRejected: (rejected) => $rejected.set(rejected),
      onError: (error) => console.warn(error),
    });
    await takeOver();
  }

  /** Becomes the writer of this attempt; the previous writer is notified (design section 8). */
  async function takeOver(): Promise<void> {
    while (!stopped) {
      try {
        const reply = await timed(() => call('POST /exam/auth/user/exam/attempt/take-over', { attemptId }, quiet));
        if (reply.status !== 'open') return close('elsewhere');
        const standing = await queue.adopt(reply.epoch, reply.answers);
        for (const { questionId, answer, flagged } of standing) {
          $answers.setKey(questionId, answer);
          $flags.setKey(questionId, flagged);
        }
        $phase.set('open');
        // Answers overridden by another device; if this fails, they are sent next time.
        sendLeftovers(store, attemptId, send, { below: reply.epoch }).catch(console.warn);
        return;
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return close('elsewhere');
        await pause(RETRY_MS);
      }
    }
  }

  function answer(questionId: string, value: AnswerValue, delay = 0): void {
    if ($phase.get() !== 'open') return;
    $answers.setKey(questionId, value);
    void queue.put(questionId, value, $flags.get()[questionId] ?? false, delay);
  }

  function flag(questionId: string): void {
    if ($phase.get() !== 'open') return;
    const flagged = !$flags.get()[questionId];
    $flags.setKey(questionId, flagged);
    void queue.put(questionId, $answers.get()[questionId] ?? null, flagged, 0);
  }

  /**
   * Submits with all unsettled answers. If an answer is not accepted when the candidate submits, the hall stays open
   * and shows it; submitting again goes through.
   */
  async function submit(why: CloseReason): Promise<void> {
    if ($phase.get() !== 'open') return;
    $phase.set('submitting');
    const outcome = await handIn({
      queue,
      submit: (answers) =>
        timed(() =>
          call('POST /exam/auth/user/exam/submit', { attemptId, epoch: queue.epoch ?? view.epoch, answers }, quiet),
        ),
      isStopped: () => stopped,
      pause,
      stopAtRejection: why === 'person',
    });
    if (outcome === 'closed') close(why);
    else if (outcome === 'gone') close('elsewhere');
    else if (outcome === 'takenOver') $phase.set('superseded');
    else if (outcome === 'rejected') {
      $phase.set('open');
      $notice.set({ kind: 'rejected' });
      queue.resume();
    }
  }

  function close(why: CloseReason): void {
    if (stopped) return;
    stopped = true;
    queue.stop();
    $phase.set('closed');
    onClosed(why);
  }

  /** Every second: updates the countdown and detects the end. */
  function tick(): void {
    if (!clock || stopped) return;
    const left = clock.secondsUntil(deadlineAt);
    $secondsLeft.set(left);
    if (left === 0 && $phase.get() === 'open') void submit('time');
  }

  function look(): void {
    if ($phase.get() !== 'open' && $phase.get() !== 'superseded') return;
    const { epoch } = queue;
    if (epoch === null) return;
    send([], { epoch, keepalive: false }).then(
      (reply) => (epoch === queue.epoch ? onReply(reply) : undefined),
      () => undefined /* `timed` has recorded that the server is unreachable */,
    );
  }

  const onOnline = () => queue?.flush();
  const onHide = () => {
    if (document.visibilityState === 'hidden') queue?.flushBeforeLeaving();
  };

  return {
    attemptId,
    $answers,
    $flags,
    $phase,
    $saveState,
    $reachable,
    $secondsLeft,
    $notice,
    $rejected,
    answer,
    flag,
    submit,
    takeOver: async () => {
      $phase.set('connecting');
      await takeOver();
    },
    close,
    fewPending: () => queue?.fewPending() ?? [],
    settle: (settlement: Settlement) => queue.settle(settlement),
    epoch: () => queue?.epoch ?? view.epoch,
    /** Starts; returns the function that stops it. */
    run(): () => void {
      stopped = false;
      void start();
      const ticking = setInterval(tick, 1_000);
      const looking = setInterval(look, POLL_MS);
      addEventListener('online', onOnline);
      addEventListener('pagehide', onHide);
      document.addEventListener('visibilitychange', onHide);
      return () => {
        stopped = true;
        queue?.stop();
        clearInterval(ticking);
        clearInterval(looking);
        removeEventListener('online', onOnline);
        removeEventListener('pagehide', onHide);
        document.removeEventListener('visibilitychange', onHide);
      };
    },
  };
}

export type Hall = ReturnType<typeof createHall>;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
