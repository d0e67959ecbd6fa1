import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { createAdmission, nextRendering, nextRetry } from './admission.ts';
import type { Env } from './env.ts';

/** Pages that are being rendered, in their order, and how each is completed. */
let rendering: { path: string; complete: () => void }[];
let server: Server;
let received: number;
/** Pages whose session was looked up. */
let lookedUp: string[];
let closed: number;

beforeEach(async () => {
  rendering = [];
  received = closed = 0;
  lookedUp = [];
  const app = new Hono<Env>();
  app.onError((error, c) => c.text(String((error as AppError).retryAfter), (error as AppError).code as 503));
  const two = createAdmission({ first: 2, least: 2, most: 2 });
  const adaptive = createAdmission({ first: 1, least: 1, most: 3 });
  app.use(two.early);
  app.use((c, next) => {
    lookedUp.push(c.req.path);
    const viewer = c.req.query('visitor') === undefined ? {} : null;
    c.set('request', { viewer } as RequestContext);
    return next();
  });
  app.get('*', (c, next) => (c.req.path.startsWith('/adaptive') ? adaptive : two).admit(c, next));
  app.get('*', async (c) => {
    await new Promise<void>((complete) => rendering.push({ path: c.req.path, complete }));
    return c.text(c.req.path);
  });
  const listener = getRequestListener(app.fetch);
  server = createServer((req, res) => {
    void listener(req, res);
    received++;
    res.once('close', () => closed++);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function request(path: string) {
  const { port } = server.address() as AddressInfo;
  const controller = new AbortController();
  const answer = new Promise<{ status: number; text: string } | 'left'>((resolve) => {
    const sent = get({ port, path, agent: false, signal: controller.signal }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode!, text }));
    });
    sent.on('error', () => resolve('left'));
  });
  return { answer, leave: () => controller.abort() };
}
const paths = () => rendering.map(({ path }) => path);
/** Sends a request and waits until the server has it, so that the order of requests is certain. */
const accepted = async (path: string) => {
  const before = received;
  const sent = request(path);
  await expect.poll(() => received).toBe(before + 1);
  return sent;
};

it('renders two at a time, exams first, and nothing for browsers that left', async () => {
  const first = await accepted('/first');
  const second = await accepted('/second');
  await expect.poll(paths).toEqual(['/first', '/second']);
  const gone = await accepted('/gone');
  const third = await accepted('/third');
  const hall = await accepted('/en/account/exam/1');
  const goneHall = await accepted('/test/id');
  for (const each of [gone, goneHall]) each.leave();
  expect(await Promise.all([gone.answer, goneHall.answer])).toEqual(['left', 'left']);
  await expect.poll(() => closed).toBe(2);

  rendering[0]!.complete();
  await expect.poll(paths).toEqual(['/first', '/second', '/en/account/exam/1']);
  rendering[1]!.complete();
  await expect.poll(paths).toEqual(['/first', '/second', '/en/account/exam/1', '/third']);
  for (const { complete } of rendering) complete();
  const answers = await Promise.all([first, second, third, hall].map(({ answer }) => answer));
  expect(answers).toEqual(['/first', '/second', '/third', '/en/account/exam/1'].map((text) => ({ status: 200, text })));
});

it('refuses pages when too many wait, the hall last, exams before their session is looked up, and says when to try again', async () => {
  const fill = async (path: string, count: number) => {
    const before = received;
    const sent = Array.from({ length: count }, () => request(path));
    await expect.poll(() => received).toBe(before + count);
    return sent;
  };
  const sent = await fill('/page', 152);
  const refused = await request('/page').answer;
  expect(refused).toMatchObject({ status: 503 });
  expect(Number((refused as { text: string }).text)).toBeGreaterThanOrEqual(4);
  expect(await request('/account/exam/detail').answer, 'a result').toMatchObject({ status: 503 });
  expect(await request('/account/exam/1?visitor').answer, 'of nobody').toMatchObject({ status: 503 });
  sent.push(...(await fill('/test/id', 90)));
  lookedUp = [];
  expect(await request('/test/id').answer).toMatchObject({ status: 503 });
  expect(lookedUp).toEqual([]);
  const hall = await accepted('/account/exam/1');
  for (let done = 0; done < 243; done++) {
    await expect.poll(() => rendering.length).toBeGreaterThan(done);
    rendering[done]!.complete();
  }
  expect(paths().slice(2, 4)).toEqual(['/account/exam/1', '/test/id']);
  expect(await hall.answer).toMatchObject({ status: 200 });
  for (const { answer } of sent) expect(await answer).toMatchObject({ status: 200 });
});

it('renders more pages while the event loop is idle and others wait', async () => {
  const sent = Array.from({ length: 5 }, () => request('/adaptive'));
  await expect.poll(() => rendering.length).toBe(3);
  rendering[0]!.complete();
  await expect.poll(() => rendering.length).toBe(4);
  rendering[1]!.complete();
  await expect.poll(() => rendering.length).toBe(5);
  for (const { complete } of rendering) complete();
  for (const { answer } of sent) expect(await answer).toMatchObject({ status: 200 });
});

it('changes by one page at a time, between its bounds', () => {
  const limits = { first: 4, least: 2, most: 6 };
  expect(nextRendering(4, { utilisation: 0.5, waiting: 3 }, limits)).toBe(5);
  expect(nextRendering(6, { utilisation: 0.5, waiting: 3 }, limits)).toBe(6);
  expect(nextRendering(4, { utilisation: 0.5, waiting: 0 }, limits)).toBe(4);
  expect(nextRendering(4, { utilisation: 0.8, waiting: 3 }, limits)).toBe(4);
  expect(nextRendering(4, { utilisation: 0.95, waiting: 3 }, limits)).toBe(3);
  expect(nextRendering(2, { utilisation: 0.95, waiting: 3 }, limits)).toBe(2);
});

it('lets hardly more return per second than are rendered', () => {
  expect(nextRetry(8, { refused: 0, rendered: 500 })).toBe(8);
  expect(nextRetry(8, { refused: 750, rendered: 250 })).toBe(16);
  // Half as many return then.
  expect(nextRetry(16, { refused: 375, rendered: 250 })).toBe(16);
  // It falls slowly.
  expect(nextRetry(20, { refused: 50, rendered: 250 })).toBe(16);
  expect(nextRetry(9, { refused: 0, rendered: 0 })).toBe(8);
  expect(nextRetry(8, { refused: 500, rendered: 0 })).toBe(60);
});
