import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../config/find-chromium.ts';
import { writeQrFilm } from './support/camera.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { beTerminal, giveBadge, givePin, mintTerminal, TERMINAL_PIN } from './support/terminals.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* A shared terminal: one person after another, and nothing of the one before (docs/specification.md, section "Shared terminals"). */

const NAME = 'Worker Wang';

// What is refused on purpose.
test.use({ expectedLines: /status of (403|409|422)|ERR_FAILED/ });

async function logIn(page: Page, t: Texts, employeeNo: string, pin = TERMINAL_PIN): Promise<void> {
  await page.getByLabel(t('terminal:login.number')).fill(employeeNo);
  // With the keys of the screen.
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: t('terminal:login.submit') }).click();
}

/** What a browser has of a person. */
async function remains(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => name).sort();
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    entries: (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => new URL(url).pathname),
  }));
  return { cookies, ...stored };
}

async function atTerminal(page: Page, path: (to: string) => string, tenant: OwnTenant, rules = {}) {
  await beTerminal(page.context(), tenant, await mintTerminal(tenant, rules));
  await page.goto(tenant.origin + path('/terminal'));
}

test('an administrator registers a terminal with a code', async ({ context, browser, path, t }) => {
  const tenant = await ownTenant('Registering');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Admin', isAdmin: true }));
  const page = await context.newPage();
  await page.goto(tenant.origin + path('/admin/terminals'));
  await page.getByRole('button', { name: t('terminal:admin.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('terminal:admin.name'), { exact: true }).fill('Gate');
  await dialog.getByLabel(t('terminal:field.minutes')).fill('99');
  await dialog.getByRole('button', { name: t('terminal:admin.save') }).click();
  await expect(dialog.getByLabel(t('terminal:field.minutes'))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(t('terminal:field.minutes')).fill('5');
  await dialog.getByRole('button', { name: t('terminal:admin.save') }).click();
  await page.getByRole('button', { name: new RegExp(`^${t('terminal:admin.register')}`) }).click();
  const code = await page.getByTestId('terminal-code').textContent();

  const device = await browser.newContext();
  const screen = await device.newPage();
  await screen.goto(tenant.origin + path('/terminal'));
  await screen.getByLabel(t('terminal:register.code')).fill('00000000');
  await screen.getByRole('button', { name: t('terminal:register.submit') }).click();
  await expect(screen.getByLabel(t('terminal:register.code'))).toHaveAttribute('aria-invalid', 'true');
  await screen.getByLabel(t('terminal:register.code')).fill(code!);
  await screen.getByRole('button', { name: t('terminal:register.submit') }).click();
  await expect(screen.getByText('Gate')).toBeVisible();
  // What asks for a login leads to the start page.
  await screen.goto(tenant.origin + path('/account'));
  await expect(screen).toHaveURL(tenant.origin + path('/terminal'));

  // What was tried there is told to administrators.
  await screen.goto(tenant.origin + path('/terminal'));
  await logIn(screen, t, 'E-nobody');
  await expect(screen.getByText(t('errors:wrongNumberOrPin'))).toBeVisible();
  await device.close();
  await page.goto(tenant.origin + path('/admin/terminals'));
  await page.getByRole('link', { name: 'Gate' }).click();
  const log = page.getByRole('table', { name: t('terminal:log.title', { name: 'Gate' }) });
  await expect(log.getByRole('row').nth(1)).toContainText(t('terminal:log.outcomeOf.refused'));
  await expectAccessibleInBoth(page);
  await expectFits(page);

  await page.goto(tenant.origin + path('/admin/terminals/people'));
  await page.getByRole('button', { name: t('terminal:badgeFile.open') }).click();
  const badges = page.getByRole('dialog');
  await badges.getByRole('button', { name: t('terminal:badgeFile.make') }).click();
  await expect(badges.getByText(t('errors:field.noBadges'))).toBeVisible();
  await badges.getByLabel(t('terminal:badgeFile.issue')).check();
  await expectAccessibleInBoth(page);
  await badges.getByRole('button', { name: t('terminal:badgeFile.make') }).click();
  await expect(badges).toBeHidden();
  await expect(page.getByText(t('terminal:badgeFile.requested'))).toBeVisible();

  await page.goto(tenant.origin + path('/admin/terminals'));
  await page.getByRole('button', { name: new RegExp(`^${t('terminal:admin.revoke')}`) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminal:admin.revoke') })
    .click();
  await expect(page.getByText(t('terminal:admin.stateOf.revoked'), { exact: true }).last()).toBeVisible();
});

test('the camera reads a badge; without one the number is entered', async ({ page, path, t }, testInfo) => {
  const tenant = await ownTenant('Camera');
  const phone = await ownMember(tenant, { userName: NAME });
  await givePin(tenant, phone);
  const device = await mintTerminal(tenant);
  const film = testInfo.outputPath('camera.y4m');
  writeQrFilm(film, await giveBadge(tenant, phone));
  const kiosk = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: [
      ...CHROMIUM_FLAGS,
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await kiosk.newContext();
    await beTerminal(context, tenant, device);
    const screen = await context.newPage();
    await screen.goto(tenant.origin + path('/terminal'));
    await screen.getByRole('button', { name: t('terminal:camera.open') }).click();
    await expect(screen.getByText(t('terminal:login.badgeRead'))).toBeVisible();
    await expect(screen.locator('video')).toHaveCount(0);
    for (const digit of TERMINAL_PIN) await screen.getByRole('button', { name: digit, exact: true }).click();
    await screen.getByRole('button', { name: t('terminal:login.submit') }).click();
    await expect(screen.getByText(NAME).first()).toBeVisible();
  } finally {
    await kiosk.close();
  }
  await beTerminal(page.context(), tenant, device);
  await page.goto(tenant.origin + path('/terminal'));
  await page.getByRole('button', { name: t('terminal:camera.open') }).click();
  await expect(page.getByText(t('terminal:camera.denied')).or(page.getByText(t('terminal:camera.none')))).toBeVisible();
  await expect(page.getByLabel(t('terminal:login.number'))).toBeEditable();
});

test('the person after finds no cookie, no store, no page and no history of the one before', async ({
  page,
  path,
  t,
}) => {
  const tenant = await ownTenant('Shared');
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }), true);
  await atTerminal(page, path, tenant);
  await logIn(page, t, employeeNo);
  // The first login replaces the PIN of the administrator.
  await page.getByLabel(t('terminal:login.newPin'), { exact: true }).fill('314159');
  await page.getByLabel(t('terminal:login.repeat')).fill('314159');
  await page.getByRole('button', { name: t('terminal:login.submit') }).click();
  const bar = page.getByRole('complementary', { name: t('terminal:bar.title') });
  await expect(bar).toContainText(NAME);
  await expect(bar.getByText(/^\d:\d\d$|^10:00$/)).toBeVisible();

  // Links, and lists that change the address, leave one entry in the history.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(bar).toBeVisible();
  await page.goto(tenant.origin + path('/knowledge'));
  await page.goto(tenant.origin + path('/account/exam'));
  await expect(bar).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('recentSearches', 'mine');
    sessionStorage.setItem('draft:mine', 'text');
    indexedDB.open('answers');
    return caches.open('mine');
  });
  // Nothing of one's own is changed here.
  const refused = await page.goto(tenant.origin + path('/account'));
  expect(refused!.status()).toBe(403);
  await page.goto(tenant.origin + path('/home'));

  const ended = page.waitForResponse('**/terminal/session/end');
  await bar.getByRole('button', { name: t('terminal:bar.done') }).click();
  expect(await (await ended).headerValue('clear-site-data')).toBe('"cache", "storage"');
  await expect(page.getByLabel(t('terminal:login.number'))).toBeVisible();
  const left = await remains(page);
  // Those of the terminal and of its enterprise.
  expect(left.cookies).toEqual(['enterpriseId', 'zhixing_terminal']);
  expect([left.local, left.session, left.databases, left.caches]).toEqual([[], [], [], []]);
  // Going back shows nothing of the person, from no cache either.
  for (let step = 0; step < 6; step += 1) {
    await page.goBack().catch(() => null);
    await expect(page.locator('body')).not.toContainText(NAME);
    await expect(bar).toHaveCount(0);
  }
});

test('pages of a session replace each other in the history', async ({ page, path, t }) => {
  const tenant = await ownTenant('History');
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }));
  await atTerminal(page, path, tenant);
  const before = (await remains(page)).entries.length;
  await logIn(page, t, employeeNo);
  const bar = page.getByRole('complementary', { name: t('terminal:bar.title') });
  await expect(bar).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: t('terminal:bar.done') }).click();
  await expect(page.getByLabel(t('terminal:login.number'))).toBeVisible();
  const { entries } = await remains(page);
  expect(entries).toHaveLength(before);
  expect(entries.at(-1)).toBe(path('/terminal'));
});

test('without input the session ends, also without network', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('Idle');
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }));
  await atTerminal(page, path, tenant, { idle: 20 });
  await page.clock.install();
  await logIn(page, t, employeeNo);
  const bar = page.getByRole('complementary', { name: t('terminal:bar.title') });
  await expect(bar.getByRole('button', { name: t('terminal:bar.done') })).toBeEnabled();
  await page.clock.runFor(8_000);
  const warning = page.getByRole('alertdialog');
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: t('terminal:bar.here') }).click();
  await page.clock.runFor(1_000);
  await expect(warning).toHaveCount(0);
  await page.route('**/terminal/session/end', (route) => route.abort());
  await page.clock.runFor(30_000);
  await expect(page.getByLabel(t('terminal:login.number'))).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('ET_WEB_TOKEN');
});

test('more time is given for the PIN', async ({ page, path, t }) => {
  const tenant = await ownTenant('Prolonging');
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }));
  await atTerminal(page, path, tenant);
  await logIn(page, t, employeeNo);
  const bar = page.getByRole('complementary', { name: t('terminal:bar.title') });
  await bar.getByRole('button', { name: t('terminal:bar.prolong') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('terminal:pad.pin')).fill('918273');
  await dialog.getByRole('button', { name: t('terminal:bar.prolong') }).click();
  await expect(dialog.getByLabel(t('terminal:pad.pin'))).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(t('terminal:pad.pin')).fill(TERMINAL_PIN);
  await dialog.getByRole('button', { name: t('terminal:bar.prolong') }).click();
  await expect(dialog).toHaveCount(0);
});

test('an exam is not interrupted, and its answers are saved before the end', async ({ page, path, t }) => {
  const tenant = await tenantWithExam();
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }));
  await atTerminal(page, path, tenant, { minutes: 2, idle: 20 });
  await logIn(page, t, employeeNo);
  await expect(page.getByRole('complementary', { name: t('terminal:bar.title') })).toBeVisible();
  await page.goto(tenant.origin + path(`/test/id?id=${tenant.examId}`));
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  const bar = page.getByRole('complementary', { name: t('terminal:bar.title') });
  await expect(bar).toContainText(t('terminal:bar.inExam'));
  // Nothing reaches the server before the end is asked for.
  const ending = Promise.withResolvers<void>();
  await page.route('**/answer/save', (route) => ending.promise.then(() => route.continue()));
  const saved = page.waitForResponse('**/answer/save');
  await page.getByRole('radio').first().check();
  await bar.getByRole('button', { name: t('terminal:bar.done') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terminal:bar.done') })
    .click();
  ending.resolve();
  expect((await saved).status()).toBe(200);
  await expect(page.getByLabel(t('terminal:login.number'))).toBeVisible();
  // The attempt goes on where it was.
  await logIn(page, t, employeeNo);
  await expect(page.getByRole('complementary', { name: t('terminal:bar.title') })).toBeVisible();
  await page.goto(tenant.origin + path(`/test/id?id=${tenant.examId}`));
  await page.getByRole('link', { name: t('exam:resume') }).click();
  await expect(page.getByRole('radio').first()).toBeChecked();
});

test('a terminal is readable and fits in every width', async ({ page, path, t }) => {
  const tenant = await ownTenant('Looks');
  const employeeNo = await givePin(tenant, await ownMember(tenant, { userName: NAME }));
  await atTerminal(page, path, tenant);
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  await expectAccessibleInBoth(page);
  await logIn(page, t, employeeNo);
  await expect(page.getByRole('complementary', { name: t('terminal:bar.title') })).toBeVisible();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  await expectAccessibleInBoth(page);
});
