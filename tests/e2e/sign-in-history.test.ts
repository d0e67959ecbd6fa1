import { addMember, appointAdministrator, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { PASSWORD } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Sign-ins of the last 90 days: one's own, and those of a member. */
test.use({ expectedLines: /status of 422/ });

test('a wrong password and the right one stand in one’s own history and on the page of the person', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const me = await addMember(tenant);
  await page.goto(path('/login?t=login&redirect=%2Finfo'));
  await page.getByLabel(t('account:login.phone'), { exact: true }).fill(me);
  await page.getByRole('checkbox').check();
  for (const password of ['Wrong@2026', PASSWORD]) {
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    if (password !== PASSWORD) await expect(page.getByText(t('errors:wrongPhoneOrPassword'))).toBeVisible();
  }
  await expect(page).toHaveURL(/\/info$/);
  await page.goto(path('/account?change=4&settingType=3'));
  const own = page.getByRole('region', { name: t('account:signIns.title') });
  await expect(own.getByRole('listitem')).toHaveText([
    new RegExp(t('account:signIns.outcome.opened')),
    new RegExp(t('account:signIns.outcome.refused')),
  ]);
  await expect(own.getByText('Chrome', { exact: false }).first()).toBeVisible();
  await expect(own.getByText(t('account:session.localNetwork')).first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);

  const admin = await addMember(tenant);
  await appointAdministrator(admin);
  await context.clearCookies();
  await signIn(context, tenant, admin);
  await page.goto(path(`/admin/people?keyword=${encodeURIComponent(newcomer(me))}`));
  await page
    .getByRole('table')
    .getByRole('link', { name: newcomer(me) })
    .click();
  await page.getByRole('link', { name: t('people:tab.signIns'), exact: true }).click();
  const tries = page.getByRole('table', { name: t('people:record.tries') });
  await expect(tries.getByText(t('account:signIns.outcome.refused'), { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectFits(page);
});
