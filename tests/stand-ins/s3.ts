import { Hono } from 'hono';
import { listen, type StandIn } from './serve.ts';

/** A request that the store received; `sent`: bytes of the response body. */
export type S3Request = { method: string; path: string; range: string | null; sent: number };
export type S3StandIn = StandIn & {
  /** Whether every request is refused, as with a wrong key. */
  failing: boolean;
  /** Path of an object that is stored with a wrong byte. */
  corrupting: string | null;
  /** Key of an object that cannot be deleted. */
  refusing: string | null;
  /** Whether it does not know the deletion of several objects with one request. */
  withoutBulk: boolean;
  requests: S3Request[];
  put(path: string, bytes: Uint8Array): void;
  objects: Map<string, Uint8Array>;
};

const XML = { 'content-type': 'application/xml' };
/** So few that lists of a test have several pages. */
const PAGE_SIZE = 2;

/** The answer of ListObjectsV2 without a delimiter. */
function listing(objects: Map<string, Uint8Array>, bucket: string, query: Record<string, string>): string {
  const root = `${bucket.replace(/\/$/, '')}/`;
  const keys = [...objects.keys()]
    .filter((path) => path.startsWith(root + (query.prefix ?? '')))
    .map((path) => path.slice(root.length))
    .filter((key) => key > (query['continuation-token'] ?? ''))
    .sort();
  const page = keys.slice(0, PAGE_SIZE);
  const contents = page.map((key) => {
    const size = objects.get(root + key)!.length;
    return `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"1"</ETag><Size>${size}</Size></Contents>`;
  });
  const more = keys.length > PAGE_SIZE;
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  }${contents.join('')}</ListBucketResult>`;
}

/**
 * An object store with the part of the S3 protocol that the portal uses: objects by path (`/bucket/key`) with PUT, HEAD,
 * GET, DELETE of one or several objects, ranges and lists of two objects a page, and errors as XML. Signatures are required,
 * but not verified.
 */
export async function startS3(port = 0): Promise<S3StandIn> {
  const objects = new Map<string, Uint8Array>();
  const requests: S3Request[] = [];
  const app = new Hono();
  const error = (status: 403 | 404 | 416 | 501, code: string) =>
    new Response(
      `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      {
        status,
        headers: XML,
      },
    );
  app.all('*', async (c) => {
    const { method } = c.req;
    const path = decodeURIComponent(new URL(c.req.url).pathname);
    const seen: S3Request = { method, path, range: c.req.header('range') ?? null, sent: 0 };
    requests.push(seen);
    if (standIn.failing || !c.req.header('authorization')?.startsWith('AWS4-HMAC-SHA256 '))
      return error(403, 'AccessDenied');
    if (method === 'PUT') {
      const received = new Uint8Array(await c.req.arrayBuffer());
      if (path === standIn.corrupting) received[0]! ^= 1;
      objects.set(path, received);
      return new Response(null, { headers: { etag: '"1"' } });
    }
    if (c.req.query('list-type') === '2') return c.body(listing(objects, path, c.req.query()), 200, XML);
    if (method === 'POST' && c.req.query('delete') !== undefined) {
      if (standIn.withoutBulk) return error(501, 'NotImplemented');
      const keys = [...(await c.req.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map((found) => found[1]!);
      const refused = keys.filter((key) => key === standIn.refusing);
      for (const key of keys) if (!refused.includes(key)) objects.delete(`${path.replace(/\/$/, '')}/${key}`);
      const errors = refused.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`).join('');
      return c.body(`<?xml version="1.0" encoding="UTF-8"?><DeleteResult>${errors}</DeleteResult>`, 200, XML);
    }
    if (method === 'DELETE' && path.endsWith(`/${standIn.refusing}`)) return error(403, 'AccessDenied');
    const bytes = objects.get(path);
    if (!bytes) return error(404, 'NoSuchKey');
    if (method === 'DELETE') {
      objects.delete(path);
      return new Response(null, { status: 204 });
    }
    const match = /^bytes=(\d+)-(\d*)$/.exec(seen.range ?? '');
    const from = match ? Number(match[1]) : 0;
    const to = match?.[2] ? Math.min(Number(match[2]), bytes.length - 1) : bytes.length - 1;
    if (match && from > to) return error(416, 'InvalidRange');
    const headers = new Headers({ 'content-length': String(to - from + 1), etag: '"1"', 'accept-ranges': 'bytes' });
    if (match) headers.set('content-range', `bytes ${from}-${to}/${bytes.length}`);
    if (method === 'HEAD') return new Response(null, { headers });
    seen.sent = to - from + 1;
    return new Response(bytes.slice(from, to + 1), { status: match ? 206 : 200, headers });
  });
  const standIn: S3StandIn = {
    ...(await listen(app, port)),
    failing: false,
    corrupting: null,
    refusing: null,
    withoutBulk: false,
    requests,
    objects,
    put: (path, bytes) => objects.set(path, bytes),
  };
  return standIn;
}
