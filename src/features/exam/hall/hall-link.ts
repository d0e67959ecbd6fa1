import type { Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { warn } from '#src/client/viewer-calls.ts';
import type { AttemptView } from './answer.ts';
import { AwakeClock } from './awake-clock.ts';
import { createExamClock, type ExamClock } from './exam-clock.ts';
import type { HallState } from './hall-state.ts';
import type { Send } from './save-protocol.ts';
import { createSectionEnds } from './section-ends.ts';

/** Delay before reconnecting, ms. */
export const RETRY_MS = 3_000;
/** Option of calls that are made without the candidate asking for them. */
export const quiet = { _No_dispose: true } as const;

/** The connection of a hall to the server: its calls, and what they say of the time. */
export function createHallLink(view: AttemptView, { $reachable }: HallState, call: Api) {
  const { attemptId } = view;
  const sectionEnds = createSectionEnds(view.questions);
  let clock: ExamClock | undefined;
  let deadlineAt = view.deadlineAt;
  /** For how long this window has been the writer. */
  let awake = new AwakeClock(() => performance.now());
  let lastSent = -Infinity;

  /** A call whose reply contains the server time; updates the clock and the network state. */
  async function timed<R extends object>(make: () => Promise<R & { serverTime?: string; deadlineAt?: string }>) {
    const sentAt = performance.now();
    try {
      const reply = await make();
      $reachable.set(true);
      if (reply.serverTime) clock?.sync(reply.serverTime, sentAt, performance.now());
      if (reply.deadlineAt) deadlineAt = reply.deadlineAt;
      return reply;
    } catch (error) {
      $reachable.set(!(error instanceof ApiError) || error.code !== 0);
      throw error;
    }
  }

  const send: Send = async (answers, { epoch, keepalive }) => {
    lastSent = performance.now();
    const awakeSeconds = awake.seconds();
    const input = { attemptId, epoch, answers, awakeSeconds };
    const before = deadlineAt;
    const reply = await timed(() => call('POST /exam/auth/user/exam/answer/save', input, { ...quiet, keepalive }));
    // More time, or the end of a pause: whether sections end later, too, only the server knows.
    if (deadlineAt !== before && view.questions.some(({ endsAt }) => endsAt !== null)) void refreshSections();
    return reply;
  };

  async function refreshSections(): Promise<void> {
    try {
      const { questions } = await call('GET /exam/auth/user/exam/attempt/view', { attemptId }, quiet);
      sectionEnds.adopt(questions);
    } catch (error) {
      warn(error);
    }
  }

  /** Tells the server that the paper is here: its time runs from then on (decision 066). */
  async function confirmReceived(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      try {
        const { startedAt } = await timed(() =>
          call('POST /exam/auth/user/exam/attempt/received', { attemptId }, quiet),
        );
        sectionEnds.shift(Date.parse(startedAt) - Date.parse(view.startedAt), view.serverTime);
        return;
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return;
        await pause(RETRY_MS);
      }
    }
  }

  return {
    confirmReceived,
    sectionEnds,
    timed,
    send,
    /** Starts the clock. */
    open(): void {
      clock = createExamClock(view.serverTime, () => performance.now());
    },
    /** Counts anew for how long this window has been the writer. */
    becomeWriter(): void {
      awake = new AwakeClock(() => performance.now());
    },
    /** Called every second. */
    tick: (isHidden: boolean) => awake.tick(isHidden),
    /** Time since something was sent, ms. */
    sinceSent: () => performance.now() - lastSent,
    deadlineAt: () => deadlineAt,
    secondsUntil,
    /** Seconds until the section of a question ends, by the server's clock; null: it has no time of its own. */
    sectionLeft: (endsAt: string | null): number | null =>
      endsAt === null ? null : secondsUntil(sectionEnds.now(endsAt)),
  };

  /** Until the clock is started, it stands at the time at which the page was made. */
  function secondsUntil(moment: string): number {
    return clock ? clock.secondsUntil(moment) : secondsBetween(view.serverTime, moment);
  }
}

export type HallLink = ReturnType<typeof createHallLink>;

/** Whole seconds between two points in time, never negative. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000));
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
