import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import type { ApiError } from './api-error.ts';
import { $proofAsked, $toasts } from './session.store.ts';

/*
 * How the client calls the gateway and handles errors, against a real server. Only the browser APIs that Node lacks are
 * replaced.
 */

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; body?: unknown; raw?: string; never?: boolean };

const CALL = 'POST /user/api/user/info/login/pwd';
const TEXTS = {
  timedOut: '请求超时',
  failedToLoad: '加载失败',
  operationFailed: '操作失败',
  deleteFailed: '删除失败',
  setUpFactor: '立即设置',
};
let server: Server;
let origin: string;
let reply: Reply = {};
let seen: Seen[] = [];
const went: string[] = [];
const place = { pathname: '/knowledge', search: '?page=2', assign: (to: string) => went.push(to) };
const page = {
  cookie: '',
  documentElement: { lang: 'zh-CN' },
  getElementById: (id: string) => (id === 'i18n' ? { textContent: JSON.stringify({ common: TEXTS }) } : null),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      if (reply.never) return;
      response.writeHead(reply.status ?? 200, {
        'content-type': reply.raw === undefined ? 'application/json' : 'text/html',
      });
      response.end(reply.raw ?? JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch = globalThis.fetch;
  // Node's fetch needs absolute URLs.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init));
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', place);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

let at = 0;
beforeEach(() => {
  // Each test starts after the duplicate interval of the previous test's messages.
  vi.spyOn(performance, 'now').mockReturnValue((at += 60_000));
  Object.assign(place, { pathname: '/knowledge', search: '?page=2' });
  Object.assign(page, { cookie: '', documentElement: { lang: 'zh-CN' } });
  seen = [];
  went.length = 0;
  $toasts.set([]);
});
afterEach(() => vi.restoreAllMocks());

const answer = (code: number, msg = '', data: unknown = null, status = 200) =>
  (reply = { status, body: { code, msg, data } });
const toasts = () => $toasts.get().map(({ kind, text }) => `${kind}: ${text}`);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the call should have been refused'),
    (error: unknown) => error as ApiError,
  );

describe('what travels', () => {
  it('adds the gateway to the path, sends JSON, the language of the page and the token of the cookie', async () => {
    answer(200);
    page.cookie = 'ET_WEB_TOKEN=abc';
    page.documentElement.lang = 'en';
    await api(CALL, { phone: '1', password: '2' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/gateway/user/api/user/info/login/pwd',
      body: '{"phone":"1","password":"2"}',
      headers: { authorization: 'Bearer abc', 'accept-language': 'en', 'content-type': 'application/json' },
    });
  });

  it('puts the input of GET into the query, and sends no token when there is none', async () => {
    answer(200);
    await api('GET /system/api/enum/list', { enumName: 'a&b' });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/gateway/system/api/enum/list?enumName=a%26b', body: '' });
    expect(seen[0]!.headers.authorization).toBeUndefined();
  });
});

describe('success', () => {
  it('is code 200: the data is returned', async () => {
    answer(200, 'ok', { token: 't' });
    expect(await api(CALL, { phone: '1', password: '2' })).toEqual({ token: 't' });
    expect(toasts()).toEqual([]);
  });

  it('returns the whole body when it has no data', async () => {
    reply = { body: { code: 200, msg: 'ok' } };
    expect(await api(CALL, { phone: '1', password: '2' })).toEqual({ code: 200, msg: 'ok' });
  });
});

describe('what the user can do something about', () => {
  const needsProof = () => answer(403, '请先验证身份', { need: 'proof' }, 403);
  /** Lets whoever is asked answer, and the server say this from then on. */
  const asked = (isProven: boolean, next: () => unknown) => {
    const settled: boolean[] = [];
    const stop = $proofAsked.listen((asking) => {
      if (!asking) return;
      // Somebody types: calls of the same time are refused meanwhile.
      setTimeout(() => {
        next();
        settled.push(isProven);
        asking.settle(isProven);
      }, 50);
    });
    return { settled, stop };
  };

  it('is proven, and the call repeated once with the same input', async () => {
    needsProof();
    const { settled, stop } = asked(true, () => answer(200, 'ok', { token: 't' }));
    expect(await api(CALL, { phone: '1', password: '2' })).toEqual({ token: 't' });
    expect(seen.map(({ body }) => body)).toEqual(['{"phone":"1","password":"2"}', '{"phone":"1","password":"2"}']);
    expect([settled, toasts()]).toEqual([[true], []]);
    stop();
  });

  it('is asked once for calls at the same time, and refused when they are refused again', async () => {
    needsProof();
    const { settled, stop } = asked(true, needsProof);
    const both = [1, 2].map(() => refused(api(CALL, { phone: '1', password: '2' }, { isShowErrTip: false })));
    expect((await Promise.all(both)).map(({ need }) => need)).toEqual(['proof', 'proof']);
    expect([settled, seen.length]).toEqual([[true], 4]);
    stop();
  });

  it('is not done: the call fails with its message', async () => {
    needsProof();
    const { stop } = asked(false, () => undefined);
    await refused(api(CALL, { phone: '1', password: '2' }));
    expect([seen.length, toasts()]).toEqual([1, ['error: 请先验证身份']]);
    stop();
  });

  it('is a second factor: the message leads to where one is set up', async () => {
    answer(403, '请先设置', { need: 'factor' }, 403);
    await refused(api(CALL, { phone: '1', password: '2' }));
    const href = '/account/factor?redirect=%2Fknowledge%3Fpage%3D2';
    expect($toasts.get()).toMatchObject([{ text: '请先设置', action: { label: '立即设置', href } }]);
  });
});

describe('any other code', () => {
  it.each([
    ['with the status that mirrors it', 422],
    ['with status 200, as other gateways do', 200],
  ])('rejects and shows the message as an error: %s', async (_how, status) => {
    answer(422, '操作成功了一半', [{ field: 'phone', message: '有误' }], status);
    const error = await refused(api(CALL, { phone: '1', password: '2' }));
    expect(error).toMatchObject({ code: 422, message: '操作成功了一半', fields: { phone: '有误' } });
    expect(toasts()).toEqual(['error: 操作成功了一半']);
    expect(went).toEqual([]);
  });

  it('shows the same message once within 2 seconds', async () => {
    answer(500, '出错了', null, 500);
    const make = () => refused(api(CALL, { phone: '1', password: '2' }));
    await Promise.all([make(), make()]);
    expect(toasts()).toEqual(['error: 出错了']);
  });

  it('shows nothing with isShowErrTip false, but still rejects', async () => {
    answer(500, '出错了', null, 500);
    expect((await refused(api(CALL, { phone: '1', password: '2' }, { isShowErrTip: false }))).code).toBe(500);
    expect(toasts()).toEqual([]);
  });

  it('leaves everything to the caller with _No_dispose', async () => {
    for (const code of [300, 500]) {
      answer(code, '出错了', null, code === 300 ? 401 : 500);
      expect((await refused(api(CALL, { phone: '1', password: '2' }, { _No_dispose: true }))).code).toBe(code);
    }
    expect(toasts()).toEqual([]);
    expect(went).toEqual([]);
  });

  it('counts an answer that is no envelope as a failure', async () => {
    for (const [status, raw] of [
      [502, '<h1>Bad gateway</h1>'],
      [200, '<h1>Captive portal</h1>'],
    ] as const) {
      reply = { status, raw };
      expect((await refused(api(CALL, { phone: '1', password: '2' }))).code).toBe(0);
    }
    expect(toasts()).toEqual(['error: 操作失败']);
  });
});

describe('codes 300 to 400', () => {
  const make = () => refused(api(CALL, { phone: '1', password: '2' }));

  it.each([
    [300, 401],
    [301, 401],
    [350, 200],
    [400, 200],
  ])('%i leads to the login page and back, without a message', async (code, status) => {
    answer(code, '请先登录', null, status);
    await make();
    expect(went).toEqual(['/login?t=login&redirect=%2Fknowledge%3Fpage%3D2']);
    expect(toasts()).toEqual([]);
  });

  it.each([299, 401, 403])('%i does not', async (code) => {
    answer(code, '不行', null, 403);
    await make();
    expect(went).toEqual([]);
    expect(toasts()).toEqual(['error: 不行']);
  });

  it.each(['/login', '/login/', '/en/login'])('stays on a login page: %s', async (pathname) => {
    Object.assign(place, { pathname, search: '?redirect=%2Fhome' });
    answer(300, '请先登录', null, 401);
    await make();
    expect(went).toEqual([]);
  });

  it('stays where the address carries cid', async () => {
    Object.assign(place, { pathname: '/home', search: '?cid=7' });
    answer(300, '请先登录', null, 401);
    await make();
    expect(went).toEqual([]);
    place.search = '?acid=7';
    await make();
    expect(went).toHaveLength(1);
  });

  it('keeps the language of the page', async () => {
    Object.assign(place, { pathname: '/en/account', search: '?change=2' });
    answer(300, 'Please sign in', null, 401);
    await make();
    expect(went).toEqual(['/en/login?t=login&redirect=%2Fen%2Faccount%3Fchange%3D2']);
  });
});

describe('a server that cannot be reached', () => {
  it('times out after 60 seconds with a message', async () => {
    const { timeout } = AbortSignal;
    const asked: number[] = [];
    // Runs the clock so that a minute passes in 50 ms.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (asked.push(ms), timeout.call(AbortSignal, 50)));
    reply = { never: true };
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const error = await refused(api(CALL, { phone: '1', password: '2' }, options));
      expect(error).toMatchObject({ code: 0, message: '请求超时' });
    }
    expect(asked).toEqual([60_000, 60_000]);
    expect(toasts()).toEqual(['error: 请求超时']);
  });

  it('shows what failed: loading, an operation, or deleting', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await refused(api(CALL, { phone: '1', password: '2' }));
    expect(error).toMatchObject({ code: 0, message: '' });
    await refused(api('POST /course/auth/study/task/page', {}));
    await refused(api('DELETE /data/auth/export/record/all/delete', {}));
    expect(toasts()).toEqual(['error: 操作失败', 'error: 加载失败', 'error: 删除失败']);
  });
});

it('shows no message for an aborted call', async () => {
  const stop = new AbortController();
  reply = { never: true };
  const call = refused(api(CALL, { phone: '1', password: '2' }, { signal: stop.signal }));
  stop.abort();
  expect((await call).code).toBe(0);
  expect(toasts()).toEqual([]);
});
