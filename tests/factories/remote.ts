import type { Call, Data, Input } from '#src/contract/calls.ts';
import { http } from '../config/http.ts';
import type { Caller, Envelope } from './portal.ts';
import { companionCookie } from './session.ts';

/** Calls an operation of a portal in another process, over the network. */
export async function callRemote<C extends Call>(
  port: number,
  { host, token, cookie = token ? companionCookie(token) : undefined }: Caller,
  name: C,
  input?: Input<C>,
): Promise<Envelope<Data<C>>> {
  const [method, path] = name.split(' ') as [string, string];
  const query = method === 'GET' && input ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const answer = await http(port, host, `/gateway${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
    },
    body: method === 'GET' ? undefined : JSON.stringify(input ?? {}),
  });
  return JSON.parse(answer.text) as Envelope<Data<C>>;
}
