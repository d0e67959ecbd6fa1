import { DINGTALK_APP } from '../stand-ins/dingtalk.ts';
import { WECOM_APP } from '../stand-ins/wecom.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

// A wrong secret.
test.use({ expectedLines: /status of 422/ });

test('contacts of WeCom are chosen, compared, applied and undone', async ({ page, context, path, t }) => {
  test.setTimeout(240_000);
  const tenant = await ownTenant('通讯录');
  await signIn(context, tenant, await ownMember(tenant, { userName: '程一鸣', isAdmin: true }));
  const open = () => page.goto(tenant.origin + path('/admin/sync'));
  const wecom = page.getByRole('region', { name: t('people:sync.provider.wecom') });
  const settings = () =>
    wecom.getByRole('button', { name: t('people:sync.settingsOf', { name: t('people:sync.provider.wecom') }) });
  const save = () => wecom.getByRole('button', { name: t('people:sync.save'), exact: true }).click();
  const runs = page.getByRole('table', { name: t('people:sync.runs') });

  await test.step('a wrong secret is told, a right one is never shown again', async () => {
    await open();
    await settings().click();
    await wecom.getByLabel(t('people:sync.appId.wecom')).fill(WECOM_APP.corpId);
    await wecom.getByLabel(t('people:sync.secret'), { exact: true }).fill('wrong');
    await save();
    await wecom.getByRole('button', { name: t('people:sync.test') }).click();
    await expect(wecom.getByRole('alert').filter({ hasText: '40001' })).toBeVisible();
    await wecom.getByLabel(t('people:sync.secret'), { exact: true }).fill(WECOM_APP.secret);
    await save();
    await wecom.getByRole('button', { name: t('people:sync.test') }).click();
    await expect(wecom.getByText(t('people:sync.testing.people'))).toBeVisible();
    await expect(wecom.getByLabel(t('people:sync.secret'), { exact: true })).toHaveValue('');
  });

  await test.step('departments are chosen from the tree of the provider', async () => {
    await wecom.getByRole('button', { name: t('people:sync.addDepartment') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('people:sync.openDepartment', { name: '蓝海集团' }) }).click();
    await dialog.getByRole('button', { name: t('people:sync.chooseNamed', { name: '生产部' }) }).click();
    await dialog.getByRole('button', { name: t('common:close') }).click();
    await wecom.getByLabel(t('people:sync.numberFrom')).selectOption({ label: t('people:sync.number.field') });
    await save();
    await expect(wecom.getByRole('button', { name: t('people:sync.start') })).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });

  await test.step('the differences are shown before anything is changed', async () => {
    await settings().click();
    await wecom.getByRole('button', { name: t('people:sync.start') }).click();
    await expect(runs.getByText(t('people:sync.state.planned'))).toBeVisible({ timeout: 60_000 });
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await runs.getByRole('link').first().click();
    await expect(page.getByText('蓝海集团').or(page.getByText('生产部')).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '林焊' })).toContainText('S-2');
    await expectFits(page);
  });

  await test.step('they are applied, and undone as a whole', async () => {
    await page.getByRole('button', { name: t('people:import.apply'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('people:import.apply'), exact: true })
      .click();
    await expect(page.getByText(t('people:import.stateHint.applied'))).toBeVisible({ timeout: 60_000 });
    await page.goto(`${tenant.origin}${path('/admin/people')}?keyword=${encodeURIComponent('林焊')}`);
    await expect(page.getByRole('row').filter({ hasText: '林焊' })).toContainText('S-2');
    await open();
    await runs.getByRole('link').first().click();
    await page.getByRole('button', { name: t('people:import.undo'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('people:import.undo'), exact: true })
      .click();
    await expect(page.getByText(t('people:import.stateHint.undone'))).toBeVisible({ timeout: 60_000 });
    await open();
    await expect(runs.getByText(t('people:sync.state.undone'))).toBeVisible();
  });

  await test.step('DingTalk gives its departments, too', async () => {
    const dingtalk = page.getByRole('region', { name: t('people:sync.provider.dingtalk') });
    await dingtalk.getByRole('button', { name: t('people:sync.settings') }).click();
    await dingtalk.getByLabel(t('people:sync.appId.dingtalk')).fill(DINGTALK_APP.clientId);
    await dingtalk.getByLabel(t('people:sync.secret'), { exact: true }).fill(DINGTALK_APP.secret);
    await dingtalk.getByRole('button', { name: t('people:sync.save'), exact: true }).click();
    await dingtalk.getByRole('button', { name: t('people:sync.addDepartment') }).click();
    await expect(page.getByRole('dialog').getByText('蓝海集团')).toBeVisible();
  });
});
