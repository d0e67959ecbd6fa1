import { gateway, http } from './support/http.ts';
import { expect, test } from './support/test.ts';

const LOGIN = 'POST /user/api/user/info/login/pwd';
const host = 'huaxin.localhost';

/* What comes through the front door when it should not. */
test.describe('the front door', () => {
  test('refuses a host that is not ours before anything else', async () => {
    for (const wrong of ['evil.example', 'nobody.localhost', 'localhost.evil.example', 'localhost@evil.example']) {
      for (const path of ['/', '/en', '/gateway/openapi.json', '/media/x']) {
        const answer = await http(wrong, path, { headers: { host: wrong } });
        expect([400, 404], `${wrong}${path}`).toContain(answer.status);
        expect(answer.headers['cache-control'] ?? 'no-store').toContain('no-store');
      }
    }
  });

  test('serves each tenant under its own host, and the default one under a bare host', async () => {
    const title = async (name: string, path: string) => /<title>([^<]*)</.exec((await http(name, path)).text)?.[1];
    expect(await title('huaxin.localhost', '/')).toContain('华信知行学院');
    expect(await title('127.0.0.1', '/')).toContain('华信知行学院');
    expect(await title('bluebay.localhost', '/')).toContain('蓝湾航运学院');
    expect(await title('bluebay.localhost', '/en')).toContain('Bluebay Academy');
  });

  test('a stored enterprise decides on a bare host only, and cached pages of two enterprises do not mix', async () => {
    const idOf = async (name: string) =>
      ((await gateway(name, 'POST /system/api/website/view', {})).envelope.data as { enterpriseId: string })
        .enterpriseId;
    const cookie = `enterpriseId=${await idOf('bluebay.localhost')}`;
    const title = async (name: string, more: Record<string, string> = {}) => {
      const answer = await http(name, '/lecturer', { headers: more });
      if (name === '127.0.0.1') expect(answer.headers.vary).toContain('Cookie');
      return /<title>([^<]*)</.exec(answer.text)?.[1];
    };
    // The second round is answered from the cache where there is one.
    for (const round of [1, 2]) {
      expect(await title('127.0.0.1', { cookie }), `chosen, ${round}`).toContain('蓝湾航运学院');
      expect(await title('127.0.0.1'), `nothing chosen, ${round}`).toContain('华信知行学院');
      expect(await title('huaxin.localhost', { cookie }), `another host, ${round}`).toContain('华信知行学院');
    }
    for (const nonsense of ['x', '01890000-0000-7000-8000-000000000000', "'"])
      expect(await title('127.0.0.1', { cookie: `enterpriseId=${nonsense}` })).toContain('华信知行学院');
  });

  test('leads to the language that was chosen, or to that of the enterprise, also past the cache', async () => {
    const accept = 'text/html,*/*';
    const arrive = async (name: string, headers: Record<string, string> = {}) => {
      const answer = await http(name, '/lecturer?x=1', { headers: { accept, ...headers } });
      expect(answer.headers.vary, 'caches outside keep them apart').toContain('Cookie');
      return answer.headers.location ?? answer.status;
    };
    const english = { cookie: 'i18n_redirected=en' };
    for (let round = 1; round <= 2; round++) {
      expect(await arrive(host)).toBe(200);
      expect(await arrive(host, english)).toBe('/en/lecturer?x=1');
      expect(await arrive(host, { cookie: 'i18n_redirected=fr' })).toBe(200);
      // Bluebay's content is English.
      expect(await arrive('bluebay.localhost', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(200);
      expect(await arrive('bluebay.localhost')).toBe('/en/lecturer?x=1');
      expect(await arrive('bluebay.localhost', { cookie: 'i18n_redirected=zh' })).toBe(200);
      // Within the site, by both headers that tell it.
      const at = `http://${host}:${process.env.E2E_PORT}`;
      const from = { ...english, host: new URL(at).host };
      expect(await arrive(host, { ...english, 'sec-fetch-site': 'same-origin' })).toBe(200);
      expect(await arrive(host, { ...from, referer: `${at}/en/lecturer` })).toBe(200);
      expect(await arrive(host, { ...from, referer: 'https://example.com/' })).toBe('/en/lecturer?x=1');
      // Not a page for a person.
      expect(await arrive(host, { ...english, accept: '*/*' })).toBe(200);
      expect(await arrive(host, { ...english, 'sec-fetch-dest': 'iframe' })).toBe(200);
    }
    const more = { headers: { accept, ...english } };
    expect((await http(host, '/en/lecturer', more)).status).toBe(200);
    expect((await http(host, '/gateway/openapi.json', more)).status).toBe(200);
    expect((await http(host, '/robots.txt', more)).status).toBe(200);
  });

  test('answers nonsense with 404 and a way home, in both languages', async () => {
    for (const path of [
      '/nothing/here',
      '/knowledge/course/1',
      '/knowledge/course/01890000-0000-7000-8000-000000000000',
      '/.env',
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/_astro/none.js',
    ]) {
      const answer = await http(host, path);
      expect(answer.status, path).toBe(404);
    }
    const zh = await http(host, '/nothing');
    expect(zh.text).toContain('lang="zh-CN"');
    const en = await http(host, '/en/nothing');
    expect(en.status).toBe(404);
    expect(en.text).toContain('This page could not be found');
    expect(en.text).toMatch(/href="\/en(\/home)?"/);
  });

  test('answers an address with a NUL character with 404, and does not ask the database for it', async () => {
    for (const path of [
      '/knowledge?keyword=%00',
      '/knowledge?keyword=a%00b&page=2',
      '/lecturer?keyword=%00',
      '/tpl?id=%00',
      '/search?keyword=%00',
      '/info/%00',
      '/en/knowledge?keyword=%00',
      '/media/%00',
      '/%00',
      '/knowledge?page=9999999999%00',
    ]) {
      const answer = await http(host, path);
      expect(answer.status, path).toBe(404);
      expect(answer.text, path).toContain(path.startsWith('/en') ? 'This page could not be found' : 'lang="zh-CN"');
    }
    for (const path of ['/knowledge', '/lecturer', '/search?keyword=a', '/info'])
      expect((await http(host, `${path}${path.includes('?') ? '&' : '?'}page=9999999999`)).status, path).toBe(200);
    const call = await http(host, '/gateway/system/api/enum/list?enumName=%00', {
      headers: { 'accept-language': 'en' },
    });
    expect(call.status).toBe(422);
    expect(JSON.parse(call.text)).toMatchObject({ code: 422 });
  });

  test('answers malformed, mistyped and oversized bodies in the envelope', async () => {
    const malformed = await gateway(host, LOGIN, '{"phone":');
    expect(malformed).toMatchObject({ status: 422, envelope: { code: 422 } });
    const list = await gateway(host, LOGIN, '[]');
    expect(list.envelope.code).toBe(422);
    const form = await gateway(host, LOGIN, 'phone=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(form).toMatchObject({ status: 415, envelope: { code: 415 } });
    const large = await gateway(host, LOGIN, { phone: 'x'.repeat(2 * 1024 * 1024) });
    expect(large).toMatchObject({ status: 413, envelope: { code: 413 } });
    for (const { envelope } of [malformed, list, form, large]) expect(envelope.msg).toMatch(/\p{Script=Han}/u);
  });

  test('answers unknown calls, methods and tokens in the envelope', async () => {
    expect((await gateway(host, 'POST /no/such/call', {})).envelope.code).toBe(404);
    expect((await gateway(host, 'DELETE /user/api/user/info/login/pwd', {})).envelope.code).toBe(404);
    const me = 'GET /user/auth/enterprise/user/info/current/view';
    for (const token of ['', 'x', 'x'.repeat(43), "' or 1=1 --", 'x'.repeat(4000)]) {
      const { status, envelope } = await gateway(host, me, {}, { authorization: `Bearer ${token}` });
      expect({ status, code: envelope.code }).toEqual({ status: 401, code: 300 });
    }
    expect((await http(host, '/home', { method: 'DELETE' })).status).toBe(405);
  });

  test('speaks the language asked for', async () => {
    const english = await gateway(host, LOGIN, { phone: '', password: '' }, { 'accept-language': 'en' });
    expect(english.envelope.code).toBe(422);
    expect(english.text).not.toMatch(/\p{Script=Han}/u);
  });

  test('sends the headers that protect a page, and compresses it', async () => {
    const page = await http(host, '/', { headers: { 'accept-encoding': 'gzip' } });
    const policy = page.headers['content-security-policy'] ?? '';
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy + page.text).toContain(part);
    }
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'gzip',
    });
  });

  test('documents every call', async () => {
    const openapi = JSON.parse((await http(host, '/gateway/openapi.json')).text) as {
      openapi: string;
      paths: Record<string, object>;
    };
    expect(openapi.openapi).toMatch(/^3\.1/);
    expect(Object.keys(openapi.paths)).toContain('/gateway/user/api/user/info/login/pwd');
    const reference = await http(host, '/gateway/docs');
    expect(reference.status).toBe(200);
    expect(reference.text).toContain(LOGIN);
  });

  test('never mixes two languages under load', async () => {
    const pages = ['/', '/knowledge', '/lecturer', '/info'];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const english = n % 2 === 1;
        const path = pages[(n >> 1) % pages.length]!;
        // A made-up token keeps the page cache out of it: every one of these is rendered.
        const answer = await http(host, english ? (path === '/' ? '/en' : `/en${path}`) : path, {
          headers: { cookie: `ET_WEB_TOKEN=${'x'.repeat(43)}` },
        });
        return { english, path, ...answer };
      }),
    );
    for (const { english, path, status, text } of answers) {
      expect(status, path).toBe(200);
      expect(text).toContain(english ? '<html lang="en"' : '<html lang="zh-CN"');
      const header = /<header[\s\S]*?<\/header>/.exec(text)?.[0] ?? '';
      expect(header).toContain(english ? 'Knowledge' : '知识中心');
      expect(header).not.toContain(english ? '知识中心' : 'Knowledge');
    }
  });
});
