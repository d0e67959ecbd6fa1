import type { AnswerValue, Lang, SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry, type DeviceStore, type Stamp } from './device-store.ts';
import type { Entry, Rejected, Acknowledgement } from './save-protocol.ts';

export type PendingOptions = {
  attemptId: string;
  store: DeviceStore;
  onRejected(rejected: Rejected[]): void;
  onError(error: unknown): void;
  /** Called after a change was added, stored on the device, acknowledged or rejected. */
  onChange(): void;
};

/**
 * The changes that the server has not acknowledged, in memory and on this device. A change is removed from the device
 * only when the server has acknowledged exactly this change; a rejected one is set aside there.
 */
export class PendingAnswers {
  readonly #options: PendingOptions;
  /** Neither acknowledged nor rejected, the newest change per question. */
  readonly #pending = new Map<string, Entry>();
  readonly #rejected = new Map<string, Rejected>();
  /** Newest stamp per question, stored there or not; the next revision follows it. */
  readonly #stamps = new Map<string, Stamp>();
  #epoch: number | null = null;
  #writing = 0;
  #written: Promise<unknown> = Promise.resolve();

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  /** The epoch for new changes; null before the first takeover. */
  get epoch(): number | null {
    return this.#epoch;
  }

  get size(): number {
    return this.#pending.size;
  }

  get entries(): Entry[] {
    return [...this.#pending.values()];
  }

  get rejected(): Rejected[] {
    return [...this.#rejected.values()];
  }

  /** Whether a change is being stored on the device. */
  get isWriting(): boolean {
    return this.#writing > 0;
  }

  /** Settles when everything that has been acknowledged, rejected or changed so far is so on the device, or could not be written there. */
  get written(): Promise<unknown> {
    return this.#written;
  }

  /** Whether exactly this change of its question is still pending. */
  has(entry: Entry): boolean {
    return this.#pending.get(entry.questionId) === entry;
  }

  /**
   * Becomes the writer `epoch`. Changes on this device that are newer than the server's get the new epoch. Those
   * overridden by another device stay until they are sent as evidence (`sendStaleAnswers`).
   * @returns the resulting answers
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    const { store, attemptId } = this.#options;
    const kept = new Map((await store.all(attemptId)).map((entry) => [entry.questionId, entry]));
    for (const entry of this.#pending.values()) {
      const other: DeviceEntry | undefined = kept.get(entry.questionId);
      if (!other || !isNewer(other, entry)) kept.set(entry.questionId, { ...entry, attemptId });
    }
    const { stored, rejected, resend } = reconcile([...kept.values()], saved);
    const current = new Map(saved.map((answer) => [answer.questionId, answer]));
    this.#epoch = epoch;
    this.#pending.clear();
    this.#rejected.clear();
    for (const answer of saved) this.#stamps.set(answer.questionId, answer);
    for (const entry of stored) await this.#write(store.forget(entry));
    for (const entry of rejected) {
      const { questionId, revision, answer, flagged, lang = null } = entry;
      this.#stamps.set(questionId, entry);
      this.#rejected.set(questionId, { questionId, reason: entry.rejected!.reason });
      current.set(questionId, { questionId, epoch: entry.epoch, revision, answer, flagged, lang });
    }
    for (const { questionId, revision, answer, flagged, lang = null } of resend) {
      this.#stamps.set(questionId, { epoch, revision: Math.max(revision, current.get(questionId)?.revision ?? 0) });
      current.set(questionId, await this.#record(questionId, answer, flagged, lang));
    }
    this.#options.onRejected(this.rejected);
    return [...current.values()];
  }

  /** Adds a change. @returns resolves when it is stored on the device */
  async put(questionId: string, answer: AnswerValue, flagged: boolean, lang: Lang | null): Promise<void> {
    if (this.#rejected.delete(questionId)) this.#options.onRejected(this.rejected);
    await this.#record(questionId, answer, flagged, lang);
  }

  async #record(questionId: string, answer: AnswerValue, flagged: boolean, lang: Lang | null): Promise<Entry> {
    const { store, attemptId, onChange } = this.#options;
    const last = this.#stamps.get(questionId);
    const epoch = this.#epoch ?? last?.epoch ?? 1;
    const entry: Entry = { questionId, epoch, revision: (last?.revision ?? 0) + 1, answer, flagged, lang };
    this.#stamps.set(questionId, entry);
    this.#pending.set(questionId, entry);
    this.#writing += 1;
    // After an error the change is still in memory and being sent to the server; only "saved on this device" is not shown.
    await this.#write(store.put({ ...entry, attemptId }));
    this.#writing -= 1;
    onChange();
    return entry;
  }

  #write(write: Promise<void>): Promise<unknown> {
    const ended = write.catch(this.#options.onError);
    this.#written = Promise.all([this.#written, ended]);
    return ended;
  }

  /** Removes acknowledged changes from this device. */
  acknowledge(acks: Acknowledgement['acks']): void {
    const { store, attemptId, onChange } = this.#options;
    for (const { state, questionId, epoch, revision } of acks) {
      // Superseded: not counted, but kept here in case the candidate returns to this window.
      if (state === 'superseded') continue;
      const entry = this.#pending.get(questionId);
      if (entry && !isNewer(entry, { epoch, revision })) this.#pending.delete(questionId);
      void this.#write(store.forget({ attemptId, questionId, epoch, revision }));
    }
    onChange();
  }

  /** Sets a rejected change aside on this device, unless a newer one has replaced it. */
  reject({ questionId, epoch, revision, reason }: Stamp & Rejected): void {
    const entry = this.#pending.get(questionId);
    if (!entry || isNewer(entry, { epoch, revision })) return;
    const { store, attemptId, onRejected, onChange } = this.#options;
    this.#pending.delete(questionId);
    this.#rejected.set(questionId, { questionId, reason });
    void this.#write(store.put({ ...entry, attemptId, rejected: { reason, at: Date.now() } }));
    onRejected(this.rejected);
    onChange();
  }
}

/**
 * Decides what a new writer does with the changes on its device, given the server's answers.
 * `stored`: the server has this change or a newer one of the same writer. `rejected`: it was not accepted before.
 * `resend`: newer than the server's. In no list: overridden by another device.
 */
function reconcile(kept: DeviceEntry[], saved: SavedAnswer[]) {
  const current = new Map(saved.map((answer) => [answer.questionId, answer]));
  const stored: DeviceEntry[] = [];
  const rejected: DeviceEntry[] = [];
  const resend: DeviceEntry[] = [];
  for (const entry of kept) {
    const server = current.get(entry.questionId);
    if (server && !isNewer(entry, server)) {
      if (server.epoch === entry.epoch) stored.push(entry);
    }
    // Entries rejected in transit were never checked by the server: they are retried.
    else if (entry.rejected && entry.rejected.reason !== 'refused') rejected.push(entry);
    else resend.push(entry);
  }
  return { stored, rejected, resend };
}
