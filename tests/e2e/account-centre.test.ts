import { http } from './support/http.ts';
import { ownMember } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Preferences, the calendar subscription and the personal data of a member, in their settings. */

test.use({ expectedLines: /status of 422/ });

const PREFERENCES = '/account?change=4&settingType=6';
const OWN_DATA = '/account?change=4&settingType=7';

test('preferences follow a member to another device, from the first paint on, and fit with the largest text', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  const phone = await ownMember(tenant, { userName: '秦可' });
  await signIn(context, tenant, phone);
  await page.goto(path(PREFERENCES));
  await expectAccessibleInBoth(page);
  const html = page.locator('html');
  await page.getByLabel(t('account:preference.textSize')).selectOption('larger');
  await expect(html).toHaveAttribute('data-text-size', 'larger');
  await page.getByLabel(t('account:preference.theme')).selectOption('dark');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel(t('account:preference.reducedMotion')).check();
  await expect(html).toHaveAttribute('data-motion', 'reduced');
  await expectFits(page);

  const zone = page.getByLabel(t('account:preference.timeZone'), { exact: true });
  const save = page.getByRole('button', { name: t('account:preference.save'), exact: true });
  await zone.fill('Mars/Olympus');
  await save.click();
  await expect(page.getByText(t('errors:field.timeZone'))).toBeVisible();
  await expect(zone).toHaveValue('Mars/Olympus');
  await zone.fill('America/Lima');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: t('account:preference.zoneSaved') })).toBeVisible();

  // Another device, which had chosen another theme.
  const elsewhere = await browser.newContext({ baseURL: tenant.origin });
  await elsewhere.addInitScript(() => localStorage.setItem('theme', 'light'));
  await signIn(elsewhere, tenant, phone);
  const other = await elsewhere.newPage();
  for (const each of ['/home', '/account', '/test', '/knowledge']) {
    await other.goto(path(each));
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(other.locator('html')).toHaveAttribute('data-text-size', 'larger');
    await expectFits(other);
  }
  await expect(other.locator('#zone')).toContainText('America/Lima');
  // The switch of the top bar changes it for all devices.
  await other.setViewportSize({ width: 1440, height: 900 });
  const saved = other.waitForResponse((response) => response.url().includes('/preference/save'));
  await other.locator('[data-theme-toggle]:visible').first().click();
  expect((await saved).status()).toBe(200);
  await page.goto(path('/home'));
  await expect(html).toHaveAttribute('data-theme', 'light');
  await elsewhere.close();

  await page.goto(path(PREFERENCES));
  await page.getByLabel(t('account:preference.language'), { exact: true }).selectOption('en');
  await expect(page).toHaveURL(/\/en\/account/);
  const third = await browser.newContext({ baseURL: tenant.origin });
  await signIn(third, tenant, phone);
  const arriving = await third.newPage();
  await arriving.goto('/home');
  await expect(arriving, 'the language follows').toHaveURL(/\/en\/home$/);
  await third.close();
});

test('a calendar is subscribed to under a secret address, which is changed and stopped', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, await ownMember(tenant, { userName: '秦历' }));
  await page.goto(path(PREFERENCES));
  const read = async () => {
    const { host, pathname } = new URL(
      await page.getByRole('textbox', { name: t('account:feed.address') }).inputValue(),
    );
    return { host, pathname, status: (await http(host, pathname)).status };
  };
  await page.getByRole('button', { name: t('account:feed.make') }).click();
  const first = await read();
  expect(first).toMatchObject({ status: 200 });
  await page.getByRole('button', { name: t('account:feed.renew') }).click();
  await page.getByRole('button', { name: t('account:feed.confirm.renew.yes'), exact: true }).click();
  await expect.poll(async () => (await read()).pathname).not.toBe(first.pathname);
  const second = await read();
  expect(second).toMatchObject({ status: 200 });
  expect((await http(first.host, first.pathname)).status).toBe(404);
  // It is shown once.
  await page.reload();
  await expect(page.getByRole('button', { name: t('account:feed.renew') })).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('account:feed.address') })).toHaveCount(0);
  await page.getByRole('button', { name: t('account:feed.revoke'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:feed.confirm.revoke.yes'), exact: true })
    .click();
  await expect(page.getByText(t('account:feed.none'))).toBeVisible();
  expect((await http(second.host, second.pathname)).status).toBe(404);
});

test('a copy of the data is in the download centre, and their erasure is requested, withdrawn and decided', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  await signIn(context, tenant, await ownMember(tenant, { userName: '秦离' }));
  await page.goto(path(OWN_DATA));
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await page.getByRole('button', { name: t('account:data.copyAction') }).click();
  await expect(page.getByRole('status').filter({ hasText: t('export:requested') })).toBeVisible();
  const reason = page.getByLabel(t('account:data.eraseReason'));
  await page.getByRole('button', { name: t('account:data.eraseAction') }).click();
  await expect(page.getByText(t('account:data.reasonMissing'))).toBeVisible();
  await reason.fill('I leave');
  await page.getByRole('button', { name: t('account:data.eraseAction') }).click();
  const withdraw = page.getByRole('button', { name: t('account:data.withdraw') });
  await withdraw.click();
  await expect(withdraw).toBeHidden();
  await reason.fill('I leave for good');
  await page.getByRole('button', { name: t('account:data.eraseAction') }).click();
  await page.getByRole('link', { name: t('account:data.see') }).click();
  await expect(page).toHaveURL(/change=6/);
  const id = new URL(page.url()).searchParams.get('id')!;

  const office = await browser.newContext({ baseURL: tenant.origin });
  await signIn(office, tenant, await ownMember(tenant, { userName: '秦管', isAdmin: true }));
  const desk = await office.newPage();
  await desk.goto(path(`/account?change=6&flow=todo&id=${id}`));
  const plan = desk.getByRole('region', { name: t('account:data.plan') });
  await expect(plan.getByRole('row').filter({ hasText: t('account:data.group.signIn') })).toContainText(
    t('account:data.planFate.erased'),
  );
  await expectAccessibleInBoth(desk);
  await expectFits(desk);
  await office.close();
});
