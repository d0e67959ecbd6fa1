import { setImmediate } from 'node:timers/promises';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limiter } from '#src/lib/limiter.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { authorise, dispatch } from './dispatch.ts';
import type { Implementation } from '#src/server/core/implement.ts';
import { implementations } from './implementations.ts';
import { openApiDocument, referencePage } from './openapi.ts';
import { receiveUpload } from './receive-upload.ts';
import { evidenceUploads } from './evidence-uploads.ts';
import { mediaUploads } from './media-uploads.ts';
import { serveFragment } from '#src/server/live/broadcast/receive-fragment.ts';
import { errorEnvelope } from './error-envelope.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Env } from './env.ts';

/** Maximum size of a JSON body; uploads have their own limit. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Maximum nesting of a JSON body. Texts of the editor have a lower limit, with an error at their field. */
const MAX_JSON_DEPTH = 1_000;
/**
 * Limits uploads that are processed at the same time; they have been received completely, so slow clients do not block
 * others.
 */
const enterUpload = limiter(16);

/** The Hono gateway: JSON in, envelope out. Mounted at `/gateway`; expects `c.var.request`. */
export const gateway = new Hono<Env>();

gateway.onError((error, c) => c.json(...errorEnvelope(error, c.var.request)));

gateway.get('/openapi.json', (c) => c.body(openApiDocument(), 200, { 'content-type': 'application/json' }));
gateway.get('/docs', (c) => c.body(referencePage(), 200, { 'content-type': 'text/html; charset=utf-8' }));

// Defence in depth against CSRF: other sites cannot send the header with the token either.
gateway.use(async (c, next) => {
  if (c.req.method !== 'GET' && !isOwnOrigin(c.req.raw, c.var.request)) throw new AppError(403, 'otherOrigin');
  await next();
});
const tooLarge = () => {
  throw new AppError(413, 'tooLarge');
};
const limitStream = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
/** Like `bodyLimit`, which opens a stream for every body; one of a known length is read in one piece. */
const limitJson: MiddlewareHandler<Env> = (c, next) => {
  const length = c.req.header('content-length');
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitStream(c, next);
  return Number(length) > MAX_BODY_BYTES ? tooLarge() : next();
};

for (const call of implementations) {
  const [method, path] = call.name.split(' ') as [string, string];
  const fromQuery = (method === 'GET' || method === 'DELETE') && !call.contract.body;
  if (call.contract.upload) {
    gateway.on(method, path, (c) => upload(call, c));
    continue;
  }
  gateway.on(method, path, limitJson, async (c) => {
    const input = fromQuery ? c.req.query() : withQuery(c.req.query(), await readJson(c.req.raw));
    const data = await dispatch(call, c.var.request, input);
    if (call.contract.maxAge) {
      c.header('cache-control', `private, max-age=${call.contract.maxAge}`);
      c.header('vary', 'accept-language');
    }
    // With its length, so that nobody opens the body to see whether it is worth compressing.
    const body = JSON.stringify(success(data));
    return c.body(body, 200, { 'content-type': JSON_TYPE, 'content-length': String(Buffer.byteLength(body)) });
  });
}

gateway.route('/course/auth/evaluation/upload', evidenceUploads);
gateway.route('/data/auth/media/upload', mediaUploads);
gateway.post('/course/auth/live/broadcast/fragment/:id/:number', async (c) =>
  c.json(success(await serveFragment(c.req.raw, c.var.request, c.req.param()))),
);

// A route and not `notFound`: Hono uses only the routes of a mounted app.
gateway.all('*', (c) => c.json(...errorEnvelope(new AppError(404, 'noSuchCall'), c.var.request)));

const JSON_TYPE = 'application/json';
const success = (data: unknown) => ({ code: 200, msg: 'ok', data });

/**
 * Handles an upload: authorises it before the body is read, and takes a processing slot after the body was received.
 */
async function upload(call: Implementation, c: Context<Env>) {
  const { request } = c.var;
  await authorise(call, request);
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError(415, 'formOnly');
  const body = await receiveUpload(c.req.raw, request.viewer!.userId, { fileBytes: call.contract.uploadBytes });
  const leave = await enterUpload();
  try {
    return c.json(success(await dispatch(call, request, withQuery(c.req.query(), await readForm(body, type)))));
  } finally {
    leave();
  }
}

/** Whether a request comes from a page of this host, or from no page at all. */
function isOwnOrigin(request: Request, { origin, at }: RequestContext): boolean {
  if (['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')) return false;
  const from = request.headers.get('origin');
  if (from === null) return true;
  // Only hosts are compared: a proxy that terminates TLS without `X-Forwarded-Proto` must not block all requests.
  return URL.canParse(from) && [origin, at].some((own) => new URL(own).host === new URL(from).host);
}

/**
 * Existing clients send the id of some PUT calls in the query (`update/admire?id`): fields of the body take precedence.
 */
function withQuery(query: Record<string, string>, body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...query, ...body } : body;
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  const text = await request.text();
  if (text === '' && type === null) return {};
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) throw new AppError(415, 'jsonOnly');
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(422, 'malformedJson');
  }
  if (isDeeperThan(value, MAX_JSON_DEPTH)) throw new AppError(422, 'malformedJson');
  return value;
}

/** Whether objects and arrays are nested deeper than `levels`: recursive functions would overflow the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** Returns the fields of a form, one value each: texts, and files as `File`. */
async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  try {
    // Others run before and after it: it takes as long as copying the file a few times. A stream is not copied once more.
    await setImmediate();
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(to) {
        to.enqueue(body);
        to.close();
      },
    });
    const form = await new Response(stream, { headers: { 'content-type': type } }).formData();
    await setImmediate();
    return Object.fromEntries(form);
  } catch {
    throw new AppError(422, 'malformedForm');
  }
}
