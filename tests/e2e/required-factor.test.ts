import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#src/server/account/password/password.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { type OwnTenant, ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { PASSWORD } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* The second factor that an enterprise requires, and the proof before dangerous acts. */
test.use({ expectedLines: /status of (403|409|422)/ });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sessionsOf = (phone: string, change: string) =>
  asOperator((client) =>
    client.query(
      `update portal.user_session s set ${change} from portal.user_account a where a.id = s.user_id and a.phone = $1`,
      [phone],
    ),
  );
/** Sets the policy as an administrator who has proven a second factor. */
async function requireFactor(tenant: OwnTenant, policy: { scope: 'admin' | 'all'; from?: string }): Promise<void> {
  const phone = await ownMember(tenant, { userName: 'Policy', isAdmin: true });
  const { cookie, authorization } = await sessionOf(tenant, phone);
  await sessionsOf(phone, `factor = 'totp'`);
  const input = { from: null, trustsProviders: false, ...policy };
  const saved = await gateway(hostOf(tenant), 'PUT /user/auth/enterprise/factor/policy/save', input, {
    cookie,
    authorization,
  });
  expect(saved.envelope.code).toBe(200);
}

test('an administrator requires it of those with rights, who are led to set it up', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('Beacon Works');
  const admin = await ownMember(tenant, { userName: 'Ada', isAdmin: true });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/company/login'));
  const form = page.getByRole('form', { name: t('account:factorPolicy.title') });
  await form.getByRole('radio', { name: t('account:factorPolicy.scope.admin') }).check();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText(t('errors:ownFactorFirst'));
  await sessionsOf(admin, `factor = 'totp'`);
  await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
  await expect(form.getByRole('status')).toHaveText(t('account:loginSettings.saved'));

  // The next sign-in, with the password alone.
  await context.clearCookies();
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/people'));
  await expect(page.getByRole('heading', { level: 1, name: t('account:factor.title') })).toBeVisible();
  await expect(page.getByText(t('account:duty.hint.roles', { name: 'Beacon Works', date: '' }))).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await page.getByRole('link', { name: t('account:duty.way.totp') }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page
    .getByLabel(t('account:factor.field.totp'), { exact: true })
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await button(page, t('account:factor.confirm')).click();
  await button(page, t('account:factor.kept')).click();
  await expect(page).toHaveURL(tenant.origin + path('/admin/people'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('required of all, a passkey is made and asked for again after the next sign-in', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('Beacon Works');
  const me = await ownMember(tenant, { userName: 'Mei' });
  await requireFactor(tenant, { scope: 'all' });
  await signIn(context, tenant, me);
  await addAuthenticator(page);
  await page.goto(tenant.origin + path('/info'));
  await page.getByRole('link', { name: t('account:duty.way.passkey') }).click();
  await page.getByLabel(t('account:passkey.name')).fill('Test phone');
  await button(page, t('account:passkey.add')).click();
  await expect(page).toHaveURL(tenant.origin + path('/info'));

  await context.clearCookies();
  await signIn(context, tenant, me);
  await page.goto(tenant.origin + path('/info'));
  await expect(page.getByRole('link', { name: t('account:duty.way.totp') })).toHaveCount(0);
  await button(page, t('account:passkey.use')).click();
  await expect(page).toHaveURL(tenant.origin + path('/info'));
});

test('before its day a hint says from when on', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('Beacon Works');
  const me = await ownMember(tenant, { userName: 'Mei' });
  await requireFactor(tenant, { scope: 'all', from: '2031-05-01' });
  await signIn(context, tenant, me);
  await page.goto(tenant.origin + path('/home'));
  const date = path('/') === '/' ? '2031-05-01' : 'May 1, 2031';
  const hint = page.getByText(t('account:duty.hint.later', { name: 'Beacon Works', date }));
  await expect(hint).toBeVisible();
  await expectFits(page);
  await page.getByRole('link', { name: t('account:duty.setUp') }).click();
  await page.getByRole('link', { name: t('account:duty.later') }).click();
  await expect(page).toHaveURL(tenant.origin + path('/home'));
});

test('a dangerous act asks whoever signed in long ago to prove that it is them, and loses nothing', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('Beacon Proofs');
  const me = await ownMember(tenant, { userName: 'Ada', isAdmin: true });
  const hash = await hashPassword(PASSWORD);
  await asOperator((client) =>
    client.query('update portal.user_account set password_hash = $1 where phone = $2', [hash, me]),
  );
  await signIn(context, tenant, me);
  await sessionsOf(me, `gmt_create = now() - interval '1 hour'`);
  await page.goto(tenant.origin + path('/company/login'));
  const form = page.getByRole('form', { name: t('account:loginSettings.name.oidc') });
  const issuer = form.getByLabel(t('account:loginSettings.field.issuer'));
  await issuer.fill('https://id.example.com');
  await form.getByLabel(t('account:loginSettings.field.clientId')).fill('zhixing');
  await form.getByLabel(t('account:loginSettings.field.secret')).fill('a secret of the provider');
  await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('account:factor.proveTitle') });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('common:close') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByRole('alert')).toHaveText(t('errors:proofNeeded'));
  await expect(issuer).toHaveValue('https://id.example.com');

  await form.getByRole('button', { name: t('account:loginSettings.save'), exact: true }).click();
  const password = dialog.getByLabel(t('account:login.password'), { exact: true });
  await password.fill('Wrong@2026');
  await dialog.getByRole('button', { name: t('account:factor.goOn') }).click();
  await expect(password).toHaveAccessibleDescription(t('errors:wrongPassword'));
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: t('account:factor.goOn') }).click();
  await expect(form.getByRole('status')).toHaveText(t('account:loginSettings.saved'));
  await expect(dialog).toHaveCount(0);
  await expect(issuer).toHaveValue('https://id.example.com');
});
