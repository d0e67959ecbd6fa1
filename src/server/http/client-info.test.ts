import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientInfo } from './client-info.ts';

const PROXY = '10.0.0.7';
const saved = process.env.TRUSTED_PROXIES;
// Settings are read once: the first call below comes after this.
beforeAll(() => void (process.env.TRUSTED_PROXIES = '10.0.0.0/8,2001:db8::1'));
afterAll(() => {
  if (saved === undefined) delete process.env.TRUSTED_PROXIES;
  else process.env.TRUSTED_PROXIES = saved;
});

const ask = (peer: string, headers: Record<string, string>) => clientInfo((name) => headers[name], peer);

describe('clientInfo without a trusted proxy', () => {
  it('ignores forwarded headers', () => {
    expect(
      ask('203.0.113.9', {
        host: 'A.Example:80',
        'x-forwarded-host': 'b.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '198.51.100.1',
      }),
    ).toEqual({ host: 'a.example:80', scheme: 'http', address: '203.0.113.9' });
  });

  it('returns IPv4-mapped addresses as IPv4', () => {
    expect(ask('::ffff:203.0.113.9', { host: 'a' }).address).toBe('203.0.113.9');
    expect(ask('2001:db8::9', { host: 'a' }).address).toBe('2001:db8::9');
    expect(ask('', {})).toEqual({ host: '', scheme: 'http', address: '' });
  });
});

describe('clientInfo behind a trusted proxy', () => {
  const behind = (headers: Record<string, string>) => ask(`::ffff:${PROXY}`, { host: 'inner:4321', ...headers });

  it('returns host, scheme and address of the forwarded headers', () => {
    expect(
      behind({
        'x-forwarded-host': 'Learn.Example',
        'x-forwarded-proto': 'HTTPS',
        'x-forwarded-for': '203.0.113.9',
      }),
    ).toEqual({ host: 'learn.example', scheme: 'https', address: '203.0.113.9' });
  });

  it('returns those of the connection when the proxy sends no headers', () => {
    expect(behind({})).toEqual({ host: 'inner:4321', scheme: 'http', address: PROXY });
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    // Values that the client itself has sent.
    ['127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.0.0.1, 10.0.0.2', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::9]:51234', '2001:db8::9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    // A request of a trusted proxy itself.
    ['10.0.0.3', '10.0.0.3'],
    ['nonsense', PROXY],
    ['203.0.113.9, unknown', PROXY],
    ["203.0.113.9' or 1=1", PROXY],
    ['', PROXY],
  ])('for X-Forwarded-For %j returns address %s', (hops, address) => {
    expect(behind({ 'x-forwarded-for': hops }).address).toBe(address);
  });

  it('uses the last of several hosts and schemes, which the proxy has added', () => {
    expect(behind({ 'x-forwarded-host': 'evil.example, learn.example' }).host).toBe('learn.example');
    expect(behind({ 'x-forwarded-proto': 'https, http' }).scheme).toBe('http');
    for (const odd of ['javascript', 'https:', ' ']) expect(behind({ 'x-forwarded-proto': odd }).scheme).toBe('http');
  });
});
