import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type Wire = { method?: string; headers?: Record<string, string>; body?: string | Buffer; agent?: Agent };

const shared = new Agent({ keepAlive: true, maxSockets: 64 });
/** A server that refuses a body closes the connection: the next request must not come over it. */
const LARGE = 512 * 1024;

/**
 * A request as it goes over the wire to a portal on this machine: with any `Host`, whatever the machine's resolver thinks
 * of `*.localhost`, and without following redirects.
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
        // Not every method gets a length by itself, and a body without one runs into the next request.
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
    call.setTimeout(30_000, () => call.destroy(new Error('no answer within 30 s')));
    call.end(body);
  });
}

/**
 * Bytes as they are, for requests that no client would make.
 * @param lines of the request's head
 * @returns status and the rest of the answer; status 0 when the connection was closed without one
 */
export function raw(port: number, lines: string[], body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    const done = () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? done() : reject(error)));
    socket.on('close', done);
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer within 30 s')));
  });
}
