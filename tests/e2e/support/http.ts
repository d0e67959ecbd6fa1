import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * A request as it goes over the wire: with any `Host`, whatever the machine's resolver thinks of `*.localhost`, and
 * without following redirects.
 */
export function http(
  host: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const port = Number(process.env.E2E_PORT);
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, agent, headers: { host, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

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
