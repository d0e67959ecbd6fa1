import type { AnswerValue, SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry, type DeviceStore } from './device-store.ts';

export type Ack = {
  questionId: string;
  epoch: number;
  revision: number;
  state: 'saved' | 'superseded' | 'late' | 'closed';
};
export type SendReply = { acks: Ack[]; superseded: boolean; status: 'open' | 'submitted' | 'marked' };
export type Entry = Omit<DeviceEntry, 'attemptId'>;

/** What the person sees of it: everything durable at the server, on this device only, being sent, or only in this page. */
export type SaveState = 'saved' | 'saving' | 'device' | 'unsaved';

type Options = {
  attemptId: string;
  store: DeviceStore;
  /** Sends entries and answers the reply; rejects when the server cannot be reached. */
  send(entries: Entry[], keepalive: boolean): Promise<SendReply>;
  onState(state: SaveState): void;
  onReply(reply: SendReply): void;
  onError(error: unknown): void;
  /** Whether `store` survives a crash of the browser. */
  durable: boolean;
};

/** Pause before trying again, ms: doubles from the first to the last. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 15_000;
/** Entries that travel in one request. */
const BATCH = 100;

/**
 * Takes every change to this device first and then to the server (design section 8): one request at a time, retried for
 * ever, idempotent. A change is forgotten here only when the server says that it is settled.
 */
export class AnswerQueue {
  readonly #options: Options;
  /** Not settled yet, newest change per question. */
  readonly #pending = new Map<string, Entry>();
  /** Newest stamp per question, settled or not: the next revision counts on from it. */
  readonly #stamps = new Map<string, { epoch: number; revision: number }>();
  #epoch: number | null = null;
  #writing = 0;
  #sending = false;
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Infinity;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get epoch(): number | null {
    return this.#epoch;
  }

  /** Unsettled changes, to go along with a submit. */
  get pending(): Entry[] {
    return [...this.#pending.values()];
  }

  /**
   * Becomes the writer `epoch`. Changes that this device kept and that are newer than the server's are stamped anew and
   * sent again; the others lost against another device.
   * @returns the answers as they now stand
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    const { store, attemptId } = this.#options;
    const kept = new Map<string, Entry>((await store.all(attemptId)).map((entry) => [entry.questionId, entry]));
    for (const entry of this.#pending.values()) kept.set(entry.questionId, entry);
    const standing = new Map(saved.map((answer) => [answer.questionId, answer]));
    this.#epoch = epoch;
    this.#stopped = false;
    for (const answer of saved) this.#stamps.set(answer.questionId, answer);
    for (const entry of kept.values()) {
      const server = standing.get(entry.questionId);
      if (server && !isNewer(entry, server)) {
        this.#pending.delete(entry.questionId);
        await store.settle({ ...entry, attemptId });
        continue;
      }
      this.#stamps.set(entry.questionId, { epoch, revision: Math.max(entry.revision, server?.revision ?? 0) });
      standing.set(entry.questionId, await this.#record(entry.questionId, entry.answer, entry.flagged));
    }
    if (this.#pending.size > 0) this.#schedule(0);
    this.#tell();
    return [...standing.values()];
  }

  /** Takes a change. `delay`: ms until it is sent, so that typing travels in few requests. */
  async put(questionId: string, answer: AnswerValue, flagged: boolean, delay: number): Promise<void> {
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

  /** The page is being hidden: one last request that outlives it. */
  flushBeforeLeaving(): void {
    if (this.#pending.size === 0 || this.#epoch === null || this.#stopped) return;
    const entries = this.pending.slice(0, BATCH);
    this.#options.send(entries, true).then(
      (reply) => this.#settle(reply),
      (error: unknown) => this.#options.onError(error),
    );
  }

  /** Stops sending: another writer took over, or the attempt is closed. Changes stay on this device. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#due = Infinity;
  }

  /** Everything travelled with the submit: nothing of this attempt has to stay on the device. */
  async forget(): Promise<void> {
    this.#pending.clear();
    await this.#options.store.clear(this.#options.attemptId).catch(this.#options.onError);
  }

  #schedule(delay: number): void {
    const due = performance.now() + delay;
    if (this.#stopped || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#send(), delay);
  }

  async #send(): Promise<void> {
    this.#due = Infinity;
    if (this.#sending || this.#stopped || this.#epoch === null || this.#pending.size === 0) return;
    this.#sending = true;
    this.#tell();
    try {
      const reply = await this.#options.send(this.pending.slice(0, BATCH), false);
      this.#retry = FIRST_RETRY;
      this.#sending = false;
      this.#settle(reply);
      if (this.#pending.size > 0) this.#schedule(0);
    } catch (error) {
      this.#sending = false;
      this.#options.onError(error);
      this.#schedule(this.#retry);
      this.#retry = Math.min(LAST_RETRY, this.#retry * 2);
    }
    this.#tell();
  }

  /** Forgets what the server settled. */
  #settle(reply: SendReply): void {
    for (const ack of reply.acks) {
      const entry = this.#pending.get(ack.questionId);
      // Superseded: not counted, but kept here too, in case the person takes the exam back to this window.
      if (!entry || isNewer(entry, ack) || ack.state === 'superseded') continue;
      this.#pending.delete(ack.questionId);
      void this.#options.store.settle({ ...entry, attemptId: this.#options.attemptId });
    }
    if (reply.superseded || reply.status !== 'open') this.stop();
    this.#tell();
    this.#options.onReply(reply);
  }

  #tell(): void {
    const state = (): SaveState => {
      if (this.#pending.size === 0) return 'saved';
      if (this.#sending) return 'saving';
      return this.#options.durable && this.#writing === 0 ? 'device' : 'unsaved';
    };
    this.#options.onState(state());
  }
}
