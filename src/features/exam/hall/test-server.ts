import { ApiError } from '#src/client/api-error.ts';
import type { Entry, Send, SendReply, Acknowledgement } from './save-protocol.ts';

const encoder = new TextEncoder();

/**
 * The server's side of the save protocol for tests of the queue: keeps the newest change per question, and can be
 * unreachable, have another writer, reject entries, or reject requests. The rules of the real one are tested in
 * tests/api/exam-hall.test.ts.
 */
export class TestServer {
  epoch = 1;
  status: SendReply['status'] = 'open';
  /** Number of requests until it is unreachable. */
  reachableFor = Infinity;
  /** Maximum bytes of the entries of one request; larger ones are rejected with 413. */
  bodyLimit = Infinity;
  /** Number of saves until 429. */
  savesLeft = Infinity;
  /** A request with such an entry is rejected with 422. */
  refuses: (entry: Entry) => boolean = () => false;
  rejects: (entry: Entry) => SendReply['rejected'][number]['reason'] | null = () => null;
  readonly answers = new Map<string, Entry>();
  readonly aside: Entry[] = [];
  /** All received requests. */
  readonly sent: { entries: Entry[]; keepalive: boolean; bytes: number }[] = [];
  submits = 0;

  readonly send: Send = async (entries, { epoch, keepalive }) => {
    const results = this.#take(entries, epoch, keepalive);
    return { ...results, superseded: epoch !== this.epoch, status: this.status };
  };

  readonly submit = async (entries: Entry[], epoch = this.epoch): Promise<Acknowledgement> => {
    const results = this.#take(entries, epoch, false);
    this.submits += 1;
    this.status = 'submitted';
    return results;
  };

  #take(entries: Entry[], epoch: number, keepalive: boolean): Acknowledgement {
    const bytes = encoder.encode(JSON.stringify(entries)).length;
    this.sent.push({ entries, keepalive, bytes });
    if (this.reachableFor <= 0) throw new ApiError(0, '');
    this.reachableFor -= 1;
    if (bytes > this.bodyLimit) throw new ApiError(413, '');
    if (entries.some(this.refuses)) throw new ApiError(422, '');
    const acks: SendReply['acks'] = [];
    const rejected: SendReply['rejected'] = [];
    for (const entry of entries) {
      const { questionId, revision } = entry;
      const stamp = { questionId, epoch: entry.epoch, revision };
      const reason = entry.epoch === epoch ? this.rejects(entry) : 'epoch';
      if (reason) {
        rejected.push({ ...stamp, reason });
        continue;
      }
      const kept = this.answers.get(questionId);
      const known = kept?.epoch === entry.epoch && kept.revision >= revision;
      const state = this.status !== 'open' ? 'closed' : epoch !== this.epoch ? 'superseded' : 'saved';
      if (state === 'saved') this.answers.set(questionId, entry);
      else if (!known) this.aside.push(entry);
      acks.push({ ...stamp, state: known ? 'saved' : state });
    }
    return { acks, rejected };
  }

  /** Like `send`, with a limited number of saves. */
  readonly sendLimited: Send = async (entries, request) => {
    if (this.savesLeft <= 0) throw new ApiError(429, '');
    this.savesLeft -= 1;
    return this.send(entries, request);
  };

  /** The answers as a new writer gets them. */
  get saved() {
    return [...this.answers.values()];
  }
}
