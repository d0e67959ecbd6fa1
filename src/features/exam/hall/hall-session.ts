import { atom, map } from 'nanostores';
import type { Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { viewerCalls, warn } from '#src/client/viewer-calls.ts';
import type { Data } from '#src/contract/calls.ts';
import type { AnswerValue, AttemptView } from './answer.ts';
import type { AnswerQueue, SaveState } from './answer-queue.ts';
import { AwakeClock } from './awake-clock.ts';
import { createChoices } from './choices.store.ts';
import { closeReasonOf, type CloseReason } from './close-reason.ts';
import { createExamClock, secondsBetween, type ExamClock } from './exam-clock.ts';
import type { Rejected, Send } from './save-protocol.ts';
import { createSectionEnds } from './section-ends.ts';

/** Delay before reconnecting, ms. */
export const RETRY_MS = 3_000;
/** Option of calls that are made without the candidate asking for them. */
export const quiet = { _No_dispose: true } as const;
/** An epoch that no writer has: an attempt that an invigilator has opened again is not submitted by it. */
const NO_WRITER = 2 ** 31 - 1;

/**
 * State of the hall. `connecting`: not the writer yet; `open`: answers count; `superseded`: another window took over;
 * `break`: the paper is hidden and the clock stands still; `submitting`; `closed`: submitted.
 */
type Phase = 'connecting' | 'open' | 'break' | 'superseded' | 'submitting' | 'closed';

/** What the server answers to a submission, also to a repeated one. */
export type Submitted = Data<'POST /exam/auth/user/exam/submit'>;
/** The end of the attempt in this hall. `submitted`: null until the server has said it; `missing`: it does not know the attempt. */
export type Closed = { why: CloseReason; submitted: Submitted | 'missing' | null };

/** What the parts of a hall show. */
function createState(view: AttemptView) {
  return {
    $answers: map<Record<string, AnswerValue>>(
      Object.fromEntries(view.answers.map(({ questionId, answer }) => [questionId, answer])),
    ),
    $flags: map<Record<string, boolean>>(
      Object.fromEntries(view.answers.map(({ questionId, flagged }) => [questionId, flagged])),
    ),
    /** Questions with a change that the server has not acknowledged. */
    $unsaved: atom<ReadonlySet<string>>(new Set()),
    $phase: atom<Phase>('connecting'),
    $closed: atom<Closed | null>(view.status === 'open' ? null : { why: closeReasonOf(view), submitted: null }),
    $saveState: atom<SaveState>('saved'),
    $reachable: atom(true),
    $secondsLeft: atom(secondsBetween(view.serverTime, view.deadlineAt)),
    $notice: atom<{ kind: 'warned'; count: number; limit: number } | { kind: 'rejected' } | null>(null),
    $breaksLeft: atom(view.breaksLeft),
    /** Seconds until the current break ends. */
    $breakLeft: atom(0),
    /** Since when an invigilator has stopped the clock; null: it runs. */
    $pausedAt: atom(view.pausedAt),
    /** Messages of invigilators that are not confirmed yet. */
    $messages: atom(0),
    /** Answers that the server did not accept, by question. */
    $rejected: atom<Rejected[]>([]),
  };
}

/**
 * An attempt in one window: its state, its connection to the server with what that says of the time, and its end. Created in the
 * browser, once per page.
 */
export class HallSession {
  readonly view: AttemptView;
  readonly call: Api;
  readonly state: ReturnType<typeof createState>;
  readonly sectionEnds: ReturnType<typeof createSectionEnds>;
  readonly choices: ReturnType<typeof createChoices>;
  /** Set before this window becomes the writer. */
  queue: AnswerQueue | undefined;
  deadlineAt: string;
  /** Nothing is sent any more: the attempt is closed, or the page shows something else. */
  isStopped = false;
  /** The page shows something else. */
  isLeft = false;
  #clock: ExamClock | undefined;
  /** For how long this window has been the writer. */
  #awake = new AwakeClock(() => performance.now());
  #lastSent = -Infinity;

  constructor(view: AttemptView, by: Api) {
    this.view = view;
    this.call = viewerCalls(by);
    this.state = createState(view);
    this.sectionEnds = createSectionEnds(view.questions);
    this.choices = createChoices({
      attemptId: view.attemptId,
      send: (input) => this.call('POST /exam/auth/user/exam/choices/save', input, quiet),
    });
    this.deadlineAt = view.deadlineAt;
  }

  get attemptId(): string {
    return this.view.attemptId;
  }

  /** Starts the clock. */
  startClock(): void {
    this.#clock = createExamClock(this.view.serverTime, () => performance.now());
  }

  /** Until the clock is started, it stands at the time at which the page was made. */
  secondsUntil(moment: string): number {
    return this.#clock ? this.#clock.secondsUntil(moment) : secondsBetween(this.view.serverTime, moment);
  }

  /** Counts anew for how long this window has been the writer. */
  becomeWriter(): void {
    this.#awake = new AwakeClock(() => performance.now());
  }

  /** Called every second. */
  tick(isHidden: boolean): void {
    this.#awake.tick(isHidden);
  }

  /** Time since something was sent, ms. */
  sinceSent(): number {
    return performance.now() - this.#lastSent;
  }

  /** A call whose reply contains the server time; updates the clock and the network state. */
  async timed<R extends object>(make: () => Promise<R & { serverTime?: string; deadlineAt?: string }>) {
    const { $reachable } = this.state;
    const sentAt = performance.now();
    try {
      const reply = await make();
      $reachable.set(true);
      if (reply.serverTime) this.#clock?.sync(reply.serverTime, sentAt, performance.now());
      if (reply.deadlineAt) this.deadlineAt = reply.deadlineAt;
      return reply;
    } catch (error) {
      $reachable.set(!(error instanceof ApiError) || error.code !== 0);
      throw error;
    }
  }

  readonly send: Send = async (answers, { epoch, keepalive }) => {
    const { attemptId, view, deadlineAt: before } = this;
    this.#lastSent = performance.now();
    const input = { attemptId, epoch, answers, awakeSeconds: this.#awake.seconds() };
    const reply = await this.timed(() =>
      this.call('POST /exam/auth/user/exam/answer/save', input, { ...quiet, keepalive }),
    );
    // More time, or the end of a pause: whether sections end later, too, only the server knows.
    if (this.deadlineAt !== before && view.questions.some(({ endsAt }) => endsAt !== null))
      void this.#refreshSections();
    return reply;
  };

  async #refreshSections(): Promise<void> {
    const { attemptId } = this;
    try {
      const { questions } = await this.call('GET /exam/auth/user/exam/attempt/view', { attemptId }, quiet);
      this.sectionEnds.adopt(questions);
    } catch (error) {
      warn(error);
    }
  }

  /** Tells the server that the paper is here: its time runs from then on (decision 066). */
  async confirmReceived(): Promise<void> {
    const { attemptId, view } = this;
    while (!this.isStopped) {
      try {
        const { startedAt } = await this.timed(() =>
          this.call('POST /exam/auth/user/exam/attempt/received', { attemptId }, quiet),
        );
        this.sectionEnds.shift(Date.parse(startedAt) - Date.parse(view.startedAt), view.serverTime);
        return;
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return;
        await pause(RETRY_MS);
      }
    }
  }

  /** @param submitted what the server has answered to the submission; without: it is asked */
  close(why: CloseReason, submitted: Submitted | null = null): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.queue?.stop();
    this.choices.stop(true);
    this.state.$closed.set({ why, submitted });
    this.state.$phase.set('closed');
    if (!submitted) void this.#receive(why);
  }

  async #receive(why: CloseReason): Promise<void> {
    const submitted = await this.#fetchReceipt();
    if (submitted === 'open') location.reload();
    else if (submitted) this.state.$closed.set({ why, submitted });
  }

  /**
   * Gets the receipt of an attempt that was closed without this hall: a repeated submission returns it. Answers that are still
   * on the device are sent as evidence by `DeviceAnswers`.
   * @returns `open`: the attempt goes on; null: the page is left
   */
  async #fetchReceipt(): Promise<Submitted | 'missing' | 'open' | null> {
    const input = { attemptId: this.attemptId, epoch: NO_WRITER, answers: [] };
    while (!this.isLeft) {
      try {
        return await this.timed(() => this.call('POST /exam/auth/user/exam/submit', input, quiet));
      } catch (error) {
        const { code, retryAfter } = error instanceof ApiError ? error : { code: 0, retryAfter: 0 };
        if (code === 403 || code === 404) return 'missing';
        if (code === 409) return 'open';
        await pause(Math.max(RETRY_MS, retryAfter * 1_000));
      }
    }
    return null;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
