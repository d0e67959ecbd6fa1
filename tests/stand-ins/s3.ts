import { Hono } from 'hono';
import { listen, type StandIn } from './serve.ts';

/** One request as the store saw it; `sent`: bytes of the body that it handed over. */
export type S3Request = { method: string; path: string; range: string | null; sent: number };
export type S3StandIn = StandIn & { requests: S3Request[]; put(path: string, bytes: Uint8Array): void };

/**
 * An object store that speaks the protocol of S3, as far as the portal uses it: objects by path (`/bucket/key`) with PUT,
 * HEAD, GET, DELETE and ranges, and errors as XML. Signatures are asked for, and not checked.
 */
export async function startS3(port = 0): Promise<S3StandIn> {
  const objects = new Map<string, Uint8Array>();
  const requests: S3Request[] = [];
  const app = new Hono();
  const error = (status: 403 | 404 | 416, code: string) =>
    new Response(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      {
        status,
        headers: { 'content-type': 'application/xml' },
      },
    );
  app.all('*', async (c) => {
    const { method } = c.req;
    const path = decodeURIComponent(new URL(c.req.url).pathname);
    const seen: S3Request = { method, path, range: c.req.header('range') ?? null, sent: 0 };
    requests.push(seen);
    if (!c.req.header('authorization')?.startsWith('AWS4-HMAC-SHA256 ')) return error(403, 'AccessDenied');
    if (method === 'PUT') {
      objects.set(path, new Uint8Array(await c.req.arrayBuffer()));
      return new Response(null, { headers: { etag: '"1"' } });
    }
    const bytes = objects.get(path);
    if (!bytes) return error(404, 'NoSuchKey');
    if (method === 'DELETE') {
      objects.delete(path);
      return new Response(null, { status: 204 });
    }
    const match = /^bytes=(\d+)-(\d*)$/.exec(seen.range ?? '');
    const from = match ? Number(match[1]) : 0;
    const to = match?.[2] ? Math.min(Number(match[2]), bytes.length - 1) : bytes.length - 1;
    if (from > to) return error(416, 'InvalidRange');
    const headers = new Headers({ 'content-length': String(to - from + 1), etag: '"1"', 'accept-ranges': 'bytes' });
    if (match) headers.set('content-range', `bytes ${from}-${to}/${bytes.length}`);
    if (method === 'HEAD') return new Response(null, { headers });
    seen.sent = to - from + 1;
    return new Response(bytes.slice(from, to + 1), { status: match ? 206 : 200, headers });
  });
  const { origin, stop } = await listen(app, port);
  return { origin, stop, requests, put: (path, bytes) => objects.set(path, bytes) };
}
