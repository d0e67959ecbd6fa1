import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusalOf, type Api } from '#src/client/api.ts';
import { ApiError } from '#src/client/api-error.ts';
import { openDeviceStore } from '#src/features/exam/hall/device-store.ts';
import { createHall, type CloseReason, type Hall } from '#src/features/exam/hall/hall.store.ts';
import { sendLeftovers } from '#src/features/exam/hall/leftovers.ts';
import { mintExam, readAttempt, setDeadline } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The exam hall as it runs in the browser, with storage in memory, at the real gateway. */

const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
/** 60 kB of UTF-8: the longest short answer. */
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
  // Requests that fail on purpose are reported there.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The way from the browser to the gateway: may be down, or lead through a proxy that takes small bodies only. */
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
    // As a browser gets it: the reply to what was sent before the network went down is lost too.
    if (this.down) throw new ApiError(0, '');
    if (envelope.code !== 200) throw refusalOf(envelope);
    return envelope.data;
  };
}

async function sit(counts: NonNullable<Parameters<typeof mintExam>[1]>['counts']) {
  const exam = await mintExam(tenant, { counts: { single: 0, multiple: 0, judge: 0, blank: 0, short: 0, ...counts } });
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
  return { exam, who, attemptId, network: new Network(who) };
}

/** Opens the page of the hall; again: a reload. */
async function enter(who: TestPerson, attemptId: string, network: Network) {
  stops.pop()?.();
  const closed: CloseReason[] = [];
  const hall = createHall(await ok(who, VIEW, { attemptId }), (reason) => closed.push(reason), network.api);
  stops.push(hall.run());
  await vi.waitFor(() => expect(hall.$phase.get()).toBe('open'), 20_000);
  return { hall, closed };
}

const onDevice = async (attemptId: string) => (await openDeviceStore()).all(attemptId);
const kept = async (attemptId: string, count: number) =>
  vi.waitFor(async () => expect(await onDevice(attemptId)).toHaveLength(count), 20_000);
const saved = (hall: Hall) => vi.waitFor(() => expect(hall.$saveState.get()).toBe('saved'), 20_000);

describe('the exam hall', () => {
  it('hands in 230 answers that were given offline, over a reload', async () => {
    const { exam, who, attemptId, network } = await sit({ single: 230 });
    const first = await enter(who, attemptId, network);
    network.down = true;
    exam.ids.single.forEach((questionId, n) => first.hall.answer(questionId, 'ABCD'[n % 4]!));
    await kept(attemptId, 230);
    expect(first.hall.$saveState.get()).toBe('device');

    network.down = false;
    network.calls = [];
    const { hall, closed } = await enter(who, attemptId, network);
    expect(Object.keys(hall.$answers.get())).toHaveLength(230);
    await hall.submit('person');
    expect(closed).toEqual(['person']);
    const { submittedAnswers, answerCount } = await readAttempt(tenant, attemptId);
    expect(answerCount).toBe(230);
    expect(submittedAnswers).toEqual(Object.fromEntries(exam.ids.single.map((id, n) => [id, 'ABCD'[n % 4]])));
    expect(network.calls.filter((name) => name === SAVE).length).toBeGreaterThan(1);
    await kept(attemptId, 0);
  });

  it('gets long answers through a small door, and one that is rejected harms no other', async () => {
    const { exam, who, attemptId, network } = await sit({ single: 1, short: 6 });
    const [bad, ...good] = exam.ids.short;
    const first = await enter(who, attemptId, network);
    network.down = true;
    first.hall.answer(bad!, `${LONG}!`);
    for (const id of good) first.hall.answer(id, LONG);
    await kept(attemptId, 6);
    network.bodyLimit = 100 * 1024;
    network.down = false;
    const { hall, closed } = await enter(who, attemptId, network);
    await vi.waitFor(() => expect(hall.$saveState.get()).toBe('rejected'), 20_000);
    expect(hall.$rejected.get()).toEqual([{ questionId: bad, reason: 'tooLong' }]);
    hall.answer(exam.ids.single[0]!, 'B');
    await hall.submit('person');
    expect(closed).toEqual(['person']);

    const { paper, submittedAnswers } = await readAttempt(tenant, attemptId);
    expect(submittedAnswers).toEqual({
      [exam.ids.single[0]!]: 'B',
      ...Object.fromEntries(good.map((id) => [id, LONG])),
    });
    // The candidate still has it, and the marker sees that it was there.
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

  it('lets the person correct what is rejected on the way to handing in', async () => {
    const { exam, who, attemptId, network } = await sit({ single: 120, short: 1 });
    const [short] = exam.ids.short;
    const { hall, closed } = await enter(who, attemptId, network);
    network.down = true;
    hall.answer(short!, `${LONG}!`);
    for (const id of exam.ids.single) hall.answer(id, 'A');
    await kept(attemptId, 121);
    network.down = false;
    await hall.submit('person');
    expect(closed).toEqual([]);
    expect([hall.$phase.get(), hall.$notice.get()]).toEqual(['open', { kind: 'rejected' }]);
    hall.answer(short!, LONG);
    await saved(hall);
    await hall.submit('person');
    expect(closed).toEqual(['person']);
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toMatchObject({ [short!]: LONG });
    await kept(attemptId, 0);
  });

  it('leaves to the result page what it could not send before the end, for the marker', async () => {
    const { exam, who, attemptId, network } = await sit({ short: 2 });
    const [early, late] = exam.ids.short;
    const { hall } = await enter(who, attemptId, network);
    hall.answer(early!, 'in time');
    await saved(hall);
    network.down = true;
    hall.answer(late!, 'offline');
    await kept(attemptId, 1);
    stops.pop()!();
    await setDeadline(tenant, attemptId, -60);
    network.down = false;
    const evidence = await sendLeftovers(await openDeviceStore(), attemptId, (answers, { epoch }) =>
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

  it('sends the answers of the window before under the new epoch, and the old one loses nothing', async () => {
    const { exam, who, attemptId, network } = await sit({ single: 3 });
    const first = await enter(who, attemptId, network);
    network.down = true;
    exam.ids.single.forEach((id) => first.hall.answer(id, 'C'));
    await kept(attemptId, 3);
    network.down = false;
    const { hall } = await enter(who, attemptId, network);
    await saved(hall);
    const { answers, epoch } = await ok(who, VIEW, { attemptId });
    expect(answers.map((each) => [each.answer, each.epoch])).toEqual(Array(3).fill(['C', epoch]));
    await kept(attemptId, 0);
  });
});
