import { http as wire, type Wire } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { PASSWORD, tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* The portal behind a proxy, under https and with a mobile site: other settings, so portals of their own beside the one
   under test, on its database. */

test.describe.configure({ mode: 'serial' });

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const MOBILE_SITE = 'https://m.example.com/learn';
const title = (text: string) => /<title>([^<]*)</.exec(text)?.[1] ?? '';

async function start(env: Record<string, string>): Promise<PortalProcess> {
  const dataDir = process.env.E2E_DATA_DIR!;
  return new PortalProcess({ port: await freePort(), dataDir, env: { DEMO: 'off', JOBS: 'off', ...env } }).start();
}

/** A request as it comes through a proxy on this machine. */
const through = (portal: PortalProcess, host: string, path: string, { headers, ...more }: Wire = {}) =>
  wire(portal.port, 'inner.localhost', path, {
    ...more,
    headers: { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', ...headers },
  });

async function login(portal: PortalProcess, headers: Record<string, string>) {
  const answer = await wire(portal.port, 'huaxin.localhost', '/gateway/user/api/user/info/login/pwd', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ phone: `${tenants.huaxin.phonePrefix}16`, password: PASSWORD, agreed: true }),
  });
  const { data } = JSON.parse(answer.text) as { data: { token: string } };
  return { token: data.token, set: answer.headers['set-cookie']! };
}

test.describe('behind a trusted proxy', () => {
  let portal: PortalProcess;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    portal = await start({ HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1', MOBILE_SITE_URL: `${MOBILE_SITE}/` });
  });
  test.afterAll(() => portal.stop());

  test('the start says that cookies go without Secure over plain http', () => {
    expect(portal.output).toMatch(/Attention: over plain http, cookies go without `Secure`/);
  });

  test('host and scheme are the proxy’s, and of several hosts the one it has added', async () => {
    const page = await through(portal, 'evil.example, bluebay.localhost', '/lecturer');
    expect(title(page.text)).toContain('蓝湾');
    expect(page.text).toContain('<link rel="canonical" href="https://bluebay.localhost/lecturer"');
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await through(portal, 'bluebay.localhost', '/icon.svg')).headers['strict-transport-security']).toContain(
      'max-age=31536000',
    );
    for (const host of ['evil.example', 'bluebay.localhost, evil.example', 'bluebay.localhost:99999', 'a/b@localhost'])
      expect((await through(portal, host, '/')).status, host).toBe(404);
  });

  test('kept pages belong to the host that the visitor sees, not to that of the proxy', async () => {
    const round = async () => {
      const kept: unknown[] = [];
      for (const [host, name] of [
        ['huaxin.localhost', '华信'],
        ['bluebay.localhost', '蓝湾'],
      ] as const) {
        const page = await through(portal, host, '/knowledge?page=1');
        expect(title(page.text)).toContain(name);
        kept.push(page.headers['x-page-cache']);
      }
      return kept;
    };
    // Other tests change the contents, which drops kept pages.
    await expect.poll(round).toEqual(['hit', 'hit']);
  });

  test('the companion is Secure and bound to its host', async () => {
    const { token, set } = await login(portal, { 'x-forwarded-proto': 'https' });
    expect(set[0]).toMatch(/^__Host-zhixing_companion=[\w-]{43}; /);
    expect(set[0]!.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=86400',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const pair = set[0]!.split(';')[0]!;
    const account = async (cookie: string) =>
      (
        await through(portal, 'huaxin.localhost', '/account', {
          headers: { cookie: `ET_WEB_TOKEN=${token}; ${cookie}` },
        })
      ).status;
    expect(await account(pair)).toBe(200);
    // Another host below the same domain could have planted a cookie without the prefix.
    expect(await account(pair.replace('__Host-', ''))).toBe(302);
  });

  test('of nine unanswered challenges for a passkey the two oldest make room for another', async () => {
    const challenges = Array.from({ length: 9 }, (_, n) => `zhixing_passkey_${String(n).padStart(16, '0')}`);
    const { headers } = await through(portal, 'huaxin.localhost', '/gateway/user/api/user/info/login/passkey/begin', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [
          ...challenges.map((name) => `__Host-${name}=b`),
          '__Host-zhixing_passkey_(=b',
          'zhixing_passkey_000000000000000a=b',
        ].join('; '),
      },
      body: '{}',
    });
    const changed = headers['set-cookie']!.map((line) => /^([^=]*)=(?=.*Max-Age=(\d+))/.exec(line)!.slice(1));
    expect(changed).toEqual([
      [`__Host-${challenges[0]}`, '0'],
      [`__Host-${challenges[1]}`, '0'],
      [expect.stringMatching(/^__Host-zhixing_passkey_[0-9a-f]{16}$/), '300'],
    ]);
  });

  test('phones go to the mobile site, before and after the page was kept for others', async () => {
    const get = (path: string, userAgent: string) =>
      through(portal, 'huaxin.localhost', path, { headers: { 'user-agent': userAgent } });
    const path = '/info?page=1&appid=wx1&code=c%261';
    for (let round = 0; round < 3; round++) {
      const phone = await get(path, PHONE);
      expect(phone).toMatchObject({ status: 302, text: '' });
      expect(phone.headers.location).toBe(`${MOBILE_SITE}/login?code=c%261&appid=wx1`);
      expect(phone.headers.vary).toContain('User-Agent');
      expect(phone.headers['cache-control']).toBe('private, no-cache');
      const desktop = await get(path, DESKTOP);
      expect(desktop.status).toBe(200);
      expect(desktop.headers.vary).toContain('User-Agent');
      if (round > 0) await expect.poll(async () => (await get(path, DESKTOP)).headers['x-page-cache']).toBe('hit');
    }
    expect((await get('/en/live/watch/42', PHONE)).headers.location).toBe(`${MOBILE_SITE}/live/watch/42`);
    expect((await get('/login?t=login&redirect=%2Fhome', PHONE)).headers.location).toBe(`${MOBILE_SITE}/login`);
    expect((await get('/agreement', PHONE)).status).toBe(200);
    expect((await get('/gateway/openapi.json', PHONE)).status).toBe(200);
    expect((await get('/icon.svg', PHONE)).status).toBe(200);
    const home = await get('/', DESKTOP);
    expect((await get(/src="(\/media\/[^"]+)"/.exec(home.text)![1]!, PHONE)).status).toBe(200);
    expect((await through(portal, 'evil.example', '/', { headers: { 'user-agent': PHONE } })).status).toBe(404);
  });
});

test.describe('with a public origin', () => {
  let portal: PortalProcess;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    portal = await start({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://localhost' });
  });
  test.afterAll(() => portal.stop());

  test('pages of one tenant are never kept for another', async () => {
    const round = async () => {
      const kept: unknown[] = [];
      for (const [host, name] of [
        ['bluebay.localhost', '蓝湾'],
        ['localhost', '华信'],
        ['huaxin.localhost', '华信'],
      ] as const) {
        const page = await wire(portal.port, host, '/knowledge?page=1');
        expect(title(page.text), host).toContain(name);
        kept.push(page.headers['x-page-cache']);
      }
      return kept;
    };
    await expect.poll(round).toContain('hit');
    // What is kept by now is not that of another tenant either.
    for (let more = 0; more < 3; more++) await round();
  });

  test('cookies are Secure, the browser is held to https, and the start says nothing', async () => {
    const { set } = await login(portal, {});
    expect(set[0]).toMatch(/^__Host-zhixing_companion=.*; Secure/);
    for (const path of ['/', '/icon.svg', '/gateway/openapi.json', '/media/x'])
      expect((await wire(portal.port, 'localhost', path)).headers['strict-transport-security'], path).toBe(
        'max-age=31536000; includeSubDomains',
      );
    expect(portal.output).not.toContain('over plain http');
  });

  test('forwarded headers are nobody’s to send', async () => {
    const page = await through(portal, 'bluebay.localhost', '/');
    expect(page.status, 'the host is what the connection says: nobody').toBe(404);
    const forged = await wire(portal.port, 'localhost', '/', { headers: { 'x-forwarded-host': 'bluebay.localhost' } });
    expect(title(forged.text)).toContain('华信');
  });

  test('without a mobile site phones are served here', async () => {
    const page = await wire(portal.port, 'localhost', '/', { headers: { 'user-agent': PHONE } });
    expect(page.status).toBe(200);
    expect(page.headers.vary).not.toContain('User-Agent');
  });
});
