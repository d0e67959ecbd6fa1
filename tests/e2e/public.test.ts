import { http } from './support/http.ts';
import { hostOf } from './support/sign-in.ts';
import { tenants } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* What anybody sees without signing in: both tenants, in the language of the project. */
for (const tenant of Object.values(tenants)) {
  test(`${tenant.key}: title, icon, logo, navigation, banner, courses, lecturers, announcements, about page`, async ({
    browser,
    lang,
    path,
    t,
  }) => {
    // Without scripts: all of this is rendered by the server.
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: tenant.origin });
    // Visitors without a choice get the language of the enterprise.
    await context.addCookies([{ name: 'i18n_redirected', value: lang, url: tenant.origin }]);
    const page = await context.newPage();
    await page.goto(path('/'));
    await expect(page).toHaveTitle(new RegExp(tenant.title[lang]));
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
    const icon = await page.locator('link[rel~="icon"]').first().getAttribute('href');
    expect((await http(hostOf(tenant), icon!)).headers['content-type']).toContain('image/');
    await expect(page.locator('header img').first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: t('common:mainNavigation') }).getByRole('link')).not.toHaveCount(
      0,
    );
    await expect(page.locator('main img').first()).toBeVisible();
    for (const kind of ['/knowledge/course/', '/lecturer/view/', '/info']) {
      await expect(page.locator(`main a[href*="${kind}"]`).first()).toBeVisible();
    }
    const about = page.locator('footer a[href*="/tpl"]').first();
    await expect(about).toBeVisible();
    await about.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.close();
  });
}

test('the language switch shows the same page in the other language and remembers it', async ({
  page,
  context,
  lang,
  path,
  tenant,
}) => {
  await page.goto(path('/knowledge?courseType=1'));
  await page.locator('header a[hreflang]').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'en' : 'zh-CN');
  await expect(page).toHaveURL(new RegExp(`${lang === 'zh' ? '/en' : tenant.origin}/knowledge\\?courseType=1$`));
  const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected');
  expect(cookie?.value).toBe(lang === 'zh' ? 'en' : 'zh');
  expect((cookie!.expires - Date.now() / 1000) / 86_400).toBeGreaterThan(360);
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe(lang === 'zh' ? 'en' : 'zh');
});

test('a host that nobody is at gets a page of its own, in the language of the path', async ({ browser, path, t }) => {
  const page = await browser.newPage();
  const answer = await page.goto(`http://nobody.localhost:${process.env.E2E_PORT}${path('/knowledge')}`);
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors:unknownHost'));
  await expect(page.getByRole('link')).toHaveCount(0);
  // Its style is not blocked.
  await expect(page.locator('span').nth(1)).toHaveCSS('display', 'grid');
  await page.close();
});
