import type { Page } from '@playwright/test';
import { gateway } from './support/http.ts';
import { messageTo } from './support/outbox.ts';
import { sendButton } from './support/send-button.ts';
import { hostOf } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { ownMember } from './support/own-tenant.ts';
import { phone, type DemoTenant } from './support/tenants.ts';
import type { Texts } from './support/texts.ts';
import { expect, test } from './support/test.ts';

/* Signing in with an SMS code, and the proof of work. Refused calls leave a line in the console: those are expected. */
test.use({ expectedLines: /status of (422|429)/ });

/** A phone nobody has. */
const newPhone = () => `15${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

const parts = (page: Page, t: Texts) => ({
  tab: (way: 'password' | 'code') => page.getByRole('tab', { name: t(`account:login.way.${way}`) }),
  phone: page.getByLabel(t('account:login.phone'), { exact: true }),
  password: page.getByLabel(t('account:login.password'), { exact: true }),
  code: page.getByLabel(t('account:code.label'), { exact: true }),
  send: sendButton(page, t),
  agreed: page.getByRole('checkbox'),
  submit: page.getByRole('button', { name: t('account:login.submit'), exact: true }),
});

test('a member signs in with a code and goes on where they were going', async ({ page, path, t, tenant }) => {
  const me = phone(tenant, 16);
  const at = parts(page, t);
  await page.goto(path('/account?change=1'));
  await at.tab('code').click();
  await expect(page.getByRole('tabpanel', { name: t('account:login.way.code') })).toBeVisible();
  await at.phone.fill(me);
  await at.send.click();
  await expect(page.getByText(t('account:code.sent', { to: me.replace(/^(...)..../, '$1****') }))).toBeVisible();
  await expect(at.code).toBeFocused();

  const { code, text, purpose } = await messageTo(me);
  expect(purpose).toBe('login');
  expect(text).toContain(code);
  await at.code.fill(code === '000000' ? '000001' : '000000');
  await at.agreed.check();
  await at.submit.click();
  await expect(at.code).toHaveAccessibleDescription(t('errors:wrongCode'));
  await expect(at.phone).toHaveValue(me);
  // As some phones copy it.
  await at.code.fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await at.submit.click();
  await expect(page).toHaveURL(new RegExp(`${path('/account').replace('/', '\\/')}\\?change=1$`));
});

test('the whole way by keyboard alone', async ({ page, path, t, tenant }) => {
  const me = phone(tenant, 15);
  const at = parts(page, t);
  await page.goto(path('/login'));
  await expect(at.phone).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(at.tab('password')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(at.tab('code')).toBeFocused();
  await expect(at.tab('code')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(at.tab('password')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(at.tab('code')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.type(me);
  await page.keyboard.press('Tab');
  await expect(at.code).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(at.send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(at.code).toBeFocused();
  await page.keyboard.type((await messageTo(me)).code);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(at.agreed).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${path('/home')}$`));
});

test('the wait for another code outlives a reload, and is of one phone', async ({ page, path, t }) => {
  const me = newPhone();
  const at = parts(page, t);
  await page.goto(path('/login?way=code'));
  await at.phone.fill(me);
  await at.send.click();
  await expect(at.send).toHaveAttribute('aria-disabled', 'true');
  await expect(at.send).not.toHaveText(t('account:code.send'));
  await page.goto(path('/login'));
  await expect(at.tab('code')).toHaveAttribute('aria-selected', 'true');
  await expect(at.phone).toHaveValue(me);
  await expect(at.send).toHaveAttribute('aria-disabled', 'true');
  await at.phone.fill(newPhone());
  await expect(at.send).toHaveText(t('account:code.send'));
  await expect(at.send).toHaveAttribute('aria-disabled', 'false');
  await messageTo(me);
});

test('a phone that is new here gets an account in no enterprise', async ({ page, path, t }) => {
  const me = newPhone();
  const at = parts(page, t);
  await page.goto(path('/login?way=code'));
  await at.phone.fill(me);
  await at.send.click();
  await at.code.fill((await messageTo(me)).code);
  // Consent comes first; the code is not used up by forgetting it.
  await at.submit.click();
  await expect(at.agreed).toHaveAccessibleDescription(t('errors:agreementRequired'));
  await expect(at.agreed).toBeFocused();
  await at.agreed.check();
  await at.submit.click();
  await expect(page).toHaveURL(new RegExp(`${path('/company')}$`));
  // Somebody who agreed here before does not have to again.
  await page.context().clearCookies();
  await page.goto(path('/login'));
  await expect(at.agreed).toBeChecked();
});

test('after wrong passwords the browser does some work by itself', async ({ page, path, t, tenant }) => {
  const me = await ownMember(tenant, { userName: 'Wang' });
  await tryPasswords(tenant, me, 2);
  const at = parts(page, t);
  await page.goto(path('/login'));
  await at.phone.fill(me);
  await at.password.fill('Wrong@2026');
  await at.agreed.check();
  const proof = page.waitForRequest(
    (request) => request.url().endsWith('/login/pwd') && /"pictureCode":"\d+"/.test(request.postData() ?? ''),
  );
  await at.submit.click();
  await proof;
  await expect(at.password).toHaveAccessibleDescription(t('errors:wrongPhoneOrPassword'));
  await expect(at.phone).toHaveValue(me);
  await expect(at.password).toHaveValue('Wrong@2026');
  // The next try brings it along.
  const [again] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/login/pwd')),
    at.submit.click(),
  ]);
  expect(again.postData()).toMatch(/"pictureCode":"\d+"/);
  expect((await again.response())!.status()).toBe(422);

  await expectAccessibleInBoth(page);
  await expectFits(page);
});

test('a picture or spoken code can be chosen in place of the work', async ({ page, path, t, tenant }) => {
  const me = await ownMember(tenant, { userName: 'Zhao' });
  await tryPasswords(tenant, me, 2);
  const at = parts(page, t);
  const digits = page.getByLabel(t('account:picture.label'));
  await page.goto(path('/login'));
  await at.phone.fill(me);
  await at.password.fill('Wrong@2026');
  await at.agreed.check();
  await at.submit.click();
  await expect(at.password).toHaveAccessibleDescription(t('errors:wrongPhoneOrPassword'));
  await page.getByRole('button', { name: t('account:picture.choose') }).click();
  const picture = page.getByRole('img', { name: t('account:picture.alt') });
  await expect(picture).toHaveJSProperty('naturalWidth', 480);
  await expect(digits).toBeFocused();
  await expectAccessibleInBoth(page);
  await expectFits(page);

  await page.getByRole('button', { name: t('account:picture.listen') }).click();
  const sound = page.getByLabel(t('account:picture.sound'));
  // Six digits and their pauses.
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(4);
  // A digit that no code contains.
  await digits.fill('111111');
  await at.submit.click();
  await expect(digits).toHaveAccessibleDescription(new RegExp(t('errors:wrongPicture')));
  await expect(digits).toHaveValue('');
  await expectAccessibleInBoth(page);
});

test('the way to a new password keeps where one was going', async ({ page, path, t }) => {
  await page.goto(path('/account?change=2'));
  const link = page.getByRole('link', { name: t('account:login.forget') });
  await expect(link).toHaveAttribute(
    'href',
    `${path('/forget')}?redirect=${encodeURIComponent(path('/account?change=2'))}`,
  );
});

async function tryPasswords(tenant: DemoTenant, number: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const input = { phone: number, password: 'Wrong@2026' };
    const { envelope } = await gateway(hostOf(tenant), 'POST /user/api/user/info/login/pwd', input);
    expect(envelope.code).toBe(422);
  }
}
