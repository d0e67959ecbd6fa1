import { messageTo } from './support/outbox.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Invitations, and two records of one person. */

test.use({ expectedLines: / status of (409|422) / });

const PASSWORD = 'Harbour#83-New';

test('a member is invited, sets a password through the link, and is signed in; the link works once', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('邀请');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  const phone = await ownMember(tenant, { userName: '王小明' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/people'));
  const dialog = page.getByRole('dialog');

  await test.step('invited from the list', async () => {
    await page.getByRole('button', { name: t('people:menu.of', { name: '王小明' }) }).click();
    await page
      .getByRole('group')
      .getByRole('button', { name: t('people:act.invite'), exact: true })
      .click();
    await dialog.getByLabel(t('people:invite.days')).fill('99');
    await dialog.getByRole('button', { name: t('people:act.invite') }).click();
    await expect(dialog.getByLabel(t('people:invite.days'))).toHaveAccessibleDescription(
      t('people:invite.daysWrong', { least: 1, most: 30 }),
    );
    await dialog.getByLabel(t('people:invite.days')).fill('3');
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: t('people:act.invite') }).click();
    await expect(dialog).toHaveCount(0);
  });
  const { text } = await messageTo(phone);
  const link = /http\S+/.exec(text)![0];
  expect(link).toContain(`${tenant.origin}${path('/company/invitation')}#`);

  const visitor = await browser.newContext();
  await test.step('the first visit sets the password and signs in', async () => {
    const there = await visitor.newPage();
    await there.goto(link);
    await expect(there.getByText(t('account:invitation.hello', { name: '王小明' }))).toBeVisible();
    expect(there.url()).not.toContain('#');
    await expectAccessibleInBoth(there);
    await there.getByLabel(t('account:password.new'), { exact: true }).fill(PASSWORD);
    await there.getByLabel(t('account:password.repeat'), { exact: true }).fill(PASSWORD);
    await there.getByRole('button', { name: t('account:invitation.submit') }).click();
    await expect(there).toHaveURL(tenant.origin + path('/home'));
    await there.close();
  });
  await test.step('the second one says that it was used', async () => {
    const again = await visitor.newPage();
    await again.goto(link);
    await expect(again.getByRole('status').filter({ hasText: t('account:invitation.over.claimed') })).toBeVisible();
    await again.close();
  });
  await visitor.close();

  await page.goto(tenant.origin + path('/admin/people/invitations'));
  const row = page.getByRole('row', { name: /王小明/ });
  await expect(row).toContainText(t('people:invitation.state.claimed'));
  await expectAccessibleInBoth(page);
});

test('two records of one person are compared and merged', async ({ page, context, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('合并');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  await ownMember(tenant, { userName: '王小明', department: '生产部' });
  await ownMember(tenant, { userName: '王晓明', department: '质量部' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/people'));
  await page.getByRole('link', { name: '王小明' }).click();
  await page.getByRole('button', { name: t('people:menu.of', { name: '王小明' }) }).click();
  await page
    .getByRole('group')
    .getByRole('button', { name: t('people:act.merge') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('王晓明');
  await dialog
    .getByRole('button', { name: /王晓明/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: t('people:merge.compare') }).click();
  const department = dialog.getByRole('row', { name: new RegExp(t('people:import.field.department')) });
  await department.getByRole('radio', { name: '质量部' }).check();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('people:act.merge') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('质量部');
  await page.getByRole('link', { name: '王晓明' }).click();
  await expect(page.getByText(t('people:merge.into'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('enum:memberStatus.disabled'));
});
