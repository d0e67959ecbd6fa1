import { Hono } from 'hono';
import { calls, type Call, type Data, type Input } from '#src/contract/calls.ts';
import type { CallContract } from '#src/contract/define.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import type { Env } from '#src/server/http/env.ts';
import { requestContext } from '#src/server/http/request-context.ts';
import { routes } from '#src/server/http/routes.ts';
import { companionCookie } from './session.ts';

/** The pipeline of `src/fetch.ts` without the pages. */
export const portal = new Hono<Env>().use(requestContext).route('/', routes);

export type Envelope<T> = { code: number; msg: string; data: T };
/** The sender of a request. For a `token` from a factory the companion cookie is added, unless `cookie` is set. */
export type Caller = {
  host: string;
  token?: string | null;
  cookie?: string;
  locale?: 'zh' | 'en';
  headers?: Record<string, string>;
  /** Network address; without one, limits per address do not apply. */
  address?: string;
};

/** Calls an operation and returns the envelope. */
export async function call<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Envelope<Data<C>>> {
  return (await callWithCookies(caller, name, input)).envelope;
}

/** Like `call`, with the cookies of the response; `cookie` can be sent with the next request. */
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

/** Like `call`, but returns the data and throws on any code other than 200. */
export async function ok<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Data<C>> {
  const envelope = await call(caller, name, input);
  if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** Sends the request of an operation, with the input in the query, as JSON, or as a form for an upload. */
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

/** Opens an address of the portal like a browser: the session is in cookies. */
export async function download(caller: Caller, path: string, more: RequestInit = {}): Promise<Response> {
  const cookie = caller.token ? `${TOKEN_COOKIE}=${caller.token}; ${companionCookie(caller.token)}` : '';
  return portal.request(`http://${caller.host}${path}`, { ...more, headers: { host: caller.host, cookie } });
}
