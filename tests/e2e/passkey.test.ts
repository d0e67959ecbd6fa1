import { addAuthenticator } from './support/authenticator.ts';
import { addMember } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Passkeys, with the virtual authenticator of Chromium. */

// The first try without consent to the texts is refused.
test.use({ expectedLines: /status of 422/ });

test('a passkey is added, opens the portal without a password, and is removed', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  await signIn(context, tenant, me);
  await addAuthenticator(page);
  await page.goto(path('/account?change=4&settingType=2&edit=passkeys'));
  await page.getByLabel(t('account:passkey.name')).fill('Test phone');
  await page.getByRole('button', { name: t('account:passkey.add') }).click();
  const list = page.getByRole('list', { name: t('account:passkey.title') });
  await expect(list.getByRole('listitem')).toHaveText(/Test phone/);
  await expectAccessibleInBoth(page);
  await expectFits(page);

  await context.clearCookies();
  // Otherwise the page asks by itself, too, and this authenticator answers both.
  await page.evaluate(() => localStorage.removeItem('passkeyUsed'));
  await page.goto(path('/login?t=login&redirect=%2Finfo'));
  const use = page.getByRole('button', { name: t('account:passkey.use') });
  await use.click();
  // Nobody has accepted the texts for this new member.
  await expect(page.getByText(t('errors:agreementRequired'))).toBeVisible();
  await page.getByRole('checkbox').check();
  await use.click();
  await expect(page).toHaveURL(/\/info$/);

  await page.goto(path('/account?change=4&settingType=2&edit=passkeys'));
  await page.getByRole('button', { name: t('account:passkey.removeOf', { name: 'Test phone' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:passkey.remove') })
    .click();
  await expect(page.getByText(t('account:passkey.none'))).toBeVisible();
});

test('a browser that has used a passkey is offered it in the phone field, others take no challenge', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  await signIn(context, tenant, me);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/login/passkey/begin')) asked.push(request.url());
  });
  const login = path('/login?t=login&redirect=%2Finfo');
  await context.clearCookies();
  await page.goto(login);
  await expect(page.getByRole('button', { name: t('account:passkey.use') })).toBeEnabled();
  await expect(page.getByLabel(t('account:login.phone'), { exact: true })).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  expect(asked).toEqual([]);

  await signIn(context, tenant, me);
  await addAuthenticator(page);
  await page.goto(path('/account?change=4&settingType=2&edit=passkeys'));
  await page.getByLabel(t('account:passkey.name')).fill('Test phone');
  await page.getByRole('button', { name: t('account:passkey.add') }).click();
  await expect(page.getByRole('list', { name: t('account:passkey.title') })).toHaveText(/Test phone/);
  await context.clearCookies();
  // The authenticator chooses by itself; nobody has accepted the texts for this new member.
  await page.goto(login);
  await expect(page.getByText(t('errors:agreementRequired'))).toBeVisible();
  expect(asked).toHaveLength(1);
});
