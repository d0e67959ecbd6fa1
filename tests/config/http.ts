import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type Wire = { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent };

const shared = new Agent({ keepAlive: true, maxSockets: 64 });
/**
 * Larger bodies get their own connection: a server that rejects a body closes the connection, which must not be reused.
 */
const LARGE = 512 * 1024;

/**
 * Sends an HTTP request to a portal on this machine: with any `Host`, independent of how the system resolves `*.localhost`,
 * and without following redirects.
 */
export function http(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body, agent = shared }: Wire = {},
): Promise<Answer> {
  const size = body ? Buffer.byteLength(body) : 0;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: size > LARGE ? false : agent,
        // Node does not set a length for every method, and a body without one would be parsed as the next request.
        headers: { host, ...(body ? { 'content-length': String(size) } : {}), ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({ status: answer.statusCode!, headers: answer.headers, body: whole, text: whole.toString() });
        });
      },
    );
    call.on('error', reject);
    call.setTimeout(90_000, () => call.destroy(new Error('no answer within 90 s')));
    call.end(body);
  });
}

/**
 * Sends bytes unchanged, for requests that HTTP clients cannot send.
 * @param lines request line and headers
 * @returns status and the whole response as text; status 0 when the connection was closed without a response
 */
export function raw(port: number, lines: string[], body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    const done = () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? done() : reject(error)));
    socket.on('close', done);
    socket.setTimeout(90_000, () => socket.destroy(new Error('no answer within 90 s')));
  });
}
