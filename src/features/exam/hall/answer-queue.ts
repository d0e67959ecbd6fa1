import { ApiError } from '#src/client/api-error.ts';
import type { AnswerValue, SavedAnswer } from './answer.ts';
import { EarliestTimer } from './earliest-timer.ts';
import { PendingAnswers } from './pending-answers.ts';
import { fitting, MAX_ENTRIES, MAX_KEEPALIVE_BYTES, RequestSize } from './request-size.ts';
import {
  isRefusal,
  type Entry,
  type QueueOptions,
  type Rejected,
  type SaveState,
  type SendReply,
  type Settlement,
} from './save-protocol.ts';

/** Pause before trying again, ms: doubles from the first to the last. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 15_000;

/**
 * Takes every change to this device first and then to the server (design section 8): one request at a time, retried for
 * ever, idempotent. A change is removed from the device only when the server has acknowledged this very one. One that the
 * server rejects is set aside on the device and keeps nothing else from being sent.
 */
export class AnswerQueue {
  readonly #options: QueueOptions;
  readonly #pending: PendingAnswers;
  readonly #size = new RequestSize();
  readonly #timer = new EarliestTimer(() => this.#begin());
  #sending: Promise<void> | null = null;
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

  /**
   * Becomes the writer `epoch`. Changes that this device kept and that are newer than the server's are sent again.
   * @returns the answers as they now stand
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    // Nothing may travel while some entries carry the old epoch and some the new one.
    this.stop();
    const standing = await this.#pending.adopt(epoch, saved);
    this.resume();
    this.#tell();
    return standing;
  }

  /** Takes a change. `delay`: ms until it is sent, so that typing travels in few requests. */
  async put(questionId: string, answer: AnswerValue, flagged: boolean, delay: number): Promise<void> {
    const written = this.#pending.put(questionId, answer, flagged);
    this.#tell();
    this.#schedule(delay);
    await written;
  }

  /** Sends what there is now, e.g. when the network is back. */
  flush(): void {
    this.#retry = FIRST_RETRY;
    this.#schedule(0);
  }

  /** What fits a request that outlives the page. */
  fewPending(): Entry[] {
    return fitting(this.#pending.entries, { count: MAX_ENTRIES, bytes: MAX_KEEPALIVE_BYTES });
  }

  /** The page is being hidden: one last request that outlives it, and what does not fit into it as usual. */
  flushBeforeLeaving(): void {
    if (this.#pending.size === 0 || this.epoch === null || this.#stopped) return;
    const { epoch } = this;
    const entries = this.fewPending();
    if (entries.length < this.#pending.size) this.#schedule(0);
    if (entries.length === 0) return;
    this.#options.send(entries, { epoch, keepalive: true }).then(
      (reply) => this.#receive(reply, epoch),
      (error: unknown) => this.#options.onError(error),
    );
  }

  /** Stops sending: another writer took over, or the attempt is closed. Changes stay on this device. */
  stop(): void {
    this.#stopped = true;
    this.#timer.clear();
  }

  /** Sends by itself again. */
  resume(): void {
    this.#stopped = false;
    if (this.#pending.size > 0) this.#schedule(0);
  }

  /**
   * Before handing in: stops, and sends in as many requests as it takes until the rest fits the submit; with
   * `everything` until there is no rest.
   * @returns false when another writer has taken over
   * @throws ApiError when the server cannot be reached or accepts no more saves
   */
  async drain({ everything }: { everything: boolean }): Promise<boolean> {
    this.stop();
    await this.#sending;
    while (this.#pending.size > (everything ? 0 : this.next().length)) {
      const outcome = await this.#exchange();
      if (outcome === 'superseded') return false;
      if (outcome === 'nothing') throw new ApiError(0, 'No entry was settled.');
    }
    return true;
  }

  /** The entries of the next request. */
  next(): Entry[] {
    return this.#size.next(this.pending);
  }

  #schedule(delay: number): void {
    if (!this.#stopped) this.#timer.set(delay);
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
      // Where nothing was settled, the same request is not made again at once.
      if ((await this.#exchange()) !== 'progress') wait = this.#retry;
    } catch (error) {
      this.#options.onError(error);
      wait = Math.max(this.#retry, error instanceof ApiError ? error.retryAfter * 1_000 : 0);
    }
    this.#retry = wait > 0 ? Math.min(LAST_RETRY, this.#retry * 2) : FIRST_RETRY;
    if (this.#pending.size > 0) this.#schedule(wait);
  }

  /**
   * One request. When it is refused as a whole (413, 422), the next one carries half as many entries; a single entry that
   * is refused is set aside.
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
    this.#receive(reply, epoch);
    if (reply.superseded && reply.status === 'open') return 'superseded';
    return entries.some((entry) => !this.#pending.has(entry)) ? 'progress' : 'nothing';
  }

  #receive(reply: SendReply, epoch: number): void {
    this.settle(reply);
    // A reply to what this window sent as an earlier writer says nothing about it now.
    if (epoch !== this.epoch) return;
    if (reply.superseded || reply.status !== 'open') this.stop();
    this.#options.onReply(reply);
  }

  /** Removes from this device what the server acknowledged, and sets aside what it rejected. */
  settle({ acks, rejected }: Settlement): void {
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
