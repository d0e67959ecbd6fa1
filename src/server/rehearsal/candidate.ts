import { randomUUID } from 'node:crypto';
import type { Data, Input } from '#src/contract/calls.ts';
import { seededRandom, shuffle } from '#src/lib/shuffle.ts';
import type { RehearsalKind as Kind } from './tables.ts';
import type { ActionLog } from './actions.ts';
import { answerTo, type Entry } from './answer-to.ts';
import { HallWindow, isRepeated } from './hall-window.ts';
import type { Browser, Credentials, PortalClient } from './portal-client.ts';

/** A member, and a second session of theirs, at another device. */
export type Taker = Credentials & { other?: Credentials };

/** Seconds before a call that was not answered is repeated, as the hall does it. */
const RETRY_SECONDS = 3;
/** Seconds before a page without `Retry-After` is loaded again: by a person who looks at an error. */
const RELOAD_SECONDS = 4;

/** A synthetic candidate who follows the protocol of the exam hall (features/exam/hall) without its screens. */
export class Candidate {
  /** Answers that the server has acknowledged as saved, by question: the newest ones. */
  readonly acknowledged = new Map<string, Entry>();
  /** Number of answers by the receipt; null before the submission. */
  receiptCount: number | null = null;
  /** From pressing "start" to the paper, ms; and how much of the exam time had passed by then. */
  waitedMs = 0;
  lostMs = 0;
  /** The window that writes; null before the paper is there. */
  hall: HallWindow | null = null;
  /** The window that was taken over, and does not know it yet. */
  #former: HallWindow | null = null;
  readonly #client: PortalClient;
  readonly #log: ActionLog;
  readonly #taker: Taker;
  readonly #browser: Browser;
  readonly #random: () => number;
  readonly #revisions = new Map<string, number>();
  #order: number[] = [];
  #turn = 0;

  /** @param n tells what this candidate answers, in which order */
  constructor(client: PortalClient, log: ActionLog, taker: Taker, n: number) {
    this.#client = client;
    this.#log = log;
    this.#taker = taker;
    this.#browser = client.browser(taker);
    this.#random = seededRandom(`answers ${n}`);
  }

  /** Opens the page of an exam. Tries until it is there. */
  openExam(examId: string, due: number): Promise<void> {
    return this.#page('examPage', this.#browser, `/test/id?id=${examId}`, due);
  }

  /** Presses "start", and confirms that the paper has arrived. Tries until it succeeds. */
  async start(examId: string, due: number): Promise<void> {
    await this.#page('hallPage', this.#browser, `/account/exam/start?id=${examId}`, due);
    const input = { id: examId, enter: true, deviceKey: randomUUID() };
    const { hall } = await this.#until('start', this.#browser, 'POST /exam/auth/user/exam/start', input, {
      waitSeconds: () => 2 + 2 * this.#random(),
    });
    const { attemptId } = hall!;
    this.#order = shuffle(
      hall!.questions.map((_, index) => index),
      this.#random,
    );
    this.hall = this.#window(this.#browser, hall!);
    const arrived = performance.now();
    this.waitedMs = arrived - due;
    const name = 'POST /exam/auth/user/exam/attempt/received';
    const { startedAt, serverTime } = await this.#until('received', this.#browser, name, { attemptId });
    // By one clock each: the server's may differ from that of this machine.
    const passed = Date.parse(serverTime) - Date.parse(startedAt);
    this.lostMs = Math.max(0, passed - (performance.now() - arrived));
  }

  /**
   * Answers the next question and saves it, with all answers that were not acknowledged before.
   * @param awaySeconds for how long the candidate leaves the screen just then; null: not at all
   */
  async save(due: number, awaySeconds: number | null): Promise<void> {
    const hall = this.hall!;
    if (this.#former) await this.#saveAtFormer(this.#former, due);
    hall.put(this.#answer());
    const saving = this.#log.begin('save', due);
    await Promise.all([
      hall.save(saving).then(() => saving.done()),
      awaySeconds === null ? undefined : this.#leave(hall, due, awaySeconds),
    ]);
  }

  /** Tells the server that the hall is open. */
  async beat(due: number): Promise<void> {
    const beating = this.#log.begin('beat', due);
    await this.hall!.beat(beating);
    beating.done();
  }

  /** Goes on at another device. The hall of the first one learns it from the answer to its next save. */
  async takeOver(due: number): Promise<void> {
    const former = this.hall!;
    const { attemptId } = former;
    const browser = this.#client.browser(this.#taker.other ?? this.#taker);
    await this.#page('hallPage', browser, `/account/exam/${attemptId}`, due);
    const input = { attemptId, deviceKey: randomUUID() };
    const entered = await this.#until('takeOver', browser, 'POST /exam/auth/user/exam/attempt/take-over', input);
    this.#former = former;
    this.hall = this.#window(browser, entered);
  }

  /**
   * Submits with what is not acknowledged; tries until it succeeds.
   * @param fresh answers that are given just before
   */
  async submit(due: number, fresh: number): Promise<void> {
    const hall = this.hall!;
    await hall.stop();
    for (let n = 0; n < fresh; n++) hall.put(this.#answer());
    const { attemptId, epoch, pending } = hall;
    const input = { attemptId, epoch, answers: pending };
    const reply = await this.#until('submit', hall.browser, 'POST /exam/auth/user/exam/submit', input, { due });
    hall.acknowledge(reply);
    this.receiptCount = reply.receipt.answerCount;
  }

  /** Looks at the result. */
  openResult(due: number): Promise<void> {
    const { browser, attemptId } = this.hall!;
    return this.#page('resultPage', browser, `/account/exam/examSuccess?id=${attemptId}&reason=person`, due);
  }

  /** Closes the browser: nothing is sent any longer. */
  leave(): void {
    this.#browser.close();
    this.hall?.browser.close();
  }

  #window(browser: Browser, opened: Data<'POST /exam/auth/user/exam/attempt/take-over'>): HallWindow {
    return new HallWindow(this.#client, browser, opened, (entry) => {
      const known = this.acknowledged.get(entry.questionId);
      if (!known || known.revision < entry.revision) this.acknowledged.set(entry.questionId, entry);
    });
  }

  /** The next question is answered, in an order of this candidate. */
  #answer(): Omit<Entry, 'epoch' | 'flagged'> {
    const { questions } = this.hall!;
    const question = questions[this.#order[this.#turn % questions.length]!]!;
    const { questionId } = question;
    const revision = (this.#revisions.get(questionId) ?? 0) + 1;
    this.#revisions.set(questionId, revision);
    this.#turn += 1;
    return { questionId, revision, answer: answerTo(question, this.#turn + Math.floor(this.#random() * 1_000)) };
  }

  /** The device that was left saves once more: what it sends does not count, and it is told so. */
  async #saveAtFormer(former: HallWindow, due: number): Promise<void> {
    this.#former = null;
    former.put(this.#answer());
    const saving = this.#log.begin('supersededSave', due);
    await former.save(saving);
    saving.done();
    if (!former.isSuperseded) throw new Error('take over: the device that was left was not told');
    former.browser.close();
  }

  /** Leaves the screen and returns, as `watchSwitches` of the hall reports it. */
  async #leave(hall: HallWindow, due: number, seconds: number): Promise<void> {
    const clientKey = randomUUID();
    const { attemptId, epoch, browser } = hall;
    const report = async (at: number, dwellSeconds: number | null) => {
      const kind: Kind = dwellSeconds === null ? 'leave' : 'return';
      const doing = this.#log.begin(kind, at);
      for (;;) {
        const answers = hall.pending;
        const input = { attemptId, epoch, clientKey, kind: 'hide' as const, dwellSeconds, answers };
        const { status, data } = await browser.call('POST /exam/auth/user/exam/switch/save', input);
        doing.answered({ status });
        if (data) hall.acknowledge(data);
        else if (!isRepeated(status)) throw new Error(`${kind}: HTTP status ${status}`);
        // Leaving alone is not repeated.
        if (data || dwellSeconds === null) return doing.done();
        await this.#client.wait(RETRY_SECONDS * 1_000);
      }
    };
    const leaving = report(due, null);
    const backAt = due + seconds * 1_000;
    await this.#client.until(backAt);
    await Promise.all([leaving, report(backAt, Math.round(seconds * 10) / 10)]);
  }

  /** Loads a page. One that is refused, or says that it loads itself again, is loaded again then. */
  async #page(kind: Kind, browser: Browser, path: string, due: number): Promise<void> {
    const doing = this.#log.begin(kind, due);
    for (;;) {
      const { status, retryAfter } = await browser.page(path);
      doing.answered({ status });
      if (status >= 200 && status < 300 && retryAfter === 0) return doing.done();
      if (status >= 300 && !isRepeated(status)) throw new Error(`${kind}: HTTP status ${status}`);
      await this.#client.wait((retryAfter || RELOAD_SECONDS) * 1_000);
    }
  }

  async #until<
    C extends
      | 'POST /exam/auth/user/exam/start'
      | 'POST /exam/auth/user/exam/attempt/received'
      | 'POST /exam/auth/user/exam/attempt/take-over'
      | 'POST /exam/auth/user/exam/submit',
  >(
    kind: Kind,
    browser: Browser,
    name: C,
    input: Input<C>,
    { due = performance.now(), waitSeconds = () => RETRY_SECONDS }: { due?: number; waitSeconds?: () => number } = {},
  ): Promise<Data<C>> {
    const doing = this.#log.begin(kind, due);
    for (;;) {
      const { status, data, retryAfter } = await browser.call(name, input);
      doing.answered({ status });
      if (data) {
        doing.done();
        return data;
      }
      if (!isRepeated(status)) throw new Error(`${kind}: HTTP status ${status}`);
      await this.#client.wait(Math.max(waitSeconds(), retryAfter) * 1_000);
    }
  }
}
