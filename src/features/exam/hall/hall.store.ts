import { api, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { warn } from '#src/client/viewer-calls.ts';
import { saveBeforeEnd } from '#src/client/save-before-end.ts';
import { whenLoggedIn, whenOnline } from '#src/client/when-back.ts';
import type { AnswerValue, AttemptView, Lang } from './answer.ts';
import { AnswerQueue } from './answer-queue.ts';
import { closeReasonOf, type CloseReason } from './close-reason.ts';
import { deviceKey } from './device-key.ts';
import { memoryStore, openDeviceStore, type DeviceStore } from './device-store.ts';
import { secondsBetween } from './exam-clock.ts';
import { HallSession, pause, quiet, RETRY_MS } from './hall-session.ts';
import { submitHall } from './hall-submit.ts';
import { sendStaleAnswers, type SendReply, type Acknowledgement } from './save-protocol.ts';

/**
 * Interval of beats when nothing else is sent, ms: the server sees that the page is there, and the page a takeover and the
 * time (BEAT_SECONDS in server/exam/times.ts).
 */
const BEAT_MS = 15_000;
/** Text is sent after a typing pause of this length, ms (docs/specification.md, section "Exam saves"). */
export const TEXT_DELAY = 1_500;

/** State and actions of one exam hall in one window; created in the browser, once per page. */
export function createHall(view: AttemptView, by: Api = api) {
  const session = new HallSession(view, by);
  const { attemptId, call, choices, sectionEnds, state } = session;
  const { $answers, $flags, $phase, $notice, $breaksLeft, $breakLeft, $pausedAt, $messages } = state;
  /** The language in which a question was answered. */
  const answerLangs = new Map(view.answers.map(({ questionId, lang }) => [questionId, lang]));
  let breakUntil = view.breakUntil;
  let store: DeviceStore;

  function onReply(reply: SendReply): void {
    if (reply.pausedAt !== undefined) $pausedAt.set(reply.pausedAt);
    if (reply.messages !== undefined) $messages.set(reply.messages);
    // Submitting continues until everything is sent, even if the attempt is closed meanwhile.
    if (session.isStopped || $phase.get() === 'submitting') return;
    if (reply.status !== 'open') session.close('elsewhere');
    else if (reply.superseded) {
      choices.stop();
      $phase.set('superseded');
    }
  }

  /** Opens the device storage and begins as the writer that the view was made for. */
  async function start(): Promise<void> {
    session.startClock();
    if (view.status !== 'open') return session.close(closeReasonOf(view));
    let durable = true;
    try {
      store = await openDeviceStore();
    } catch {
      // Private windows of some browsers have no storage: the exam continues, and "saved on this device" is never
      // shown.
      store = memoryStore();
      durable = false;
    }
    session.queue = new AnswerQueue({
      attemptId,
      store,
      durable,
      send: session.send,
      onReply,
      onState: (saveState) => {
        state.$saveState.set(saveState);
        state.$unsaved.set(new Set(session.queue?.pending.map(({ questionId }) => questionId)));
      },
      onRejected: (rejected) => state.$rejected.set(rejected),
      onError: warn,
    });
    await adopt(view);
    if (view.waitsUntil) await session.confirmReceived();
  }

  /** Becomes the writer of this attempt; the previous writer is notified. */
  async function takeOver(): Promise<void> {
    while (!session.isStopped) {
      try {
        const reply = await session.timed(() =>
          call('POST /exam/auth/user/exam/attempt/take-over', { attemptId, deviceKey: deviceKey() }, quiet),
        );
        if (reply.status !== 'open') return session.close(closeReasonOf(reply));
        await adopt(reply);
        return;
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return session.close('elsewhere');
        await pause(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
      }
    }
  }

  async function adopt(entered: AttemptView): Promise<void> {
    session.becomeWriter();
    const current = await session.queue!.adopt(entered.epoch, entered.answers);
    for (const { questionId, answer, flagged, lang = null } of current) {
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
    sendStaleAnswers(store, attemptId, session.send, { below: entered.epoch }).catch(warn);
  }

  /** @param lang the language in which the question is shown */
  function answer(questionId: string, value: AnswerValue, delay = 0, lang: Lang | null = null): void {
    if ($phase.get() !== 'open') return;
    $answers.setKey(questionId, value);
    answerLangs.set(questionId, lang);
    void session.queue!.put(questionId, value, $flags.get()[questionId] ?? false, delay, lang);
  }

  function flag(questionId: string): void {
    if ($phase.get() !== 'open') return;
    const flagged = !$flags.get()[questionId];
    $flags.setKey(questionId, flagged);
    void session.queue!.put(questionId, $answers.get()[questionId] ?? null, flagged, 0, answerLangs.get(questionId));
  }

  /** Begins or ends a break; nothing happens while the server cannot be reached. */
  async function saveBreak(kind: 'start' | 'end'): Promise<void> {
    const queue = session.queue!;
    const { epoch } = queue;
    if (epoch === null) return;
    const before = session.deadlineAt;
    const input = { attemptId, epoch, kind, answers: queue.fewPending() };
    const reply = await session
      .timed(() => call('POST /exam/auth/user/exam/break/save', input, quiet))
      .catch((error: unknown) => {
        warn(error);
        beat();
      });
    if (!reply || session.isStopped) return;
    queue.receive(reply);
    sectionEnds.shift(Date.parse(reply.deadlineAt) - Date.parse(before), breakUntil ?? reply.serverTime);
    breakUntil = reply.breakUntil;
    $breaksLeft.set(reply.breaksLeft);
    tick();
    $phase.set(breakUntil ? 'break' : 'open');
  }

  /** Every second: updates the countdown and detects the end. */
  function tick(): void {
    session.tick(document.visibilityState === 'hidden');
    if (session.isStopped) return;
    const pausedAt = $pausedAt.get();
    const { deadlineAt } = session;
    const left = pausedAt ? secondsBetween(pausedAt, deadlineAt) : session.secondsUntil(deadlineAt);
    state.$secondsLeft.set(left);
    if (pausedAt) return;
    if (left === 0 && $phase.get() === 'open') void submitHall(session, 'time');
    if (!breakUntil) return;
    $breakLeft.set(session.secondsUntil(breakUntil));
    if ($breakLeft.get() === 0 && $phase.get() === 'break') void saveBreak('end');
  }

  /** Every second: beats when nothing else has been sent. */
  function beat(): void {
    if (session.sinceSent() < BEAT_MS) return;
    if (!['open', 'break', 'superseded'].includes($phase.get())) return;
    const queue = session.queue!;
    const { epoch } = queue;
    if (epoch === null) return;
    session.send([], { epoch, keepalive: false }).then(
      (reply) => (epoch === queue.epoch ? onReply(reply) : undefined),
      () => undefined /* `timed` has recorded that the server is unreachable */,
    );
  }

  /** The network, or the candidate, is back. */
  const goOn = () => {
    if (session.isStopped) return;
    session.queue?.flush();
    void choices.flush();
  };
  /** Settles when the server has acknowledged everything, and nothing is being written on this device, which is cleared next. */
  const saved = async () => {
    await new Promise<void>((resolve) => {
      goOn();
      const stop = state.$unsaved.listen((unsaved) => {
        if (unsaved.size > 0) return;
        stop();
        resolve();
      });
      if (state.$unsaved.get().size === 0) {
        stop();
        resolve();
      }
    });
    await session.queue?.written;
  };
  const onHide = () => {
    if (document.visibilityState === 'hidden') session.queue?.flushBeforeLeaving();
  };

  return {
    attemptId,
    call,
    dwellSeconds: view.switchDwellSeconds,
    choices,
    ...state,
    saveBreak,
    /** Seconds until the section of a question ends, by the server's clock; null: it has no time of its own. */
    sectionLeft: (endsAt: string | null): number | null =>
      endsAt === null ? null : session.secondsUntil(sectionEnds.now(endsAt)),
    answer,
    flag,
    submit: (why: CloseReason) => submitHall(session, why),
    takeOver: async () => {
      $phase.set('connecting');
      await takeOver();
    },
    close: (why: CloseReason) => session.close(why),
    fewPending: () => session.queue?.fewPending() ?? [],
    receive: (results: Acknowledgement) => session.queue!.receive(results),
    epoch: () => session.queue?.epoch ?? view.epoch,
    /** Starts; returns the function that stops it. */
    run(): () => void {
      session.isStopped = false;
      session.isLeft = false;
      void start();
      const ticking = setInterval(tick, 1_000);
      const looking = setInterval(beat, 1_000);
      const stopListening = [whenOnline(goOn), whenLoggedIn(goOn), saveBeforeEnd(saved)];
      addEventListener('pagehide', onHide);
      document.addEventListener('visibilitychange', onHide);
      return () => {
        session.isStopped = true;
        session.isLeft = true;
        session.queue?.stop();
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
