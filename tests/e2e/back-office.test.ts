import type { Page } from '@playwright/test';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The shell of the back office: side bar, search, breadcrumbs, and the table of its lists. */

const PLACES = ['exams', 'marking', 'control', 'certificates', 'roles', 'moderation', 'signIn'];
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an administrator walks through the places with side bar, search and breadcrumbs', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const tenant = await ownTenant('后台');
  await signIn(context, tenant, await ownMember(tenant, { userName: '程一鸣', isAdmin: true }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(tenant.origin + path('/admin'));
  const bar = page.getByRole('navigation', { name: t('common:admin') });
  const crumbs = page.getByRole('navigation', { name: t('admin:breadcrumbs') });

  await test.step('side bar', async () => {
    for (const place of PLACES) {
      const title = t(`admin:place.${place}.title`);
      await bar.getByRole('link', { name: title, exact: true }).click();
      await expect(bar.locator('[aria-current=page]')).toHaveText(title);
      await expect(crumbs.locator('[aria-current=page]')).toHaveText(title);
      await expect(heading(page)).toBeVisible();
    }
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });

  await test.step('search, opened by its key', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const input = page.getByRole('combobox', { name: t('admin:search.placeholder') });
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(input).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await input.fill(t('admin:place.accommodations.title'));
    await expect(page.getByRole('option')).toHaveText([new RegExp(t('admin:place.accommodations.title'))]);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(tenant.origin + path('/admin/accommodations'));
  });

  await test.step('narrow, also on the next page', async () => {
    await page.getByRole('button', { name: t('admin:narrow') }).click();
    await expect.poll(async () => (await bar.boundingBox())!.width).toBeLessThan(100);
    await bar.getByRole('link', { name: t('admin:place.exams.title'), exact: true }).click();
    await expect(page).toHaveURL(tenant.origin + path('/admin/exams'));
    expect((await bar.boundingBox())!.width).toBeLessThan(100);
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('admin:widen') }).click();
  });

  await test.step('breadcrumbs lead back, and out to the learners’ pages', async () => {
    await page.getByRole('link', { name: t('exam:admin.new') }).click();
    await expect(crumbs.locator('[aria-current=page]')).toHaveText(t('exam:admin.newTitle'));
    await crumbs.getByRole('link', { name: t('admin:place.exams.title') }).click();
    await expect(page).toHaveURL(tenant.origin + path('/admin/exams'));
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('admin:asLearner') })
      .click();
    await expect(page).toHaveURL(tenant.origin + path('/home'));
  });
});

test('a side bar that was scrolled before it is hydrated stays where it is', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('后台');
  await signIn(context, tenant, await ownMember(tenant, { userName: '程一鸣', isAdmin: true }));
  const scripts = Promise.withResolvers<void>();
  await page.route('**/_astro/Shell.*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(tenant.origin + path('/admin'));
  const bar = page.getByRole('navigation', { name: t('common:admin') });
  const place = bar.getByRole('link', { name: t('admin:place.audit.title'), exact: true });
  await place.scrollIntoViewIfNeeded();
  const before = await bar.evaluate(({ scrollTop }) => scrollTop);
  expect(before).toBeGreaterThan(0);
  scripts.resolve();
  await expect(page.locator('astro-island[ssr][component-url*="/Shell."]')).toHaveCount(0);
  await expect(page.locator('astro-island[component-url*="/Shell."]')).toHaveCount(1);
  // What React does after it has hydrated.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  expect(await bar.evaluate(({ scrollTop }) => scrollTop)).toBe(before);
});

test('on a phone the side bar is a drawer, and a table is cards', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('手机后台');
  await signIn(context, tenant, await ownMember(tenant, { userName: '程一鸣', isAdmin: true }));
  for (const userName of ['何静', '卫红霞']) await ownMember(tenant, { userName, isAdmin: true });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(tenant.origin + path('/admin/exams'));
  const open = page.getByRole('button', { name: t('common:menu') });
  const link = page
    .getByRole('navigation', { name: t('common:admin') })
    .getByRole('link', { name: t('admin:place.roles.title'), exact: true });
  await expect(link).toBeHidden();
  await open.click();
  await expect(link).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(open).toBeFocused();
  await open.press('Enter');
  await link.click();
  await expect(page).toHaveURL(tenant.origin + path('/admin/roles'));
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  const boxes = await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all();
  for (const box of boxes) expect((await box.boundingBox())!.width).toBeLessThanOrEqual(390);
  await expectAccessibleInBoth(page);
  await expectFits(page);
});

test('a lecturer is shown their places only, and no overview', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('讲师后台');
  await signIn(context, tenant, await ownMember(tenant, { userName: '何静', userType: 2 }));
  await page.goto(tenant.origin + path('/test/marking'));
  const bar = page.getByRole('navigation', { name: t('common:admin') });
  const places = ['exams', 'questions', 'marking', 'analysis', 'control', 'approvals', 'certificates'];
  await expect(bar.getByRole('link')).toHaveText(places.map((place) => t(`admin:place.${place}.title`)));
  const crumbs = page.getByRole('navigation', { name: t('admin:breadcrumbs') });
  await expect(crumbs.getByRole('link')).toHaveCount(0);
  await bar.getByRole('link', { name: t('admin:place.questions.title') }).click();
  await expect(page).toHaveURL(tenant.origin + path('/admin/questions'));
});

test('filters and order of a table are in the URL: it looks the same after a reload and without a script', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  const tenant = await ownTenant('列表');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/certificates'));
  const status = page.getByRole('combobox', { name: t('record:issued.status') });
  await expect(page.getByText(t('record:issued.empty'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('admin:table.columns') })).toBeVisible();
  await expect(async () => {
    await status.selectOption('revoked');
    await expect(page).toHaveURL(/status=revoked/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(t('admin:table.notFound'))).toBeVisible();
  await page.reload();
  await expect(status).toHaveValue('revoked');
  await expect(page.getByText(t('admin:table.notFound'))).toBeVisible();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await signIn(plain, tenant, admin);
  const still = await plain.newPage();
  await still.goto(page.url());
  await expect(still.getByText(t('admin:table.notFound'))).toBeVisible();
  await still
    .getByRole('link', { name: t('admin:table.clear') })
    .first()
    .click();
  await expect(still.getByText(t('record:issued.empty'))).toBeVisible();
  await plain.close();
});

test('one stylesheet has the classes: a second one would undo those for wide screens', async ({
  page,
  context,
  path,
  tenant,
}) => {
  // The administrator.
  await signIn(context, tenant, 4);
  await page.goto(path('/admin/calendar'));
  const sheets = await page.evaluate(() => {
    const hasFlex = (rules: CSSRuleList): boolean =>
      [...rules].some((rule) => {
        if (rule instanceof CSSStyleRule) return rule.selectorText === '.flex';
        return rule instanceof CSSGroupingRule && hasFlex(rule.cssRules);
      });
    return [...document.styleSheets].filter(({ cssRules }) => hasFlex(cssRules)).length;
  });
  expect(sheets).toBe(1);
  await expect(page.locator('.calendar-grid')).toBeVisible();
  await expect(page.locator('.calendar-grid ~ .flex')).toBeHidden();
});
