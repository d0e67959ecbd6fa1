import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeError, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { $viewer, type SessionViewer } from '#src/client/session.store.ts';
import { openDeviceStore } from '#src/features/exam/hall/device-store.ts';
import { createHall, type Hall } from '#src/features/exam/hall/hall.store.ts';
import { sendStaleAnswers } from '#src/features/exam/hall/save-protocol.ts';
import { mintExam, readAttempt, setDeadline } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The client of the exam screen, with storage in memory, against the real gateway. */

const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
/** A short answer of maximum length: 60 kB of UTF-8. */
const LONG = '答'.repeat(20_000);

let tenant: TestTenant;
let page: EventTarget & { visibilityState: string };
const stops: (() => void)[] = [];

beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  // Expected failures are reported there.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The network between browser and gateway; it can be down, or have a proxy that accepts small bodies only. */
class Network {
  down = false;
  bodyLimit = Infinity;
  calls: string[] = [];
  readonly #who: TestPerson;

  constructor(who: TestPerson) {
    this.#who = who;
  }

  readonly api: Api = async (name, ...[input]) => {
    if (this.down) throw new ApiError(0, '');
    this.calls.push(name);
    if (Buffer.byteLength(JSON.stringify(input)) > this.bodyLimit) throw new ApiError(413, '');
    const envelope = await call(this.#who, name, input);
    // As in a browser: responses to requests sent before the network failed are lost, too.
    if (this.down) throw new ApiError(0, '');
    if (envelope.code !== 200) throw envelopeError(envelope);
    return envelope.data;
  };
}

async function startAttempt(counts: NonNullable<Parameters<typeof mintExam>[1]>['counts']) {
  const exam = await mintExam(tenant, { counts: { single: 0, multiple: 0, judge: 0, blank: 0, short: 0, ...counts } });
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
  return { exam, who, attemptId, network: new Network(who) };
}

/** Opens the exam screen; called again, this is a reload. */
async function enter(who: TestPerson, attemptId: string, network: Network) {
  stops.pop()?.();
  $viewer.set({ id: who.userId } as SessionViewer);
  const hall = createHall(await ok(who, TAKE_OVER, { attemptId }), network.api);
  stops.push(hall.run());
  await expect.poll(() => hall.$phase.get()).toBe('open');
  return hall;
}

/** What the hall shows of a submission is what the result page shows. */
async function expectReceipt(hall: Hall, who: TestPerson, more: object): Promise<void> {
  const { attemptId } = hall;
  await expect.poll(() => hall.$closed.get()?.submitted).toMatchObject(more);
  const { receipt, closedBy, questionCount } = await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId });
  expect(hall.$closed.get()!.submitted).toMatchObject({ receipt, closedBy, questionCount });
}

const onDevice = async (attemptId: string) => (await openDeviceStore()).all(attemptId);
const kept = async (attemptId: string, count: number) => expect.poll(() => onDevice(attemptId)).toHaveLength(count);
const saved = (hall: Hall) => expect.poll(() => hall.$saveState.get()).toBe('saved');

describe('exam screen', () => {
  it('submits 230 answers that were given offline, across a reload', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 230 });
    const first = await enter(who, attemptId, network);
    network.down = true;
    exam.ids.single.forEach((questionId, n) => first.answer(questionId, 'ABCD'[n % 4]!));
    await kept(attemptId, 230);
    expect(first.$saveState.get()).toBe('device');

    network.down = false;
    network.calls = [];
    const hall = await enter(who, attemptId, network);
    expect(Object.keys(hall.$answers.get())).toHaveLength(230);
    await hall.submit('person');
    expect(hall.$closed.get()?.why).toBe('person');
    const { submittedAnswers, answerCount } = await readAttempt(tenant, attemptId);
    expect(answerCount).toBe(230);
    expect(submittedAnswers).toEqual(Object.fromEntries(exam.ids.single.map((id, n) => [id, 'ABCD'[n % 4]])));
    expect(network.calls.filter((name) => name === SAVE).length).toBeGreaterThan(1);
    await kept(attemptId, 0);
  });

  it('sends long answers through a proxy with a small limit, and a rejected one does not affect others', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 1, short: 6 });
    const [bad, ...good] = exam.ids.short;
    const first = await enter(who, attemptId, network);
    network.down = true;
    first.answer(bad!, `${LONG}!`);
    for (const id of good) first.answer(id, LONG);
    await kept(attemptId, 6);
    network.bodyLimit = 100 * 1024;
    network.down = false;
    const hall = await enter(who, attemptId, network);
    await expect.poll(() => hall.$saveState.get()).toBe('rejected');
    expect(hall.$rejected.get()).toEqual([{ questionId: bad, reason: 'tooLong' }]);
    hall.answer(exam.ids.single[0]!, 'B');
    await hall.submit('person');
    expect(hall.$closed.get()?.why).toBe('person');

    const { paper, submittedAnswers } = await readAttempt(tenant, attemptId);
    expect(submittedAnswers).toEqual({
      [exam.ids.single[0]!]: 'B',
      ...Object.fromEntries(good.map((id) => [id, LONG])),
    });
    // The device still has it, and the marker sees the rejection.
    await kept(attemptId, 1);
    expect(await onDevice(attemptId)).toMatchObject([{ questionId: bad, rejected: { reason: 'tooLong' } }]);
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const marking = await ok(lecturer, 'GET /exam/auth/exam/marking/view', { attemptId });
    const number = paper.findIndex((question) => question.questionId === bad) + 1;
    expect(marking.rejected).toMatchObject([{ number, reason: 'tooLong' }]);
    expect(await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId })).toMatchObject({
      rejectedCount: marking.rejected[0]!.count,
    });
  });

  it('submits a paper of the longest answers that were all given offline', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ short: 40 });
    const hall = await enter(who, attemptId, network);
    network.down = true;
    // 2.4 MB, which no single request may contain; each was changed before.
    for (const id of exam.ids.short) hall.answer(id, LONG.slice(1));
    for (const id of exam.ids.short) hall.answer(id, LONG);
    await kept(attemptId, 40);
    network.down = false;
    await hall.submit('person');
    expect(hall.$closed.get()?.why).toBe('person');
    const { submittedAnswers } = await readAttempt(tenant, attemptId);
    expect(submittedAnswers).toEqual(Object.fromEntries(exam.ids.short.map((id) => [id, LONG])));
    await kept(attemptId, 0);
  });

  it('says when the time has ended while it was offline; what arrives then is evidence, and nothing is lost', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ short: 2 });
    const [early, late] = exam.ids.short as [string, string];
    const hall = await enter(who, attemptId, network);
    hall.answer(early, 'in time');
    await saved(hall);
    network.down = true;
    hall.answer(late, 'offline');
    await kept(attemptId, 1);
    await setDeadline(tenant, attemptId, -60);
    network.down = false;
    await hall.submit('time');
    expect(hall.$closed.get()?.why).toBe('time');
    const result = await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId });
    expect(result).toMatchObject({ closedBy: 'timer', receipt: { answerCount: 1 }, lateCount: 1 });
    await expectReceipt(hall, who, { lateCount: 1 });
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toEqual({ [early]: 'in time' });
    await kept(attemptId, 0);
  });

  it('lets the candidate correct rejected answers before submitting', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 120, short: 1 });
    const [short] = exam.ids.short;
    const hall = await enter(who, attemptId, network);
    network.down = true;
    hall.answer(short!, `${LONG}!`);
    for (const id of exam.ids.single) hall.answer(id, 'A');
    await kept(attemptId, 121);
    network.down = false;
    await hall.submit('person');
    expect(hall.$closed.get()).toBeNull();
    expect([hall.$phase.get(), hall.$notice.get()]).toEqual(['open', { kind: 'rejected' }]);
    hall.answer(short!, LONG);
    await saved(hall);
    await hall.submit('person');
    expect(hall.$closed.get()?.why).toBe('person');
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toMatchObject({ [short!]: LONG });
    await kept(attemptId, 0);
  });

  it('keeps unsent answers for the result page, which sends them as evidence', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ short: 2 });
    const [early, late] = exam.ids.short;
    const hall = await enter(who, attemptId, network);
    hall.answer(early!, 'in time');
    await saved(hall);
    network.down = true;
    hall.answer(late!, 'offline');
    await kept(attemptId, 1);
    stops.pop()!();
    await setDeadline(tenant, attemptId, -60);
    network.down = false;
    const evidence = await sendStaleAnswers(await openDeviceStore(), attemptId, (answers, { epoch }) =>
      network.api(SAVE, { attemptId, epoch, answers }),
    );
    expect(evidence).toBe(1);
    expect(await onDevice(attemptId)).toEqual([]);
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const late1 = await ok(lecturer, 'GET /exam/auth/exam/marking/view', { attemptId });
    expect(late1.questions.list.find(({ questionId }) => questionId === late)?.lateCount).toBe(1);
    const { list } = await ok(lecturer, 'GET /exam/auth/exam/marking/late/page', { attemptId, questionId: late! });
    expect(list).toMatchObject([{ answer: 'offline' }]);
  });

  it('sends unsent answers of the previous tab with the new epoch, and the old tab loses nothing', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 3 });
    const first = await enter(who, attemptId, network);
    network.down = true;
    exam.ids.single.forEach((id) => first.answer(id, 'C'));
    await kept(attemptId, 3);
    network.down = false;
    const hall = await enter(who, attemptId, network);
    await saved(hall);
    const { answers, epoch } = await ok(who, 'GET /exam/auth/user/exam/attempt/view', { attemptId });
    expect(answers.map((each) => [each.answer, each.epoch])).toEqual(Array(3).fill(['C', epoch]));
    await kept(attemptId, 0);
  });

  it('sends nothing while the candidate is not logged in, and everything when they are again', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 2, short: 1 });
    const hall = await enter(who, attemptId, network);
    const candidate = $viewer.get();
    $viewer.set(null);
    network.calls = [];
    for (const id of exam.ids.single) hall.answer(id, 'C');
    hall.answer(exam.ids.short[0]!, 'while logged out');
    await kept(attemptId, 3);
    const submitting = hall.submit('person');
    await expect.poll(() => hall.$phase.get()).toBe('submitting');
    expect(network.calls).toEqual([]);
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
    $viewer.set(candidate);
    await submitting;
    await expectReceipt(hall, who, { closedBy: 'person', receipt: { answerCount: 3 } });
    await kept(attemptId, 0);
  });

  it('shows the receipt of an attempt that the server has closed, and submits none that goes on', async () => {
    const { exam, who, attemptId, network } = await startAttempt({ single: 1 });
    const hall = await enter(who, attemptId, network);
    hall.answer(exam.ids.single[0]!, 'A');
    await saved(hall);
    await setDeadline(tenant, attemptId, -60);
    const late = createHall(await ok(who, TAKE_OVER, { attemptId }), network.api);
    expect(late.$closed.get()).toEqual({ why: 'elsewhere', submitted: null });
    stops.push(late.run());
    await expectReceipt(late, who, { closedBy: 'timer', receipt: { answerCount: 1 } });
    expect(network.calls.at(-1)).toBe(SUBMIT);

    const going = await startAttempt({ single: 1 });
    const open = await enter(going.who, going.attemptId, going.network);
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    // An invigilator has opened the attempt again when the hall asks for the receipt.
    open.close('elsewhere');
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    expect((await readAttempt(tenant, going.attemptId)).status).toBe('open');
  });
});
