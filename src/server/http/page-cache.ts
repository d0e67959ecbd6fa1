import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { chosenEnterprise } from './chosen-enterprise.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { encodingOf } from './compress.ts';
import type { Env } from './env.ts';
import { mobileSiteOf } from './phone-redirect.ts';
import { changeClock, mayBeStale } from './recent-changes.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type Entry = {
  enterpriseId: string;
  /** The tenant's default language. */
  lang: string;
  /** Phones are redirected, so the pipeline has to answer them. */
  isNotForPhones: boolean;
  tags: string[];
  /** Monotonic clock. */
  expires: number;
  status: number;
  etag: string;
  headers: [string, string][];
  bodies: Partial<Record<Encoding, Buffer>>;
  bytes: number;
};
type CacheRequest = {
  acceptEncoding?: string;
  ifNoneMatch?: string;
  /** Language that the visitor wants (language-redirect.ts). */
  language: Locale | 'default' | null;
  isPhone: boolean;
};
/** A cached page ready to be sent; without a body if the browser has the same version. */
type Hit = { status: number; headers: string[]; body: Buffer | null };

/** Maximum memory of cached pages. */
const MAX_BYTES = 96 * 1024 * 1024;
const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => Math.max(1, bytes) });
/** False while changes of other processes could be missed (docs/decisions/003). */
let trusted = false;

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Returns a cached page for an anonymous visitor; called before the request pipeline. The cache contains only pages that the
 * pipeline has rendered with `Astro.locals.cache` set, so requests for unknown hosts cannot hit or evict entries.
 * @param at scheme and host the request was sent to
 */
export function cachedPage(
  at: string,
  url: string,
  { acceptEncoding, ifNoneMatch, language, isPhone }: CacheRequest,
): Hit | null {
  const key = at + url;
  const entry = entries.get(key);
  if (!entry || !trusted) return null;
  if (entry.expires < performance.now()) {
    entries.delete(key);
    return null;
  }
  if (isPhone && entry.isNotForPhones) return null;
  // The pipeline redirects to the other language.
  if ((language === 'default' ? entry.lang : language) === 'en') return null;
  const headers = entry.headers.flat();
  headers.push('x-page-cache', 'hit');
  if (ifNoneMatch?.includes(entry.etag)) return { status: 304, headers, body: null };
  const encoding = encodingOf(acceptEncoding) ?? 'identity';
  const body = entry.bodies[encoding]!;
  headers.push('content-length', String(body.length));
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  return { status: entry.status, headers, body };
}

/** Caches pages that set `Astro.locals.cache`, for visitors who are not signed in. */
export const pageCache = createMiddleware<Env>(async (c, next) => {
  const since = changeClock();
  await next();
  const { request, pageLocals } = c.var;
  const options = pageLocals?.cache;
  if (!options || !trusted || c.req.method !== 'GET' || request.viewer || request.tokenHash || c.res.status !== 200)
    return;

  // The key has no tenant: one host can serve several enterprises by a stored choice.
  if (chosenEnterprise(new URL(request.at).host, c.req.header('cookie'))) return;

  // Pages of a site that is not public depend on the viewer.
  if (!request.tenant.publicFace) return;

  const sent = Buffer.from(await c.res.arrayBuffer());
  c.res = new Response(sent, c.res);
  // The pipeline has already compressed it for this client; others may need another encoding.
  const body = decoded(sent, c.res.headers.get('content-encoding'));
  // Weak: the same for all encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  c.res.headers.set('etag', etag);
  if (mayBeStale(since, request.tenant.id, options.tags)) return;
  const url = new URL(c.req.url);
  // Not under `PUBLIC_ORIGIN`, which tenants may share.
  void store(request.at + url.pathname + url.search, since, {
    enterpriseId: request.tenant.id,
    lang: request.tenant.languages[0]!,
    isNotForPhones: mobileSiteOf(request) !== undefined,
    tags: options.tags,
    expires: performance.now() + options.seconds * 1000,
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

async function store(key: string, since: number, entry: Entry): Promise<void> {
  const identity = entry.bodies.identity!;
  const [br, gz] = await Promise.all([compressors.br(identity), compressors.gzip(identity)]);
  if (!trusted || mayBeStale(since, entry.enterpriseId, entry.tags)) return;
  entry.bodies = { identity, br, gzip: gz };
  entry.bytes = identity.length + br.length + gz.length;
  entries.set(key, entry);
}

/** Removes the cached pages of one tenant that have one of the tags, or all of its pages. */
export function dropPages(enterpriseId: string, tags?: string[]): void {
  for (const [key, entry] of [...entries]) {
    if (entry.enterpriseId === enterpriseId && (!tags || tags.some((tag) => entry.tags.includes(tag))))
      entries.delete(key);
  }
}

/**
 * Enables the cache while changes of other processes are received (true), and clears it while they could be missed
 * (false).
 */
export function trustPageCache(on: boolean): void {
  trusted = on;
  if (on) return;
  entries.clear();
}
