import type { AnswerValue, SavedAnswer } from './answer.ts';
import { isNewer, type DeviceEntry, type Stamp } from './device-store.ts';
import { reconcile } from './reconcile.ts';
import type { Entry, QueueOptions, Rejected, SendReply } from './save-protocol.ts';

type Options = Pick<QueueOptions, 'attemptId' | 'store' | 'onRejected' | 'onError'> & {
  /** Something was taken, written to the device, acknowledged or rejected. */
  onChange(): void;
};

/**
 * The changes that the server has not acknowledged, in this page and on this device alike. One is removed from the device
 * only when the server has acknowledged this very one; one that it rejects is set aside there.
 */
export class PendingAnswers {
  readonly #options: Options;
  /** Neither acknowledged nor rejected, the newest change per question. */
  readonly #pending = new Map<string, Entry>();
  readonly #rejected = new Map<string, Rejected>();
  /** Newest stamp per question, settled or not: the next revision counts on from it. */
  readonly #stamps = new Map<string, Stamp>();
  #epoch: number | null = null;
  #writing = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The writer that new changes are stamped with; null before the first one is known. */
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

  /** Whether a change is on its way to the device. */
  get isWriting(): boolean {
    return this.#writing > 0;
  }

  /** Whether it is still this very change of its question that waits. */
  has(entry: Entry): boolean {
    return this.#pending.get(entry.questionId) === entry;
  }

  /**
   * Becomes the writer `epoch`. Changes that this device kept and that are newer than the server's are stamped anew. Those
   * that lost against another device stay on this one until they were sent as evidence (leftovers.ts).
   * @returns the answers as they now stand
   */
  async adopt(epoch: number, saved: SavedAnswer[]): Promise<SavedAnswer[]> {
    const { store, attemptId, onError } = this.#options;
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
    for (const entry of settled) await store.settle(entry).catch(onError);
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
    this.#options.onRejected(this.rejected);
    return [...standing.values()];
  }

  /** Takes a change at once. @returns resolves when it is on the device too */
  async put(questionId: string, answer: AnswerValue, flagged: boolean): Promise<void> {
    if (this.#rejected.delete(questionId)) this.#options.onRejected(this.rejected);
    await this.#record(questionId, answer, flagged);
  }

  async #record(questionId: string, answer: AnswerValue, flagged: boolean): Promise<Entry> {
    const { store, attemptId, onError, onChange } = this.#options;
    const last = this.#stamps.get(questionId);
    const epoch = this.#epoch ?? last?.epoch ?? 1;
    const entry: Entry = { questionId, epoch, revision: (last?.revision ?? 0) + 1, answer, flagged };
    this.#stamps.set(questionId, entry);
    this.#pending.set(questionId, entry);
    this.#writing += 1;
    try {
      await store.put({ ...entry, attemptId });
    } catch (error) {
      // The change is still in this page and on its way to the server; only the promise "on this device" is not made.
      onError(error);
    } finally {
      this.#writing -= 1;
      onChange();
    }
    return entry;
  }

  /** Removes from this device what the server acknowledged. */
  acknowledge(acks: SendReply['acks']): void {
    const { store, attemptId, onError, onChange } = this.#options;
    for (const { state, questionId, epoch, revision } of acks) {
      // Superseded: not counted, but kept here too, in case the person takes the exam back to this window.
      if (state === 'superseded') continue;
      const entry = this.#pending.get(questionId);
      if (entry && !isNewer(entry, { epoch, revision })) this.#pending.delete(questionId);
      store.settle({ attemptId, questionId, epoch, revision }).catch(onError);
    }
    onChange();
  }

  /** Sets aside on this device a change that the server did not accept, unless a newer one took its place. */
  reject({ questionId, epoch, revision, reason }: Stamp & Rejected): void {
    const entry = this.#pending.get(questionId);
    if (!entry || isNewer(entry, { epoch, revision })) return;
    const { store, attemptId, onError, onRejected, onChange } = this.#options;
    this.#pending.delete(questionId);
    this.#rejected.set(questionId, { questionId, reason });
    store.put({ ...entry, attemptId, rejected: { reason, at: Date.now() } }).catch(onError);
    onRejected(this.rejected);
    onChange();
  }
}
