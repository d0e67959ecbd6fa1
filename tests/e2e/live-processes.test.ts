import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { findFfmpeg } from '../config/find-ffmpeg.ts';
import { http as wire } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { followClass, type LiveNews } from '../factories/live-remote.ts';
import { callRemote } from '../factories/remote.ts';
import { killDuringLive } from '../fault/live-kills.ts';
import { seeded } from '../fault/random.ts';
import { addMember } from './support/database.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Live classes across processes: a second portal on the same database, which is killed, and a media server. */

/** The administrator, who leads every class. */
const HOST = 4;
const MEGABYTE = 1024 * 1024;
const first = () => Number(process.env.E2E_PORT);

let second: PortalProcess;
let media: Server;
let mediaOrigin: string;
let folder: string;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), 'zhixing-media-'));
  media = createServer((request, response) => {
    const name = request.url!.split('/').at(-1)!;
    readFile(join(folder, name)).then(
      (body) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  mediaOrigin = `http://127.0.0.1:${(media.address() as AddressInfo).port}`;
  second = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off', LIVE_PLAYBACK_URL: `${mediaOrigin}/{key}/index.m3u8` },
  }).start();
});
test.afterAll(async () => {
  await second?.stop();
  media.close();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody as a sender of calls. */
async function callerOf(tenant: DemoTenant, who: number | string) {
  const { authorization, cookie } = await sessionOf(tenant, who);
  return { host: hostOf(tenant), token: authorization.replace('Bearer ', ''), cookie };
}
type Person = Awaited<ReturnType<typeof callerOf>>;
async function ask<C extends Call>(port: number, who: Person, name: C, input: Input<C>): Promise<Data<C>> {
  const reply = await callRemote(port, who, name, input);
  expect(reply.code, JSON.stringify(reply)).toBe(200);
  return reply.data;
}
async function liveCourse(host: Person): Promise<string> {
  return (await ask(first(), host, 'POST /course/auth/live/session/courses', {}))[0]!.id;
}
/** A running class. */
async function running(host: Person): Promise<string> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const { id } = await ask(first(), host, 'POST /course/auth/live/session/save', {
    courseId: await liveCourse(host),
    title: `Processes ${Date.now()}`,
    startAt: at(10),
    endAt: at(70),
  });
  await ask(first(), host, 'POST /course/auth/live/status/save', { id, status: 'live' });
  return id;
}

test('what is said, asked and raised at one process arrives at the viewers of the other', async ({ tenant }) => {
  const host = await callerOf(tenant, HOST);
  const [one, two] = [await callerOf(tenant, await addMember(tenant)), await callerOf(tenant, await addMember(tenant))];
  const id = await running(host);
  const heard = { one: [] as LiveNews[], two: [] as LiveNews[] };
  const stops = [
    followClass(first(), one, id, (news) => heard.one.push(news)),
    followClass(second.port, two, id, (news) => heard.two.push(news)),
  ];
  try {
    await expect.poll(() => heard.one.length > 0 && heard.two.length > 0).toBe(true);
    const said = (whom: LiveNews[]) => whom.flatMap(({ messages }) => messages.map(({ body }) => body));
    await ask(first(), one, 'POST /course/auth/live/message/save', { id, body: 'from the first' });
    await expect.poll(() => said(heard.two)).toContain('from the first');
    await ask(second.port, two, 'POST /course/auth/live/message/save', { id, body: 'from the second' });
    await expect.poll(() => said(heard.one)).toContain('from the second');
    await ask(first(), one, 'POST /course/auth/live/hand/save', { id, raised: true });
    await expect.poll(() => heard.two.at(-1)!.state.handCount).toBe(1);
    const poll = { id, question: 'Which?', options: ['A', 'B'] };
    await ask(second.port, host, 'POST /course/auth/live/poll/save', poll);
    await expect.poll(() => heard.one.at(-1)!.state.polls).toMatchObject([{ question: 'Which?', open: true }]);
    await ask(first(), host, 'POST /course/auth/live/status/save', { id, status: 'ended' });
    await expect.poll(() => heard.two.at(-1)!.state.status).toBe('ended');
  } finally {
    stops.forEach((stop) => stop());
  }
});

test('a body of 1 GB is refused early, and stalled encoders stop nobody', async ({ tenant }) => {
  const host = await callerOf(tenant, HOST);
  const viewer = await callerOf(tenant, await addMember(tenant));
  const id = await running(host);
  const { url } = await ask(first(), host, 'POST /course/auth/live/key/issue', { id });
  const folderOf = new URL('.', url).pathname;
  /** Opens a request, and sends of its body as much as is taken. @returns its status and how many bytes were sent */
  const send = (name: string, header: string, chunk: Buffer, total: number) =>
    new Promise<{ status: number; bytes: number }>((resolve) => {
      const socket = connect(first(), '127.0.0.1');
      let text = '';
      socket.write(`PUT ${folderOf}${name} HTTP/1.1\r\nHost: ${host.host}\r\n${header}\r\n\r\n`);
      const more = () => {
        while (!socket.destroyed && text === '' && socket.bytesWritten < total) if (!socket.write(chunk)) return;
      };
      socket.on('drain', more);
      socket.on('data', (part) => (text += part.toString()));
      // A refused sender is cut off: the answer may have arrived before.
      socket.on('error', () => socket.destroy());
      socket.on('end', () => socket.destroy());
      socket.on('close', () =>
        resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), bytes: socket.bytesWritten }),
      );
      more();
    });
  const megabyte = Buffer.alloc(MEGABYTE);
  const chunked = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
  for (const [name, header, chunk] of [
    ['declared.ts', `Content-Length: ${1024 * MEGABYTE}`, megabyte],
    ['chunked.ts', 'Transfer-Encoding: chunked', chunked],
  ] as const) {
    const { status, bytes } = await send(name, header, chunk, 1024 * MEGABYTE);
    expect([0, 413], name).toContain(status);
    expect(bytes, name).toBeLessThan(64 * MEGABYTE);
  }
  // Uploads that have begun and do not go on: six are taken, the others are refused.
  let refused = 0;
  const stalled = Array.from({ length: 10 }, (_, n) => {
    const socket = connect(first(), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.once('data', (part) => (refused += Number(part.toString().startsWith('HTTP/1.1 429'))));
    const head = `PUT ${folderOf}stalled${n}.ts HTTP/1.1\r\nHost: ${host.host}\r\nContent-Length: 1000\r\n\r\nbegin`;
    socket.write(head);
    return socket;
  });
  await expect.poll(() => refused).toBe(4);
  const put = (name: string) =>
    wire(first(), host.host, folderOf + name, { method: 'PUT', body: 'x' }).then(({ status }) => status);
  expect(await put('next.ts')).toBe(429);
  await ask(first(), viewer, 'POST /course/auth/live/message/save', { id, body: 'Still here' });
  expect(await ask(first(), viewer, 'POST /course/auth/live/attend', { id })).toMatchObject({ status: 'live' });
  const { playback } = await ask(first(), viewer, 'GET /course/auth/live/view', { id });
  expect((await wire(first(), host.host, playback!.url)).text).toContain('#EXTM3U');
  for (const socket of stalled) socket.destroy();
  await expect.poll(() => put('next.ts')).toBe(200);
});

test('the stream of a media server is played under our policy', async ({ page, context, tenant }) => {
  const host = await callerOf(tenant, HOST);
  const id = await running(host);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=frequency=440'];
  const codec = [
    '-t',
    '20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '30',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ];
  const target = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', join(folder, 'index.m3u8')];
  await promisify(execFile)(findFfmpeg(), ['-v', 'error', ...source, ...codec, ...target]);
  const session = await signIn(context, tenant, await addMember(tenant));
  const origin = new URL(tenant.origin);
  origin.port = String(second.port);
  const response = await page.goto(`${origin.origin}/live/watch/${id}`);
  const policy = (headers: Record<string, unknown>) =>
    String(headers['content-security-policy'])
      .split(';')
      .filter((directive) => directive.includes(mediaOrigin))
      .map((directive) => directive.trim().split(' ')[0])
      .sort();
  expect(policy(response!.headers())).toEqual(['connect-src', 'media-src']);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(1);
  // Only there, and only where the setting is.
  const elsewhere = await wire(second.port, host.host, '/home', { headers: session });
  expect(policy(elsewhere.headers)).toEqual([]);
  expect(policy((await wire(first(), host.host, `/live/watch/${id}`, { headers: session })).headers)).toEqual([]);
});

test('kill -9 in a live class loses no acknowledged segment, message or minute', async ({ tenant }) => {
  test.setTimeout(180_000);
  const host = await callerOf(tenant, HOST);
  const viewers = [];
  for (let n = 0; n < 3; n++) viewers.push(await callerOf(tenant, await addMember(tenant)));
  const kill = async () => {
    await second.kill();
    await second.start();
  };
  const setup = { portal: second, host, viewers, courseId: await liveCourse(host) };
  const report = await killDuringLive(setup, { kills: 2, random: seeded(1), kill });
  expect(report).toMatchObject({ kills: 2, lost: [] });
});
