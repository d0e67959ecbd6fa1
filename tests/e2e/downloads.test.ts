import { readFileSync } from 'node:fs';
import { textsOf as cellTexts } from '../factories/sheet.ts';
import { giveRecords, ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessible } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The download centre of the top bar, and the exports that come into it. */

test.use({ expectedLines: /Failed to load resource/ });

test('an export asked for on the page of credits is made, announced, downloaded and deleted', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const tenant = await ownTenant('导出');
  const phone = await ownMember(tenant, { userName: '庚' });
  await giveRecords(tenant, phone, { lines: 3 });
  await signIn(context, tenant, phone);
  await page.goto(tenant.origin + path('/account?change=3&recordType=3&kind=credits'));
  const button = page.getByRole('banner').getByRole('button', { name: t('export:title') });
  const panel = page.getByRole('dialog', { name: t('export:title') });

  // Nothing yet: by keyboard, with the way to something; Escape gives the focus back.
  await button.press('Enter');
  await expect(panel.getByText(t('export:empty.title'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: t('common:close') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.getByRole('button', { name: t('export:button') }).click();
  await expect(page.locator('#toasts')).toContainText(t('export:requested'));
  // It goes on on any other page.
  await page.goto(tenant.origin + path('/lecturer'));
  await expect(button).toHaveAccessibleName(t('export:titleNews'), { timeout: 30_000 });
  await button.click();
  await expect(button).toHaveAccessibleName(t('export:title'));
  const row = panel.getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(t('export:name.credits'));
  await expect(row).toContainText(/\d(\.\d)? KB/);
  await expect(row).toContainText(t('common:justNow'));
  await expect(row).toContainText(t('export:status.2'));
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').first().click()]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${t('export:name.credits')}_\\d{8}-\\d{6}\\.xlsx$`));
  const rows = cellTexts(readFileSync(await download.path()));
  expect(rows.map((cells) => cells[1])).toEqual([t('record:ledger.title'), 'Line 1', 'Line 2', 'Line 3']);
  await row.getByRole('button').last().click();
  await expect(panel.getByText(t('export:empty.title'))).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText(t('export:deleted'));
  await expect(panel.getByRole('heading')).toBeFocused();

  // In another tab, a file that was asked for in this one shows up by itself; while it is open, it is told there.
  await page.goto(tenant.origin + path('/account?change=3&recordType=1'));
  const other = await context.newPage();
  await other.goto(tenant.origin + path('/lecturer'));
  const otherPanel = other.getByRole('dialog', { name: t('export:title') });
  await other
    .getByRole('banner')
    .getByRole('button', { name: t('export:title') })
    .click();
  await page.getByRole('button', { name: t('export:button') }).click();
  await expect(otherPanel.getByRole('listitem')).toContainText(t('export:status.2'), { timeout: 30_000 });
  await expect(otherPanel.getByRole('listitem')).toContainText(t('export:name.hours'));
});

test('an administrator exports the credits of one person and of a period', async ({ page, context, path, t }) => {
  test.slow();
  const tenant = await ownTenant('人员导出');
  const phone = await ownMember(tenant, { userName: '管理者', isAdmin: true });
  for (const userName of ['张三丰', '李四'])
    await giveRecords(tenant, await ownMember(tenant, { userName }), { lines: 2 });
  await signIn(context, tenant, phone);
  await page.goto(tenant.origin + path('/admin'));
  await page.getByRole('link', { name: t('export:people.title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('export:people.title'));
  const submit = page.getByRole('button', { name: t('export:button'), exact: true });

  // Nothing is sent without a list, or with a period that ends before it starts.
  await page.getByLabel(t('export:people.from')).fill('2026-03-02');
  await page.getByLabel(t('export:people.to'), { exact: true }).fill('2026-03-01');
  await submit.click();
  const list = page.getByLabel(t('export:people.list'), { exact: true });
  await expect(list).toBeFocused();
  await expect(list).toHaveAccessibleDescription(t('export:people.chooseList'));
  await expect(page.getByText(t('export:people.wrongPeriod'))).toBeVisible();

  await list.selectOption(t('export:list.credits'));
  await page.getByLabel(t('export:people.from')).fill('');
  await page.getByLabel(t('export:people.to'), { exact: true }).fill('');
  await page.getByRole('searchbox', { name: t('export:people.person') }).fill('三丰');
  const found = page.getByRole('list', { name: t('export:people.found') });
  await expect(found.getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await found.getByRole('button').press('Enter');
  await expect(page.getByRole('button', { name: t('export:people.remove', { name: '张三丰' }) })).toBeFocused();
  await submit.click();
  await expect(page.locator('#toasts')).toContainText(t('export:requested'));

  const button = page.getByRole('banner').getByRole('button', { name: t('export:title') });
  await expect(button).toHaveAccessibleName(t('export:titleNews'), { timeout: 30_000 });
  await button.click();
  const row = page.getByRole('dialog', { name: t('export:title') }).getByRole('listitem');
  const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button').first().click()]);
  expect(download.suggestedFilename()).toContain(`${t('export:name.credits')}_${t('export:part.people')}_`);
  const [head, ...rows] = cellTexts(readFileSync(await download.path()));
  expect(head!.slice(0, 2)).toEqual([t('export:column.person'), t('export:column.department')]);
  expect(rows.map((cells) => [cells[0], cells[3]])).toEqual([
    ['张三丰', 'Line 1'],
    ['张三丰', 'Line 2'],
  ]);
});

test('a long list comes page by page, each file with what can be done with it, and goes after a confirmation', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const tenant = await ownTenant('长列表');
  const phone = await ownMember(tenant, { userName: '辛' });
  const states = Array.from({ length: 45 }, (_, n) => (n === 1 ? 3 : n === 3 ? 1 : 2));
  await giveRecords(tenant, phone, { exports: states });
  await signIn(context, tenant, phone);
  await page.setViewportSize({ width: 390, height: 800 });
  const asked: { at: number; page: unknown }[] = [];
  let fails = true;
  await page.route('**/export/record/page', async (route) => {
    const input = route.request().postDataJSON() as { pageCurrent?: number; pageSize: number };
    if (fails) return route.fulfill({ status: 500, json: { code: 500, msg: 'Broken', data: null } });
    if (input.pageCurrent) asked.push({ at: Date.now(), page: [input.pageCurrent, input.pageSize] });
    return route.fallback();
  });
  await page.goto(tenant.origin + path('/lecturer'));
  await page.getByRole('button', { name: t('export:title') }).click();
  const panel = page.getByRole('dialog', { name: t('export:title') });
  const rows = panel.getByRole('listitem');

  // An error says so and can be tried again.
  await expect(panel.getByRole('alert')).toContainText('Broken');
  fails = false;
  await panel.getByRole('button', { name: t('common:retry') }).click();
  await expect(rows).toHaveCount(20);

  // A sheet over the whole width of a phone.
  const box = (await panel.boundingBox())!;
  expect([box.x, Math.round(box.width)]).toEqual([0, await page.evaluate(() => document.documentElement.clientWidth)]);

  // Download only what is ready.
  const has = (n: number) =>
    rows.nth(n).getByRole('button', { name: t('export:download', { name: `file-${n + 1}.xlsx` }) });
  await expect(has(0)).toBeVisible();
  await expect(has(1)).toBeHidden();
  await expect(rows.nth(1)).toContainText(t('export:status.3'));
  await expect(has(3)).toBeHidden();
  await expect(rows.nth(3)).toContainText(t('export:status.1'));
  await expect(rows.nth(1)).toContainText('2.9 KB');
  await expect(rows.nth(1).locator('time')).toHaveText(/2 ?(小时前|hours ago)/);

  // The next page comes half a second after the end is in sight.
  const scroller = panel.getByRole('list').locator('..');
  const toEnd = () => scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const scrolledAt = Date.now();
  await toEnd();
  await expect(rows).toHaveCount(40);
  expect(asked[1]!.at - scrolledAt).toBeGreaterThanOrEqual(495);
  await toEnd();
  await expect(rows).toHaveCount(45);
  expect(asked.map((each) => each.page)).toEqual([
    [1, 20],
    [2, 20],
    [3, 20],
  ]);
  expect(await rows.locator('p:first-child').allTextContents()).toEqual(states.map((_, n) => `file-${n + 1}.xlsx`));

  // One of them: the focus goes on to its neighbour.
  await rows.nth(5).getByRole('button').last().press('Enter');
  await expect(rows).toHaveCount(44);
  await expect(rows.nth(5).getByRole('button').last()).toBeFocused();

  // What failed is made again: it comes to the top, the focus with it, and is soon there.
  const again = page.getByRole('button', { name: t('export:again', { name: 'file-2.xlsx' }) });
  await expect(rows.nth(1)).toContainText('file-2.xlsx');
  await again.press('Enter');
  await expect(panel.getByRole('status')).toHaveText(t('export:making', { name: 'file-2.xlsx' }));
  await expect(rows.first()).toContainText('file-2.xlsx');
  await expect(rows.first().getByRole('button').last()).toBeFocused();
  await expect(again).toBeHidden();
  await expect(rows.first().getByRole('button', { name: t('export:download', { name: 'file-2.xlsx' }) })).toBeVisible({
    timeout: 30_000,
  });
  await expect(rows.first()).toContainText(t('export:status.2'));
  await expect(rows).toHaveCount(44);

  // All of them, after a confirmation; taking it back leaves everything, the list itself stays open.
  const clear = panel.getByRole('button', { name: t('export:clear') });
  await clear.click();
  const confirm = page.getByRole('dialog', { name: t('export:confirm.title') });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: t('common:cancel') }).click();
  await expect(confirm).toBeHidden();
  await expect(rows).toHaveCount(44);
  await clear.click();
  await expect(confirm).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirm).toBeHidden();
  await expect(rows).toHaveCount(44);
  await clear.click();
  await confirm.getByRole('button', { name: t('export:clear') }).click();
  await expect(panel.getByText(t('export:empty.title'))).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: t('export:title') }).click();
  await expect(panel.getByText(t('export:empty.title'))).toBeVisible();
});
