import { api, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { viewerCalls, warn } from '#src/client/viewer-calls.ts';
import { whenLoggedIn, whenOnline } from '#src/client/when-back.ts';
import type { AnswerValue, AttemptView, Lang } from './answer.ts';
import { AnswerQueue } from './answer-queue.ts';
import { closeReasonOf, type CloseReason } from './close-reason.ts';
import { deviceKey } from './device-key.ts';
import { createChoices } from './choices.store.ts';
import { memoryStore, openDeviceStore, type DeviceStore } from './device-store.ts';
import { createHallLink, pause, quiet, RETRY_MS, secondsBetween } from './hall-link.ts';
import { createHallState, type Submitted } from './hall-state.ts';
import { fetchReceipt, submitHall } from './hall-submit.ts';
import { sendStaleAnswers } from './stale-answers.ts';
import type { SendReply, Settlement } from './save-protocol.ts';

/**
 * Interval of beats when nothing else is sent, ms: the server sees that the page is there, and the page a takeover and the
 * time (BEAT_SECONDS in server/exam/times.ts).
 */
const BEAT_MS = 15_000;
/** Text is sent after a typing pause of this length, ms (docs/specification.md, section "Exam saves"). */
export const TEXT_DELAY = 1_500;

/** State and actions of one exam hall in one window; created in the browser, once per page. */
export function createHall(view: AttemptView, by: Api = api) {
  const call = viewerCalls(by);
  const state = createHallState(view);
  const { $answers, $flags, $phase, $closed, $notice, $breaksLeft, $breakLeft, $pausedAt, $messages } = state;
  const link = createHallLink(view, state, call);
  const { sectionEnds, timed, send } = link;
  /** The language in which a question was answered. */
  const answerLangs = new Map(view.answers.map(({ questionId, lang }) => [questionId, lang]));
  let breakUntil = view.breakUntil;
  let queue: AnswerQueue;
  let store: DeviceStore;
  let stopped = false;
  /** The page shows something else. */
  let left = false;

  const { attemptId } = view;
  const choices = createChoices({
    attemptId,
    send: (input) => call('POST /exam/auth/user/exam/choices/save', input, quiet),
  });

  function onReply(reply: SendReply): void {
    if (reply.pausedAt !== undefined) $pausedAt.set(reply.pausedAt);
    if (reply.messages !== undefined) $messages.set(reply.messages);
    // Submitting continues until everything is sent, even if the attempt is closed meanwhile.
    if (stopped || $phase.get() === 'submitting') return;
    if (reply.status !== 'open') close('elsewhere');
    else if (reply.superseded) {
      choices.stop();
      $phase.set('superseded');
    }
  }

  /** Opens the device storage and begins as the writer that the view was made for. */
  async function start(): Promise<void> {
    link.open();
    if (view.status !== 'open') return close(closeReasonOf(view));
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
      onState: (saveState) => {
        state.$saveState.set(saveState);
        state.$unsaved.set(new Set(queue?.pending.map(({ questionId }) => questionId)));
      },
      onRejected: (rejected) => state.$rejected.set(rejected),
      onError: warn,
    });
    await adopt(view);
    if (view.waitsUntil) await link.confirmReceived(() => stopped);
  }

  /** Becomes the writer of this attempt; the previous writer is notified. */
  async function takeOver(): Promise<void> {
    while (!stopped) {
      try {
        const reply = await timed(() =>
          call('POST /exam/auth/user/exam/attempt/take-over', { attemptId, deviceKey: deviceKey() }, quiet),
        );
        if (reply.status !== 'open') return close(closeReasonOf(reply));
        await adopt(reply);
        return;
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return close('elsewhere');
        await pause(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
      }
    }
  }

  async function adopt(entered: AttemptView): Promise<void> {
    link.becomeWriter();
    const standing = await queue.adopt(entered.epoch, entered.answers);
    for (const { questionId, answer, flagged, lang = null } of standing) {
      $answers.setKey(questionId, answer);
      $flags.setKey(questionId, flagged);
      answerLangs.set(questionId, lang);
    }
    choices.adopt(entered.epoch, entered.choices);
    sectionEnds.adopt(entered.questions);
    $pausedAt.set(entered.pausedAt);
    $phase.set(breakUntil ? 'break' : 'open');
    // Being gone, or another device, may have counted.
    if (entered.newlyCounted && view.switchPolicy !== 'none')
      $notice.set({ kind: 'warned', count: entered.switchCount, limit: view.switchLimit });
    // Answers overridden by another device; if this fails, they are sent next time.
    sendStaleAnswers(store, attemptId, send, { below: entered.epoch }).catch(warn);
  }

  /** @param lang the language in which the question is shown */
  function answer(questionId: string, value: AnswerValue, delay = 0, lang: Lang | null = null): void {
    if ($phase.get() !== 'open') return;
    $answers.setKey(questionId, value);
    answerLangs.set(questionId, lang);
    void queue.put(questionId, value, $flags.get()[questionId] ?? false, delay, lang);
  }

  function flag(questionId: string): void {
    if ($phase.get() !== 'open') return;
    const flagged = !$flags.get()[questionId];
    $flags.setKey(questionId, flagged);
    void queue.put(questionId, $answers.get()[questionId] ?? null, flagged, 0, answerLangs.get(questionId));
  }

  const submit = (why: CloseReason) =>
    submitHall({ view, state, link, queue, call, isStopped: () => stopped, close }, why);

  /** @param submitted what the server has answered to the submission; without: it is asked */
  function close(why: CloseReason, submitted: Submitted | null = null): void {
    if (stopped) return;
    stopped = true;
    queue?.stop();
    choices.stop(true);
    $closed.set({ why, submitted });
    $phase.set('closed');
    if (!submitted) void receive(why);
  }

  async function receive(why: CloseReason): Promise<void> {
    const submitted = await fetchReceipt(attemptId, { link, call, isLeft: () => left });
    if (submitted === 'open') location.reload();
    else if (submitted) $closed.set({ why, submitted });
  }

  /** Begins or ends a break; nothing happens while the server cannot be reached. */
  async function saveBreak(kind: 'start' | 'end'): Promise<void> {
    const { epoch } = queue;
    if (epoch === null) return;
    const before = link.deadlineAt();
    const input = { attemptId, epoch, kind, answers: queue.fewPending() };
    const reply = await timed(() => call('POST /exam/auth/user/exam/break/save', input, quiet)).catch(
      (error: unknown) => {
        warn(error);
        beat();
      },
    );
    if (!reply || stopped) return;
    queue.settle(reply);
    sectionEnds.shift(Date.parse(reply.deadlineAt) - Date.parse(before), breakUntil ?? reply.serverTime);
    breakUntil = reply.breakUntil;
    $breaksLeft.set(reply.breaksLeft);
    tick();
    $phase.set(breakUntil ? 'break' : 'open');
  }

  /** Every second: updates the countdown and detects the end. */
  function tick(): void {
    link.tick(document.visibilityState === 'hidden');
    if (stopped) return;
    const pausedAt = $pausedAt.get();
    const deadlineAt = link.deadlineAt();
    const left = pausedAt ? secondsBetween(pausedAt, deadlineAt) : link.secondsUntil(deadlineAt);
    state.$secondsLeft.set(left);
    if (pausedAt) return;
    if (left === 0 && $phase.get() === 'open') void submit('time');
    if (!breakUntil) return;
    $breakLeft.set(link.secondsUntil(breakUntil));
    if ($breakLeft.get() === 0 && $phase.get() === 'break') void saveBreak('end');
  }

  /** Every second: beats when nothing else has been sent. */
  function beat(): void {
    if (link.sinceSent() < BEAT_MS) return;
    if (!['open', 'break', 'superseded'].includes($phase.get())) return;
    const { epoch } = queue;
    if (epoch === null) return;
    send([], { epoch, keepalive: false }).then(
      (reply) => (epoch === queue.epoch ? onReply(reply) : undefined),
      () => undefined /* `timed` has recorded that the server is unreachable */,
    );
  }

  /** The network, or the candidate, is back. */
  const goOn = () => {
    if (stopped) return;
    queue?.flush();
    void choices.flush();
  };
  const onHide = () => {
    if (document.visibilityState === 'hidden') queue?.flushBeforeLeaving();
  };

  return {
    attemptId,
    call,
    dwellSeconds: view.switchDwellSeconds,
    choices,
    ...state,
    saveBreak,
    sectionLeft: link.sectionLeft,
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
      left = false;
      void start();
      const ticking = setInterval(tick, 1_000);
      const looking = setInterval(beat, 1_000);
      const stopListening = [whenOnline(goOn), whenLoggedIn(goOn)];
      addEventListener('pagehide', onHide);
      document.addEventListener('visibilitychange', onHide);
      return () => {
        stopped = true;
        left = true;
        queue?.stop();
        choices.stop();
        clearInterval(ticking);
        clearInterval(looking);
        stopListening.forEach((stop) => stop());
        removeEventListener('pagehide', onHide);
        document.removeEventListener('visibilitychange', onHide);
      };
    },
  };
}

export type Hall = ReturnType<typeof createHall>;
