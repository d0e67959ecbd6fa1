import { expectAccessibleInBoth } from './support/sound.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* The table of people and the page of a person. */

test.use({ expectedLines: / status of (409|422|403) / });

test('a member is added, edited by two at once, transferred on a day, disabled and enabled', async ({
  page,
  context,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('成员');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  await ownMember(tenant, { userName: '何静', department: '生产部' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/people'));
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(t(`people:${name}`), { exact: true });
  const save = dialog.getByRole('button', { name: t('people:form.save') });

  await test.step('added; what is wrong is said at its field', async () => {
    await page.getByRole('button', { name: t('people:form.add') }).click();
    await field('table.number').fill('A-1');
    await save.click();
    await expect(field('table.name')).toHaveAccessibleDescription(new RegExp(t('errors:field.nameRequired')));
    await field('table.name').fill('王小明');
    await dialog.getByRole('button', { name: `${t('people:table.department')}: ${t('people:pick.none')}` }).click();
    await page.getByPlaceholder(t('people:pick.department')).fill('生产');
    await expect(page.getByRole('treeitem', { name: '生产部' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: `${t('people:table.department')}: 生产部` })).toBeVisible();
    await expectAccessibleInBoth(page);
    await save.click();
    await expect(page.getByRole('row', { name: /王小明/ })).toContainText('A-1');
  });

  await page.getByRole('link', { name: '王小明' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('王小明');
  await expect(page.getByRole('navigation', { name: t('admin:breadcrumbs') })).toContainText('王小明');

  await test.step('somebody else saves meanwhile: both versions are shown', async () => {
    const address = page.url();
    const other = await context.newPage();
    await other.goto(address);
    const edit = t('people:act.edit');
    await page.getByRole('button', { name: edit, exact: true }).first().click();
    await expect(field('table.number')).toHaveValue('A-1');
    await other.getByRole('button', { name: edit, exact: true }).first().click();
    const there = other.getByRole('dialog');
    await there.getByLabel(t('people:table.number'), { exact: true }).fill('A-2');
    await there.getByRole('button', { name: t('people:form.save') }).click();
    await expect(there).toHaveCount(0);
    await other.close();
    await field('table.name').fill('王晓明');
    await save.click();
    await expect(dialog.getByRole('heading', { name: t('people:form.conflict') })).toBeVisible();
    await dialog.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await save.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('王晓明');
    await expect(page.getByRole('definition').filter({ hasText: 'A-2' })).toBeVisible();
  });

  const menu = async (act: string) => {
    await page.getByRole('button', { name: t('people:menu.of', { name: '王晓明' }) }).click();
    await page
      .getByRole('group')
      .getByRole('button', { name: t(`people:act.${act}`) })
      .click();
  };
  await test.step('transferred on a day to come, which is cancelled', async () => {
    await menu('transfer');
    await expect(dialog.getByText(t('people:effect.transfer.first'))).toBeVisible();
    await dialog.getByLabel(t('people:transfer.day')).fill('2100-01-01');
    await dialog.getByRole('button', { name: t('people:act.transfer') }).click();
    await expect(page.getByText('2100-01-01')).toBeVisible();
    await page.getByRole('button', { name: t('people:transfer.cancel') }).click();
    await dialog.getByRole('button', { name: t('people:transfer.cancel') }).click();
    await expect(page.getByText('2100-01-01')).toHaveCount(0);
  });

  await test.step('a new password is shown once', async () => {
    await menu('password');
    await dialog.getByRole('button', { name: t('people:act.password') }).click();
    await expect(dialog.locator('output')).toHaveText(/\S{8,}/);
    await dialog
      .getByRole('button', { name: t('common:close') })
      .last()
      .click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('disabled after the consequences, and enabled; the history says so', async () => {
    await menu('disable');
    await expect(dialog.getByText(t('people:effect.disable.first'))).toBeVisible();
    await dialog.getByRole('button', { name: t('people:act.disable') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('enum:memberStatus.disabled'));
    await menu('enable');
    await dialog.getByRole('button', { name: t('people:act.enable') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('enum:memberStatus.active'));
    await page.getByRole('link', { name: t('people:tab.history') }).click();
    await expect(page).toHaveURL(/tab=history/);
    await expect(page.getByText(t('history:action.member.disabled'), { exact: true })).toBeVisible();
  });
});

test('several members are found by their department, and changed at once', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('批量');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  for (const userName of ['何静', '冯丽娜']) await ownMember(tenant, { userName, department: '生产部' });
  await ownMember(tenant, { userName: '周建国', department: '质量部' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/people'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(4);
  const label = t('people:table.department');
  await page.getByRole('button', { name: `${label}: ${label}` }).click();
  await page.getByRole('treeitem', { name: '生产部' }).click();
  await expect(rows).toHaveCount(2);
  // The name of the department is there, too, where the page begins with it.
  await page.reload();
  await expect(page.getByRole('button', { name: `${label}: 生产部` })).toBeVisible();
  await page.getByRole('checkbox', { name: t('admin:table.selectPage') }).check();
  await page.getByRole('button', { name: t('people:act.disable') }).click();
  const dialog = page.getByRole('dialog', { name: t('people:bulk.confirm.disable', { count: 2 }) });
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('people:act.disable') }).click();
  await expect(page.getByRole('region', { name: t('people:bulk.personDisable') })).toContainText(
    t('admin:bulk.done', { done: 2, total: 2, failed: 0 }),
  );
  await expect(rows.filter({ hasText: t('enum:memberStatus.disabled') })).toHaveCount(2);
  await page.getByRole('link', { name: t('enum:memberStatus.active'), exact: true }).click();
  await expect(page.getByText(t('admin:table.notFound'))).toBeVisible();
  await page
    .getByRole('link', { name: t('admin:table.clear') })
    .first()
    .click();
  await expect(rows).toHaveCount(4);
});

test('the head of a department sees its people and changes nothing', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('负责人');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  const head = await ownMember(tenant, { userName: '何静', department: '生产部' });
  await ownMember(tenant, { userName: '周建国', department: '质量部' });
  const learner = await ownMember(tenant, { userName: '冯丽娜', department: '生产部' });
  await signIn(context, tenant, admin);
  await page.goto(tenant.origin + path('/admin/roles'));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('organisation:role.grant') }).click();
  await dialog.getByRole('searchbox').first().fill('何');
  await dialog.getByRole('button', { name: '何静' }).click();
  await dialog.getByLabel(t('organisation:role.role')).selectOption({ label: t('organisation:role.name.auditor') });
  await dialog.getByLabel(t('organisation:role.inDepartment')).check();
  await dialog.getByRole('treeitem', { name: '生产部' }).click();
  await dialog.getByRole('button', { name: t('organisation:role.grantAction') }).click();
  await expect(page.getByRole('row', { name: '何静' })).toContainText('生产部');

  await signIn(context, tenant, head);
  await page.goto(tenant.origin + path('/admin/people'));
  await expect(page.getByRole('rowheader')).toHaveText(['何静', '冯丽娜']);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('people:form.add') })).toHaveCount(0);
  await page.getByRole('link', { name: '冯丽娜' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '****' })).toBeVisible();
  await expect(page.getByRole('button', { name: t('people:act.edit') })).toHaveCount(0);
  await expect(page.getByRole('region', { name: t('people:role.title') })).toHaveCount(0);

  await signIn(context, tenant, learner);
  expect((await page.goto(tenant.origin + path('/admin/people')))!.status()).toBe(403);
});
