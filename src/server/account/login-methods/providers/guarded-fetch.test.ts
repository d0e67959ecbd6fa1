import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAddress, guardedFetch } from './guarded-fetch.ts';

let server: Server;
let origin: string;
let reached = 0;

beforeAll(async () => {
  server = createServer((request, answer) => {
    reached += 1;
    if (request.url === '/away') answer.writeHead(302, { location: 'http://127.0.0.1:1/' });
    if (request.url === '/large') return answer.end('x'.repeat(600_000));
    answer.end('{"inside":true}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ask = (url: string, fetch = guardedFetch([origin])) =>
  fetch(url, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' });

describe('checkAddress', () => {
  it.each(['https://login.example.com/realm', 'https://sso.example.com:8443', 'https://1.1.1.1'])(
    'accepts %s',
    (url) => {
      expect(() => checkAddress(new URL(url), [])).not.toThrow();
    },
  );
  it.each([
    'http://login.example.com',
    'https://localhost',
    'https://database',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://10.0.0.1:9200',
    'https://169.254.169.254/latest',
    'https://user:word@login.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('rejects %s', (url) => {
    expect(() => checkAddress(new URL(url), ['https://sso.inside'])).toThrow();
  });
  it('accepts an origin that the operator has listed, and rejects another port of it', () => {
    expect(() => checkAddress(new URL('http://sso.inside:8080/x'), ['http://sso.inside:8080'])).not.toThrow();
    expect(() => checkAddress(new URL('http://sso.inside:8081/x'), ['http://sso.inside:8080'])).toThrow();
  });
});

describe('guardedFetch', () => {
  it('connects to a listed origin, does not follow redirects, and rejects a response above the size limit', async () => {
    expect(await (await ask(`${origin}/`)).json()).toEqual({ inside: true });
    expect((await ask(`${origin}/away`)).status).toBe(302);
    await expect(ask(`${origin}/large`)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['a name that resolves to a private address', [['127.0.0.1', 4]]],
    [
      'a name of which one address is private',
      [
        ['1.1.1.1', 4],
        ['10.0.0.7', 4],
      ],
    ],
    ['a name that resolves to a private IPv6 address', [['::1', 6]]],
    ['a name without an address', []],
  ] as [string, [string, number][]][])('does not connect to %s', async (_what, found) => {
    const before = reached;
    let asked = 0;
    const fetch = guardedFetch([], (_host, _options, done) => {
      asked += 1;
      done(
        null,
        found.map(([address, family]) => ({ address, family })),
      );
    });
    const url = `https://rebind.example.com:${new URL(origin).port}/`;
    await expect(ask(url, fetch)).rejects.toMatchObject({ kind: 'address' });
    expect(asked).toBe(1);
    expect(reached).toBe(before);
  });
});
