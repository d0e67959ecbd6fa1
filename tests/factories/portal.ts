import { Hono } from 'hono';
import { calls, type Call, type Data, type Input } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { serveLogo } from '#src/server/company/serve-logo.ts';
import { serveFile } from '#src/server/file/serve-file.ts';
import { serveVariant } from '#src/server/file/serve-variant.ts';
import { gateway, type Env } from '#src/server/http/gateway.ts';
import { requestContext } from '#src/server/http/request-context.ts';
import { discovery } from '#src/server/http/discovery/routes.ts';
import { companionCookie } from './session.ts';

/** The pipeline of `src/fetch.ts` without the pages. */
export const portal = new Hono<Env>()
  .use(requestContext)
  .get('/logo/:id', (c) => serveLogo(c.req.raw, c.req.param('id')))
  .get('/media/:id', (c) => serveFile(c.req.raw, c.var.request))
  .get('/media/:id/:variant', (c) => serveVariant(c.req.raw, c.var.request, c.req.param('id'), c.req.param('variant')))
  .route('/', discovery)
  .route('/gateway', gateway);

export type Envelope<T> = { code: number; msg: string; data: T };
/** Somebody who calls. A `token` that a factory minted brings its companion cookie along; `cookie` takes its place. */
export type Caller = {
  host: string;
  token?: string;
  cookie?: string;
  locale?: 'zh' | 'en';
  headers?: Record<string, string>;
  /** Network address; none: nothing is counted by it. */
  address?: string;
};

/** Makes one call as somebody and answers the whole envelope. */
export async function call<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Envelope<Data<C>>> {
  return (await callWithCookies(caller, name, input)).envelope;
}

/** Like `call`, and what a browser would keep: `cookie` is ready to be sent back. */
export async function callWithCookies<C extends Call>(
  caller: Caller,
  name: C,
  input?: Input<C>,
): Promise<{ envelope: Envelope<Data<C>>; setCookies: string[]; cookie: string }> {
  const response = await request(caller, name, input);
  const setCookies = response.headers.getSetCookie();
  return {
    envelope: (await response.json()) as Envelope<Data<C>>,
    setCookies,
    cookie: setCookies.map((line) => line.split(';')[0]).join('; '),
  };
}

/** Like `call`, but answers the data and fails the test on any code other than 200. */
export async function ok<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Data<C>> {
  const envelope = await call(caller, name, input);
  if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** Sends one call as a browser does, in the query, as JSON, or as a form for an upload. */
export async function request<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Response> {
  const [method, path] = name.split(' ') as [string, string];
  const inQuery = (method === 'GET' || method === 'DELETE') && !Array.isArray(input);
  const query = inQuery && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const form = (calls[name] as CallContract).upload ? new FormData() : null;
  for (const [key, value] of Object.entries(form ? input! : {})) form!.set(key, value as string | File);
  const cookie = caller.cookie ?? (caller.token && companionCookie(caller.token));
  const init = {
    method,
    headers: {
      host: caller.host,
      'accept-language': caller.locale ?? 'zh',
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...caller.headers,
    },
    ...(inQuery ? {} : { body: form ?? JSON.stringify(input ?? {}) }),
  };
  const peer = caller.address ? { incoming: { socket: { remoteAddress: caller.address } } } : undefined;
  return portal.request(`http://${caller.host}/gateway${path}${query}`, init, peer);
}
