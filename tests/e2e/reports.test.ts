import { randomUUID } from 'node:crypto';
import { addMember, asOperator, newcomer } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Ready reports, the builder with its e-mails, and the audit log for auditors (docs/decisions/101). */

const ADMIN = 4;

// A recipient who may not read it, and two editors at once.
test.use({ expectedLines: /status of (409|422)/ });

test('a ready report is filtered, has its chart and table, and is exported', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin/reports'));
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${t('reports:ready.people.title')}`) })
    .click();
  const table = page.getByRole('table');
  await expect(table).toContainText(t('reports:totals'));
  const total = async () => Number((await table.locator('tfoot td').last().textContent())!.replace(/\D/g, ''));
  const all = await total();
  expect(all).toBeGreaterThan(5);
  await expect(page.locator('figure svg').first()).toBeAttached();
  await expectAccessibleInBoth(page);
  const filter = page.getByRole('combobox', { name: t('reports:field.userType') });
  await filter.selectOption({ label: t('reports:value.userType.2') });
  await expect(page).toHaveURL(/userType=2/);
  await expect.poll(total).toBeLessThan(all);
  await page
    .getByRole('combobox', { name: t('reports:by') })
    .selectOption({ label: `${t('reports:by')}: ${t('reports:field.userType')}` });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table).toContainText(t('reports:value.userType.2'));
  await page.getByRole('button', { name: t('reports:export.csv') }).click();
  await expect(page.getByText(t('export:requested'))).toBeVisible();
});

test('a report is built with a preview, saved, sent by e-mail to those who may read it, and its log says what became of it', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const name = `Report ${randomUUID().slice(0, 8)}`;
  await signIn(context, tenant, ADMIN);
  await test.step('built and previewed', async () => {
    await page.goto(path('/admin/reports/edit'));
    await page.getByRole('combobox', { name: t('reports:editor.source'), exact: true }).selectOption('people');
    const preview = page.getByRole('region', { name: t('reports:editor.preview') });
    await expect(preview.getByRole('columnheader', { name: t('reports:field.person') })).toBeVisible();
    await page.getByRole('combobox', { name: t('reports:editor.addGroup') }).selectOption('department');
    await expect(preview.getByRole('columnheader', { name: t('reports:field.department') })).toBeVisible();
    await page.getByRole('button', { name: t('reports:editor.remove', { name: t('reports:field.person') }) }).click();
    await expect(preview.getByRole('columnheader', { name: t('reports:field.person') })).toBeHidden();
    await page.getByRole('combobox', { name: t('reports:editor.addFilter') }).selectOption('status');
    await page.getByRole('combobox', { name: new RegExp(`^${t('reports:field.status')}`) }).selectOption('active');
    await expectAccessibleInBoth(page);
    await page.getByRole('textbox', { name: t('reports:editor.name') }).fill(name);
    await page.getByRole('button', { name: t('reports:editor.save'), exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: t('reports:field.department') })).toBeVisible();
  });
  const id = new URL(page.url()).searchParams.get('id')!;

  await test.step('scheduled', async () => {
    await page.getByRole('button', { name: t('reports:schedule.button') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('reports:schedule.every')).selectOption('day');
    const session = await sessionOf(tenant, ADMIN);
    const learner = newcomer(await addMember(tenant));
    await dialog.getByPlaceholder(t('reports:schedule.add')).fill(learner);
    await dialog.getByRole('button', { name: learner }).first().click();
    await dialog.getByRole('button', { name: t('reports:schedule.save') }).click();
    await expect(page.getByText(t('errors:field.mayNotRead')).first()).toBeVisible();
    await dialog.getByRole('button', { name: t('reports:schedule.remove', { name: learner }) }).click();
    // One of the demo: other tests appoint newcomers for a while.
    const filter = { role: 'administrator' };
    const { envelope } = await gateway(hostOf(tenant), 'POST /user/auth/people/page', filter, session);
    const { list } = envelope.data as { list: { userName: string }[] };
    const admin = list.find(({ userName }) => !userName.startsWith('Newcomer'))!.userName;
    await dialog.getByPlaceholder(t('reports:schedule.add')).fill(admin);
    await dialog.getByRole('button', { name: admin }).first().click();
    await dialog.getByRole('button', { name: t('reports:schedule.save') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('its time comes', async () => {
    await asOperator(async (client) => {
      await client.query(
        `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`,
        [tenant.key],
      );
      await client.query(`update report_schedule set next_at = now() - interval '1 hour' where report_id = $1`, [id]);
    });
    // This portal has no mail server, and the log says so; report-saved.test.ts reads the e-mail.
    await expect(async () => {
      await page.reload();
      await page.getByRole('button', { name: t('reports:delivery.button') }).click();
      await expect(page.getByRole('dialog')).toContainText(t('reports:delivery.reason.noMail'), { timeout: 3_000 });
    }).toPass({ timeout: 120_000 });
  });

  await test.step('two editors', async () => {
    const other = await context.newPage();
    for (const each of [page, other]) await each.goto(path(`/admin/reports/edit?id=${id}`));
    await other.getByRole('textbox', { name: t('reports:editor.name') }).fill(`${name} B`);
    await other.getByRole('button', { name: t('reports:editor.save'), exact: true }).click();
    await expect(other.getByRole('heading', { name: `${name} B`, level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: t('reports:editor.name') }).fill(`${name} A`);
    await page.getByRole('button', { name: t('reports:editor.save'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('reports:editor.conflictTitle') })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await expect(page.getByRole('textbox', { name: t('reports:editor.name') })).toHaveValue(`${name} A`);
    await page.close();
    page = other;
  });

  await test.step('deleted and restored', async () => {
    await page.goto(path(`/admin/reports/edit?id=${id}`));
    await page.getByRole('button', { name: t('reports:editor.delete'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('reports:editor.delete'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/admin\/reports$/);
    expect((await page.request.get(path(`/admin/reports/view?id=${id}`))).status()).toBe(404);
    const gone = page.getByRole('region', { name: t('reports:deleted.title') });
    await expectAccessibleInBoth(page);
    await gone
      .getByRole('listitem')
      .filter({ hasText: `${name} B` })
      .getByRole('button')
      .click();
    await expect(gone.getByText(`${name} B`)).toHaveCount(0);
    await page
      .getByRole('main')
      .getByRole('link', { name: `${name} B` })
      .click();
    await expect(page.getByRole('heading', { name: `${name} B`, level: 1 })).toBeVisible();
  });
});

test('an auditor reads the audit log with details, exports it signed, and changes nothing', async ({
  page,
  context,
  path,
  t,
}) => {
  const tenant = await ownTenant('Audited');
  const auditor = await ownMember(tenant, { userName: 'Auditor' });
  const admin = await ownMember(tenant, { userName: 'Admin', isAdmin: true });
  await asOperator(async (client) => {
    const { rows } = await client.query<{ user_id: string; enterprise_id: string }>(
      `select e.id as enterprise_id, a.id as user_id from portal.enterprise e join portal.user_account a on a.phone = $2
       where e.key = $1`,
      [tenant.key, auditor],
    );
    const { enterprise_id: enterpriseId, user_id: userId } = rows[0]!;
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [enterpriseId]);
    await client.query(`insert into role_grant (enterprise_id, user_id, bundle) values ($1, $2, 'auditor')`, [
      enterpriseId,
      userId,
    ]);
  });
  const host = hostOf(tenant);
  const asAdmin = await sessionOf(tenant, admin);
  await gateway(host, 'POST /user/auth/organisation/department/save', { name: 'Audited department' }, asAdmin);
  await signIn(context, tenant, auditor);
  await page.goto(tenant.origin + path('/admin/audit'));
  const row = page.getByRole('row').filter({ hasText: t('history:action.department.add') });
  await expect(row).toContainText('Admin');
  await row.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText('department.add');
  await page.keyboard.press('Escape');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: t('auditlog:export.html') }).click();
  await expect(page.getByText(t('export:requested'))).toBeVisible();
  await page.goto(tenant.origin + path('/admin/departments'));
  await expect(page.getByText('Audited department').first()).toBeVisible();
  await expect(page.getByRole('button', { name: t('organisation:department.addTop'), exact: true })).toHaveCount(0);
  const asAuditor = await sessionOf(tenant, auditor);
  const refused = await gateway(host, 'POST /user/auth/organisation/department/save', { name: 'Mine' }, asAuditor);
  expect(refused.envelope.code).toBe(403);
});

test('each demo tenant has an auditor', async ({ page, context, tenant, path, t }) => {
  await signIn(context, tenant, 16);
  await page.goto(path('/admin/audit'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('admin:place.audit.title'));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});
