import { gateway } from './support/http.ts';
import { grantRole, ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
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
  const conflict = second.getByRole('dialog');
  await expect(conflict.getByRole('heading', { name: t('flow:chain.conflict') })).toBeVisible();
  await expect(conflict).toContainText('Paula Approver');
  await expectAccessibleInBoth(second);
  await theirs.close();
  await page.reload();
  await expect(row(page)).toContainText('Paula Approver');
});

test('a role decides a request, and whoever has it sees it', async ({ page, context, browser, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Roles');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const manager = await ownMember(tenant, { userName: 'Pia Manager' });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await grantRole(tenant, manager, 'peopleManager');
  await signIn(context, tenant, admin);
  await page.goto(`${tenant.origin}${path('/admin/settings')}`);
  const row = page.getByRole('listitem', { name: t('flow:type.nameChange'), exact: true });
  await row.getByRole('button', { name: t('flow:chain.change') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('flow:chain.add') }).click();
  await dialog.getByRole('combobox', { name: t('flow:chain.who') }).selectOption('peopleManager');
  await expect(dialog.getByRole('group', { name: t('flow:chain.step', { n: 1 }) })).toHaveAccessibleDescription(
    t('flow:chain.roleHint'),
  );
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: t('flow:chain.save') }).click();
  await expect(row).toContainText(t('flow:chain.approver.peopleManager'));

  const theirs = await sessionOf(tenant, learner);
  const change = { userName: 'Lea Learner' };
  const asked = await gateway(hostOf(tenant), 'PUT /user/auth/enterprise/user/info/update', change, { ...theirs });
  expect(asked.envelope.code).toBe(200);
  const desk = await browser.newContext();
  await signIn(desk, tenant, manager);
  const seat = await desk.newPage();
  await seat.goto(`${tenant.origin}${path('/account?change=6&flow=todo')}`);
  await seat.getByRole('link', { name: /Lea Learner/ }).click();
  await expect(seat.getByText(t('flow:steps.role.peopleManager'))).toBeVisible();
  await expectAccessibleInBoth(seat);
  await seat.getByRole('button', { name: t('flow:do.approve') }).click();
  await expect(seat.locator('[data-state]')).toHaveText(t('flow:state.approved'));
  await desk.close();
});

test('steps are changed while a request waits, removed and set again: each request keeps those of its day', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Chain life');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const manager = await ownMember(tenant, { userName: 'Pia Manager' });
  const learners = await Promise.all(['One', 'Two', 'Three'].map((userName) => ownMember(tenant, { userName })));
  await grantRole(tenant, manager, 'peopleManager');
  await page.goto(`${tenant.origin}${path('/admin/settings')}`);
  const row = page.getByRole('listitem', { name: t('flow:type.nameChange'), exact: true });
  const dialog = page.getByRole('dialog');
  const button = (key: string) => dialog.getByRole('button', { name: t(key) });
  // Its history has a button, too.
  const open = () => row.getByRole('button', { name: new RegExp(`^${t('flow:chain.change')}`) }).click();
  const save = async () => {
    await button('flow:chain.save').click();
    await expect(dialog).toHaveCount(0);
  };
  const manageOne = async () => {
    await button('flow:chain.add').click();
    await dialog.getByRole('combobox', { name: t('flow:chain.who') }).selectOption('peopleManager');
    await save();
    await expect(row).toContainText(t('flow:chain.approver.peopleManager'));
  };
  const ask = async (n: 0 | 1 | 2, userName: string) => {
    const session = await sessionOf(tenant, learners[n]!);
    const said = await gateway(hostOf(tenant), 'PUT /user/auth/enterprise/user/info/update', { userName }, session);
    expect(said.envelope.code).toBe(200);
  };

  await open();
  await manageOne();
  await ask(0, 'First asked');
  await page.reload();
  await open();
  await expect(dialog).toContainText(t('flow:chain.pending_other', { count: 1 }));
  await dialog.getByRole('button', { name: t('flow:chain.remove', { n: 1 }) }).click();
  await save();
  await expect(row).toContainText(t('flow:chain.one'));
  await ask(1, 'Second asked');
  await open();
  await manageOne();
  await ask(2, 'Third asked');

  const desk = await browser.newContext();
  await signIn(desk, tenant, manager);
  const seat = await desk.newPage();
  await seat.goto(`${tenant.origin}${path('/account?change=6&flow=todo')}`);
  for (const name of [/First asked/, /Third asked/]) await expect(seat.getByRole('link', { name })).toBeVisible();
  await expect(seat.getByText(/Second asked/)).toHaveCount(0);
  await desk.close();
  await page.goto(`${tenant.origin}${path('/account?change=6&flow=todo')}`);
  await expect(page.getByRole('link', { name: /Second asked/ })).toBeVisible();
  await expect(page.getByText(/First asked/)).toHaveCount(0);
});
