import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Departments, positions and roles: who belongs where, and who manages what. */

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

  await expect(page.getByText(t('organisation:role.alone'))).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveText([new RegExp(`程一鸣.*${t('organisation:role.you')}`)]);
  await page.getByRole('button', { name: t('organisation:role.grant') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('何');
  await dialog.getByRole('button', { name: '何静' }).click();
  await dialog
    .getByLabel(t('organisation:role.role'))
    .selectOption({ label: t('organisation:role.name.administrator') });
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('organisation:role.grantAction') }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText(t('organisation:role.alone'))).toHaveCount(0);

  const end = page.getByRole('button', { name: t('organisation:role.revoke') });
  await expect(end).toHaveCount(1);
  await end.click();
  await dialog.getByRole('button', { name: t('organisation:role.revoke') }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(t('organisation:role.alone'))).toBeVisible();
});

test.describe(() => {
  test.use({ expectedLines: / status of (422|403) / });

  test('departments are made, moved with what that changes, and merged; their manager sees only them', async ({
    page,
    context,
    path,
    t,
  }) => {
    const tenant = await ownTenant('组织');
    const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
    const manager = await ownMember(tenant, { userName: '何静' });
    await signIn(context, tenant, admin);
    await page.goto(tenant.origin + path('/admin/departments'));
    const dialog = page.getByRole('dialog');
    const add = async (button: string, name: string) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await dialog.getByLabel(t('organisation:name'), { exact: true }).fill(name);
      await dialog.getByRole('button', { name: t('organisation:save') }).click();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    };
    const node = (name: string) => page.getByRole('treeitem', { name });
    await add(t('organisation:department.addTop'), '华东');
    await add(t('organisation:department.addBelow'), '上海');
    await add(t('organisation:department.addTop'), '华南');

    await test.step('a name that is taken is refused at its field, and what was typed stays', async () => {
      await page.getByRole('button', { name: t('organisation:department.addTop'), exact: true }).click();
      const name = dialog.getByLabel(t('organisation:name'), { exact: true });
      await name.fill('华东');
      await dialog.getByRole('button', { name: t('organisation:save') }).click();
      await expect(name).toHaveAccessibleDescription(new RegExp(t('errors:field.departmentTaken')));
      await expect(name).toHaveValue('华东');
      await page.keyboard.press('Escape');
    });

    await test.step('by keyboard, after the consequences', async () => {
      await node('华东').press('ArrowRight');
      await node('上海').click();
      await page.getByRole('button', { name: t('admin:tree.moveTo') }).click();
      await dialog.getByRole('radio', { name: '华南' }).check();
      await dialog.getByRole('button', { name: t('admin:row.move') }).click();
      const effect = t('organisation:department.effect.path', { before: '华东/上海', after: '华南/上海' });
      await expect(dialog.getByText(effect)).toBeVisible();
      await expectAccessibleInBoth(page);
      await dialog.getByRole('button', { name: t('organisation:department.action.move') }).click();
      await expect(page.getByText('华南 / 上海')).toBeVisible();
    });

    await test.step('the manager of one is shown it alone, and no roles', async () => {
      await page.goto(tenant.origin + path('/admin/roles'));
      await page.getByRole('button', { name: t('organisation:role.grant') }).click();
      await dialog.getByRole('searchbox').first().fill('何');
      await dialog.getByRole('button', { name: '何静' }).click();
      await dialog
        .getByLabel(t('organisation:role.role'))
        .selectOption({ label: t('organisation:role.name.peopleManager') });
      await dialog.getByLabel(t('organisation:role.inDepartment')).check();
      await dialog.getByRole('treeitem', { name: '华南' }).click();
      await dialog.getByRole('button', { name: t('organisation:role.grantAction') }).click();
      await expect(page.getByRole('row', { name: '何静' })).toContainText('华南');
      await signIn(context, tenant, manager);
      await page.goto(tenant.origin + path('/admin/departments'));
      await expect(page.getByRole('treeitem')).toHaveText([/华南/, /上海/]);
      await expect(page.getByRole('button', { name: t('organisation:department.addTop') })).toHaveCount(0);
      const answer = await page.goto(tenant.origin + path('/admin/roles'));
      expect(answer!.status()).toBe(403);
    });
  });
});

test('positions are added, renamed and closed', async ({ page, context, path, t }) => {
  const tenant = await ownTenant('岗位');
  await signIn(context, tenant, await ownMember(tenant, { userName: '程一鸣', isAdmin: true }));
  await page.goto(tenant.origin + path('/admin/positions'));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(t('organisation:name'), { exact: true });
  await page.getByRole('button', { name: t('organisation:position.add') }).click();
  await name.fill('焊工');
  await dialog.getByRole('button', { name: t('organisation:save') }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await row.getByRole('button', { name: t('organisation:edit') }).click();
  await name.fill('高级焊工');
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('organisation:save') }).click();
  await expect(row).toContainText('高级焊工');
  await row.getByRole('button', { name: t('organisation:position.close') }).click();
  await dialog.getByRole('button', { name: t('organisation:position.close') }).click();
  await expect(row).toContainText(t('organisation:closed'));
});
