import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { TOKEN_COOKIE } from '#src/lib/token-cookie.ts';
import type { Call, Data, Input } from '#src/contract/calls.ts';

/** Where a portal listens, and the host name of the tenant. */
export type Portal = { address: string; port: number; host: string };
/** Session of a user: the token, and the cookies that pages need. */
export type Credentials = { token: string; cookie: string };
/** What a request was for, how long its answer took, ms, and its HTTP status; 0: no answer. */
export type Sample = { what: string; ms: number; status: number; at: number };

type Reply = { status: number; text: string; retryAfter: number };

/** Requests of one person are answered within this time, or count as not answered, ms. */
const TIMEOUT_MS = 60_000;

/**
 * HTTP client of many synthetic users on one machine, with connections that are kept as those of browsers. Every request is a
 * sample of `samples`.
 */
export class PortalClient {
  readonly samples: Sample[] = [];
  readonly #portal: Portal;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_024 });

  readonly #signal: AbortSignal | undefined;

  /** @param signal ends all requests; every later one throws its reason */
  constructor(portal: Portal, signal?: AbortSignal) {
    this.#portal = portal;
    this.#signal = signal;
  }

  /** Calls an operation. @returns the data; a reply without it when it was refused or not answered */
  async call<C extends Call>(
    what: string,
    { token, cookie }: Credentials,
    name: C,
    input: Input<C>,
  ): Promise<{ status: number; retryAfter: number; data: Data<C> | null }> {
    const [method, path] = name.split(' ') as [string, string];
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie };
    const { status, retryAfter, text } = await this.#send(what, method, `/gateway${path}`, headers, input);
    const data = status === 200 ? (JSON.parse(text) as { data: Data<C> }).data : null;
    return { status, retryAfter, data };
  }

  /** Loads a page, as by a link of another page. */
  page(what: string, { token, cookie }: Credentials, path: string): Promise<Reply> {
    const sent = `${TOKEN_COOKIE}=${token}; ${cookie}`;
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie: sent };
    return this.#send(what, 'GET', path, headers);
  }

  /** Waits. @throws the reason of the signal */
  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch((error: unknown) => {
      this.#signal?.throwIfAborted();
      throw error;
    });
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy();
  }

  async #send(
    what: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    input?: unknown,
  ): Promise<Reply> {
    this.#signal?.throwIfAborted();
    const { address, port, host } = this.#portal;
    const body = input === undefined ? undefined : JSON.stringify(input);
    const begun = performance.now();
    return new Promise((resolve) => {
      const answered = (status: number, text = '', retryAfter = 0) => {
        this.samples.push({ what, status, ms: performance.now() - begun, at: begun });
        resolve({ status, text, retryAfter });
      };
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        {
          ...{ host: address, port, path, method, agent: this.#agent, signal: this.#signal },
          headers: { host, ...length, ...headers },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', () => answered(0));
          reply.on('end', () =>
            answered(reply.statusCode!, Buffer.concat(chunks).toString(), Number(reply.headers['retry-after'] ?? 0)),
          );
        },
      );
      sent.on('error', () => answered(0));
      sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
      sent.end(body);
    });
  }
}
