import { gateway, http, raw } from './support/http.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { PASSWORD, tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* What every answer says to the browser about itself, and what it must not say. */

const HOST = hostOf(tenants.huaxin);
const LOGIN = 'POST /user/api/user/info/login/pwd';

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

test('pages, also those that say no, keep everything foreign out', async () => {
  const { cookie } = await sessionOf(tenants.huaxin, 17);
  for (const [path, headers, status] of [
    ['/', {}, 200],
    ['/?again', {}, 200],
    ['/home', { cookie }, 200],
    ['/login', {}, 200],
    ['/nothing', {}, 404],
    ['/en/nothing', {}, 404],
    ['/test/marking', { cookie }, 403],
  ] as const) {
    const answer = await http(HOST, path, { headers });
    expect(answer.status, path).toBe(status);
    expect(answer.headers, path).toMatchObject({ ...COMMON, 'x-frame-options': 'DENY' });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
    const policy = String(answer.headers['content-security-policy']);
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy, path).toContain(part);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts).toMatch(/^'self'( 'sha256-[\w+/=]+')*\s*$/);
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/);
  }
});

test('pages of a member do not contain the token of their session, which the user information has', async () => {
  const session = await sessionOf(tenants.huaxin, 17);
  const token = session.authorization.replace('Bearer ', '');
  const info = await gateway(HOST, 'GET /user/auth/enterprise/user/info/current/view', {}, session);
  expect(info.envelope.data).toMatchObject({ token });
  for (const path of ['/home', '/account?change=4', '/account?change=4&settingType=2'])
    expect((await http(HOST, path, { headers: { cookie: session.cookie } })).text, path).not.toContain(token);
});

test('a kept page carries the same headers as one that was just made', async () => {
  const path = '/info?page=1&headers';
  const first = await http(HOST, path);
  await expect.poll(async () => (await http(HOST, path)).headers['x-page-cache']).toBe('hit');
  const kept = await http(HOST, path);
  const own = ['x-request-id', 'x-page-cache', 'date', 'content-length', 'transfer-encoding', 'content-encoding'];
  const without = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
  expect(without(kept.headers)).toEqual(without(first.headers));
});

test('calls, files and refusals act as nothing when they are opened by themselves', async () => {
  const home = (await http(HOST, '/')).text;
  const picture = /src="(\/media\/[^"]+)"/.exec(home)![1]!;
  const script = /src="(\/_astro\/[^"]+\.js)"/.exec(home)![1]!;
  const style = /href="(\/_astro\/[^"]+\.css)"/.exec(home)![1]!;
  const theme = /href="(\/theme\/[^"]+)"/.exec(home)![1]!;
  for (const [path, status] of [
    [picture, 200],
    ['/media/x', 404],
    ['/media/01890000-0000-7000-8000-000000000000', 404],
    [script, 200],
    [style, 200],
    [theme, 200],
    ['/icon.svg', 200],
    ['/gateway/openapi.json', 200],
    ['/gateway/docs', 200],
    ['/gateway/system/api/enum/list?enumName=courseType', 200],
    ['/gateway/no/such/call', 404],
    ['/healthz', 200],
  ] as const) {
    const { headers, ...answer } = await http(HOST, path);
    expect(answer.status, path).toBe(status);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    expect(
      headers['content-security-policy'] ?? (path.startsWith('/media/') ? "default-src 'none'" : ''),
      path,
    ).toContain("default-src 'none'");
  }
  const wrongMethod = await http(HOST, '/home', { method: 'DELETE' });
  expect(wrongMethod).toMatchObject({ status: 405, headers: COMMON });
  const wrongHost = await http('evil.example', '/');
  expect(wrongHost).toMatchObject({ status: 404, headers: COMMON });
});

test('no answer tells what runs here, or where a fault lies', async () => {
  const told =
    /\bat \S+ \(?(file:|\/|node:)|node_modules|\.ts:\d+|\.mjs:\d+|\b(astro|hono|node|postgres(ql)?|drizzle)[/ ]v?\d+\.\d+|name="generator"/i;
  const answers = await Promise.all([
    http(HOST, '/'),
    http(HOST, '/nothing'),
    http(HOST, '/knowledge/course/%00'),
    http(HOST, '/knowledge/course/%FF'),
    http(HOST, '/knowledge?page=99999999999999999999'),
    http(HOST, '/knowledge?categoryId=%27'),
    http(HOST, '/media/%00'),
    http(HOST, '/%'),
    http(HOST, '/gateway/%'),
    http(HOST, '/gateway/no/such'),
    http(HOST, '/gateway/docs'),
    http('evil.example', '/'),
    gateway(HOST, LOGIN, '{"phone":'),
    gateway(HOST, LOGIN, { phone: { $gt: '' }, password: [] }),
    gateway(HOST, LOGIN, { phone: '\u0000', password: '\u0000' }),
    gateway(HOST, LOGIN, '{"__proto__":{"isAdmin":true},"phone":"1","password":"2"}'),
  ]);
  for (const { status, headers, text } of answers) {
    expect(status, text.slice(0, 200)).toBeLessThan(500);
    expect(headers.server).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(text).not.toMatch(told);
  }
  const broken = await raw(['GET / HTTP/9.9', 'Host: x']);
  expect(broken.status).toBe(400);
  expect(broken.text).not.toMatch(told);
});

test('a session leaves two cookies: one for the script, one that no script can read', async ({ page, tenant }) => {
  const { headers } = await gateway(HOST, LOGIN, {
    phone: `${tenants.huaxin.phonePrefix}17`,
    password: PASSWORD,
    agreed: true,
  });
  // The second one is the mark of a number that has logged in here.
  const set = headers['set-cookie']!;
  expect(set.map((line) => line.split('=', 1)[0])).toEqual(['zhixing_companion', 'zhixing_known']);
  for (const line of set) expect(line).toContain('HttpOnly');
  expect(set[0]).toMatch(/^zhixing_companion=[\w-]{43}; /);
  expect(set[0]!.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax']);
  expect(headers['cache-control']).toBe('private, no-store');
  await page.goto(tenant.origin);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('an anonymous answer says nothing personal and sets no cookie', async () => {
  for (const path of ['/', '/en', '/knowledge', '/lecturer', '/info', '/login', '/home', '/agreement']) {
    const { headers } = await http(HOST, path);
    expect(headers['set-cookie'], path).toBeUndefined();
    expect(headers['cache-control'], path).toMatch(/private|no-store/);
  }
});
