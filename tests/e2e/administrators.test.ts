import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Who administers an enterprise: nobody decides their own requests, so a lone administrator appoints another one. */

test('a lone administrator is told so, appoints a colleague and ends the appointment again', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('管理员');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  await ownMember(tenant, { userName: '何静' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/certificates'));
  await expect(page.getByText(t('record:issued.alone'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('record:issued.issue') })).toBeDisabled();
  await page.getByRole('link', { name: t('record:issued.appoint') }).click();

  await expect(page.getByText(t('account:administrators.alone'))).toBeVisible();
  const list = page.getByRole('region', { name: t('account:administrators.title') });
  const rows = list.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveText([new RegExp(`程一鸣.*${t('account:administrators.you')}`)]);
  await page.getByRole('button', { name: t('account:administrators.appoint') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('何');
  await dialog.getByRole('button', { name: '何静' }).click();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('account:administrators.appoint') }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(t('account:administrators.alone'))).toHaveCount(0);

  const end = list.getByRole('button', { name: t('account:administrators.end') });
  await expect(end).toHaveCount(1);
  await end.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('account:administrators.end') })
    .click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(t('account:administrators.alone'))).toBeVisible();
});
