import { randomUUID } from 'node:crypto';
import type { Data, Input } from '#src/contract/calls.ts';
import type { Credentials, PortalClient } from './portal-client.ts';

type Hall = NonNullable<Data<'POST /exam/auth/user/exam/start'>['hall']>;
type Answer = Input<'POST /exam/auth/user/exam/answer/save'>['answers'][number];

/** Seconds before a page or call that was not answered is repeated, as the hall does it. */
const RETRY_SECONDS = 3;

/** A synthetic candidate who follows the protocol of the exam hall (features/exam/hall) without its screens. */
export class Candidate {
  readonly credentials: Credentials;
  /** Answers that the server has acknowledged as saved, by question: the newest ones. */
  readonly acknowledged = new Map<string, Answer>();
  /** Number of answers by the receipt; null before the submission. */
  receiptCount: number | null = null;
  hall: Hall | null = null;
  /** From pressing "start" to the paper, ms; and how much of the exam time had passed by then. */
  waitedMs = 0;
  lostMs = 0;
  readonly #client: PortalClient;
  readonly #pending = new Map<string, Answer>();
  #turn = 0;

  constructor(client: PortalClient, credentials: Credentials) {
    this.#client = client;
    this.credentials = credentials;
  }

  /** Opens the page of an exam, starts it, and confirms that the paper has arrived. Tries until it succeeds. */
  async enter(examId: string): Promise<void> {
    await this.#page('exam page', `/test/id?id=${examId}`);
    const pressed = performance.now();
    await this.#page('hall page', `/account/exam/start?id=${examId}`);
    const deviceKey = randomUUID();
    const { attemptId, hall } = await this.#until('start', 'POST /exam/auth/user/exam/start', {
      ...{ id: examId, enter: true, deviceKey },
    });
    this.hall = hall!;
    this.waitedMs = performance.now() - pressed;
    const arrived = performance.timeOrigin + performance.now();
    const { startedAt } = await this.#until('received', 'POST /exam/auth/user/exam/attempt/received', { attemptId });
    this.lostMs = Math.max(0, arrived - Date.parse(startedAt));
  }

  /** Answers the next question and saves it, with all answers that were not acknowledged before. */
  async save(): Promise<number> {
    const { attemptId, epoch, questions } = this.hall!;
    const turn = this.#turn++;
    const question = questions[turn % questions.length]!;
    const revision = Math.floor(turn / questions.length) + 1;
    const { questionId } = question;
    this.#pending.set(questionId, { questionId, epoch, revision, answer: answerTo(question, turn), flagged: false });
    const answers = [...this.#pending.values()];
    const input = { attemptId, epoch, answers, awakeSeconds: 0 };
    const { status, data } = await this.#client.call(
      'save',
      this.credentials,
      'POST /exam/auth/user/exam/answer/save',
      input,
    );
    this.#settle(data?.acks ?? []);
    return status;
  }

  /** Submits with what is not acknowledged; tries until it succeeds. */
  async submit(): Promise<void> {
    const { attemptId, epoch } = this.hall!;
    const answers = [...this.#pending.values()];
    const reply = await this.#until('submit', 'POST /exam/auth/user/exam/submit', { attemptId, epoch, answers });
    this.#settle(reply.acks);
    this.receiptCount = reply.receipt.answerCount;
  }

  #settle(acks: Data<'POST /exam/auth/user/exam/answer/save'>['acks']): void {
    for (const { questionId, revision, state } of acks) {
      const sent = this.#pending.get(questionId);
      if (!sent || sent.revision !== revision) continue;
      this.#pending.delete(questionId);
      if (state === 'saved') this.acknowledged.set(questionId, sent);
    }
  }

  async #page(what: string, path: string): Promise<void> {
    for (;;) {
      const { status, retryAfter } = await this.#client.page(what, this.credentials, path);
      if (status === 200) return;
      if (status !== 503 && status !== 0) throw new Error(`${what}: HTTP status ${status}`);
      await this.#client.wait((retryAfter || RETRY_SECONDS) * 1_000);
    }
  }

  async #until<
    C extends
      | 'POST /exam/auth/user/exam/start'
      | 'POST /exam/auth/user/exam/attempt/received'
      | 'POST /exam/auth/user/exam/submit',
  >(what: string, name: C, input: Input<C>): Promise<Data<C>> {
    for (;;) {
      const { status, data, retryAfter } = await this.#client.call(what, this.credentials, name, input);
      if (data) return data;
      if (status !== 0 && status < 500) throw new Error(`${what}: HTTP status ${status}`);
      await this.#client.wait((retryAfter || RETRY_SECONDS) * 1_000);
    }
  }
}

/** Returns a valid answer to a question, different for each `n`. */
function answerTo({ type, options, blanks }: Hall['questions'][number], n: number): Answer['answer'] {
  const keys = options.map(({ key }) => key);
  switch (type) {
    case 'single':
      return keys[n % keys.length]!;
    case 'multiple':
      return keys.filter((_, bit) => ((n % 3) + 1) & (1 << bit));
    case 'judge':
      return n % 2 === 0;
    case 'blank':
      return Array.from({ length: blanks }, (_, blank) => `blank ${blank} ${n}`);
    case 'short':
      return `Answer ${n} of a rehearsal.`;
  }
}
