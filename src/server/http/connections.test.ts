import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { connectionsOf } from './connections.ts';

/** Longer than the time limit of a test: a test that reaches it fails. */
const NEVER = 600_000;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(answer: Answer) {
  const server = createServer({ keepAliveTimeout: NEVER }, (req, res) => {
    connections.begin(req, res);
    answer(req, res);
  });
  const connections = connectionsOf(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: connections.close };
}

async function ask(port: number, path: string, agent: Agent, body?: string) {
  const call = request({ host: '127.0.0.1', port, path, agent, method: body === undefined ? 'GET' : 'POST' });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { connection: answer.headers.connection, text };
}

it('close waits for open requests, and closes idle connections', async () => {
  const waiting: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  const { port, close } = await listen((req, res) => {
    if (req.url === '/now') return void res.end('now');
    if (req.url === '/stream') res.write('first ');
    waiting.push(res);
    if (waiting.length === 2) arrived.resolve();
  });
  const agent = new Agent({ keepAlive: true });
  expect(await ask(port, '/now', agent)).toEqual({ connection: 'keep-alive', text: 'now' });
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const slow = ask(port, '/slow', new Agent({ keepAlive: true }));
  const stream = ask(port, '/stream', new Agent({ keepAlive: true }));
  await arrived.promise;

  const silentClosed = once(silent, 'close');
  const closed = close(NEVER);
  await silentClosed;
  for (const response of waiting) response.end('done');
  expect(await slow).toEqual({ connection: 'close', text: 'done' });
  // Its headers were sent before, without `connection: close`; the connection is closed anyway.
  expect((await stream).text).toBe('first done');
  await closed;
});

it('answers a request that arrives during close on a connection in use, with connection: close', async () => {
  const arrived = {
    '/first': Promise.withResolvers<ServerResponse>(),
    '/second': Promise.withResolvers<ServerResponse>(),
  };
  const { port, close } = await listen((req, res) => arrived[req.url as '/first' | '/second'].resolve(res));
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(socket, 'close');
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
  const first = await arrived['/first'].promise;
  first.write('head sent');
  const closed = close(NEVER);
  socket.write('GET /second HTTP/1.1\r\nHost: x\r\n\r\n');
  const second = await arrived['/second'].promise;
  first.end();
  second.end();
  await Promise.all([ended, closed]);
  expect(text.match(/^connection: .*$/gim)?.map((line) => line.toLowerCase())).toEqual([
    'connection: keep-alive',
    'connection: close',
  ]);
});

it('closes the connection after a response that is sent before the request body has been read', async () => {
  const { port, close } = await listen((req, res) => {
    if (req.url === '/early') return void res.end('no');
    req.resume().on('end', () => res.end('yes'));
  });
  const agent = new Agent({ keepAlive: true });
  expect(await ask(port, '/early', agent, 'x'.repeat(100))).toEqual({ connection: 'close', text: 'no' });
  expect(await ask(port, '/whole', agent, 'x'.repeat(100))).toEqual({ connection: 'keep-alive', text: 'yes' });
  expect(await ask(port, '/early', agent)).toEqual({ connection: 'keep-alive', text: 'no' });
  await close(NEVER);
});
