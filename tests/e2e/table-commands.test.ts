import { randomUUID } from 'node:crypto';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Tables of the back office: saved views, and changes of several rows with their progress and results. */

/** Certificates of one kind that the member holds, and one of them is revoked. */
async function giveCertificates(key: string, phone: string, count: number): Promise<void> {
  await asOperator(async (client) => {
    const { rows } = await client.query<{ enterprise: string; person: string }>(
      `select e.id as enterprise, a.id as person from portal.enterprise e, portal.user_account a
       where e.key = $1 and a.phone = $2`,
      [key, phone],
    );
    const { enterprise, person } = rows[0]!;
    const kind = randomUUID();
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [enterprise]);
    await client.query(
      `insert into certificate (enterprise_id, id, code, certificate_name, issuer, valid_months) values ($1, $2, 'k', 'Crane', 'Yard', 12)`,
      [enterprise, kind],
    );
    await client.query(
      `insert into user_certificate (enterprise_id, certificate_id, user_id, user_name, certificate_no, issue_way, issued_at,
         expires_at, source, revoked_at, revoke_reason)
       select $1, $2, $3, 'Holder', 'NO-' || n, 'manual', now() - n * interval '1 day', now() + interval '90 days', 'test:' || n,
         case when n = 1 then now() end, case when n = 1 then 'Lost' end
       from generate_series(1, $4::int) n`,
      [enterprise, kind, person, count],
    );
  });
}

test('a list has saved views, and what is selected is changed with progress and a result per row', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('后台列表');
  const admin = await ownMember(tenant, { userName: '程一鸣', isAdmin: true });
  await ownMember(tenant, { userName: '另一位', isAdmin: true });
  const lecturer = await ownMember(tenant, { userName: '周工', userType: 2 });
  await giveCertificates(tenant.key, await ownMember(tenant, { userName: '持证人' }), 25);
  await signIn(context, tenant, admin);
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = tenant.origin + path('/admin/certificates');
  const views = page.getByRole('button', { name: t('admin:view.title'), exact: true });
  const menu = page.getByRole('group', { name: t('admin:view.title') });
  const save = async (name: string, isShared: boolean) => {
    await views.click();
    await menu.getByRole('button', { name: t('admin:view.save') }).click();
    const dialog = page.getByRole('dialog', { name: t('admin:view.save') });
    await dialog.getByRole('button', { name: t('admin:view.saveNow') }).click();
    await expect(dialog).toContainText(t('admin:view.nameMissing'));
    await dialog.getByLabel(t('admin:view.name')).fill(name);
    if (isShared) await dialog.getByRole('checkbox', { name: t('admin:view.share') }).check();
    await dialog.getByRole('button', { name: t('admin:view.saveNow') }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('views are saved, opened and shared', async () => {
    await page.goto(`${list}?status=held&sort=-gmtCreate&page=2`);
    await save('Held', true);
    await page.goto(`${list}?status=revoked`);
    await save('Revoked', false);
    await page.goto(list);
    await views.click();
    await expect(menu.getByRole('link')).toHaveText([/^Held/, /^Revoked/]);
    await expectAccessibleInBoth(page);
    await menu.getByRole('link', { name: 'Revoked' }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expect(page).toHaveURL(`${list}?status=revoked`);
    const colleague = await browser.newContext({ baseURL: tenant.origin });
    await signIn(colleague, tenant, lecturer);
    const theirs = await colleague.newPage();
    await theirs.goto(list);
    await theirs.getByRole('button', { name: t('admin:view.title'), exact: true }).click();
    const shared = theirs.getByRole('group', { name: t('admin:view.title') });
    await expect(shared.getByRole('link')).toHaveText([/^Held/]);
    await expect(shared.getByRole('button')).toHaveCount(1);
    await colleague.close();
  });

  await test.step('all results are changed; the one that cannot be is listed with its reason', async () => {
    await page.goto(list);
    await page.getByRole('checkbox', { name: t('admin:table.selectPage') }).check();
    await page.getByRole('button', { name: t('admin:table.selectAll', { count: 25 }) }).click();
    await expect(page.getByText(t('admin:table.selected', { count: 25 }))).toBeVisible();
    // Before the buttons of the rows.
    await page
      .getByRole('button', { name: t('record:issued.renew'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('record:issued.renewSeveral', { count: 25 }) });
    await dialog.getByLabel(t('record:issued.reason')).fill('Course repeated');
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    const progress = page.getByRole('region', { name: t('record:issued.bulk.certificateRenew') });
    await expect(progress.getByRole('status')).toHaveText(t('admin:bulk.done', { done: 25, total: 25, failed: 1 }));
    await expect(page.getByRole('row').getByText(t('record:issued.requested.certificateRenew'))).toHaveCount(19);
    await page.reload();
    await progress.getByRole('button', { name: t('admin:bulk.failures', { count: 1 }) }).click();
    const failures = page.getByRole('dialog', { name: t('admin:bulk.failures', { count: 1 }) });
    await expect(failures.getByRole('listitem')).toHaveText([/NO-1/]);
    await expect(failures.getByRole('listitem')).toContainText(t('errors:certificateRevoked'));
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expectFits(page);
    await progress.getByRole('button', { name: t('common:close') }).click();
    await expect(progress).toBeHidden();
    await page.reload();
    await expect(page.getByRole('rowheader')).toHaveCount(20);
    await expect(progress).toBeHidden();
  });
});
