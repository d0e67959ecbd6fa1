import type { Page } from '@playwright/test';
import { gateway, http } from './support/http.ts';
import { ownMember } from './support/own-tenant.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { PASSWORD, phone, type DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* What the browser does when something does not work. Each test makes a call or a file fail. */

const PERSON = 16;
const LOGIN = '**/gateway/user/api/user/info/login/pwd';
const ADMIRE = '**/gateway/user/auth/announcement/user/record/update/admire**';
test.use({ expectedLines: /status of (401|404|422|500)|ERR_FAILED|Error hydrating|dynamically imported module/ });

async function announcement(tenant: DemoTenant): Promise<string> {
  return /href="(\/info\/[0-9a-f-]{36})"/.exec((await http(hostOf(tenant), '/info')).text)![1]!;
}

/** How often a page was loaded, beginning with its first time. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

test.describe('a part of the page that is missing', () => {
  test('reloads the page, which then works', async ({ page, context, tenant, path }) => {
    await signIn(context, tenant, PERSON);
    const loads = countLoads(page);
    let missing = 0;
    // The first visit finds the old name of a file, as after a new version was put in place.
    await page.route(/\/_astro\/StudyRoom\.[^/]+\.js/, (route) =>
      loads() === 0 || missing++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const course = /href="\/knowledge\/course\/([^"]+)"/.exec((await http(hostOf(tenant), '/knowledge')).text)![1]!;
    await page.goto(path(`/watch/course?id=${course}`));
    await expect.poll(loads).toBe(2);
    // The drawer's island is for narrow windows.
    await expect(page.locator('astro-island[ssr]:not([client=media])')).toHaveCount(0);
    expect(loads()).toBe(2);
  });

  test('reloads it once in 60 seconds, not for ever', async ({ page, context, tenant, path }) => {
    await signIn(context, tenant, PERSON);
    const loads = countLoads(page);
    const failures: string[] = [];
    page.on('console', (line) => line.text().includes('Error hydrating') && failures.push(line.text()));
    await page.route(/\/_astro\/StudyRoom\.[^/]+\.js/, (route) => route.fulfill({ status: 404 }));
    const course = /href="\/knowledge\/course\/([^"]+)"/.exec((await http(hostOf(tenant), '/knowledge')).text)![1]!;
    await page.goto(path(`/watch/course?id=${course}`));
    // It fails, is reloaded, and fails again.
    await expect.poll(() => failures.length).toBe(2);
    expect(loads()).toBe(2);
    // A minute later it may be tried again.
    await page.evaluate(() => sessionStorage.setItem('chunk-reload', String(Date.now() - 60_000)));
    await page.reload();
    await expect.poll(() => failures.length).toBe(4);
    expect(loads()).toBe(4);
  });

  test('reloads it also when a script asks for the part later', async ({ page, context, tenant, path, t }) => {
    await signIn(context, tenant, PERSON);
    await page.goto(path('/info'));
    const loads = countLoads(page);
    await page.route(/\/_astro\/session\.[^/]+\.js/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('banner').locator('details').last().locator('summary').click();
    await page.getByRole('button', { name: t('common:user.signOut') }).click();
    await expect.poll(loads).toBe(1);
  });
});

test.describe('a call that fails', () => {
  test('shows the server’s message once, however often it comes within 2 seconds', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    await signIn(context, tenant, PERSON);
    await page.goto(path(await announcement(tenant)));
    await page.route(ADMIRE, (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'X-17', data: null } }));
    const like = page.getByRole('button', { name: t('announcement:like') });
    await like.click();
    await expect(page.getByRole('status').getByText('X-17')).toBeVisible();
    await like.click();
    await expect(like).toBeEnabled();
    await expect(page.getByText('X-17')).toHaveCount(1);
    await expect(page.getByText('X-17'), 'it goes away by itself').toHaveCount(0);
  });

  test('says that the operation failed when the server cannot be reached', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    await signIn(context, tenant, PERSON);
    await page.goto(path(await announcement(tenant)));
    await page.route(ADMIRE, (route) => route.abort());
    await page.getByRole('button', { name: t('announcement:like') }).click();
    await expect(page.getByRole('status').getByText(t('common:operationFailed'))).toBeVisible();
  });

  test('says after 60 seconds that it took too long', async ({ page, path, t, tenant }) => {
    await page.addInitScript(() => {
      const real = AbortSignal.timeout.bind(AbortSignal);
      // A minute passes in a tenth of a second; anything else takes the time it takes.
      AbortSignal.timeout = (ms) => real(ms === 60_000 ? 100 : ms);
    });
    await page.route(LOGIN, () => undefined);
    await page.goto(path('/login'));
    await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone(tenant, PERSON));
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    await expect(page.getByText(t('common:timedOut'))).toBeVisible();
  });

  test('leads to the login page when the session has ended, and back after it', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    const session = await signIn(context, tenant, PERSON);
    const address = path(await announcement(tenant));
    await page.goto(address);
    await gateway(hostOf(tenant), 'PUT /user/auth/user/info/logout', {}, { ...session });
    await page.getByRole('button', { name: t('announcement:like') }).click();
    await expect(page).toHaveURL(`${tenant.origin}${path('/login')}?t=login&redirect=${encodeURIComponent(address)}`);
    await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone(tenant, PERSON));
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    await expect(page).toHaveURL(tenant.origin + address);
  });

  test('stays where it is when the address carries cid', async ({ page, context, tenant, path, t }) => {
    const session = await signIn(context, tenant, PERSON);
    const address = path(`${await announcement(tenant)}?cid=7`);
    await page.goto(address);
    await gateway(hostOf(tenant), 'PUT /user/auth/user/info/logout', {}, { ...session });
    const like = page.getByRole('button', { name: t('announcement:like') });
    await like.click();
    await expect(like).toBeEnabled();
    await expect(page).toHaveURL(tenant.origin + address);
  });
});

test.describe('what a browser keeps of a session', () => {
  const KEPT = ['userInfo', 'user'];
  const left = (page: Page) => page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), KEPT);
  const fill = (page: Page) =>
    page.evaluate(
      (keys) => {
        for (const key of keys) localStorage.setItem(key, 'x');
        document.cookie = 'enterpriseId=x; path=/';
      },
      [...KEPT, 'theme'],
    );

  test('is gone after signing out: user info, token, companion, cached user and enterprise', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    await signIn(context, tenant, PERSON);
    await page.goto(path('/info'));
    await fill(page);
    await page.getByRole('banner').locator('details').last().locator('summary').click();
    await page.getByRole('button', { name: t('common:user.signOut') }).click();
    await page.waitForURL(tenant.origin + path('/'));
    await expect(page.getByRole('banner').getByRole('link', { name: t('common:signIn') })).toBeVisible();
    expect(await left(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('theme')), 'what is no part of a session stays').toBe('x');
    expect(await context.cookies()).toEqual([]);
  });

  test('is not shown again by going back', async ({ page, context, tenant, path, t }) => {
    const session = await signIn(context, tenant, PERSON);
    const me = await gateway(hostOf(tenant), 'GET /user/auth/enterprise/user/info/current/view', {}, { ...session });
    const { userName } = me.envelope.data as { userName: string };
    await page.goto(path('/account?change=2'));
    await expect(page.getByText(userName).first()).toBeAttached();
    await page.getByRole('banner').locator('details').last().locator('summary').click();
    await page.getByRole('button', { name: t('common:user.signOut') }).click();
    await page.waitForURL(tenant.origin + path('/'));
    await expect(page.getByRole('banner').getByRole('link', { name: t('common:signIn') })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?t=login/);
    expect(await page.content()).not.toContain(userName);
  });

  test('is gone when the user info cannot be loaded any more', async ({ page, context, tenant, path, t }) => {
    await signIn(context, tenant, PERSON);
    await page.goto(path('/info'));
    await fill(page);
    // The token alone is worth nothing.
    await context.clearCookies({ name: 'zhixing_companion' });
    await page.goto(path('/info'));
    await expect(page.getByRole('banner').getByRole('link', { name: t('common:signIn') })).toBeVisible();
    await expect.poll(() => left(page)).toEqual([]);
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies).not.toContain('ET_WEB_TOKEN');
    expect(cookies).not.toContain('enterpriseId');
  });
});

test('what a person writes stays text, wherever it is shown', async ({ page, context, tenant, path }) => {
  const evil = `</script><img src=x onerror="document.title='X-18'">'"&lt;`;
  const name = evil.slice(0, 40);
  const session = await signIn(context, tenant, await ownMember(tenant, { userName: name }));
  const nickname = await gateway(
    hostOf(tenant),
    'PUT /user/auth/enterprise/user/info/update',
    { nickname: name },
    { ...session },
  );
  expect(nickname.envelope.code).toBe(200);
  for (const address of ['/home', '/account?change=4', '/knowledge']) {
    await page.goto(path(address));
    await expect(page.getByText(name).first()).toBeAttached();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
});

test('a password may be pasted, is hidden, and is shown only when asked for', async ({ page, context, path, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path('/login'));
  const field = page.getByLabel(t('account:login.password'), { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
  await field.focus();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue(PASSWORD);
});
