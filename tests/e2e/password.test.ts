import type { Page } from '@playwright/test';
import { addMember, giveOutPassword } from './support/database.ts';
import { gateway } from './support/http.ts';
import { messageTo } from './support/outbox.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { PASSWORD, phone, type DemoTenant } from './support/tenants.ts';
import type { Texts } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/* Forgotten, given and changed passwords, and a changed phone. Whoever gets another password here is a person of the test's own. */
test.use({ expectedLines: /status of (401|409|422|429)/ });

const NEW = 'Anchor#47-Bow';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const parts = (page: Page, t: Texts) => ({
  phone: field(page, t('account:login.phone')),
  code: field(page, t('account:code.label')),
  send: page.getByRole('button', { name: t('account:code.send'), exact: true }),
  password: field(page, t('account:password.new')),
  repeat: field(page, t('account:password.repeat')),
  save: page.getByRole('button', { name: t('account:password.save'), exact: true }),
});

/** Signs in on the login page that somebody was led to. */
async function signInHere(page: Page, t: Texts, password: string): Promise<void> {
  await field(page, t('account:login.password')).fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
}

const login = async (tenant: DemoTenant, number: string, password: string) =>
  (await gateway(hostOf(tenant), 'POST /user/api/user/info/login/pwd', { phone: number, password, agreed: true }))
    .envelope.code;

test('a forgotten password: a code, a new one, and on to where the person was going', async ({
  page,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  const at = parts(page, t);
  await page.goto(path('/account?change=1'));
  await page.getByRole('link', { name: t('account:login.forget') }).click();
  await at.save.click();
  await expect(at.phone).toHaveAccessibleDescription(t('errors:field.phoneRequired'));
  await expect(at.phone).toBeFocused();
  await at.phone.fill(me);
  await at.send.click();
  await at.code.fill((await messageTo(me)).code);

  // What is still missing is told while typing, and the same rules hold at the button.
  const need = (name: string, params = {}) =>
    page.getByRole('listitem').filter({ hasText: t(`account:password.need.${name}`, params) });
  await at.password.fill('abc12');
  await expect(need('digit').getByText(t('account:password.met'))).toBeVisible();
  await expect(need('symbol').getByText(t('account:password.met'))).toBeHidden();
  await at.repeat.fill('abc12');
  await at.save.click();
  await expect(at.password).toHaveAccessibleDescription(new RegExp(t('errors:field.loginPassword')));
  await at.password.fill('P@ssw0rd1');
  await at.repeat.fill('P@ssw0rd2');
  await at.save.click();
  await expect(at.repeat).toHaveAccessibleDescription(t('errors:field.repeatPassword'));
  await at.repeat.fill('P@ssw0rd1');
  await at.save.click();
  await expect(at.password).toHaveAccessibleDescription(new RegExp(t('errors:field.commonPassword')));
  await expect(at.code, 'nothing is lost').not.toHaveValue('');
  await at.password.fill(NEW);
  await at.repeat.fill(NEW);
  await at.save.click();

  await expect(page.getByRole('status').filter({ hasText: t('account:login.passwordSaved') })).toBeVisible();
  await expect(at.phone).toHaveValue(me);
  await signInHere(page, t, NEW);
  await expect(page).toHaveURL(new RegExp(`${path('/account').replace('/', '\\/')}\\?change=1$`));
});

test('a password that somebody else gave is replaced before it opens anything', async ({ page, path, t, tenant }) => {
  const me = await addMember(tenant);
  const at = parts(page, t);
  await giveOutPassword(me);
  await page.goto(path('/account?change=2'));
  await at.phone.fill(me);
  await signInHere(page, t, PASSWORD);
  await expect(page.getByRole('heading', { name: t('account:replace.title') })).toBeFocused();
  await expect(field(page, t('account:password.given')), 'it was typed a moment ago').toHaveCount(0);
  await at.password.fill(NEW);
  await at.repeat.fill(NEW);
  await page.getByRole('button', { name: t('account:replace.save') }).click();
  await expect(page).toHaveURL(new RegExp(`${path('/account').replace('/', '\\/')}\\?change=2$`));
});

test('a given password can also be replaced on a page of its own', async ({ page, path, t, tenant }) => {
  const me = await addMember(tenant);
  const at = parts(page, t);
  await giveOutPassword(me);
  await page.goto(path(`/forget?way=password&redirect=${encodeURIComponent(path('/account?change=2'))}`));
  const given = field(page, t('account:password.given'));
  await at.phone.fill(me);
  await given.fill('Wrong#2026');
  await at.password.fill(NEW);
  await at.repeat.fill(NEW);
  await at.save.click();
  await expect(given).toHaveAccessibleDescription(t('errors:wrongPhoneOrPassword'));
  await given.fill(PASSWORD);
  await at.save.click();
  await expect(page).toHaveURL(/\/login\?/);
  await expect(at.phone).toHaveValue(me);
  await signInHere(page, t, NEW);
  await expect(page).toHaveURL(new RegExp(`${path('/account').replace('/', '\\/')}\\?change=2$`));
});

test('password and phone in the settings: this browser goes on, the other one is out', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const at = parts(page, t);
  const me = await addMember(tenant);
  await signIn(context, tenant, me);
  const elsewhere = await sessionOf(tenant, me);
  const lives = async () =>
    (await gateway(hostOf(tenant), 'GET /user/auth/user/info/security/view', undefined, elsewhere)).envelope.code;
  expect(await lives()).toBe(200);
  await page.goto(path('/account?change=4&settingType=2'));
  await page.getByRole('link', { name: t('account:security.changePassword') }).click();
  const old = field(page, t('account:password.old'));
  await expect(old).toBeFocused();
  await old.fill('Wrong#2026');
  await at.password.fill(NEW);
  await at.repeat.fill(NEW);
  const save = page.getByRole('button', { name: t('account:security.save'), exact: true });
  await save.click();
  await expect(old).toHaveAccessibleDescription(t('errors:wrongPassword'));
  await expect(at.password).toHaveValue(NEW);
  await old.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('account:security.passwordSaved'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('account:security.changePassword') })).toBeVisible();
  expect(await lives()).toBe(300);

  await page.getByRole('link', { name: t('account:security.changePhone') }).click();
  const taken = phone(tenant, 1);
  const number = `15${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  const newPhone = field(page, t('account:security.newPhone'));
  for (const [to, error] of [
    [taken, t('errors:accountExists')],
    [number, null],
  ] as const) {
    await newPhone.fill(to);
    await at.send.click();
    await at.code.fill((await messageTo(to)).code);
    await save.click();
    if (error) await expect(newPhone).toHaveAccessibleDescription(error);
  }
  await expect(page.getByText(t('account:security.phoneSaved'))).toBeVisible();
  await expect(page.getByText(number.replace(/^(...)..../, '$1****'))).toBeVisible();
  expect(await login(tenant, number, NEW)).toBe(200);
  expect(await login(tenant, me, PASSWORD)).toBe(422);
});

for (const [name, address, person] of [
  ['forgotten password', '/forget', null],
  ['given password', '/forget?way=password', null],
  ['password and phone', '/account?change=4&settingType=2', 19],
  ['change of password', '/account?change=4&settingType=2&edit=password', 19],
  ['change of phone', '/account?change=4&settingType=2&edit=phone', 19],
] as const) {
  test(`${name}: accessible in light and dark, with errors shown, and fits`, async ({
    page,
    context,
    path,
    tenant,
  }) => {
    if (person) await signIn(context, tenant, person);
    await page.goto(path(address));
    // Below it, that of the PIN, while the enterprise has a terminal.
    if (!address.endsWith('settingType=2')) await page.locator('main form [type=submit]').first().click();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });
}
