import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { OIDC_CLIENT } from '../stand-ins/oidc.ts';
import { issuerBeside } from '../stand-ins/start-all.ts';
import { DINGTALK_APP } from '../stand-ins/dingtalk.ts';
import { WECOM_APP } from '../stand-ins/wecom.ts';
import { gateway } from './support/http.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { PASSWORD, phone } from './support/tenants.ts';
import type { Texts } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/* Signing in through WeCom, DingTalk and OpenID Connect; the scan is a click on a page of a stand-in. */
type Provider = 'wecom' | 'dingtalk' | 'oidc';
/** People nobody else uses, one for each way. */
const PERSON: Record<Provider, number> = { wecom: 12, dingtalk: 13, oidc: 14 };
const LABEL = { labelZh: '集团账号', labelEn: 'Group account' };

test.beforeAll(async ({ tenant }) => {
  const session = await sessionOf(tenant, 4);
  const host = hostOf(tenant);
  const save = async (input: { provider: Provider; [name: string]: unknown }) => {
    const stored = await gateway(host, 'GET /user/auth/enterprise/login/setting/list', {}, session);
    const { list } = stored.envelope.data as { list: { provider: Provider; revision: number }[] };
    const { revision } = list.find(({ provider }) => provider === input.provider)!;
    const change = { ...input, revision };
    const { envelope } = await gateway(host, 'PUT /user/auth/enterprise/login/setting/save', change, session);
    expect(envelope.code).toBe(200);
  };
  await save({ provider: 'wecom', enabled: true, ...WECOM_APP });
  await save({ provider: 'dingtalk', enabled: true, ...DINGTALK_APP });
  await save({
    provider: 'oidc',
    enabled: true,
    issuer: issuerBeside(Number(process.env.E2E_PORT)),
    ...OIDC_CLIENT,
    ...LABEL,
  });
});

const nameOf = (t: Texts, provider: Provider, lang: 'zh' | 'en') =>
  provider === 'oidc' ? (lang === 'zh' ? LABEL.labelZh : LABEL.labelEn) : t(`account:ways.name.${provider}`);

/** Leaves through a button of the login page. */
async function leave(page: Page, t: Texts, name: string) {
  await page.getByRole('button', { name: t('account:ways.with', { name }) }).click();
  await expect(page.getByRole('heading', { name: /stand-in/ })).toBeVisible();
}

/** What somebody does with their telephone. */
async function scan(page: Page, who: string, choice: 'Approve' | 'Decline' = 'Approve') {
  await page.getByRole('textbox').first().fill(who);
  await page.getByRole('button', { name: choice }).click();
}

/** The address that the browser would be sent back to, without going there: somebody else may get hold of it first. */
async function addressAfterScan(page: Page, who: string): Promise<string> {
  const form = await page
    .locator('input')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => [input.name, input.value]));
  const [first] = await page
    .getByRole('textbox')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name));
  const query = new URLSearchParams(form.filter(([, value]) => value));
  query.set(first!, who);
  const answer = await fetch(new URL(`approve?${query}`, page.url()), { redirect: 'manual' });
  return answer.headers.get('location')!;
}

async function byPhone(page: Page, t: Texts, number: string) {
  await page.getByLabel(t('account:login.phone'), { exact: true }).fill(number);
  await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
}

/** Nothing serious for axe, light and dark, and nothing that sticks out. */
async function withoutFaults(page: Page) {
  await expectAccessibleInBoth(page);
  await expectFits(page);
}

for (const provider of ['wecom', 'dingtalk', 'oidc'] as const) {
  test(`${provider}: linked once with the phone, straight in afterwards, back where one was going`, async ({
    page,
    context,
    path,
    t,
    tenant,
    lang,
  }) => {
    const name = nameOf(t, provider, lang);
    const who = `person${randomUUID().slice(0, 8)}`;
    await page.goto(path('/account?change=1'));
    await leave(page, t, name);
    await scan(page, who);
    await expect(page.getByText(t('account:return.bindTitle', { name }))).toBeVisible();
    if (provider === 'wecom') await withoutFaults(page);
    await expect(page, 'code and state are out of the address').toHaveURL(new RegExp(`${path('/login')}$`));
    await expect(page.getByLabel(t('account:login.phone'), { exact: true })).toBeFocused();
    await byPhone(page, t, phone(tenant, PERSON[provider]));
    await expect(page).toHaveURL(new RegExp(`${path('/account')}\\?change=1$`));

    await context.clearCookies();
    await page.goto(path('/login'));
    await leave(page, t, name);
    await scan(page, who);
    await expect(page).toHaveURL(new RegExp(`${path('/home')}$`));
    await page.goBack();
    await expect(page, 'the login page does not stay in the history').not.toHaveURL(
      new RegExp(`^${tenant.origin}.*login`),
    );
  });
}

test('a phone that DingTalk has verified finds its owner, who reads and accepts before going on', async ({
  page,
  path,
  t,
  tenant,
}) => {
  const name = t('account:ways.name.dingtalk');
  await page.goto(path('/login'));
  await leave(page, t, name);
  await page.getByLabel('mobile').fill(phone(tenant, 9));
  await scan(page, `person${randomUUID().slice(0, 8)}`);
  const accept = page.getByRole('button', { name: t('account:return.goOn') });
  await accept.click();
  const box = page.getByRole('checkbox', { name: t('account:login.agree') });
  await expect(box).toHaveAccessibleDescription(t('errors:agreementRequired'));
  await expect(box).toBeFocused();
  await withoutFaults(page);
  await box.check();
  await accept.click();
  await expect(page).toHaveURL(new RegExp(`${path('/home')}$`));
});

test.describe('what goes wrong on the way', () => {
  test.use({ expectedLines: /status of 422/ });

  for (const provider of ['wecom', 'dingtalk', 'oidc'] as const) {
    test(`${provider}: an address works once, and in the browser that began`, async ({
      page,
      browser,
      path,
      t,
      tenant,
      lang,
    }) => {
      const name = nameOf(t, provider, lang);
      await page.goto(path('/login?redirect=' + encodeURIComponent(path('/test'))));
      await leave(page, t, name);
      const address = await addressAfterScan(page, `person${randomUUID().slice(0, 8)}`);

      const other = await browser.newContext({ baseURL: tenant.origin });
      const theirs = await other.newPage();
      await theirs.goto(address);
      await expect(theirs.getByText(t('errors:attemptExpired'))).toBeVisible();
      await expect(theirs.getByLabel(t('account:login.phone'), { exact: true })).toBeVisible();
      await other.close();

      await page.goto(address);
      await expect(page.getByText(t('account:return.bindTitle', { name }))).toBeVisible();
      await page.goto(address);
      await expect(page.getByText(t('errors:attemptExpired'))).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: t('errors:attemptExpired') })).toBeFocused();
      // And begin again, to where one was going at first.
      await leave(page, t, name);
      await scan(page, `person${randomUUID().slice(0, 8)}`);
      await expect(page.getByText(t('account:return.bindTitle', { name }))).toBeVisible();
      await byPhone(page, t, phone(tenant, 11));
      await expect(page).toHaveURL(new RegExp(`${path('/test')}$`));
    });
  }

  for (const provider of ['dingtalk', 'oidc'] as const) {
    test(`${provider}: who declines is told so and can begin again`, async ({ page, path, t, lang }) => {
      const name = nameOf(t, provider, lang);
      await page.goto(path('/login'));
      await leave(page, t, name);
      await scan(page, 'somebody', 'Decline');
      await expect(page.getByText(t('account:return.denied', { name }))).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path('/login')}$`));
      await leave(page, t, name);
    });
  }

  test('an attempt that is over: said in the language one left in, without a fault of accessibility', async ({
    page,
    path,
    t,
    lang,
  }) => {
    // Registered with providers is the Chinese address alone.
    await page.goto(`/login?code=x&state=${lang}wecom${'0'.repeat(64)}`);
    await expect(page.getByText(t('errors:attemptExpired'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path('/login')}$`));
    await withoutFaults(page);
  });
});

test.describe('settings', () => {
  test.use({ expectedLines: /status of (403|422)/ });

  test('an administrator sets single sign-on up and tries it; nobody else sees the page', async ({
    page,
    context,
    path,
    t,
    tenant,
  }) => {
    await signIn(context, tenant, 4);
    await page.goto(path('/company'));
    await page.getByRole('link', { name: t('account:loginSettings.link', { name: tenant.name }) }).click();
    await expect(page.getByText(`${tenant.origin}/login`)).toBeVisible();
    const form = page.getByRole('form', { name: t('account:loginSettings.name.oidc') });
    const issuer = form.getByLabel(t('account:loginSettings.field.issuer'));
    await issuer.fill('http://169.254.169.254/');
    await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
    await expect(issuer).toHaveAccessibleDescription(t('errors:issuerNotAllowed'));
    await expect(issuer).toBeFocused();
    await issuer.fill(issuerBeside(Number(process.env.E2E_PORT)));
    await form.getByLabel(t('account:loginSettings.field.secret')).fill(OIDC_CLIENT.secret);
    await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
    await expect(form.getByRole('status')).toHaveText(t('account:loginSettings.saved'));
    await expect(form.getByLabel(t('account:loginSettings.field.secret'))).toHaveValue('');
    await form.getByRole('button', { name: t('account:loginSettings.test') }).click();
    await expect(form.getByRole('status')).toHaveText(t('account:loginSettings.works.confirmed'));
    expect(await page.content()).not.toContain(OIDC_CLIENT.secret.slice(0, 12));
    await withoutFaults(page);

    await context.clearCookies();
    await signIn(context, tenant, 11);
    expect((await page.goto(path('/company/login')))!.status()).toBe(403);
    await expect(page.getByText(t('errors:notAllowed'))).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(0);
  });

  test('somebody links a way to sign in, and unlinks it', async ({ page, context, path, t, tenant }) => {
    await signIn(context, tenant, 10);
    await page.goto(path('/account?change=4&settingType=4'));
    const name = t('account:ways.name.dingtalk');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: t('account:identity.link') }).click();
    const who = `person${randomUUID().slice(0, 8)}`;
    await page.getByLabel('unionId').fill(who);
    await page.getByLabel('nick').fill(who);
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page).toHaveURL(/settingType=4$/);
    await expect(row).toContainText(who);
    await withoutFaults(page);

    await row.getByRole('button', { name: t('account:identity.unlink') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('account:identity.unlink') })
      .click();
    await expect(row).toContainText(t('account:identity.notLinked'));
  });
});
