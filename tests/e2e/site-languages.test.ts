import { http } from './support/http.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* An enterprise chooses the languages of its pages and where phones are sent (docs/specification.md, section "Languages"). */

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

test('the site is offered in one language and with an own mobile site, and goes back', async ({
  page,
  context,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Languages');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const host = new URL(tenant.origin).host;
  const answer = async (at: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent } = await http(host, at, { headers: { accept: 'text/html', ...headers } });
    return [status, sent['location'] ?? ''];
  };
  const body = async (at: string) => (await http(host, at)).text;
  const [own, other] = lang === 'zh' ? ['/info', '/en/info'] : ['/en/info', '/info'];
  const publish = async () => {
    await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
    await page.getByRole('button', { name: t('editing:publish'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('editing:publishNow'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await page.goto(`${tenant.origin}${path('/admin/site')}`);
  expect(await body(own)).toContain(`hreflang="${lang === 'zh' ? 'en' : 'zh-CN'}"`);

  await test.step('one language', async () => {
    await page.getByLabel(t('site:admin.site.languages')).selectOption(lang);
    await publish();
    await expect.poll(() => answer(`${other}?page=2`)).toEqual([302, `${own}?page=2`]);
    expect(await answer(own)).toEqual([200, '']);
    // A language that was chosen before is not offered any more.
    expect(await answer(own, { cookie: `i18n_redirected=${lang === 'zh' ? 'en' : 'zh'}` })).toEqual([200, '']);
    const html = await body(own);
    expect(html).not.toContain('data-lang=');
    expect(html).not.toContain(`hreflang="${lang === 'zh' ? 'en' : 'zh-CN'}"`);
    const map = await body('/sitemap-lists-1.xml');
    expect(map.includes('/en/')).toBe(lang === 'en');
    expect(map).toContain('hreflang="x-default"');
    await page.reload();
    await expect(page.getByText(t('common:otherLanguage'), { exact: true })).toHaveCount(0);
  });

  await test.step('editors ask for texts in that language only', async () => {
    const field = (name: string) => page.getByRole('group', { name: t(name), exact: true }).getByRole('textbox');
    await expect(field('site:admin.site.slogan')).toHaveCount(1);
    await expect(field('site:admin.site.slogan')).toHaveAccessibleName(t(`site:admin.site.${lang}`));
    await page.goto(`${tenant.origin}${path('/admin/articles/edit')}`);
    await expect(field('site:admin.article.name')).toHaveCount(1);
    await expect(field('site:admin.article.name')).toHaveAccessibleName(t(`site:admin.site.${lang}`));
    await page.goto(`${tenant.origin}${path('/admin/site')}`);
  });

  await test.step('an own mobile site', async () => {
    await page.getByLabel(t('site:admin.site.mobile'), { exact: true }).selectOption('own');
    await page.getByLabel(t('site:admin.site.mobileUrl')).fill('https://m.example.org');
    await publish();
    const phone = () => answer(`${own}?code=7&x=1`, { 'user-agent': PHONE });
    await expect.poll(phone).toEqual([302, 'https://m.example.org/login?code=7']);
    expect(await answer(own)).toEqual([200, '']);
    // Also from a page that is kept in the cache since another browser has asked for it.
    const start = own.replace('/info', '') || '/';
    const cached = async () => (await http(host, start, { headers: { accept: 'text/html' } })).headers['x-page-cache'];
    await expect.poll(cached).toBe('hit');
    expect(await answer(start, { 'user-agent': PHONE })).toEqual([302, 'https://m.example.org/login']);
  });

  await test.step('and back to both', async () => {
    await page.getByLabel(t('site:admin.site.languages')).selectOption('');
    // At once, before it is published.
    const slogan = page.getByRole('group', { name: t('site:admin.site.slogan'), exact: true });
    await expect(slogan.getByRole('textbox')).toHaveCount(2);
    await page.getByLabel(t('site:admin.site.mobile'), { exact: true }).selectOption('none');
    await publish();
    await expect.poll(() => answer(other)).toEqual([200, '']);
    expect(await answer(own, { 'user-agent': PHONE })).toEqual([200, '']);
  });
});
