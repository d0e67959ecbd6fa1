import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';

type Encoding = 'br' | 'gzip';

/** Smaller responses are not compressed, because that does not save a packet. */
const MIN_BYTES = 1_024;
const TEXT =
  /^(text\/(?!event-stream)|application\/(json|xml|javascript|vnd\.apple\.mpegurl|[\w.-]+\+(json|xml))|image\/svg\+xml)/i;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Returns the best encoding that the client accepts; null: none. `q=0` excludes an encoding. */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  const takes = (name: string) => new RegExp(`(^|,)\\s*${name}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`, 'i');
  if (!acceptEncoding) return null;
  return takes('br').test(acceptEncoding) ? 'br' : takes('gzip').test(acceptEncoding) ? 'gzip' : null;
}

/**
 * Compresses dynamic text responses: brotli at a quality that takes no longer than gzip and is a tenth smaller. Cached and
 * static content is compressed once at a higher quality (page-cache.ts, cli/compress.ts).
 */
export const compressed = createMiddleware(async (c, next) => {
  await next();
  const { res } = c;
  if (!TEXT.test(res.headers.get('content-type') ?? '') || res.headers.has('content-encoding')) return;
  if (!res.headers.has('content-length') && !res.body) return;
  res.headers.append('vary', 'Accept-Encoding');
  if (Number(res.headers.get('content-length') ?? MIN_BYTES) < MIN_BYTES) return;
  const encoding = c.req.method === 'HEAD' ? null : encodingOf(c.req.header('accept-encoding'));
  if (!encoding) return;
  const plain = Buffer.from(await res.arrayBuffer());
  const body = plain.length < MIN_BYTES ? plain : await pack(plain, encoding);
  // Otherwise Hono would merge the headers of the old response into a copy of the new one, which the server reads as a
  // stream.
  c.res = undefined;
  c.res = new Response(body as Buffer<ArrayBuffer>, { status: res.status, headers: res.headers });
  c.res.headers.set('content-length', String(body.length));
  if (body !== plain) c.res.headers.set('content-encoding', encoding);
});

function pack(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(plain, { level: 6 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    // The window of 4 MB by default is allocated for every response, however small.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(plain.length)))),
  };
  return brotli(plain, { params });
}
