import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http as wire } from '../config/http.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { addMember } from './support/database.ts';
import { hostOf, sessionOf } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/*
 * Pages that cannot be made: status and message. A portal of this test's own reads from another gateway, which passes
 * every call on to the portal under test, but for those that a test makes fail.
 */

test.describe.configure({ mode: 'serial' });
test.use({ expectedLines: /status of \d{3}/ });

type Seen = { url: string; headers: NodeJS.Dict<string | string[]> };
let other: Server;
let portal: PortalProcess;
const failing = new Map<string, { status?: number; body: string }>();
let seen: Seen[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  other = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ url: request.url!, headers: request.headers });
      const failure = failing.get(request.url!.split('?')[0]!);
      if (failure) {
        response.writeHead(failure.status ?? 200, { 'content-type': 'application/json' }).end(failure.body);
        return;
      }
      const { authorization, cookie, 'accept-language': language = 'zh' } = request.headers;
      const host = String(request.headers['x-forwarded-host']).split(':')[0]!;
      void wire(Number(process.env.E2E_PORT), host, `/gateway${request.url}`, {
        method: request.method,
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          ...(authorization ? { authorization } : {}),
          ...(cookie ? { cookie } : {}),
        },
        body: Buffer.concat(chunks),
      }).then((answer) => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body));
    });
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const gatewayUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  portal = await new PortalProcess({
    port: await freePort(),
    dataDir: process.env.E2E_DATA_DIR!,
    env: { DEMO: 'off', JOBS: 'off', GATEWAY_URL: gatewayUrl },
  }).start();
});
test.afterAll(async () => {
  await portal.stop();
  other.closeAllConnections();
  other.close();
});
test.beforeEach(() => {
  failing.clear();
  seen = [];
});

const LECTURERS = '/user/api/lecturer/info/page';
const fail = (body: object, status?: number) => failing.set(LECTURERS, { status, body: JSON.stringify(body) });

test('a call that is refused gives the page its status and message', async ({ page, tenant, path, t }) => {
  const address = `${tenant.origin.replace(/:\d+$/, '')}:${portal.port}${path('/lecturer')}`;
  for (const [code, shown] of [
    [403, 403],
    [429, 429],
    [503, 503],
    // Codes that are no HTTP status, and a message that says nothing.
    [7001, 500],
  ] as const) {
    // As gateways do that answer everything with status 200.
    fail({ code, msg: `M-${code}`, data: null });
    const answer = await page.goto(address);
    expect(answer!.status()).toBe(shown);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`M-${code}`);
    await expect(page.getByText(String(shown), { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: t('common:backHome') })).toHaveAttribute('href', path('/'));
  }
});

test('anything else is a fault: 500, and nothing of its cause', async ({ page, tenant, path, t }) => {
  failing.set(LECTURERS, { status: 502, body: '<h1>Bad gateway at 10.0.0.7</h1>' });
  const answer = await page.goto(`${tenant.origin.replace(/:\d+$/, '')}:${portal.port}${path('/lecturer')}`);
  expect(answer!.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.faultTitle'));
  await expect(page.getByText('500', { exact: true })).toBeVisible();
  expect(await page.content()).not.toMatch(/10\.0\.0\.7|SyntaxError|node_modules/);
  // The cause is in the log, as one line with its request.
  const lines = () => portal.output.split('\n').filter((line) => line.includes('"msg":"fault"'));
  await expect.poll(() => lines().length).toBe(1);
  expect(JSON.parse(lines()[0]!)).toMatchObject({
    level: 'error',
    path: path('/lecturer'),
    requestId: answer!.headers()['x-request-id'],
    error: expect.stringContaining('SyntaxError'),
  });
  failing.clear();
  await page.getByRole('link', { name: t('common:retry') }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('common:error.faultTitle'));
});

test('an answer that does not fit the contract is a fault; what the contract does not declare is removed', async ({
  page,
  tenant,
  path,
  t,
}) => {
  // Each its own keyword: pages that could be made are kept.
  const address = `${tenant.origin.replace(/:\d+$/, '')}:${portal.port}${path('/lecturer?keyword=')}`;
  fail({ code: 200, msg: '', data: { pageCurrent: '1', pageSize: 10, totalCount: 1, totalPage: 1, list: [] } });
  const answer = await page.goto(`${address}a`);
  expect(answer!.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.faultTitle'));
  await expect.poll(() => portal.output).toContain('does not fit the contract');
  expect(portal.output).toContain('pageCurrent');
  // The gateway's error page for an envelope without a code.
  fail({ status: 'ok' });
  expect((await page.goto(`${address}b`))!.status()).toBe(500);
  fail({ code: 200, msg: '', data: { pageCurrent: 1, pageSize: 10, totalCount: 0, totalPage: 0, list: [], own: 1 } });
  expect((await page.goto(`${address}c`))!.status()).toBe(200);
});

test('invalid input of a page is shown with its status and message, and is no 404', async ({
  page,
  tenant,
  path,
  t,
}) => {
  // Addresses that are typed lead to lists or to "not found"; what is left are calls that the page itself makes wrongly.
  fail({ code: 422, msg: 'Check the marked fields', data: [{ field: 'keyword', message: t('errors:field.tooLong') }] });
  const answer = await page.goto(`${tenant.origin.replace(/:\d+$/, '')}:${portal.port}${path('/lecturer?keyword=d')}`);
  expect(answer!.status()).toBe(422);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors:field.tooLong'));
  await expect(page.getByRole('link', { name: t('common:backHome') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('common:retry') }), 'the same again').toHaveCount(0);
});

test('a page after the last of a list leads to the last, with its filters', async ({ tenant, path }) => {
  const signedIn = await sessionOf(tenant, 16);
  const marker = await sessionOf(tenant, await addMember(tenant, 2));
  const get = (address: string, headers = {}) =>
    wire(Number(process.env.E2E_PORT), hostOf(tenant).split(':')[0]!, path(address), { headers });
  for (const [address, lead, headers] of [
    ['/lecturer?page=99999', /\/lecturer\?page=\d{1,2}$/],
    ['/lecturer?keyword=zzzz&page=3', /\/lecturer\?keyword=zzzz&page=1$/],
    ['/info?page=99999', /\/info\?page=\d{1,2}$/],
    ['/knowledge?page=99999', /\/knowledge\?page=\d{1,2}$/],
    ['/knowledge?kind=project&page=99999', /\/knowledge\?kind=project&page=\d{1,2}$/],
    ['/knowledge/menu-tree?page=99999', /\/knowledge\/menu-tree\?page=\d{1,2}$/],
    ['/search?keyword=zzzz&page=400', /\/search\?keyword=zzzz&page=1$/],
    ['/info?page=99999', /\/info\?page=\d{1,2}$/, signedIn],
    ['/test?scope=all&page=99999', /\/test\?scope=all&page=\d{1,2}$/, signedIn],
    ['/home/rank?page=99999', /\/home\/rank\?page=\d{1,2}$/, signedIn],
    ['/account?change=5&page=99999', /\/account\?change=5&page=\d{1,2}$/, signedIn],
    ['/test/marking?status=marked&page=99999', /\/test\/marking\?status=marked&page=\d{1,2}$/, marker],
  ] as const) {
    const answer = await get(address, headers);
    expect(answer.status, address).toBe(302);
    expect(answer.headers.location, address).toMatch(lead);
    const last = await get(answer.headers.location!.replace(/^\/en/, ''), headers);
    expect(last.status, address).toBe(200);
  }
});

test('"not logged in" leads to the login page, but for the two exceptions', async ({ tenant, path }) => {
  fail({ code: 300, msg: 'no session', data: null });
  const get = (address: string) => wire(portal.port, hostOf(tenant).split(':')[0]!, path(address));
  expect((await get('/lecturer?page=2')).headers.location).toBe(
    `${path('/login')}?t=login&redirect=${encodeURIComponent(path('/lecturer?page=2'))}`,
  );
  expect((await get('/lecturer?cid=7')).status).toBe(401);
  failing.clear();
  failing.set('/system/api/website/view', { body: JSON.stringify({ code: 300, msg: 'no session', data: null }) });
  expect((await get('/login')).status, 'no circle').toBe(401);
});

test('another gateway is told of the visitor what we believe, not what the visitor says', async ({ tenant }) => {
  const host = hostOf(tenant).split(':')[0]!;
  const session = await sessionOf(tenant, 16);
  const answer = await wire(portal.port, host, '/gateway/user/auth/enterprise/user/info/current/view', {
    headers: {
      ...session,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    },
  });
  expect(answer.status).toBe(200);
  expect(seen.at(-1)!.headers).toMatchObject({
    'x-forwarded-host': host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  });
});

test('a page that does not exist says so and leads home', async ({ page, path, t }) => {
  const answer = await page.goto(path('/no/such/page'));
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:error.notFoundTitle'));
  await page
    .getByRole('main')
    .getByRole('link', { name: t('common:backHome') })
    .click();
  await expect(page).toHaveURL(new RegExp(`${path('/')}$`));
});
