import type { Data } from '#src/contract/calls.ts';
import type { Doing } from './actions.ts';
import type { Entry, Question } from './answer-to.ts';
import type { Browser, PortalClient } from './portal-client.ts';

type Acknowledgement = Pick<Data<'POST /exam/auth/user/exam/answer/save'>, 'acks' | 'rejected'>;
type Opened = { attemptId: string; epoch: number; questions: Question[] };

/** Delay before a save is repeated, ms: doubles from the first to the last, as in the hall. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 15_000;
/** Statuses with which the hall tries again later. */
export const isRepeated = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/**
 * The exam hall in one window, by the protocol of features/exam/hall: one save at a time, with everything that was not acknowledged,
 * repeated until it is.
 */
export class HallWindow {
  readonly attemptId: string;
  readonly epoch: number;
  readonly questions: Question[];
  readonly browser: Browser;
  /** Another window has become the writer; this one was told. */
  isSuperseded = false;
  readonly #client: PortalClient;
  readonly #onSaved: (entry: Entry) => void;
  readonly #pending = new Map<string, Entry>();
  #sending: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    client: PortalClient,
    browser: Browser,
    { attemptId, epoch, questions }: Opened,
    onSaved: (entry: Entry) => void,
  ) {
    this.#client = client;
    this.browser = browser;
    this.attemptId = attemptId;
    this.epoch = epoch;
    this.questions = questions;
    this.#onSaved = onSaved;
  }

  /** Answers that were not acknowledged. */
  get pending(): Entry[] {
    return [...this.#pending.values()];
  }

  put(entry: Omit<Entry, 'epoch' | 'flagged'>): void {
    this.#pending.set(entry.questionId, { ...entry, epoch: this.epoch, flagged: false });
  }

  /** Resolves when everything that was put before is acknowledged, or left to the submission. */
  save(doing: Doing): Promise<void> {
    const sending = this.#sending.then(() => this.#exchange(doing));
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  /** Tells the server that the window is there. It is not repeated: the next one follows. */
  async beat(doing: Doing): Promise<void> {
    doing.answered(await this.#send([]));
  }

  /** Sends no more saves, and waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
  }

  /** Removes what the server has acknowledged. @throws Error when an answer of an open attempt was not accepted */
  acknowledge({ acks, rejected }: Acknowledgement): void {
    for (const { questionId, revision, state } of acks) {
      const sent = this.#pending.get(questionId);
      // What a report of the screen carries may arrive behind the submission, which has it too.
      if ((state === 'late' || state === 'closed') && !this.#stopped) throw new Error(`an answer was ${state}`);
      if (!sent || sent.revision !== revision) continue;
      this.#pending.delete(questionId);
      if (state === 'saved') this.#onSaved(sent);
    }
    for (const { reason } of rejected) throw new Error(`an answer was rejected: ${reason}`);
  }

  async #exchange(doing: Doing): Promise<void> {
    for (let wait = FIRST_RETRY; this.#pending.size > 0; wait = Math.min(LAST_RETRY, wait * 2)) {
      if (this.#stopped) return;
      const { status, retryAfter, data } = await this.#send(this.pending);
      doing.answered({ status });
      if (data) {
        this.acknowledge(data);
        if (data.status !== 'open') throw new Error('the attempt was closed');
        this.isSuperseded = data.superseded;
        if (data.superseded) this.#stopped = true;
        return;
      }
      if (!isRepeated(status)) throw new Error(`save: HTTP status ${status}`);
      if (this.#stopped) return;
      await this.#client.wait(Math.max(wait, retryAfter * 1_000));
    }
  }

  #send(answers: Entry[]) {
    const { attemptId, epoch } = this;
    const input = { attemptId, epoch, answers, awakeSeconds: 0 };
    return this.browser.call('POST /exam/auth/user/exam/answer/save', input);
  }
}
