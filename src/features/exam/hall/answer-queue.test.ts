import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerQueue, type SaveState } from './answer-queue.ts';
import { memoryStore, type DeviceStore } from './device-store.ts';
import type { Entry, SendReply } from './save-protocol.ts';

const Q1 = 'question-1';
const Q2 = 'question-2';

type Sent = { entries: Entry[]; keepalive: boolean };

/** A server that keeps the newest change per question, and can be unreachable or have another writer. */
function fakeServer() {
  const server = {
    reachable: true,
    epoch: 1,
    status: 'open' as SendReply['status'],
    answers: new Map<string, Entry>(),
    sent: [] as Sent[],
    send: async (entries: Entry[], { keepalive }: { keepalive: boolean }): Promise<SendReply> => {
      server.sent.push({ entries, keepalive });
      if (!server.reachable) throw new Error('offline');
      const superseded = entries.some((entry) => entry.epoch < server.epoch);
      const acks: SendReply['acks'] = entries.map((entry) => {
        if (!superseded) server.answers.set(entry.questionId, entry);
        return {
          questionId: entry.questionId,
          epoch: entry.epoch,
          revision: entry.revision,
          state: superseded ? 'superseded' : 'saved',
        };
      });
      return { acks, rejected: [], superseded, status: server.status };
    },
  };
  return server;
}

function open(server: ReturnType<typeof fakeServer>, store: DeviceStore = memoryStore()) {
  const states: SaveState[] = [];
  const replies: SendReply[] = [];
  const queue = new AnswerQueue({
    attemptId: 'attempt',
    store,
    durable: true,
    send: server.send,
    onState: (state) => states.push(state),
    onRejected: () => undefined,
    onReply: (reply) => replies.push(reply),
    onError: () => undefined,
  });
  return { queue, states, replies, store };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('AnswerQueue', () => {
  it('says when what the server has acknowledged is removed from the device', async () => {
    const removal = Promise.withResolvers<void>();
    const store = { ...memoryStore(), forget: () => removal.promise };
    const { queue } = open(fakeServer(), store);
    await queue.adopt(1, []);
    await queue.put('q1', 'A', false, 0);
    await vi.advanceTimersByTimeAsync(10);
    expect(queue.pending).toEqual([]);
    let isWritten = false;
    void queue.written.then(() => (isWritten = true));
    await vi.advanceTimersByTimeAsync(10);
    expect(isWritten).toBe(false);
    removal.reject(new Error('the device is full'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isWritten).toBe(true);
  });

  it('stores a change on the device before sending it, and shows it', async () => {
    const server = fakeServer();
    server.reachable = false;
    const { queue, states, store } = open(server);
    await queue.adopt(1, []);
    await queue.put(Q1, 'A', false, 0);
    expect(await store.all('attempt')).toMatchObject([{ questionId: Q1, answer: 'A', epoch: 1, revision: 1 }]);
    expect(server.sent).toHaveLength(0);
    expect(states.at(-1)).toBe('device');
  });

  it('sends typing once it pauses, and only its last state', async () => {
    const server = fakeServer();
    const { queue, states } = open(server);
    await queue.adopt(1, []);
    for (const text of ['安', '安全', '安全第一']) {
      await queue.put(Q1, text, false, 1_500);
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(server.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.sent).toHaveLength(1);
    expect(server.answers.get(Q1)).toMatchObject({ answer: '安全第一', revision: 3 });
    expect(states.at(-1)).toBe('saved');
  });

  it('does not delay a choice for the text that is typed after it', async () => {
    const server = fakeServer();
    const { queue } = open(server);
    await queue.adopt(1, []);
    await queue.put(Q1, 'A', false, 0);
    await queue.put(Q2, '安', false, 1_500);
    await vi.advanceTimersByTimeAsync(10);
    expect(server.answers.get(Q1)).toMatchObject({ answer: 'A' });
  });

  it('tries again until the server is back, and loses nothing', async () => {
    const server = fakeServer();
    server.reachable = false;
    const { queue, states } = open(server);
    await queue.adopt(1, []);
    await queue.put(Q1, 'A', false, 0);
    await vi.advanceTimersByTimeAsync(60_000);
    await queue.put(Q2, 'B', false, 0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.sent.length).toBeGreaterThan(3);
    server.reachable = true;
    queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect([...server.answers.keys()].sort()).toEqual([Q1, Q2]);
    expect(states.at(-1)).toBe('saved');
  });

  it('keeps a change that was made while an older one of the same question travelled', async () => {
    const server = fakeServer();
    const slow = Promise.withResolvers<void>();
    const send = server.send;
    let first = true;
    server.send = async (entries, request) => {
      if (first) {
        first = false;
        await slow.promise;
      }
      return send(entries, request);
    };
    const { queue } = open(server);
    await queue.adopt(1, []);
    await queue.put(Q1, 'A', false, 0);
    await vi.advanceTimersByTimeAsync(0);
    await queue.put(Q1, 'B', false, 0);
    slow.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(server.answers.get(Q1)).toMatchObject({ answer: 'B', revision: 2 });
    expect(queue.pending).toEqual([]);
  });

  it('restores after a crash what only this device had, under the new epoch', async () => {
    const server = fakeServer();
    const store = memoryStore();
    server.reachable = false;
    const before = open(server, store);
    await before.queue.adopt(1, []);
    await before.queue.put(Q1, 'typed before the crash', false, 1_500);
    before.queue.stop();

    server.reachable = true;
    server.epoch = 2;
    const after = open(server, store);
    const current = await after.queue.adopt(2, [
      { questionId: Q2, epoch: 1, revision: 4, answer: 'B', flagged: false },
    ]);
    expect(current.map(({ questionId, answer }) => [questionId, answer])).toEqual([
      [Q2, 'B'],
      [Q1, 'typed before the crash'],
    ]);
    await vi.advanceTimersByTimeAsync(10);
    expect(server.answers.get(Q1)).toMatchObject({ epoch: 2, answer: 'typed before the crash' });
    expect(await store.all('attempt')).toEqual([]);
  });

  it('lets a newer answer of another device win over what this device kept', async () => {
    const server = fakeServer();
    const store = memoryStore();
    await store.put({ attemptId: 'attempt', questionId: Q1, epoch: 1, revision: 9, answer: 'old', flagged: false });
    const { queue } = open(server, store);
    const current = await queue.adopt(3, [{ questionId: Q1, epoch: 2, revision: 1, answer: 'new', flagged: false }]);
    expect(current).toMatchObject([{ answer: 'new' }]);
    expect(queue.pending).toEqual([]);
    await queue.put(Q1, 'newest', false, 0);
    expect(queue.pending).toMatchObject([{ epoch: 3, revision: 2 }]);
  });

  it('stops when another writer took over, keeps its changes, and sends them when the exam is taken back', async () => {
    const server = fakeServer();
    const { queue, replies, store } = open(server);
    await queue.adopt(1, []);
    server.epoch = 2;
    await queue.put(Q1, 'A', false, 0);
    await vi.advanceTimersByTimeAsync(10);
    expect(replies.at(-1)).toMatchObject({ superseded: true });
    expect(await store.all('attempt')).toHaveLength(1);
    const tries = server.sent.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.sent).toHaveLength(tries);

    server.epoch = 3;
    await queue.adopt(3, []);
    await vi.advanceTimersByTimeAsync(10);
    expect(server.answers.get(Q1)).toMatchObject({ answer: 'A', epoch: 3 });
  });

  it('sends one last request that outlives the page', async () => {
    const server = fakeServer();
    const { queue } = open(server);
    await queue.adopt(1, []);
    await queue.put(Q1, 'half a sen', false, 1_500);
    queue.flushBeforeLeaving();
    expect(server.sent).toMatchObject([{ keepalive: true, entries: [{ answer: 'half a sen' }] }]);
  });
});
