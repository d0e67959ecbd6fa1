import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressed, encodingOf } from './compress.ts';

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', null],
  ['brotli', null],
  ['identity', null],
  ['', null],
  [undefined, null],
] as const)('for Accept-Encoding %j returns %j', (header, expected) => expect(encodingOf(header)).toBe(expected));

describe('compressed', () => {
  const text = '知行 '.repeat(1_000);
  const app = new Hono()
    .use(compressed)
    .get('/text', (c) => c.text(text))
    .get('/json', (c) => c.json({ text }))
    .get('/short', (c) => c.text('short'))
    .get('/picture', (c) => c.body(text, 200, { 'content-type': 'image/webp' }))
    .get('/done', (c) => c.body(text, 200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }))
    .get('/nothing', () => new Response(null, { status: 304, headers: { 'content-type': 'text/html' } }));
  const get = (path: string, accept = 'br, gzip', method = 'GET') =>
    app.request(path, { method, headers: { 'accept-encoding': accept } });
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it('compresses texts with brotli or gzip, and sets vary', async () => {
    const br = await get('/text');
    expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
    const body = await bytes(br);
    expect(br.headers.get('content-length')).toBe(String(body.length));
    expect(brotliDecompressSync(body).toString()).toBe(text);
    const gz = await get('/json', 'gzip');
    expect(JSON.parse(gunzipSync(await bytes(gz)).toString())).toEqual({ text });
  });

  it('does not compress short, binary or compressed responses', async () => {
    for (const path of ['/short', '/picture', '/nothing'])
      expect((await get(path)).headers.get('content-encoding'), path).toBeNull();
    expect((await get('/done')).headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/text', 'identity');
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text]);
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  });
});
