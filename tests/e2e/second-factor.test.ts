import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { addMember, asOperator } from './support/database.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { PASSWORD } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Two-step verification: setting up, signing in with the app and with a recovery code, turning it off. */
test.use({ expectedLines: /status of (403|409|422|429)/ });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test('an authenticator app is set up, asked for at the next sign-in, and turned off', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  await signIn(context, tenant, me);
  await page.goto(path('/account?change=4&settingType=2'));
  await page.getByRole('link', { name: t('account:factor.setUp'), exact: true }).click();
  await expect(page.getByRole('img', { name: t('account:factor.qr') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await field(page, t('account:factor.field.totp')).fill('000000');
  await button(page, t('account:factor.confirm')).click();
  await expect(field(page, t('account:factor.field.totp'))).toHaveAccessibleDescription(
    new RegExp(t('errors:wrongFactor')),
  );
  await field(page, t('account:factor.field.totp')).fill(codeOf(secret));
  await button(page, t('account:factor.confirm')).click();
  await expect(page.getByRole('heading', { name: t('account:factor.codesTitle') })).toBeFocused();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{5}-[A-Z2-7]{5}$/ })
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessibleInBoth(page);
  await button(page, t('account:factor.kept')).click();
  await expect(page.getByText(t('account:factor.on'))).toBeVisible();

  await context.clearCookies();
  const enter = async () => {
    await page.goto(path('/login?t=login&redirect=%2Finfo'));
    await field(page, t('account:login.phone')).fill(me);
    await field(page, t('account:login.password')).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, t('account:login.submit')).click();
    await expect(page.getByRole('heading', { name: t('account:factor.secondTitle') })).toBeVisible();
  };
  await enter();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  expect((await context.cookies()).some(({ name }) => name === 'ET_WEB_TOKEN')).toBe(false);
  await field(page, t('account:factor.field.totp')).fill('000000');
  await button(page, t('account:login.submit')).click();
  await expect(field(page, t('account:factor.field.totp'))).toHaveAccessibleDescription(
    new RegExp(t('errors:wrongFactor')),
  );
  // As if the period of the code with which it was set up were over.
  await asOperator((client) => client.query('update portal.user_totp set last_step = 0'));
  await field(page, t('account:factor.field.totp')).fill(codeOf(secret));
  await button(page, t('account:login.submit')).click();
  await expect(page).toHaveURL(/\/info$/);

  await context.clearCookies();
  await enter();
  await button(page, t('account:factor.instead.recovery')).click();
  await field(page, t('account:factor.field.recovery')).fill(codes[0]!.toLowerCase());
  await button(page, t('account:login.submit')).click();
  await expect(page).toHaveURL(/\/info$/);
  await page.goto(path('/account?change=4&settingType=2&edit=factor'));
  await expect(page.getByText(t('account:factor.codesLeft_other', { count: 9 }))).toBeVisible();
  await button(page, t('account:factor.remove')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:factor.remove') })
    .click();
  await expect(page.getByText(t('account:factor.off'), { exact: true })).toBeVisible();
});

test('whoever signed in long ago proves first that it is them; nothing waits without a first step', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  await signIn(context, tenant, me);
  await asOperator((client) =>
    client.query(
      `update portal.user_session s set gmt_create = now() - interval '1 hour'
       from portal.user_account a where a.id = s.user_id and a.phone = $1`,
      [me],
    ),
  );
  await page.goto(path('/account?change=4&settingType=2&edit=factor'));
  await expect(page.getByText(t('account:factor.proveFirst'))).toBeVisible();
  await field(page, t('account:login.password')).fill('Wrong@2026');
  await button(page, t('account:factor.goOn')).click();
  await expect(field(page, t('account:login.password'))).toHaveAccessibleDescription(t('errors:wrongPassword'));
  await field(page, t('account:login.password')).fill(PASSWORD);
  await button(page, t('account:factor.goOn')).click();
  await expect(page.getByRole('img', { name: t('account:factor.qr') })).toBeVisible();
  await page.goto(path('/login/second'));
  await field(page, t('account:factor.field.totp')).fill('123456');
  await button(page, t('account:login.submit')).click();
  await expect(page.getByRole('alert')).toContainText(t('errors:secondStepOver'));
  await page.getByRole('link', { name: t('account:factor.startAgain') }).click();
  await expect(page).not.toHaveURL(/second/);
});

test('whoever sits an exam in another browser is asked before it is signed out there', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  const at = await tenantWithExam();
  const me = await ownMember(at, { userName: 'Candidate' });
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, at, me);
  const hall = await elsewhere.newPage();
  await hall.goto(at.origin + path(`/test/id?id=${at.examId}`));
  await button(hall, t('exam:start.button')).click();
  await expect(hall.getByRole('radio').first()).toBeVisible();

  await signIn(context, at, me);
  await page.goto(at.origin + path('/account?change=4&settingType=2&edit=factor'));
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const leave = page.getByRole('checkbox', { name: t('account:security.leavesExam') });
  await expect(leave).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await field(page, t('account:factor.field.totp')).fill(codeOf(secret));
  await button(page, t('account:factor.confirm')).click();
  await expect(leave).toHaveAccessibleDescription(t('errors:examElsewhere'));
  await leave.check();
  await field(page, t('account:factor.field.totp')).fill(codeOf(secret));
  await button(page, t('account:factor.confirm')).click();
  await expect(page.getByRole('heading', { name: t('account:factor.codesTitle') })).toBeFocused();
  await elsewhere.close();
});
