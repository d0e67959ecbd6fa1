import { Hono } from 'hono';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { serveFile } from '#src/server/file/serve-file.ts';
import { gateway, type Env } from '#src/server/http/gateway.ts';
import { requestContext } from '#src/server/http/request-context.ts';

/** The pipeline of `src/fetch.ts` without the pages. */
export const portal = new Hono<Env>()
  .use(requestContext)
  .get('/media/:id', (c) => serveFile(c.req.raw, c.var.request.tenant, c.var.request.now()))
  .route('/gateway', gateway);

export type Envelope<T> = { code: number; msg: string; data: T };
export type Caller = { host: string; token?: string; locale?: 'zh' | 'en' };

/** Makes one call as somebody and answers the whole envelope. */
export async function call<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Envelope<Data<C>>> {
  const [method, path] = name.split(' ') as [string, string];
  const inQuery = (method === 'GET' || method === 'DELETE') && !Array.isArray(input);
  const query = inQuery && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await portal.request(`http://${caller.host}/gateway${path}${query}`, {
    method,
    headers: {
      host: caller.host,
      'accept-language': caller.locale ?? 'zh',
      'content-type': 'application/json',
      ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
    },
    ...(inQuery ? {} : { body: JSON.stringify(input ?? {}) }),
  });
  return (await response.json()) as Envelope<Data<C>>;
}

/** Like `call`, but answers the data and fails the test on any code other than 200. */
export async function ok<C extends Call>(caller: Caller, name: C, input?: Input<C>): Promise<Data<C>> {
  const envelope = await call(caller, name, input);
  if (envelope.code !== 200) throw new Error(`${name}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}
