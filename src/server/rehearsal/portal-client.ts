import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import type { Call, Data, Input } from '#src/contract/calls.ts';

/** Where a portal listens, and the host name of the tenant. */
export type Portal = { address: string; port: number; host: string };
/** Session of a user: the token, and the cookies that pages need. */
export type Credentials = { token: string; cookie: string };
/** HTTP status, 0: no answer; `retryAfter`: seconds after which the server, or its page by itself, wants to be asked again. */
export type Reply = { status: number; retryAfter: number };
/** A request: its body is read only when it is wanted. */
type Sent = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Requests of one person are answered within this time, or count as not answered, ms. */
const TIMEOUT_MS = 60_000;
/** Connections that a browser opens to one host. */
const CONNECTIONS = 6;
/** As browsers send it: answers are compressed, which is work of the portal. */
const ENCODINGS = 'gzip, deflate, br';

/** The synthetic users of one machine: their browsers, and the time that they share. */
export class PortalClient {
  /** How late this process was when something was due, ms: what the portal cannot be blamed for. */
  readonly lateness: number[] = [];
  readonly #portal: Portal;
  readonly #signal: AbortSignal | undefined;
  readonly #browsers = new Set<Browser>();
  readonly #waiting = new Set<(reason: Error) => void>();
  /** One listener, whatever the number of waits. */
  readonly #abort = () => {
    for (const reject of this.#waiting) reject(this.#signal!.reason as Error);
    this.close();
  };

  /** @param signal ends all requests and waits; every later one throws its reason */
  constructor(portal: Portal, signal?: AbortSignal) {
    this.#portal = portal;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Opens a browser in which a user is signed in. */
  browser(credentials: Credentials): Browser {
    const browser = new Browser(this.#portal, credentials, this.#signal);
    this.#browsers.add(browser);
    return browser;
  }

  /** Waits until a moment of `performance.now()`. @throws the reason of the signal */
  async until(due: number): Promise<void> {
    this.#signal?.throwIfAborted();
    const ms = due - performance.now();
    if (ms <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(stop);
        this.lateness.push(Math.max(0, performance.now() - due));
        resolve();
      }, ms);
      const stop = (reason: Error) => {
        clearTimeout(timer);
        reject(reason);
      };
      this.#waiting.add(stop);
    });
  }

  /** Waits. @throws the reason of the signal */
  wait(ms: number): Promise<void> {
    return this.until(performance.now() + ms);
  }

  /** Closes the connections. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    for (const browser of this.#browsers) browser.close();
  }
}

/** The browser of one user on one device, with a few connections that are kept. */
export class Browser {
  readonly #portal: Portal;
  readonly #credentials: Credentials;
  readonly #signal: AbortSignal | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(portal: Portal, credentials: Credentials, signal: AbortSignal | undefined) {
    this.#portal = portal;
    this.#credentials = credentials;
    this.#signal = signal;
  }

  /** Calls an operation. @returns the data; null when it was refused or not answered */
  async call<C extends Call>(name: C, input: Input<C>): Promise<Reply & { data: Data<C> | null }> {
    const [method, path] = name.split(' ') as [string, string];
    const { token, cookie } = this.#credentials;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie };
    const sent = { method, path: `/gateway${path}`, headers, body: JSON.stringify(input) };
    let text = '';
    const reply = await this.#send(sent, (answer) => (text = answer));
    const data = reply.status === 200 ? (JSON.parse(text) as { data: Data<C> }).data : null;
    return { ...reply, data };
  }

  /** Loads a page, as by a link of another page. What it says is not looked at. */
  page(path: string): Promise<Reply> {
    const { token, cookie } = this.#credentials;
    const headers = {
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      cookie: `${TOKEN_COOKIE}=${token}; ${cookie}`,
    };
    return this.#send({ method: 'GET', path, headers });
  }

  /** Closes the connections, whatever they carry. */
  close(): void {
    this.#agent.destroy();
  }

  async #send(sent: Sent, read?: (text: string) => void): Promise<Reply> {
    this.#signal?.throwIfAborted();
    const reply = await this.#once(sent, read);
    if (reply !== 'stale') return reply;
    this.#signal?.throwIfAborted();
    // The server had closed a kept connection before this request arrived: browsers send it again by themselves.
    const again = await this.#once(sent, read);
    return again === 'stale' ? NOT_ANSWERED : again;
  }

  #once({ method, path, headers, body }: Sent, read?: (text: string) => void): Promise<Reply | 'stale'> {
    const { address, port, host } = this.#portal;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options: RequestOptions = {
      ...{ host: address, port, path, method, agent: this.#agent },
      headers: { host, 'accept-encoding': ENCODINGS, ...length, ...headers },
    };
    return new Promise((resolve) => {
      const sent = request(options, (reply) => {
        reply.on('error', () => resolve(NOT_ANSWERED));
        reply.on('close', () => resolve(NOT_ANSWERED));
        const answered = () => resolve({ status: reply.statusCode!, retryAfter: retryAfterOf(reply) });
        if (!read) {
          reply.on('end', answered);
          reply.resume();
          return;
        }
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          read(textOf(Buffer.concat(chunks), reply.headers['content-encoding']));
          answered();
        });
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve(sent.reusedSocket && error.code === 'ECONNRESET' ? 'stale' : NOT_ANSWERED),
      );
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
      sent.end(body);
    });
  }
}

const NOT_ANSWERED: Reply = { status: 0, retryAfter: 0 };

/** `Refresh` is that of a page that loads itself again. */
const retryAfterOf = ({ headers }: IncomingMessage): number =>
  Number.parseFloat(headers['retry-after'] ?? String(headers['refresh'] ?? '')) || 0;

function textOf(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
