import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { playExamDay } from './exam-day.ts';
import { partsOf } from './report.ts';

/* The candidates against a portal of a few lines, which refuses what it is told to. */

type Entry = { questionId: string; epoch: number; revision: number };
type Asked = { path: string; encoding: string | undefined; isBeat: boolean };

const QUESTIONS = ['single', 'judge', 'short'].map((type, n) => ({
  ...{ questionId: `question ${n}`, type, blanks: 0, options: [{ key: 'A', text: 'An option' }] },
}));
// Time enough for a save that was refused to be sent again before the submission, which would carry it, also on a busy machine.
const PLAN = { enter: 1, saveEvery: 0.5, answer: 5, submit: 1 };

/**
 * @param refuse returns the status of a refusal; undefined: the request is answered
 * @param tells whether a device that was left is told so
 */
async function play(
  takers: number,
  refuse: (path: string, n: number, isBeat: boolean) => number | undefined = () => undefined,
  tells = true,
) {
  const asked: Asked[] = [];
  const epochs = new Map<string, number>();
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url!;
    const encoding = request.headers['accept-encoding'];
    const who = request.headers.authorization ?? '';
    const body = request.method === 'GET' ? {} : await json(request);
    const input = body as { answers?: Entry[]; epoch?: number };
    const isBeat = path.endsWith('answer/save') && input.answers?.length === 0;
    const n = asked.filter((each) => each.path === path && each.isBeat === isBeat).length;
    const status = refuse(path, n, isBeat);
    asked.push({ path, encoding, isBeat });
    if (status) return response.writeHead(status, { 'retry-after': '1' }).end();
    if (path.endsWith('/start') || path.endsWith('/take-over')) epochs.set(who, (epochs.get(who) ?? 0) + 1);
    const epoch = epochs.get(who)!;
    const at = new Date().toISOString();
    const isNewest = !tells || input.epoch === epoch;
    const hall = { attemptId: 'attempt', epoch, questions: QUESTIONS, status: 'open' };
    const acks = (input.answers ?? []).map((entry) => ({ ...entry, state: isNewest ? 'saved' : 'superseded' }));
    const data = { ...hall, hall, acks, rejected: [], superseded: !isNewest, startedAt: at, serverTime: at };
    const text = JSON.stringify({ code: 200, data: { ...data, receipt: { answerCount: 3 } } });
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(text));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const portal = { address: '127.0.0.1', port: (server.address() as AddressInfo).port, host: 'localhost' };
    const people = Array.from({ length: takers }, (_, n) => ({ token: `token ${n}`, cookie: '' }));
    const plan = { ...PLAN, resultShare: 0 };
    const day = await playExamDay(portal, { examId: 'exam', takers: people, plan });
    const part = (kind: string) => partsOf(day).filter((each) => each.kind === kind);
    const all = (kind: string, of: 'count' | 'refused' | 'retries') =>
      part(kind).reduce((sum, each) => sum + each[of], 0);
    return { day, asked, all };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.concurrent('what is refused is sent again, counted, and late from the moment at which it was due', async () => {
  const refused = /test|answer.save|submit/;
  const { day, asked, all } = await play(1, (path, n, isBeat) =>
    n === 0 && !isBeat && refused.test(path) ? 503 : undefined,
  );
  expect(day.failures).toEqual([]);
  for (const kind of ['examPage', 'save', 'submit'])
    expect([kind, all(kind, 'refused'), all(kind, 'retries')]).toEqual([kind, 1, 1]);
  // What was due while a save was repeated went with it; both count from when they were due.
  expect(all('save', 'count')).toBeGreaterThan(1);
  expect(Math.max(...day.saves.map(({ ms }) => ms))).toBeGreaterThan(900);
  expect(day.enteringSeconds).toBeGreaterThan(1);
  expect(day.leavingSeconds).toBeGreaterThan(3);
  expect(day.candidates[0]!.receiptCount).toBe(3);
  expect(asked.every(({ encoding }) => encoding?.includes('br'))).toBe(true);
  expect(day.candidates[0]!.acknowledged.size).toBeGreaterThan(0);
});

test.concurrent('a request that is not allowed ends the day of its candidate', async () => {
  const { day } = await play(1, (path) => (path.endsWith('/received') ? 403 : undefined));
  expect(day.failures).toEqual(['Error: received: HTTP status 403']);
});

test.concurrent('a page that is not answered is loaded again', async () => {
  const { day, all } = await play(1, (path, n) => (n === 0 && path.startsWith('/test') ? 500 : undefined));
  expect([all('examPage', 'refused'), all('examPage', 'retries')]).toEqual([0, 1]);
  expect(day.actions.filter(({ broken }) => broken > 0).map(({ kind }) => kind)).toEqual(['examPage']);
});

test.concurrent('one of the first candidates goes on at another device, and the first one must be told', async () => {
  const [told, untold] = await Promise.all([play(8), play(8, undefined, false)]);
  expect(told.day.failures).toEqual([]);
  expect(['takeOver', 'supersededSave'].map((kind) => told.all(kind, 'count'))).toEqual([1, 1]);
  expect(told.all('submit', 'count')).toBe(8);
  expect(untold.day.failures).toEqual(['Error: take over: the device that was left was not told']);
});

test.concurrent('the end of the signal ends the day at once', async () => {
  const controller = new AbortController();
  const portal = { address: '127.0.0.1', port: 9, host: 'localhost' };
  const takers = Array.from({ length: 50 }, (_, n) => ({ token: `token ${n}`, cookie: '' }));
  const playing = playExamDay(
    portal,
    { examId: 'exam', takers, plan: { ...PLAN, enter: 60 } },
    { signal: controller.signal },
  );
  setTimeout(() => controller.abort(new Error('an exam has begun')), 50);
  await expect(playing).rejects.toThrow('an exam has begun');
});
