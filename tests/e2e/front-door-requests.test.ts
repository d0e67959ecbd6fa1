import { gateway, http, raw } from './support/http.ts';
import { sessionOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Requests that somebody made by hand: hosts, origins, bodies. */

const LOGIN = '/gateway/user/api/user/info/login/pwd';
const LOGOUT = 'PUT /user/auth/user/info/logout';
const HOST = 'huaxin.localhost';
const title = (text: string) => /<title>([^<]*)</.exec(text)?.[1] ?? '';

test.describe('the host', () => {
  test('is refused when it is not one, whatever it looks like', async () => {
    for (const wrong of [
      'evil.example',
      'huaxin.localhost.evil.example',
      'evil.example:4321@huaxin.localhost',
      'huaxin.localhost:80@evil.example',
      'huaxin.localhost@evil.example',
      'huaxin.localhost:80:81',
      'huaxin.localhost:abc',
      'huaxin.localhost:99999',
      'huaxin.localhost:-1',
      'huaxin.localhost.',
      'huaxin.localhost/',
      'huaxin.localhost/../x',
      'huaxin.localhost?x=1',
      'huaxin.localhost#x',
      'huaxin.localhost, evil.example',
      'huaxin .localhost',
      '.localhost',
      '[::1',
      '',
    ]) {
      for (const path of ['/', '/knowledge', '/gateway/openapi.json', '/icon.svg']) {
        const { status, text } = await raw([`GET ${path} HTTP/1.1`, `Host: ${wrong}`, 'Connection: close']);
        expect([400, 404], `${wrong} ${path}`).toContain(status);
        expect(text, wrong).not.toContain('华信');
      }
    }
    for (const nobody of ['x.huaxin.localhost', 'nobody.localhost', 'constructor.localhost']) {
      expect((await raw(['GET / HTTP/1.1', `Host: ${nobody}`, 'Connection: close'])).status, nobody).toBe(404);
    }
  });

  test('may be written in capitals and with any port', async () => {
    for (const right of ['HUAXIN.LocalHost', 'huaxin.localhost:1', 'huaxin.localhost:65535', 'LOCALHOST']) {
      const { status, text } = await raw(['GET /knowledge HTTP/1.1', `Host: ${right}`, 'Connection: close']);
      expect(status, right).toBe(200);
      expect(text).toContain('华信');
      // Addresses in the page are those of this very host, never of another one.
      expect(/<link rel="canonical" href="http:\/\/([^/"]+)/.exec(text)?.[1]).toBe(right.toLowerCase());
    }
  });

  test('is named once', async () => {
    const close = 'Connection: close';
    for (const lines of [
      ['GET / HTTP/1.1', 'Host: huaxin.localhost', 'Host: bluebay.localhost', close],
      ['GET / HTTP/1.1', 'Host: huaxin.localhost', 'Host: huaxin.localhost', close],
      ['GET / HTTP/1.1', close],
      ['GET / HTTP/1.0', close],
      ['GET http://evil.example/ HTTP/1.1', 'Host: huaxin.localhost', close],
      ['GET http://bluebay.localhost/ HTTP/1.1', 'Host: huaxin.localhost', close],
      ['GET http://huaxin.localhost@bluebay.localhost/ HTTP/1.1', 'Host: huaxin.localhost', close],
      ['GET file:///etc/passwd HTTP/1.1', 'Host: huaxin.localhost', close],
      ['OPTIONS * HTTP/1.1', 'Host: huaxin.localhost', close],
    ]) {
      const { status, text } = await raw(lines);
      expect(status, lines.join(' | ')).toBe(400);
      expect(text).not.toMatch(/华信|Bluebay/);
    }
    const whole = await raw(['GET http://Huaxin.localhost/knowledge HTTP/1.1', 'Host: huaxin.localhost', close]);
    expect(whole.status, 'the same host twice over is fine').toBe(200);
  });

  test('of one tenant never gets a kept page of another', async () => {
    for (let round = 0; round < 3; round++) {
      for (const [host, name] of [
        ['huaxin.localhost', '华信'],
        ['bluebay.localhost', '蓝湾'],
        ['localhost', '华信'],
      ] as const) {
        expect(title((await http(host, '/knowledge?page=1')).text)).toContain(name);
      }
    }
  });

  test('is not taken from forwarded headers of just anybody', async () => {
    const forged = {
      'x-forwarded-host': 'bluebay.localhost',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9;host=bluebay.localhost;proto=https',
      'x-original-url': '/en',
      'x-rewrite-url': '/en',
    };
    const { text, headers } = await http(HOST, '/lecturer?page=1', { headers: forged });
    expect(title(text)).toContain('华信');
    expect(text).toContain(`<link rel="canonical" href="http://${HOST}/lecturer"`);
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

test.describe('a change', () => {
  const me = 'GET /user/auth/enterprise/user/info/current/view';

  test('comes from a page of this very host, or from no page', async () => {
    const session = await sessionOf(tenants.huaxin, 17);
    const port = new URL(tenants.huaxin.origin).host.split(':')[1]!;
    const host = `huaxin.localhost:${port}`;
    for (const headers of [
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: 'http://huaxin.localhost.evil.example' },
      { origin: `http://bluebay.localhost:${port}` },
      { origin: `http://localhost:${port}` },
      { origin: 'http://huaxin.localhost:1' },
      { origin: 'http://huaxin.localhost' },
      { origin: 'nonsense' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await gateway(host, LOGOUT, {}, { ...session, ...headers });
      expect(answer.envelope.code, JSON.stringify(headers)).toBe(403);
    }
    expect((await gateway(host, me, {}, session)).envelope.code, 'none of these has ended the session').toBe(200);
    const own = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect((await gateway(host, LOGOUT, {}, { ...session, ...own })).envelope.code).toBe(200);
  });

  test('may come from a program that is no browser', async () => {
    const session = await sessionOf(tenants.huaxin, 17);
    expect((await gateway(HOST, LOGOUT, {}, session)).envelope.code).toBe(200);
  });

  test('is JSON and nothing else', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json-seq',
      'application/jsonp',
      'text/json',
      '',
    ]) {
      for (const body of ['{"phone":"13800000001","password":"x"}', undefined]) {
        const answer = await http(HOST, LOGIN, { method: 'POST', headers: { 'content-type': type }, body });
        expect(answer.status, `${type} ${body}`).toBe(415);
        expect(JSON.parse(answer.text)).toMatchObject({ code: 415 });
      }
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;x=1']) {
      const answer = await http(HOST, LOGIN, { method: 'POST', headers: { 'content-type': type }, body: '{}' });
      expect(answer.status, type).toBe(422);
    }
  });

  test('takes a megabyte, however its length is told', async () => {
    const head = ['POST', LOGIN, 'HTTP/1.1'].join(' ');
    const more = [`Host: ${HOST}`, 'Content-Type: application/json', 'Connection: close'];
    const large = JSON.stringify({ phone: 'x'.repeat(1_200_000), password: '' });
    const chunks = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

    const claimed = await raw([head, ...more, 'Content-Length: 999999999'], '{}');
    expect(claimed.status).toBe(413);
    const chunked = await raw([head, ...more, 'Transfer-Encoding: chunked'], chunks(large));
    expect(chunked.status).toBe(413);
    // What is left of such a body is never read, so nothing may follow it on that connection: also without being asked.
    for (const told of ['Content-Length: 999999999', 'Content-Length: 1200000']) {
      const refused = await raw(
        [head, `Host: ${HOST}`, 'Content-Type: application/json', told],
        large.slice(0, 100_000),
      );
      expect(refused.text.match(/^connection: .*$/im)?.[0].toLowerCase(), told).toBe('connection: close');
    }
    const small = await raw([head, ...more, 'Transfer-Encoding: chunked'], chunks('{"phone":"","password":""}'));
    expect(small.status).toBe(422);
    // What follows the told length is no second request, and both ways of telling it at once are none at all.
    const smuggled = '{}GET /knowledge HTTP/1.1\r\nHost: bluebay.localhost\r\n\r\n';
    const short = await raw([head, ...more, 'Content-Length: 2'], smuggled);
    expect(short.text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    const both = await raw([head, ...more, 'Content-Length: 4', 'Transfer-Encoding: chunked'], chunks('{}'));
    expect(both.status).toBe(400);
    for (const length of ['-1', '1e9', '0x10', '2, 3']) {
      expect((await raw([head, ...more, `Content-Length: ${length}`], '{}')).status, length).toBe(400);
    }
  });

  test('takes a head of 16 KB', async () => {
    const { status } = await raw(['GET / HTTP/1.1', `Host: ${HOST}`, `Cookie: x=${'x'.repeat(20_000)}`]);
    expect(status).toBe(431);
  });
});

test('a redirect never leads to another site', async ({ tenant, path }) => {
  const host = new URL(tenant.origin).host;
  const session = await sessionOf(tenant, 17);
  const evil = [
    '//evil.example',
    '/\\evil.example',
    '%2F%2Fevil.example',
    '%5C%5Cevil.example',
    'https:%2F%2Fevil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/%09/evil.example',
    '/%0d%0aLocation:%20https:%2F%2Fevil.example',
    '@evil.example',
    '.evil.example',
    '/..%2F%2Fevil.example',
  ];
  // A visitor who arrives, without a stored language or with one: they may be redirected to another language.
  for (const host of ['huaxin.localhost', 'bluebay.localhost']) {
    for (const path of [
      '//evil.example/x',
      '/en//evil.example/x',
      '/\\evil.example',
      '//evil.example',
      '///evil.example',
    ]) {
      for (const cookie of ['', 'i18n_redirected=en', 'i18n_redirected=zh']) {
        const { status, text } = await raw([
          ...[`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html', 'Connection: close'],
          ...(cookie ? [`Cookie: ${cookie}`] : []),
        ]);
        expect([400, 404], `${host}${path} ${cookie}`).toContain(status);
        expect(text, `${host}${path} ${cookie}`).not.toMatch(/(location: |href=")[^\n"]*evil/i);
      }
    }
  }
  const addresses = evil.flatMap((target) => [
    `/login?redirect=${target}`,
    `/login?t=login&redirect=${encodeURIComponent(target)}`,
    `/redirect/${target}`,
    `/redirect/${encodeURIComponent(target)}`,
    `/redirect?path=${target}`,
    `/account?change=3&url=${target}`,
    `/forget?redirect=${target}`,
    `/company?redirect=${target}&origin=${target}`,
    `/login?handoff=x&redirect=${target}`,
    `/login?code=x&state=x&redirect=${target}`,
    `/${target}`,
    `/en/${target}`,
    `/account/exam?x=${target}`,
  ]);
  for (const address of addresses) {
    for (const headers of [{}, { cookie: session.cookie }] as Record<string, string>[]) {
      const answer = await http(host, address.startsWith('/en/') ? address : path(address), { headers });
      const { location } = answer.headers;
      if (location) expect(new URL(location, tenant.origin).origin, `${address} → ${location}`).toBe(tenant.origin);
      expect(answer.status, address).toBeLessThan(500);
      // Where the form or a button of the page leads.
      for (const [, target = ''] of answer.text.matchAll(/\b(?:data-target|href|action)="([^"]*)"/g)) {
        const to = target.replace(/&#38;|&amp;/g, '&');
        if (URL.canParse(to, tenant.origin) && !/^https?:\/\/(www\.)?[\w.]*(miit|beian)/.test(to))
          expect(new URL(to, tenant.origin).host, `${address} shows ${to}`).not.toContain('evil.example');
      }
    }
  }
});

test('pictures are resized by nobody but the portal', async () => {
  for (const query of [
    '?href=%2Ficon.svg&w=10000&f=png',
    '?href=%2Ficon.svg&w=10&f=webp',
    '?href=https:%2F%2Fevil.example%2Fa',
    '',
  ])
    for (const path of ['/_image', '/_image/', '/%5Fimage'])
      expect((await http(HOST, path + query)).status, path + query).toBe(404);
});

test('folders are not listed, and TRACE is not answered', async () => {
  for (const path of [
    '/_astro/',
    '/_astro',
    '/locales/',
    '/locales/zh/',
    '/media/',
    '/theme/',
    '/.git/config',
    '/dist/',
  ])
    expect((await http(HOST, path)).status, path).toBe(404);
  for (const path of ['/', '/home', LOGIN, '/icon.svg']) {
    const { status, text } = await raw([
      `TRACE ${path} HTTP/1.1`,
      `Host: ${HOST}`,
      'X-Mark: 4711',
      'Connection: close',
    ]);
    expect([403, 404, 405, 415], path).toContain(status);
    expect(text).not.toContain('4711');
  }
});
