import { unsubscribeLink } from '#src/server/notice/unsubscribe.ts';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Which notices come on which channel (docs/decisions/111): what is required, what members choose, the log, the link of an e-mail. */

/** A notice to a member, and what became of it by SMS. @returns ids */
async function told({ key }: OwnTenant, phone: string): Promise<{ enterpriseId: string; userId: string }> {
  let ids = { enterpriseId: '', userId: '' };
  await asOperator(async (client) => {
    const found = await client.query<typeof ids>(
      `select e.id as "enterpriseId", a.id as "userId" from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $2`,
      [key, phone],
    );
    ids = found.rows[0]!;
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [ids.enterpriseId]);
    await client.query(
      `with made as (
         insert into notice (enterprise_id, user_id, kind, detail, path, source)
         values ($1, $2, 'examMarked', '{"title":"Paper"}', '/test', 'told') returning id)
       insert into notice_delivery (enterprise_id, notice_id, channel, user_id, group_name, is_required, state, reason, tries, next_at, done_at)
       select $1, m.id, c.channel, $2, 'marked', false, c.state, c.reason, 1, now(), now()
       from made m, (values ('sms', 'sent', null), ('mail', 'skipped', 'noAddress')) c (channel, state, reason)`,
      [ids.enterpriseId, ids.userId],
    );
  });
  return ids;
}

test('an administrator requires notices; a member sees that, chooses others, and the log says what became of them', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Bells');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await told(tenant, learner);
  const boxOf = (group: string) => `${t(`notice:group.${group}`)} · ${t('notice:channel.sms')}`;

  await signIn(context, tenant, admin);
  await page.goto(`${tenant.origin}${path('/admin/settings')}`);
  await page.getByRole('link', { name: `${t('policy:change')} ${t('policy:of.notices.title')}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('policy:of.notices.title') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('checkbox', { name: boxOf('overdue') }).check();
  await page.getByRole('button', { name: t('policy:save') }).click();
  await expect(page.getByRole('status').filter({ hasText: t('policy:saved') })).toBeVisible();

  const seat = await browser.newContext();
  await signIn(seat, tenant, learner);
  const own = await seat.newPage();
  await own.goto(`${tenant.origin}${path('/account?change=5&of=me')}`);
  await own.getByRole('link', { name: t('notice:setting.open') }).click();
  const required = own.getByRole('checkbox', { name: t('notice:setting.requiredChoice', { label: boxOf('overdue') }) });
  await expect(required).toBeChecked();
  await expect(required).toBeDisabled();
  const chosen = own.getByRole('checkbox', { name: boxOf('marked'), exact: true });
  await expect(chosen).not.toBeChecked();
  await chosen.check();
  await expect(own.getByRole('status').filter({ hasText: t('notice:setting.saved') })).toBeVisible();
  await own.getByRole('checkbox', { name: t('notice:setting.quietOwn') }).check();
  const saved = own.waitForResponse((response) => (response.request().postData() ?? '').includes('20'));
  await own.getByLabel(t('notice:setting.from'), { exact: true }).selectOption('20:00');
  await saved;
  await expect(own.getByLabel(t('notice:setting.from'), { exact: true })).toHaveValue('20');
  await own.reload();
  await expect(chosen).toBeChecked();
  await expect(own.getByLabel(t('notice:setting.from'), { exact: true })).toHaveValue('20');
  await expectAccessibleInBoth(own);
  await seat.close();

  await page.goto(`${tenant.origin}${path('/admin/messages')}`);
  await page.getByRole('link', { name: t('message:log.title') }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row', { name: t('message:log.reason.noAddress') })).toContainText('Lea Rner');
  await expectAccessibleInBoth(page);
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText(t('admin:table.notFound'))).toBeVisible();
});

test('the link of a notice leads to its place after signing in, and the superior sees whom nothing reaches', async ({
  page,
  browser,
  path,
  t,
}) => {
  const tenant = await ownTenant('Floor');
  const worker = await ownMember(tenant, { userName: 'Wo Rker' });
  const superior = await ownMember(tenant, { userName: 'Su Perior' });
  const { enterpriseId, userId } = await told(tenant, worker);
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [enterpriseId]);
    // A required notice that came on no channel.
    await client.query(
      `update notice_delivery set is_required = true, state = 'skipped', reason = 'noAddress' where enterprise_id = $1 and user_id = $2`,
      [enterpriseId, userId],
    );
    await client.query(
      `update enterprise_user set superior_id = (select id from portal.user_account where phone = $3) where enterprise_id = $1 and user_id = $2`,
      [enterpriseId, userId, superior],
    );
  });

  const seat = await browser.newContext();
  await signIn(seat, tenant, superior);
  const own = await seat.newPage();
  await own.goto(`${tenant.origin}${path('/account?change=8')}`);
  await own.getByRole('link', { name: /Wo Rker/ }).click();
  await expect(own.getByRole('heading', { name: t('notice:unreached.title') })).toBeVisible();
  await expect(own.getByText('Wo Rker')).toBeVisible();
  await expectAccessibleInBoth(own);
  // Found by name; a search that finds nobody says so, and can be changed.
  await own.goto(`${tenant.origin}${path('/account/requirements?keyword=nobody')}`);
  await expect(own.getByText(t('notice:unreached.notFound'))).toBeVisible();
  await own.getByRole('searchbox', { name: t('notice:unreached.keyword') }).fill('rker');
  await own.getByRole('button', { name: t('notice:unreached.search'), exact: true }).click();
  await expect(own.getByText('Wo Rker')).toBeVisible();
  await expectAccessibleInBoth(own);

  const place = path('/account?change=5&of=me&downloads=1');
  await page.goto(`${tenant.origin}${place}`);
  await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === place);
  await signIn(page.context(), tenant, worker);
  // The login page leads on whoever is signed in.
  await page.reload();
  await expect(page).toHaveURL(`${tenant.origin}${place}`);
  await expect(page.getByRole('dialog', { name: t('export:title') })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('notice:readAll') }).click();
  await expect(page.getByText(t('notice:readAllDone'))).toBeVisible();
  await own.reload();
  await expect(own.getByText('Wo Rker')).toBeHidden();
  await seat.close();
});

test.describe('the link of an e-mail', () => {
  // A link that was cut.
  test.use({ expectedLines: /status of 404/ });

  test('turns e-mails of a group off without signing in, and on again', async ({ page, path, t, lang }) => {
    const tenant = await ownTenant('Leaving');
    const phone = await ownMember(tenant, { userName: 'Lea Rner' });
    const ids = await told(tenant, phone);
    // The secret of the portal, with which tokens are made.
    process.env.DATA_DIR = process.env.E2E_DATA_DIR;
    const link = unsubscribeLink({ ...ids, groups: ['marked'] }, lang, tenant.origin);
    const group = t('notice:group.marked');
    const says = (state: 'on' | 'off') => page.getByText(t(`notice:unsubscribe.${state}`, { group }));
    await page.goto(link);
    await expect(says('off')).toBeVisible();
    await page.getByRole('button', { name: t('notice:unsubscribe.undo') }).click();
    await expect(says('on')).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('notice:unsubscribe.turnOff') }).click();
    await expect(says('off')).toBeVisible();
    await page.goto(`${tenant.origin}${path('/unsubscribe?token=none')}`);
    await expect(page.getByText(t('errors:unsubscribeUnknown'))).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});
