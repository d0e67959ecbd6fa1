import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { limiter } from '#src/lib/limiter.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { authorise, dispatch } from './dispatch.ts';
import type { Implementation } from '#src/server/core/implement.ts';
import { implementations } from './implementations.ts';
import { openApiDocument, referencePage } from './openapi.ts';
import { receiveUpload } from './receive-upload.ts';
import { errorEnvelope } from './error-envelope.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type Env = { Variables: { request: RequestContext; pageLocals?: App.Locals } };
/** Bytes of a JSON body; uploads have their own limit. */
const BODY_LIMIT = 1024 * 1024;
/** Levels of nesting in a JSON body; no contract has more than ten. */
const JSON_DEPTH = 50;
/** Uploads that are worked on at the same time; each has arrived whole, so a slow sender holds up nobody else. */
const enterUpload = limiter(16);

/** The Hono gateway: JSON in, envelope out. Mounted at `/gateway`; expects `c.var.request`. */
export const gateway = new Hono<Env>();

gateway.onError((error, c) => c.json(...errorEnvelope(error, c.var.request)));

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
    return c.json(success(data));
  });
}

// A route and not `notFound`: of a mounted app Hono takes only the routes.
gateway.all('*', (c) => c.json(...errorEnvelope(new AppError(404, 'noSuchCall'), c.var.request)));

const success = (data: unknown) => ({ code: 200, msg: 'ok', data });

/** Checks who sends it before a byte is read, and takes a slot once the body is here. */
async function upload(call: Implementation, c: Context<Env>) {
  const { request } = c.var;
  await authorise(call, request);
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError(415, 'formOnly');
  const body = await receiveUpload(c.req.raw, request.viewer!.userId);
  const leave = await enterUpload();
  try {
    return c.json(success(await dispatch(call, request, withQuery(c.req.query(), await readForm(body, type)))));
  } finally {
    leave();
  }
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(422, 'malformedJson');
  }
  if (isDeeperThan(value, JSON_DEPTH)) throw new AppError(422, 'malformedJson');
  return value;
}

/** Whether objects and arrays are nested in more levels: a function that reads them level by level runs out of stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** The fields of a form, one value each: texts, and files as `File`. */
async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData());
  } catch {
    throw new AppError(422, 'malformedForm');
  }
}
