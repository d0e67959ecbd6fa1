import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerQueue, type SaveState } from './answer-queue.ts';
import { openDeviceStore, type DeviceStore } from './device-store.ts';
import { submitAll } from './hall-submit.ts';
import { MAX_BYTES, MAX_KEEPALIVE_BYTES, sendStaleAnswers, type Rejected, type Send } from './save-protocol.ts';
import { TestServer } from './test-server.ts';

/** 60 kB of UTF-8: a short answer of maximum length. */
const LONG = '答'.repeat(20_000);

let attemptId: string;
let server: TestServer;
const opened: AnswerQueue[] = [];

/** Opens the hall, again after a reload: only the state of device and server remains. */
async function open(send: Send = server.send) {
  opened.at(-1)?.stop();
  const store: DeviceStore = await openDeviceStore();
  const states: SaveState[] = [];
  let rejected: Rejected[] = [];
  const queue = new AnswerQueue({
    attemptId,
    store,
    durable: true,
    send,
    onState: (state) => states.push(state),
    onRejected: (list) => (rejected = list),
    onReply: () => undefined,
    onError: () => undefined,
  });
  opened.push(queue);
  if (server.status === 'open') server.epoch += 1;
  const current = await queue.adopt(server.epoch, server.saved);
  return { queue, store, states, current, rejected: () => rejected };
}

const submitOf = (queue: AnswerQueue, more: Partial<Parameters<typeof submitAll>[0]> = {}) =>
  submitAll({
    queue,
    submit: (entries) => server.submit(entries),
    isStopped: () => false,
    pause: (ms) => vi.advanceTimersByTimeAsync(ms).then(() => undefined),
    stopAtRejection: true,
    ...more,
  });
const question = (n: number) => `question-${String(n).padStart(3, '0')}`;
/** Answers questions, with several changes each. */
async function answer(queue: AnswerQueue, count: number, text: (n: number) => string) {
  for (let n = 0; n < count; n++) await queue.put(question(n), text(n), false, 0);
}
const onDevice = async (store: DeviceStore) => (await store.all(attemptId)).map(({ questionId }) => questionId);

beforeEach(() => {
  // The in-memory IndexedDB lives on `setImmediate`, which stays real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  attemptId = randomUUID();
  server = new TestServer();
});
afterEach(() => {
  for (const queue of opened.splice(0)) queue.stop();
  vi.useRealTimers();
});

describe('an entry that the server rejects', () => {
  it('is set aside on the device alone, survives a reload, and is replaced by an accepted one', async () => {
    server.rejects = ({ answer: given }) => (given === 'bad' ? 'invalid' : null);
    const before = await open();
    await answer(before.queue, 3, (n) => (n === 1 ? 'bad' : 'good'));
    await vi.waitFor(async () => expect(await onDevice(before.store)).toEqual([question(1)]));
    expect([...server.answers.keys()]).toEqual([question(0), question(2)]);
    expect(before.rejected()).toEqual([{ questionId: question(1), reason: 'invalid' }]);
    expect(before.states.at(-1)).toBe('rejected');

    const sent = server.sent.length;
    const after = await open();
    expect(after.rejected()).toEqual([{ questionId: question(1), reason: 'invalid' }]);
    expect(after.current.find((each) => each.questionId === question(1))?.answer).toBe('bad');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.sent).toHaveLength(sent);

    await after.queue.put(question(1), 'good now', false, 0);
    await vi.waitFor(async () => expect(await onDevice(after.store)).toEqual([]));
    expect(server.answers.get(question(1))?.answer).toBe('good now');
    expect(after.states.at(-1)).toBe('saved');
  });

  it('keeps a person from submitting once, so that it can be corrected', async () => {
    server.rejects = ({ questionId }) => (questionId === question(149) ? 'tooLong' : null);
    const { queue, store } = await open();
    queue.stop();
    await answer(queue, 300, () => 'A');
    // The backlog is saved first, and one entry is rejected.
    expect(await submitOf(queue)).toBe('rejected');
    expect(server.submits).toBe(0);
    expect(await submitOf(queue)).toBe('closed');
    expect(server.answers.size).toBe(299);
    await vi.waitFor(async () => expect(await onDevice(store)).toEqual([question(149)]));
  });
});

describe('a request that is refused as a whole', () => {
  it('with 422 loses nothing but the one entry it was refused for, which gets another chance', async () => {
    server.refuses = ({ questionId }) => questionId === question(7);
    const before = await open();
    before.queue.stop();
    await answer(before.queue, 20, (n) => `answer ${n}`);
    before.queue.resume();
    await vi.waitFor(() => expect(server.answers.size).toBeGreaterThan(4));

    // A reload in the middle of it.
    const middle = await open();
    await vi.waitFor(async () => expect(await onDevice(middle.store)).toEqual([question(7)]));
    expect(server.answers.size).toBe(19);
    expect(middle.rejected()).toEqual([{ questionId: question(7), reason: 'refused' }]);
    expect(await submitOf(middle.queue, { stopAtRejection: false })).toBe('closed');
    expect(await onDevice(middle.store)).toEqual([question(7)]);

    server.status = 'open';
    server.refuses = () => false;
    const after = await open();
    await vi.waitFor(async () => expect(await onDevice(after.store)).toEqual([]));
    expect(server.answers.get(question(7))?.answer).toBe('answer 7');
  });

  it('with 422 at submit is followed by saves, and a submit without entries', async () => {
    server.refuses = ({ questionId }) => questionId === question(2);
    const { queue, store } = await open();
    queue.stop();
    await answer(queue, 5, () => 'A');
    expect(await submitOf(queue)).toBe('rejected');
    expect(await submitOf(queue)).toBe('closed');
    expect(server.answers.size).toBe(4);
    expect(await onDevice(store)).toEqual([question(2)]);
  });

  it('with 413 is split until it fits, also over a reload', async () => {
    server.bodyLimit = 64 * 1024;
    server.reachableFor = 6;
    const before = await open();
    before.queue.stop();
    await answer(before.queue, 12, (n) => LONG.slice(1) + n);
    before.queue.resume();
    await vi.waitFor(() => expect(server.reachableFor).toBe(0));
    expect(server.answers.size).toBeLessThan(12);

    server.reachableFor = Infinity;
    const after = await open();
    expect(await submitOf(after.queue)).toBe('closed');
    await vi.waitFor(async () => expect(await onDevice(after.store)).toEqual([]));
    expect(server.answers.size).toBe(12);
  });
});

describe('a long time offline', () => {
  it('keeps more than 200 entries, and hands all of them in, over a reload', async () => {
    const before = await open();
    server.reachableFor = 0;
    await answer(before.queue, 450, (n) => `answer ${n}`);
    server.reachableFor = 2;
    expect(await submitOf(before.queue, { isStopped: () => server.reachableFor === 0 })).toBe('stopped');
    expect(server.answers.size).toBe(200);

    server.reachableFor = Infinity;
    const after = await open();
    expect(await onDevice(after.store)).toHaveLength(250);
    expect(await submitOf(after.queue)).toBe('closed');
    expect(server.submits).toBe(1);
    expect(server.answers.size).toBe(450);
    expect(server.answers.get(question(449))?.answer).toBe('answer 449');
    await vi.waitFor(async () => expect(await onDevice(after.store)).toEqual([]));
  });

  it('of an hour with many changes of long texts ends with the newest of each, in requests of bounded size', async () => {
    const before = await open();
    server.reachableFor = 0;
    for (let round = 1; round <= 12; round++) {
      await answer(before.queue, 30, (n) => `${round} ${n} ${LONG.slice(0, round * 1_000)}`);
      await vi.advanceTimersByTimeAsync(300_000);
    }
    expect(before.states.at(-1)).toBe('device');
    const after = await open();
    expect(await onDevice(after.store)).toHaveLength(30);
    server.reachableFor = Infinity;
    after.queue.flush();
    await vi.waitFor(async () => expect(await onDevice(after.store)).toEqual([]));
    for (let n = 0; n < 30; n++)
      expect(server.answers.get(question(n))?.answer).toBe(`12 ${n} ${LONG.slice(0, 12_000)}`);
    expect(Math.max(...server.sent.map(({ bytes }) => bytes))).toBeLessThan(MAX_BYTES + 1_024);
  });

  it('sends only a little in the request that outlives the page', async () => {
    const { queue } = await open();
    queue.stop();
    await queue.put(question(0), LONG, false, 0);
    await answer(queue, 40, (n) => (n === 0 ? LONG : LONG.slice(0, 1_000)));
    queue.resume();
    queue.flushBeforeLeaving();
    const [last] = server.sent.filter(({ keepalive }) => keepalive);
    expect(last!.bytes).toBeLessThan(MAX_KEEPALIVE_BYTES + 1_024);
    expect(last!.entries.length).toBeGreaterThan(5);
  });

  it('until the attempt is closed sends the rest as evidence, once, and with the stamps it had', async () => {
    const before = await open();
    await answer(before.queue, 1, () => 'in time');
    await vi.waitFor(() => expect(server.answers.size).toBe(1));
    before.queue.stop();
    await before.queue.put(question(1), 'offline', false, 0);
    // Saved by the server, but the reply was lost.
    const lost = server.saved[0]!;
    await before.store.put({ ...lost, attemptId });
    server.status = 'submitted';
    expect(await sendStaleAnswers(before.store, attemptId, server.send)).toBe(1);
    expect(server.aside.map(({ questionId, epoch }) => [questionId, epoch])).toEqual([[question(1), 2]]);
    expect(await onDevice(before.store)).toEqual([]);
    expect(await sendStaleAnswers(before.store, attemptId, server.send)).toBe(0);
  });
});

describe('an entry on the device', () => {
  it('that lost against another device is removed once the server has it as evidence', async () => {
    const { store } = await open();
    const kept = { attemptId, questionId: question(0), answer: 'here', flagged: false };
    await store.put({ ...kept, epoch: 2, revision: 9 });
    server.epoch = 3;
    server.answers.set(question(0), { ...kept, answer: 'there', epoch: 3, revision: 1 });
    const after = await open();
    expect(after.queue.pending).toEqual([]);
    expect(await onDevice(store)).toEqual([question(0)]);
    await sendStaleAnswers(store, attemptId, server.send, { below: server.epoch });
    expect(server.aside).toMatchObject([{ answer: 'here', epoch: 2 }]);
    expect(await onDevice(store)).toEqual([]);
  });

  it('stays when a submit did not acknowledge it', async () => {
    const { queue, store } = await open();
    queue.stop();
    await answer(queue, 3, () => 'A');
    const submit = async (entries: Parameters<TestServer['submit']>[0]) => {
      const { acks, rejected } = await server.submit(entries);
      return { acks: acks.slice(0, 2), rejected };
    };
    expect(await submitOf(queue, { submit })).toBe('closed');
    await vi.waitFor(async () => expect(await onDevice(store)).toEqual([question(2)]));
  });

  it('stays when the attempt has no saves left, and the submit takes what fits', async () => {
    server.savesLeft = 1;
    const { queue, store } = await open(server.sendLimited);
    queue.stop();
    await answer(queue, 250, () => 'A');
    queue.resume();
    await vi.waitFor(() => expect(server.answers.size).toBe(100));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await onDevice(store)).toHaveLength(150);
    expect(await submitOf(queue)).toBe('closed');
    expect(server.answers.size).toBe(200);
    await vi.waitFor(async () => expect(await onDevice(store)).toHaveLength(50));
  });
});
