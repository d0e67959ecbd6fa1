import type { Page } from '@playwright/test';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* The notice bell of the top bar: its count stays true without a reload. */

/** Waits until a page says so many. */
const expectUnread = async (page: Page, t: Texts, count: number) => {
  const name = count > 0 ? t('common:bell.unread', { n: count }) : t('common:bell.none');
  await expect(page.locator('#bell')).toHaveAccessibleName(name);
  await expect(page).toHaveTitle(count > 0 ? new RegExp(`^\\(${count > 99 ? '99\\+' : count}\\) `) : /^[^(]/);
};

test('the bell tells how many notices wait, at once after every reading, in every tab', async ({
  page,
  context,
  path,
  t,
}) => {
  test.slow();
  const tenant = await ownTenant('铃', {
    nav: [{ code: 'lecturer', title: 'Lecturers', navMenuType: 3 }],
    announcements: 101,
  });
  const at = (to: string) => tenant.origin + path(to);
  await signIn(context, tenant, await ownMember(tenant, { userName: '己' }));
  await page.goto(at('/info'));
  await expectUnread(page, t, 101);
  await expect(page.locator('#bell')).toHaveText('99+');
  const other = await context.newPage();
  await other.goto(at('/lecturer'));

  // A page that marks one as read counts as it is then, and so does the other tab.
  await page.getByRole('main').getByRole('link', { name: 'Notice 1', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notice 1');
  await expectUnread(page, t, 100);
  await expectUnread(other, t, 100);

  await page.locator('#bell').click();
  await expect(page).toHaveURL(at('/account?change=5'));
  const list = page.getByRole('region', { name: t('notice:announcements') });
  await page.waitForLoadState('load');
  let loads = 0;
  page.on('load', () => loads++);
  await list.getByRole('checkbox').nth(2).check();
  await list.getByRole('button', { name: t('record:notice.markRead') }).click();
  await expect(page.getByText(t('record:notice.markedRead'))).toBeVisible();
  await expectUnread(other, t, 99);
  await expect(other.locator('#bell')).toHaveText('99');
  await expect(page.locator('#bell')).toHaveText('99');
  // Filtered and deleted in place: the page is not loaded again.
  await page
    .getByRole('main')
    .getByRole('link', { name: t('announcement:unread') })
    .click();
  await expect(page).toHaveURL(/read=unread/);
  await expect(list.getByRole('link', { name: 'Notice 2', exact: true })).toHaveCount(0);
  const second = list.getByRole('listitem').nth(1).getByRole('link');
  const title = (await second.textContent())!;
  await list.getByRole('checkbox').nth(2).check();
  await list.getByRole('button', { name: t('record:notice.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('record:notice.delete') })
    .click();
  await expectUnread(other, t, 98);
  await expect(page.locator('#bell')).toHaveText('98');
  await expect(list.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  expect(loads).toBe(0);

  // What happened on another device shows up on the return to the tab.
  const elsewhere = await context.browser()!.newContext();
  await elsewhere.addCookies(await context.cookies());
  const device = await elsewhere.newPage();
  await device.goto(at('/info'));
  await device.getByRole('main').getByRole('link', { name: 'Notice 9', exact: true }).first().click();
  await expectUnread(device, t, 97);
  await elsewhere.close();
  await expectUnread(other, t, 98);
  await other.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
    dispatchEvent(new Event('focus'));
  });
  await expectUnread(other, t, 97);

  // A page that was fetched ahead tells the count of then to nobody.
  await other.goto(at('/info'));
  await expectUnread(other, t, 97);
  const ahead = other.waitForEvent('request', (request) => request.url().endsWith('/lecturer'));
  const link = other.getByRole('banner').getByRole('link', { name: 'Lecturers' });
  await link.hover();
  await (await (await ahead).response())?.finished();
  await page.goto(at('/info'));
  await page.getByRole('main').getByRole('link', { name: 'Notice 8', exact: true }).first().click();
  await expectUnread(page, t, 96);
  await link.click();
  await other.waitForURL(at('/lecturer'));
  const delivery = () =>
    (performance.getEntriesByType('navigation')[0] as PerformanceEntry & { deliveryType: string }).deliveryType;
  expect(await other.evaluate(delivery)).toBe('navigational-prefetch');
  await expectUnread(other, t, 96);
  await expectUnread(page, t, 96);

  // All at once: nothing waits any more, and there is nothing left to mark.
  await page.goto(at('/info?read=unread'));
  const all = page.getByRole('button', { name: t('announcement:readAll') });
  await all.click();
  await expectUnread(other, t, 0);
  await expect(page.getByText(t('announcement:allRead'))).toBeVisible();
  await expectUnread(page, t, 0);
  await expect(all).toHaveCount(0);
});

test('the drawer on a phone counts what waits, and follows other tabs', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('屉', {
    nav: [{ code: 'lecturer', title: 'Lecturers', navMenuType: 3 }],
    announcements: 3,
  });
  const at = (to: string) => tenant.origin + path(to);
  await signIn(context, tenant, await ownMember(tenant, { userName: '辛' }));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at('/lecturer'));
  await page.getByRole('button', { name: t('common:menu') }).click();
  const notices = page.locator('#drawer').getByRole('link', { name: t('common:bell.none') });
  await expect(notices).toHaveText(`${t('common:bell.none')}3`);
  const other = await context.newPage();
  await other.goto(at('/info'));
  await other.getByRole('main').getByRole('link', { name: 'Notice 1', exact: true }).first().click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Notice 1');
  await expect(notices).toHaveText(`${t('common:bell.none')}2`);
});
