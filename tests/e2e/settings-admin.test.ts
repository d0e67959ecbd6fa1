import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Approval steps, from the settings to the request of a member (docs/decisions/106). */

test.use({ expectedLines: /status of (409|422)/ });

test('approval steps are set, seen by an applicant, and not overwritten by a second administrator', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Approvals');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  await ownMember(tenant, { userName: 'Paula Approver' });
  const colleague = await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true });
  await signIn(context, tenant, admin);
  await page.goto(`${tenant.origin}${path('/admin/settings')}`);
  const type = t('flow:type.nameChange');
  const row = (on: typeof page) => on.getByRole('listitem', { name: type, exact: true });
  const open = (on: typeof page) =>
    row(on)
      .getByRole('button', { name: t('flow:chain.change') })
      .click();
  await expect(row(page)).toContainText(t('flow:chain.one'));
  await expectAccessibleInBoth(page);

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, colleague);
  const second = await theirs.newPage();
  await second.goto(page.url());
  await open(second);
  await second
    .getByRole('dialog')
    .getByRole('button', { name: t('flow:chain.add') })
    .click();

  await open(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('flow:chain.add') }).click();
  await dialog.getByRole('combobox', { name: t('flow:chain.who') }).selectOption('member');
  await dialog.getByRole('button', { name: t('flow:chain.save') }).click();
  await expect(dialog.getByText(t('errors:field.select'))).toBeVisible();
  await dialog.getByPlaceholder(t('flow:chain.find')).fill('Paula');
  await dialog.getByRole('button', { name: /Paula Approver/ }).click();
  await dialog.getByRole('button', { name: t('flow:chain.add') }).click();
  await dialog
    .getByRole('combobox', { name: t('flow:chain.who') })
    .nth(1)
    .selectOption('head');
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('flow:chain.save') }).click();
  await expect(row(page)).toContainText(`Paula Approver → ${t('flow:chain.approver.head')}`);
  await expect(row(page)).toContainText(t('flow:chain.own'));

  await second
    .getByRole('dialog')
    .getByRole('button', { name: t('flow:chain.save') })
    .click();
  await expect(second.getByRole('dialog').getByText(t('errors:contentChanged'))).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(row(page)).toContainText('Paula Approver');
});
