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
 * Where the hall stands. `connecting`: not the writer yet; `open`: answers count; `superseded`: another window took over;
 * `submitting`: handing in; `closed`: handed in, on the way to the result.
 */
export type Phase = 'connecting' | 'open' | 'superseded' | 'submitting' | 'closed';
export type CloseReason = 'person' | 'time' | 'notAllowed' | 'exceeded' | 'elsewhere';

/** Pause between two looks at the server when nothing else is sent, ms: hears of a take-over and keeps the clock true. */
const POLL_MS = 20_000;
/** Pause before trying to connect again, ms. */
const RETRY_MS = 3_000;
/** Text travels when typing paused for this long, ms (design section 8). */
export const TEXT_DELAY = 1_500;

/** State and actions of one exam hall in one window; made in the browser, once per page. */
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

  /** A call whose reply carries server time; feeds the clock and the state of the network. */
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
    // Handing in goes on until everything was sent, also when the attempt is closed meanwhile.
    if (stopped || $phase.get() === 'submitting') return;
    if (reply.status !== 'open') close('elsewhere');
    else if (reply.superseded) $phase.set('superseded');
  }

  /** Begins: opens the device's storage and becomes the writer. */
  async function start(): Promise<void> {
    clock = createExamClock(view.serverTime, () => performance.now());
    let durable = true;
    try {
      store = await openDeviceStore();
    } catch {
      // Private windows of some browsers have no storage: the exam goes on, and "saved on this device" is never shown.
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

  /** Becomes the writer of this attempt; the window that was it before is told (design section 8). */
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
        // What lost against another device; when this fails it stays here for the next time.
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
   * Hands in with everything unsettled. When the person hands in and an answer turns out not to be accepted, the hall
   * stays open and says so; handing in again goes through.
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

  /** Every second: the countdown, and the end. */
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
      () => undefined /* `timed` has noted that the server is out of reach */,
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
    /** Begins; answers the function that ends it. */
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
