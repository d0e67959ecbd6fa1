import { type Answer, http as wire, raw as bytes, type Wire } from '../../config/http.ts';

/** A request to the portal under test. */
export const http = (host: string, path: string, more?: Wire): Promise<Answer> =>
  wire(Number(process.env.E2E_PORT), host, path, more);

/** A request of any shape to the portal under test. */
export const raw = (lines: string[], body?: string) => bytes(Number(process.env.E2E_PORT), lines, body);

/** A call of the gateway with a JSON body. */
export async function gateway(host: string, name: string, input: unknown, headers: Record<string, string> = {}) {
  const [method, path] = name.split(' ') as [string, string];
  const body = method === 'GET' ? undefined : typeof input === 'string' ? input : JSON.stringify(input);
  const answer = await http(host, `/gateway${path}`, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { ...answer, envelope: JSON.parse(answer.text) as { code: number; msg: string; data: unknown } };
}
