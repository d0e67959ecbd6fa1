import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { unusedWord } from '../factories/company.ts';
import { messageTo } from './support/outbox.ts';
import { sendButton } from './support/send-button.ts';
import { consentingSessionOf, keepCookies, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessible } from './support/sound.ts';
import { tenants, type DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Enterprises of a person: list, switch, register. A refused call is a line in the browser's console. */
test.use({ expectedLines: /status of (409|422)/ });

const LOGO = fileURLToPath(new URL('../../src/demo/packs/huaxin/media/lecturer-lin.webp', import.meta.url));
/** `http://huaxin.localhost:4450`: the default tenant has a host of its own beside the bare one. */
const hostOrigin = ({ key }: DemoTenant) => `http://${key}.localhost:${process.env.E2E_PORT}`;

/** The person of both tenants, with the texts of both accepted. */
async function signInBoth(context: BrowserContext, tenant: DemoTenant): Promise<void> {
  for (const each of Object.values(tenants)) {
    const session = await consentingSessionOf({ ...each, phonePrefix: '137000000' }, 1);
    if (each === tenant) await keepCookies(context, tenant, session);
  }
}

test('a person of two enterprises goes over to the other one and back, without signing in again', async ({
  page,
  context,
  tenant,
  path,
  t,
  lang,
}) => {
  const other = Object.values(tenants).find(({ key }) => key !== tenant.key)!;
  await context.addCookies([{ name: 'i18n_redirected', value: lang, url: hostOrigin(other) }]);
  await signInBoth(context, tenant);
  await page.goto(path('/home'));
  await page.locator('header details[data-menu] summary').last().click();
  await page.getByRole('link', { name: t('common:user.switchCompany') }).click();
  await expect(page).toHaveURL(tenant.origin + path('/company'));
  const current = page.getByRole('listitem').filter({ hasText: t('company:current') });
  await expect(current).toContainText(tenant.name);
  await expect(current.locator('img')).toHaveJSProperty('complete', true);

  await page.getByRole('button', { name: t('company:enterName', { name: other.name }) }).click();
  await expect(page).toHaveURL(hostOrigin(other) + path('/home'));
  await expect(page.getByRole('link', { name: t('common:homeOf', { name: other.name }) }).first()).toBeVisible();
  const cookies = await context.cookies(hostOrigin(other));
  expect(cookies.find(({ name }) => name === 'zhixing_companion')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  // The page that took the code is not in the history any more, and the code was never in an address of the other host.
  await page.goBack();
  await expect(page).not.toHaveURL(/handoff/);

  await page.goto(hostOrigin(other) + path('/company'));
  await page.getByRole('button', { name: t('company:enterName', { name: tenant.name }) }).click();
  await expect(page).toHaveURL(hostOrigin(tenant) + path('/home'));
  // Nothing of it ended the first session.
  await page.goto(tenant.origin + path('/account?change=1'));
  await expect(page).toHaveURL(tenant.origin + path('/account?change=1'));
});

test('somebody who is not of this enterprise is led into their own', async ({ page, context, tenant, path, t }) => {
  const other = Object.values(tenants).find(({ key }) => key !== tenant.key)!;
  await consentingSessionOf(other, 14);
  await keepCookies(context, tenant, await sessionOf({ ...tenant, phonePrefix: other.phonePrefix }, 14));
  await page.goto(path('/home'));
  await expect(page).toHaveURL(tenant.origin + path('/company'));
  await expect(page.getByText(t('company:notSignedIn'))).toBeVisible();
  await expect(page.getByText(t('company:current'), { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: t('company:enterName', { name: other.name }) }).click();
  await expect(page).toHaveURL(hostOrigin(other) + path('/home'));
});

test('somebody in no enterprise at all is told what to do, and nothing they typed is left when they go', async ({
  page,
  path,
  t,
}) => {
  const phone = `15${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  await page.goto(path('/login?way=code'));
  await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone);
  await sendButton(page, t).click();
  await page.getByLabel(t('account:code.label'), { exact: true }).fill((await messageTo(phone)).code);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/company')}$`));
  await expect(page.getByText(t('company:none.title'))).toBeVisible();
  await expect(page.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: t('company:add') }).click();
  await page.getByLabel(t('company:register.contactName'), { exact: true }).fill('韩梅梅');
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')).length);
  await expect.poll(drafts).toBe(1);
  await page.getByRole('link', { name: t('company:register.back') }).click();
  await page.getByRole('button', { name: t('common:user.signOut') }).click();
  await expect(page.getByRole('link', { name: t('common:signIn'), exact: true }).first()).toBeVisible();
  await expect.poll(drafts).toBe(0);
});

test('an arrival without a code, or with one that is over, says so and leads on', async ({ page, path, t }) => {
  for (const fragment of ['', `#handoff=${'x'.repeat(43)}`]) {
    await page.goto('about:blank');
    await page.goto(path('/company?enter=1') + fragment);
    await expect(page.getByRole('status').filter({ hasText: t('errors:handoffOver') })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path('/company').replaceAll('/', '\\/')}\\?enter=1$`));
  }
  await page.getByRole('link', { name: t('common:signIn') }).click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe('registering an enterprise', () => {
  type Fields = { t: (key: string) => string; page: Page };
  const field = ({ page, t }: Fields, key: string) => page.getByLabel(t(`company:${key}`), { exact: true });

  test('with a logo, leads into it on its own host, and back', async ({ page, context, tenant, path, t, lang }) => {
    test.slow();
    const form = { page, t };
    await keepCookies(context, tenant, await consentingSessionOf(tenant, 14));
    await page.goto(path('/company'));
    await page.getByRole('link', { name: t('company:add') }).click();
    await expect(page).toHaveURL(tenant.origin + path('/appCompany'));

    const submit = page.getByRole('button', { name: t('company:register.submit'), exact: true });
    await submit.click();
    await expect(field(form, 'register.name')).toHaveAccessibleDescription(t('errors:field.enterpriseName'));
    await expect(field(form, 'register.name')).toBeFocused();
    await expect(field(form, 'region.province')).toHaveAccessibleDescription(t('errors:field.region'));

    const key = `e2e-${lang}-${randomUUID().slice(0, 6)}`;
    const name = lang === 'zh' ? `昆山泵业 ${unusedWord()}` : `Kunshan Pumps ${unusedWord()}`;
    await field(form, 'register.name').fill(name);
    await field(form, 'register.industry').selectOption('manufacturing');
    await field(form, 'region.province').selectOption('320000');
    await expect(field(form, 'region.county')).toBeDisabled();
    await field(form, 'region.city').selectOption('320500');
    await field(form, 'region.county').selectOption({ label: lang === 'zh' ? '昆山市' : 'Kunshan' });
    await field(form, 'register.creditCode').fill('9144030071526726X1');
    await field(form, 'register.key').fill(tenant.key);
    await expect(page.getByText(`${tenant.key}.localhost:${process.env.E2E_PORT}`)).toBeVisible();
    await field(form, 'logo.label').setInputFiles(LOGO);
    await expect(page.getByRole('img', { name: t('company:logo.preview') })).toBeVisible();
    await expect(field(form, 'register.creditCode')).toHaveAccessibleDescription(t('errors:field.creditCode'));

    // Nothing is lost by a reload, not even the logo.
    await page.reload();
    await expect(field(form, 'register.name')).toHaveValue(name);
    await expect(field(form, 'region.county')).toHaveValue('320583');
    await expect(page.getByRole('img', { name: t('company:logo.preview') })).toBeVisible();

    await field(form, 'register.creditCode').fill('9144030071526726XG');
    await submit.click();
    await expect(field(form, 'register.key')).toHaveAccessibleDescription(t('errors:field.enterpriseKeyTaken'));
    await expect(field(form, 'register.key')).toBeFocused();
    await field(form, 'register.key').fill(key);
    await submit.click();
    await expect(page.getByRole('heading', { name: t('company:registered.title') })).toBeFocused();

    await page.getByRole('button', { name: t('company:registered.enter') }).click();
    const own = `http://${key}.localhost:${process.env.E2E_PORT}`;
    const consent = page.getByRole('dialog', { name: t('company:consent.title') });
    await expect(consent).toBeVisible();
    await expectAccessible(page);
    await consent.getByRole('button', { name: t('company:consent.agree') }).click();
    await expect(page).toHaveURL(own + path('/home'));
    await expect(page.getByRole('link', { name: t('common:homeOf', { name }) }).first()).toBeVisible();
    await page.goto(own + path('/agreement'));
    await expect(page.getByRole('main')).toContainText(name);

    await page.goto(own + path('/company'));
    const current = page.getByRole('listitem').filter({ hasText: t('company:current') });
    await expect(current).toContainText(name);
    await expect(current).toContainText(t('company:admin'));
    await page.getByRole('button', { name: t('company:enterName', { name: tenant.name }) }).click();
    await expect(page).toHaveURL(hostOrigin(tenant) + path('/home'));
    await page.goto(path('/appCompany'));
    await expect(field(form, 'register.name'), 'the draft is gone').toHaveValue('');
  });

  test('a region is chosen by keyboard alone', async ({ page, context, tenant, path, t, lang }) => {
    const form = { page, t };
    await signIn(context, tenant, 15);
    await page.goto(path('/appCompany'));
    await field(form, 'register.scale').focus();
    for (const key of ['region.province', 'region.city', 'region.county']) {
      await expect(field(form, key)).toBeEnabled();
      await page.keyboard.press('Tab');
      await expect(field(form, key)).toBeFocused();
      // The first one opens the list. In Chinese it begins with municipalities, which have no third level.
      const downs = key === 'region.province' && lang === 'zh' ? 4 : 2;
      for (let n = 0; n < downs; n += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(field(form, key)).not.toHaveValue('');
    }
    await page.keyboard.press('Tab');
    await expect(field(form, 'register.address')).toBeFocused();
  });
});
