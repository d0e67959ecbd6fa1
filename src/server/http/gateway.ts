import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { limiter } from '#src/lib/limiter.ts';
import { PICTURE_BYTES } from '#src/lib/picture-rules.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { authorise, dispatch } from './dispatch.ts';
import type { Implementation } from '#src/server/core/implement.ts';
import { implementations } from './implementations.ts';
import { openApiDocument, referencePage } from './openapi.ts';
import { refused } from './error-envelope.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type Env = { Variables: { request: RequestContext; pageLocals?: App.Locals } };
/** Bytes of a JSON body; uploads have their own limit. */
const BODY_LIMIT = 1024 * 1024;
/** Bytes of an upload: a file as large as it may be, and what multipart writes around it. */
const UPLOAD_LIMIT = PICTURE_BYTES + 64 * 1024;
/** Uploads that are in memory at the same time; further ones wait, unread. */
const enterUpload = limiter(16);

/** The Hono gateway: JSON in, envelope out. Mounted at `/gateway`; expects `c.var.request`. */
export const gateway = new Hono<Env>();

gateway.onError((error, c) => c.json(...refused(error, c.var.request)));

gateway.get('/openapi.json', (c) => c.body(openApiDocument(), 200, { 'content-type': 'application/json' }));
gateway.get('/docs', (c) => c.html(referencePage()));

// The token travels in a header that no other site can send; this is the second lock on the same door.
gateway.use(async (c, next) => {
  if (c.req.method !== 'GET' && !isOwnOrigin(c.req.raw, c.var.request)) throw new AppError(403, 'otherOrigin');
  await next();
});
const limitJson = bodyLimit({
  maxSize: BODY_LIMIT,
  onError: () => {
    throw new AppError(413, 'tooLarge');
  },
});
const limitUpload = bodyLimit({
  maxSize: UPLOAD_LIMIT,
  onError: () => {
    throw new AppError(413, 'fileTooLarge', { fields: [{ field: 'file', key: 'fileTooLarge' }] });
  },
});

for (const call of implementations) {
  const [method, path] = call.name.split(' ') as [string, string];
  const fromQuery = (method === 'GET' || method === 'DELETE') && !call.contract.body;
  if (call.contract.upload) gateway.on(method, path, mayUpload(call), limitUpload);
  else gateway.on(method, path, limitJson);
  const read = call.contract.upload ? readForm : readJson;
  gateway.on(method, path, async (c) => {
    const input = fromQuery ? c.req.query() : withQuery(c.req.query(), await read(c.req.raw));
    const data = await dispatch(call, c.var.request, input);
    if (call.contract.maxAge) {
      c.header('cache-control', `private, max-age=${call.contract.maxAge}`);
      c.header('vary', 'accept-language');
    }
    return c.json({ code: 200, msg: 'ok', data });
  });
}

// A route and not `notFound`: of a mounted app Hono takes only the routes.
gateway.all('*', (c) => c.json(...refused(new AppError(404, 'noSuchCall'), c.var.request)));

/** Lets in who may upload, before a byte of the body is read, and only so many at a time. */
function mayUpload(call: Implementation) {
  return createMiddleware<Env>(async (c, next) => {
    await authorise(call, c.var.request);
    const leave = await enterUpload();
    try {
      await next();
    } finally {
      leave();
    }
  });
}

/** Whether a change comes from a page of this very host, or from no page at all. */
function isOwnOrigin(request: Request, { origin, at }: RequestContext): boolean {
  if (['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')) return false;
  const from = request.headers.get('origin');
  if (from === null) return true;
  // Only hosts: a proxy that ends TLS without saying so must not lock everybody out.
  return URL.canParse(from) && [origin, at].some((own) => new URL(own).host === new URL(from).host);
}

/** Some PUT calls of the spec carry their id in the query (`update/admire?id`): the body wins where both name a field. */
function withQuery(query: Record<string, string>, body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...query, ...body } : body;
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  const text = await request.text();
  if (text === '' && type === null) return {};
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) throw new AppError(415, 'jsonOnly');
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(422, 'malformedJson');
  }
}

/** The fields of a form, one value each: texts, and files as `File`. */
async function readForm(request: Request): Promise<Record<string, unknown>> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) throw new AppError(415, 'formOnly');
  try {
    return Object.fromEntries(await request.formData());
  } catch {
    throw new AppError(422, 'malformedForm');
  }
}
