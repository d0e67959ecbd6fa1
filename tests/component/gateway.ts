import { afterEach, beforeEach, expect, vi } from 'vitest';
import { clearQueryCache } from '#src/client/query.ts';
import type { Call, Data } from '#src/contract/calls.ts';
import { settled } from './render.ts';

/*
 * The gateway as an island in a component test meets it: its envelope over `fetch`. It stands in only for states that a
 * real gateway does not show on demand (errors, an ended session, empty lists); the real one is behind the end-to-end
 * tests.
 */

type Answer = { code: number; msg?: string; data?: unknown; retryAfter?: number };
type Made = { call: string; input: unknown };

const answers = new Map<string, (input: never) => Answer | Promise<Answer>>();
/** Calls of this test that have no answer yet. */
let open = new Set<Made>();
/** For how long the end of a test waits for them, ms: some never have one. */
const WAIT_MS = 500;
/** Calls made since the test began, oldest first. */
export const made: Made[] = [];

/** What a call answers from now on. */
export function answer<C extends Call>(
  call: C,
  data: Data<C> | ((input: Record<string, unknown>) => Data<C> | Promise<Data<C>>),
): void {
  answers.set(call, async (input: never) => ({
    code: 200,
    data: typeof data === 'function' ? await (data as (input: unknown) => unknown)(input) : data,
  }));
}

/**
 * The call is refused with an envelope code, e.g. 422 with field errors, 300 for an ended session.
 * @param retryAfter seconds in the header `Retry-After`
 */
export function refuse(
  call: Call,
  code: number,
  msg = '',
  fields: { field: string; message: string }[] = [],
  retryAfter?: number,
): void {
  answers.set(call, () => ({ code, msg, ...(fields.length > 0 && { data: fields }), retryAfter }));
}

/** The call does not reach the gateway. */
export function disconnect(call: Call): void {
  answers.set(call, () => {
    throw new TypeError('Failed to fetch');
  });
}

async function envelopeOf(call: string, sent: unknown): Promise<Answer> {
  const one = { call, input: sent };
  const calls = open.add(one);
  made.push(one);
  try {
    const found = answers.get(call);
    expect(found, `the test says what ${call} answers`).toBeDefined();
    return await found!(sent as never);
  } finally {
    calls.delete(one);
  }
}

/** Uploads (src/client/upload.ts): half of the file is reported as sent, then comes the answer. */
class GatewayUpload extends XMLHttpRequest {
  #call = '';
  #text = '';
  override open(method: string, url: string | URL): void {
    this.#call = `${method} ${new URL(url, location.href).pathname.slice('/gateway'.length)}`;
    super.open(method, url);
  }
  override get responseText(): string {
    return this.#text;
  }
  override send(body: FormData): void {
    const progress = new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 });
    queueMicrotask(() => this.upload.dispatchEvent(progress));
    void envelopeOf(this.#call, Object.fromEntries(body))
      .then((envelope) => (this.#text ||= JSON.stringify(envelope)))
      // Nothing arrived.
      .catch(() => undefined)
      .then(() => this.dispatchEvent(new ProgressEvent('loadend')));
  }
  override abort(): void {
    this.#text = ' ';
    this.dispatchEvent(new ProgressEvent('loadend'));
  }
}

beforeEach(() => {
  answers.clear();
  made.length = 0;
  open = new Set();
  const { fetch } = globalThis;
  vi.stubGlobal('XMLHttpRequest', GatewayUpload);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (!pathname.startsWith('/gateway/')) return fetch(input, init);
    const call = `${init.method ?? 'GET'} ${pathname.slice('/gateway'.length)}`;
    const sent = init.body ? (JSON.parse(init.body as string) as unknown) : Object.fromEntries(searchParams);
    const { retryAfter, ...envelope } = await envelopeOf(call, sent);
    const status = envelope.code >= 300 && envelope.code <= 400 ? (envelope.code < 400 ? 401 : 400) : envelope.code;
    return Response.json(envelope, { status, headers: retryAfter ? { 'retry-after': String(retryAfter) } : {} });
  });
});
// What is answered after the end of a test would be in the cache of the next one.
afterEach(async () => {
  const end = performance.now() + WAIT_MS;
  do await settled();
  while (open.size > 0 && performance.now() < end);
  clearQueryCache();
  vi.unstubAllGlobals();
});
