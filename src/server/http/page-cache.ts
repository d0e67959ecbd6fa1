import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { encodingOf } from './compress.ts';
import type { Env } from './gateway.ts';
import { changeClock, mayBeStale } from './recent-changes.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type Entry = {
  enterpriseId: string;
  tags: string[];
  expires: number;
  status: number;
  etag: string;
  headers: [string, string][];
  bodies: Partial<Record<Encoding, Buffer>>;
  bytes: number;
};
/** A page ready to be written to a socket; without a body when the browser has this very page already. */
type Hit = { status: number; headers: string[]; body: Buffer | null };

/** Most memory that kept pages may take, bytes. */
const MAX_BYTES = 96 * 1024 * 1024;
const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => Math.max(1, bytes) });
/** Off while changes made by other processes could be missed (docs/decisions/003). */
let trusted = false;

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Looks an anonymous page up before the pipeline runs at all. Only pages that the pipeline has answered and that asked
 * for it with `Astro.locals.cache` are here, so an unknown host can neither hit nor evict anything.
 * @param at scheme and host the request was sent to
 */
export function cachedPage(
  at: string,
  url: string,
  { acceptEncoding, ifNoneMatch }: { acceptEncoding?: string; ifNoneMatch?: string },
): Hit | null {
  const key = at + url;
  const entry = entries.get(key);
  if (!entry || !trusted) return null;
  if (entry.expires < Date.now()) {
    entries.delete(key);
    return null;
  }
  const headers = entry.headers.flat();
  headers.push('x-page-cache', 'hit');
  if (ifNoneMatch?.includes(entry.etag)) return { status: 304, headers, body: null };
  const encoding = encodingOf(acceptEncoding) ?? 'identity';
  const body = entry.bodies[encoding]!;
  headers.push('content-length', String(body.length));
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  return { status: entry.status, headers, body };
}

/** Keeps the answers of pages that set `Astro.locals.cache`, for visitors who are not signed in. */
export const pageCache = createMiddleware<Env>(async (c, next) => {
  const since = changeClock();
  await next();
  const { request, pageLocals } = c.var;
  const wish = pageLocals?.cache;
  if (!wish || !trusted || c.req.method !== 'GET' || request.viewer || request.tokenHash || c.res.status !== 200)
    return;

  // What a closed tenant shows depends on who asks.
  if (!request.tenant.publicFace) return;

  const sent = Buffer.from(await c.res.arrayBuffer());
  c.res = new Response(sent, c.res);
  // The pipeline has compressed it for this visitor already; others may want it otherwise, or plain.
  const body = decoded(sent, c.res.headers.get('content-encoding'));
  // Weak: the same page, whatever it is compressed with.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  c.res.headers.set('etag', etag);
  if (mayBeStale(since, request.tenant.id, wish.tags)) return;
  const url = new URL(c.req.url);
  // Never under `PUBLIC_ORIGIN`, which tenants share.
  void keep(request.at + url.pathname + url.search, since, {
    enterpriseId: request.tenant.id,
    tags: wish.tags,
    expires: Date.now() + wish.seconds * 1000,
    status: c.res.status,
    etag,
    headers: [...c.res.headers].filter(
      ([name]) => !['x-request-id', 'content-length', 'content-encoding', 'set-cookie'].includes(name),
    ),
    bodies: { identity: body },
    bytes: body.length,
  });
});

function decoded(body: Buffer, encoding: string | null): Buffer {
  return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
}

async function keep(key: string, since: number, entry: Entry): Promise<void> {
  const identity = entry.bodies.identity!;
  const [br, gz] = await Promise.all([compressors.br(identity), compressors.gzip(identity)]);
  if (!trusted || mayBeStale(since, entry.enterpriseId, entry.tags)) return;
  entry.bodies = { identity, br, gzip: gz };
  entry.bytes = identity.length + br.length + gz.length;
  entries.set(key, entry);
}

/** Drops the pages of one tenant that carry one of the tags, or all of its pages. */
export function dropPages(enterpriseId: string, tags?: string[]): void {
  for (const [key, entry] of [...entries]) {
    if (entry.enterpriseId === enterpriseId && (!tags || tags.some((tag) => entry.tags.includes(tag))))
      entries.delete(key);
  }
}

/** Changes of other processes arrive (true), or could be missed (false): then nothing is served from here. */
export function trustPageCache(on: boolean): void {
  trusted = on;
  if (on) return;
  entries.clear();
}
