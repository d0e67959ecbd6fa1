import type { Response } from '@playwright/test';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The page of a course beside its editor (docs/decisions/107), and who may show which page in a frame. */

// A learner may not see a preview.
test.use({ expectedLines: /status of 403/, viewport: { width: 1440, height: 900 } });

const framing = (response: Response | null) => {
  const headers = response!.headers();
  return {
    status: response!.status(),
    policy: /frame-ancestors [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0],
    options: headers['x-frame-options'],
    cache: headers['cache-control'],
  };
};
const REFUSED = { policy: "frame-ancestors 'none'", options: 'DENY', cache: 'private, no-store' };

test('a draft is shown beside its form as its learners will see it, for its editor only', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Empty');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await signIn(context, tenant, admin);
  const go = (chinese: string) => page.goto(`${tenant.origin}${path(chinese)}`);
  // The selected item has a name, too.
  const name = page.getByRole('textbox', { name: t('editing:name'), exact: true }).first();
  const pane = page.getByRole('complementary', { name: t('editing:preview') });
  const shown = pane.locator('iframe').contentFrame();
  const heading = (text: string) => shown.getByRole('heading', { name: text, exact: true, level: 1 });
  const beside = page.getByRole('button', { name: t('editing:previewBeside') });

  await go('/admin/categories');
  await page.getByRole('button', { name: t('editing:categories.add'), exact: true }).click();
  await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
  await page.getByRole('textbox', { name: t('editing:nameIn.en') }).fill('Safety');
  await page.getByRole('button', { name: t('editing:save'), exact: true }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);

  await test.step('what is not complete is not shown; then the page follows what is saved', async () => {
    await go('/admin/courses/edit');
    await expect(pane.getByText(t('editing:previewLater'))).toBeVisible();
    await name.fill('Welding');
    await expect(pane.getByText(t('editing:previewIncomplete'))).toBeVisible();
    await expect(pane.locator('iframe')).toHaveCount(0);
    await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
    await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('practice');
    await expect(heading('Welding')).toBeVisible();
    await expect(shown.getByText(t('editing:previewBar'))).toBeVisible();
    await name.fill('Welding and cutting');
    await expect(heading('Welding and cutting')).toBeVisible();
    await expect(pane.locator('iframe')).toHaveJSProperty('clientWidth', 390);
    await expectAccessibleInBoth(page);
  });
  const id = new URL(page.url()).searchParams.get('id')!;
  const course = `/knowledge/course/${id}`;

  await test.step('its description is written with the rich text editor, or as Markdown', async () => {
    const text = page.getByRole('textbox', { name: t('editing:description'), exact: true });
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name: t(`editor:tool.${name}`) });
    const source = page.getByRole('button', { name: t('editing:source'), exact: true });
    await text.click();
    await page.keyboard.type('## Aims\n');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Weld ');
    await tool('bold').click();
    await page.keyboard.type('safely');
    await expect(shown.getByRole('heading', { name: 'Aims' })).toBeVisible();
    await expect(shown.locator('strong', { hasText: 'safely' })).toBeVisible();
    await source.click();
    await expect(text).toHaveValue('## Aims\n\nWeld **safely**');
    await text.fill('<p>HTML</p>');
    await source.click();
    await expect(page.getByText(t('editing:sourceOnly'))).toBeVisible();
    await text.fill('* A\n* B');
    await source.click();
    await expect(text.getByRole('listitem')).toHaveCount(2);
    await expect(shown.getByRole('listitem').filter({ hasText: /^A$/ })).toBeVisible();
    await source.click();
    await expect(text).toHaveValue('* A\n* B');
    await source.click();
  });

  await test.step('as on a wide screen, in the other language, and hidden', async () => {
    await pane.getByRole('button', { name: t('editing:width.desktop') }).click();
    await expect(pane.locator('iframe')).toHaveJSProperty('clientWidth', 1280);
    const other = path('/x') === '/x' ? 'en' : 'zh';
    await pane.getByRole('button', { name: t(`editing:previewIn.${other}`), exact: true }).click();
    await expect(shown.locator('html')).toHaveAttribute('lang', other === 'en' ? 'en' : /^zh/);
    await beside.click();
    await expect(pane).toHaveCount(0);
    await page.reload();
    await expect(beside).toBeEnabled();
    await expect(pane).toHaveCount(0);
    await beside.click();
    await expect(heading('Welding and cutting')).toBeVisible();
  });

  await test.step('links leave the preview where it is; on a narrow screen it is opened in a tab', async () => {
    const opened = context.waitForEvent('page');
    await shown.getByRole('navigation').getByRole('link').first().click();
    await (await opened).close();
    await expect(heading('Welding and cutting')).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect(pane).toBeHidden();
    await expect(beside).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the site is shown as its visitors see it, and its editor stays signed in', async () => {
    await go('/admin/site');
    await expect(shown.getByRole('link', { name: t('common:signIn') }).first()).toBeAttached();
    await expect(shown.getByText(t('editing:previewBar'))).toBeVisible();
    await page.reload();
    await expect(beside).toBeEnabled();
  });

  await test.step('only the preview can be framed, by pages of this site, and only its editor sees it', async () => {
    const preview = `${course}?preview=course:${id}`;
    expect(framing(await go(preview))).toEqual({
      ...{ status: 200, policy: "frame-ancestors 'self'", options: 'SAMEORIGIN', cache: 'private, no-store' },
    });
    expect(framing(await go(`/admin/courses/edit?id=${id}`))).toEqual({ status: 200, ...REFUSED });
    expect(framing(await go('/home'))).toEqual({ status: 200, ...REFUSED });
    expect(framing(await go('/knowledge?preview=course:x'))).toEqual({ status: 200, ...REFUSED });
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, learner);
    const seat = await theirs.newPage();
    expect(framing(await seat.goto(`${tenant.origin}${path(preview)}`))).toEqual({ status: 403, ...REFUSED });
    await theirs.close();
  });
});
