import { ApiError } from '#src/client/api-error.ts';
import type { AnswerValue, SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry, type Stamp } from './device-store.ts';
import { EarliestTimer } from './earliest-timer.ts';
import { reconcile } from './reconcile.ts';
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
  /** Neither acknowledged nor rejected, the newest change per question. */
  readonly #pending = new Map<string, Entry>();
  readonly #rejected = new Map<string, Rejected>();
  /** Newest stamp per question, settled or not: the next revision counts on from it. */
  readonly #stamps = new Map<string, Stamp>();
  readonly #size = new RequestSize();
  readonly #timer = new EarliestTimer(() => this.#begin());
  #epoch: number | null = null;
  #writing = 0;
  #sending: Promise<void> | null = null;
  #retry = FIRST_RETRY;
  #stopped = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get epoch(): number | null {
    return this.#epoch;
  }

  get pending(): Entry[] {
    return [...this.#pending.values()];
  }

  get rejected(): Rejected[] {
    return [...this.#rejected.values()];
  }

  /**
   * Becomes the writer `epoch`. Changes that this device kept and that are newer than the server's are stamped anew and
   * sent again. Those that lost against another device stay on this one until they were sent as evidence (leftovers.ts).
   * @returns the answers as they now stand
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    const { store, attemptId } = this.#options;
    // Nothing may travel while some entries carry the old epoch and some the new one.
    this.stop();
    const kept = new Map((await store.all(attemptId)).map((entry) => [entry.questionId, entry]));
    for (const entry of this.#pending.values()) {
      const other: DeviceEntry | undefined = kept.get(entry.questionId);
      if (!other || !isNewer(other, entry)) kept.set(entry.questionId, { ...entry, attemptId });
    }
    const { settled, rejected, resend } = reconcile([...kept.values()], saved);
    const standing = new Map(saved.map((answer) => [answer.questionId, answer]));
    this.#epoch = epoch;
    this.#pending.clear();
    this.#rejected.clear();
    for (const answer of saved) this.#stamps.set(answer.questionId, answer);
    for (const entry of settled) await store.settle(entry).catch(this.#options.onError);
    for (const entry of rejected) {
      const { questionId, revision, answer, flagged } = entry;
      this.#stamps.set(questionId, entry);
      this.#rejected.set(questionId, { questionId, reason: entry.rejected!.reason });
      standing.set(questionId, { questionId, epoch: entry.epoch, revision, answer, flagged });
    }
    for (const { questionId, revision, answer, flagged } of resend) {
      this.#stamps.set(questionId, { epoch, revision: Math.max(revision, standing.get(questionId)?.revision ?? 0) });
      standing.set(questionId, await this.#record(questionId, answer, flagged));
    }
    this.resume();
    this.#options.onRejected(this.rejected);
    this.#tell();
    return [...standing.values()];
  }

  /** Takes a change. `delay`: ms until it is sent, so that typing travels in few requests. */
  async put(questionId: string, answer: AnswerValue, flagged: boolean, delay: number): Promise<void> {
    if (this.#rejected.delete(questionId)) this.#options.onRejected(this.rejected);
    const written = this.#record(questionId, answer, flagged);
    this.#tell();
    this.#schedule(delay);
    await written;
  }

  async #record(questionId: string, answer: AnswerValue, flagged: boolean): Promise<Entry> {
    const last = this.#stamps.get(questionId);
    const epoch = this.#epoch ?? last?.epoch ?? 1;
    const entry: Entry = { questionId, epoch, revision: (last?.revision ?? 0) + 1, answer, flagged };
    this.#stamps.set(questionId, entry);
    this.#pending.set(questionId, entry);
    this.#writing += 1;
    try {
      await this.#options.store.put({ ...entry, attemptId: this.#options.attemptId });
    } catch (error) {
      // The change is still in this page and on its way to the server; only the promise "on this device" is not made.
      this.#options.onError(error);
    } finally {
      this.#writing -= 1;
      this.#tell();
    }
    return entry;
  }

  /** Sends what there is now, e.g. when the network is back. */
  flush(): void {
    this.#retry = FIRST_RETRY;
    this.#schedule(0);
  }

  /** What fits a request that outlives the page. */
  fewPending(): Entry[] {
    return fitting(this.#pending.values(), { count: MAX_ENTRIES, bytes: MAX_KEEPALIVE_BYTES });
  }

  /** The page is being hidden: one last request that outlives it, and what does not fit into it as usual. */
  flushBeforeLeaving(): void {
    if (this.#pending.size === 0 || this.#epoch === null || this.#stopped) return;
    const epoch = this.#epoch;
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
    if (this.#sending || this.#stopped || this.#epoch === null || this.#pending.size === 0) return;
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
    const epoch = this.#epoch!;
    const entries = this.next();
    let reply: SendReply;
    try {
      reply = await this.#options.send(entries, { epoch, keepalive: false });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#options.onError(error);
      if (entries.length > 1) this.#size.shrink(entries.length);
      else this.#reject({ ...entries[0]!, reason: 'refused' });
      return 'progress';
    }
    this.#size.grow();
    this.#receive(reply, epoch);
    if (reply.superseded && reply.status === 'open') return 'superseded';
    return entries.some((entry) => this.#pending.get(entry.questionId) !== entry) ? 'progress' : 'nothing';
  }

  #receive(reply: SendReply, epoch: number): void {
    this.settle(reply);
    // A reply to what this window sent as an earlier writer says nothing about it now.
    if (epoch !== this.#epoch) return;
    if (reply.superseded || reply.status !== 'open') this.stop();
    this.#options.onReply(reply);
  }

  /** Removes from this device what the server acknowledged, and sets aside what it rejected. */
  settle({ acks, rejected }: Settlement): void {
    const { store, attemptId, onError } = this.#options;
    for (const { state, questionId, epoch, revision } of acks) {
      // Superseded: not counted, but kept here too, in case the person takes the exam back to this window.
      if (state === 'superseded') continue;
      const entry = this.#pending.get(questionId);
      if (entry && !isNewer(entry, { epoch, revision })) this.#pending.delete(questionId);
      store.settle({ attemptId, questionId, epoch, revision }).catch(onError);
    }
    for (const rejection of rejected) this.#reject(rejection);
    this.#tell();
  }

  #reject({ questionId, epoch, revision, reason }: Stamp & Rejected): void {
    const entry = this.#pending.get(questionId);
    if (!entry || isNewer(entry, { epoch, revision })) return;
    const { store, attemptId, onError, onRejected } = this.#options;
    this.#pending.delete(questionId);
    this.#rejected.set(questionId, { questionId, reason });
    store.put({ ...entry, attemptId, rejected: { reason, at: Date.now() } }).catch(onError);
    onRejected(this.rejected);
  }

  get #state(): SaveState {
    if (this.#pending.size === 0) return this.#rejected.size > 0 ? 'rejected' : 'saved';
    if (this.#sending) return 'saving';
    return this.#options.durable && this.#writing === 0 ? 'device' : 'unsaved';
  }

  #tell(): void {
    this.#options.onState(this.#state);
  }
}
