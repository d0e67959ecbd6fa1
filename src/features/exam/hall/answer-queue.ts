import { ApiError } from '#src/client/api-error.ts';
import type { AnswerValue, Lang, SavedAnswer } from './answer.ts';
import { PendingAnswers, type PendingOptions } from './pending-answers.ts';
import {
  fitting,
  isRefusal,
  MAX_ENTRIES,
  MAX_KEEPALIVE_BYTES,
  RequestSize,
  type Entry,
  type Rejected,
  type Send,
  type SendReply,
  type Acknowledgement,
} from './save-protocol.ts';

/**
 * Save state shown to the candidate: saved on the server, on this device only, being sent, in memory only, or not
 * accepted by the server and kept on this device.
 */
export type SaveState = 'saved' | 'saving' | 'device' | 'unsaved' | 'rejected';

type QueueOptions = Omit<PendingOptions, 'onChange'> & {
  send: Send;
  onState(state: SaveState): void;
  onReply(reply: SendReply): void;
  /** Whether `store` survives a crash of the browser. */
  durable: boolean;
};

/** Retry delay, ms: doubles from the first to the last. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 15_000;

/**
 * Saves every change on this device first and then on the server (docs/specification.md, section "Exam saves"): one
 * request at a time, retried indefinitely, idempotent. A change is removed from the device only when the server has
 * acknowledged exactly this change. A rejected one stays on the device separately and does not block others.
 */
export class AnswerQueue {
  readonly #options: QueueOptions;
  readonly #pending: PendingAnswers;
  readonly #size = new RequestSize();
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends, by `performance.now`. */
  #due = Infinity;
  #retry = FIRST_RETRY;
  #stopped = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#pending = new PendingAnswers({ ...options, onChange: () => this.#tell() });
  }

  get epoch(): number | null {
    return this.#pending.epoch;
  }

  get pending(): Entry[] {
    return this.#pending.entries;
  }

  get rejected(): Rejected[] {
    return this.#pending.rejected;
  }

  /** Settles when nothing is being written on this device. */
  get written(): Promise<unknown> {
    return this.#pending.written;
  }

  /**
   * Becomes the writer `epoch`. Changes on this device that are newer than the server's are sent again.
   * @returns the resulting answers
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    // Nothing may be sent while some entries have the old epoch and some the new one.
    this.stop();
    const current = await this.#pending.adopt(epoch, saved);
    this.resume();
    this.#tell();
    return current;
  }

  /**
   * Adds a change. `delay`: ms until it is sent, so that typing causes few requests. `lang`: the language in which the
   * question is shown.
   */
  async put(
    questionId: string,
    answer: AnswerValue,
    flagged: boolean,
    delay: number,
    lang: Lang | null = null,
  ): Promise<void> {
    const written = this.#pending.put(questionId, answer, flagged, lang);
    this.#tell();
    this.#schedule(delay);
    await written;
  }

  /** Sends pending changes now, e.g. when the network is back. */
  flush(): void {
    this.#retry = FIRST_RETRY;
    this.#schedule(0);
  }

  /** Entries that fit a request with `keepalive`. */
  fewPending(): Entry[] {
    return fitting(this.#pending.entries, { count: MAX_ENTRIES, bytes: MAX_KEEPALIVE_BYTES });
  }

  /** The page is being hidden: sends one `keepalive` request, and the rest as usual. */
  flushBeforeLeaving(): void {
    if (this.#pending.size === 0 || this.epoch === null || this.#stopped) return;
    const { epoch } = this;
    const entries = this.fewPending();
    if (entries.length < this.#pending.size) this.#schedule(0);
    if (entries.length === 0) return;
    this.#options.send(entries, { epoch, keepalive: true }).then(
      (reply) => this.#receiveReply(reply, epoch),
      (error: unknown) => this.#options.onError(error),
    );
  }

  /** Stops sending: another writer took over, or the attempt is closed. Changes stay on this device. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  /** Resumes sending. */
  resume(): void {
    this.#stopped = false;
    if (this.#pending.size > 0) this.#schedule(0);
  }

  /**
   * Before submitting: stops the queue and sends as many requests as necessary until the rest fits into the submit
   * request; with `everything` until nothing is left.
   * @returns false if another writer has taken over
   * @throws ApiError if the server cannot be reached or accepts no more saves
   */
  async drain({ everything }: { everything: boolean }): Promise<boolean> {
    this.stop();
    await this.#sending;
    while (this.#pending.size > (everything ? 0 : this.next().length)) {
      const outcome = await this.#exchange();
      if (outcome === 'superseded') return false;
      if (outcome === 'nothing') throw new ApiError(0, 'No entry was acknowledged.');
    }
    return true;
  }

  /** The entries of the next request. */
  next(): Entry[] {
    return this.#size.next(this.pending);
  }

  /** Sends after `delay` ms, or earlier if that has been requested. */
  #schedule(delay: number): void {
    const due = performance.now() + delay;
    if (this.#stopped || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      this.#begin();
    }, delay);
  }

  #begin(): void {
    if (this.#sending || this.#stopped || this.epoch === null || this.#pending.size === 0) return;
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
      this.#tell();
    });
    this.#tell();
  }

  async #send(): Promise<void> {
    let wait = 0;
    try {
      // If no entry was acknowledged, the same request is not repeated immediately.
      if ((await this.#exchange()) !== 'progress') wait = this.#retry;
    } catch (error) {
      this.#options.onError(error);
      wait = Math.max(this.#retry, error instanceof ApiError ? error.retryAfter * 1_000 : 0);
    }
    this.#retry = wait > 0 ? Math.min(LAST_RETRY, this.#retry * 2) : FIRST_RETRY;
    if (this.#pending.size > 0) this.#schedule(wait);
  }

  /**
   * Sends one request. If it is rejected as a whole (413, 422), the next one contains half as many entries; a single
   * rejected entry is set aside.
   */
  async #exchange(): Promise<'progress' | 'nothing' | 'superseded'> {
    const epoch = this.epoch!;
    const entries = this.next();
    let reply: SendReply;
    try {
      reply = await this.#options.send(entries, { epoch, keepalive: false });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#options.onError(error);
      if (entries.length > 1) this.#size.shrink(entries.length);
      else this.#pending.reject({ ...entries[0]!, reason: 'refused' });
      return 'progress';
    }
    this.#size.grow();
    this.#receiveReply(reply, epoch);
    if (reply.superseded && reply.status === 'open') return 'superseded';
    return entries.some((entry) => !this.#pending.has(entry)) ? 'progress' : 'nothing';
  }

  #receiveReply(reply: SendReply, epoch: number): void {
    this.receive(reply);
    // Ignores replies to requests that this window sent as an earlier writer.
    if (epoch !== this.epoch) return;
    if (reply.superseded || reply.status !== 'open') this.stop();
    this.#options.onReply(reply);
  }

  /** Removes acknowledged changes from this device and sets rejected ones aside. */
  receive({ acks, rejected }: Acknowledgement): void {
    this.#pending.acknowledge(acks);
    for (const rejection of rejected) this.#pending.reject(rejection);
  }

  get #state(): SaveState {
    if (this.#pending.size === 0) return this.rejected.length > 0 ? 'rejected' : 'saved';
    if (this.#sending) return 'saving';
    return this.#options.durable && !this.#pending.isWriting ? 'device' : 'unsaved';
  }

  #tell(): void {
    this.#options.onState(this.#state);
  }
}
