import { connect } from 'node:net';
import { createServer, get, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings } from '#src/server/core/settings.ts';
import { logAccess, noteTenant, requestIdOf } from './access-log.ts';

type Line = Record<string, unknown>;
let lines: Line[];
let server: Server;
let port: number;
/** Resolves when the second part of `/stream` may be sent. */
let second: PromiseWithResolvers<void>;
const given = { ...settings() };

beforeEach(async () => {
  lines = [];
  second = Promise.withResolvers();
  Object.assign(settings(), { logLevel: 'info' });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(JSON.parse(String(chunk)) as Line) > 0);
  server = createServer((req, res) => {
    logAccess(req, res, req.headers.host!, () => 'by-host');
    if (req.url!.startsWith('/tenant')) noteTenant(req, 'huaxin');
    if (!req.url!.startsWith('/stream')) return void res.writeHead(404, { 'x-request-id': requestIdOf(req) }).end('no');
    res.write('first');
    void second.promise.then(() => res.end('second'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(settings(), given);
  server.closeAllConnections();
  server.close();
});

const fetched = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

it('writes one line per request, without query, address, token and cookie', async () => {
  const answer = await fetched('/tenant/x?phone=13800000001&token=abc', {
    authorization: 'Bearer secret-token',
    cookie: 'ET_WEB_TOKEN=secret-cookie',
    'user-agent': 'secret-agent',
  });
  await answer.text();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    msg: 'request',
    requestId: answer.headers.get('x-request-id'),
    method: 'GET',
    host: `127.0.0.1:${port}`,
    tenant: 'huaxin',
    path: '/tenant/x',
    status: 404,
    durationMs: expect.any(Number) as number,
    bytes: expect.any(Number) as number,
  });
  expect(JSON.stringify(lines)).not.toMatch(/138|secret|abc/);
});

it('counts the bytes of each response of a connection', async () => {
  const socket = connect(port, '127.0.0.1');
  const received: number[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk.length));
  for (const count of [1, 2]) {
    socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => [lines.length, received.length]).toEqual([count, count]);
  }
  socket.destroy();
  expect(lines.map((line) => line.bytes)).toEqual(received);
  expect(lines.map(({ tenant, host }) => [tenant, host])).toEqual([
    ['by-host', 'a'],
    ['by-host', 'a'],
  ]);
});

it('logs a streamed response at its end, and one that was aborted', async () => {
  const streamed = await fetched('/stream');
  expect(lines).toEqual([]);
  second.resolve();
  expect(await streamed.text()).toBe('firstsecond');
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ path: '/stream', status: 200 });
  expect(lines[0]).not.toHaveProperty('aborted');

  second = Promise.withResolvers();
  const request = get({ port, host: '127.0.0.1', path: '/stream/long' }, (response) => {
    response.on('error', () => undefined);
    response.once('data', () => request.destroy());
  });
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ path: '/stream/long', status: 200, aborted: true });
});

it('is switched off by ACCESS_LOG, and limits what a client chooses', async () => {
  Object.assign(settings(), { accessLog: 'off' });
  const silent = await fetched('/off');
  await silent.text();
  expect(silent.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  Object.assign(settings(), { accessLog: 'json' });
  await (await fetched(`/${'x'.repeat(5_000)}`)).text();
  await expect.poll(() => lines).toHaveLength(1);
  expect((lines[0]!.path as string).length).toBe(500);
});
