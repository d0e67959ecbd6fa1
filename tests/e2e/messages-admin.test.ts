import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The text of a notice, from the list to what a member reads (docs/decisions/106). */

// What cannot be saved, and two editors at once.
test.use({ expectedLines: /status of (409|422)/ });

test('a text is changed by two editors, read by a member, and goes back to that of the portal', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Letters');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  await asOperator(async (client) => {
    await client.query(
      `select set_config('app.enterprise_id', e.id::text, true) from portal.enterprise e where e.key = $1`,
      [tenant.key],
    );
    await client.query(
      `insert into notice (enterprise_id, user_id, kind, detail, path, source)
       select u.enterprise_id, u.user_id, 'announcement', '{"title":"Drill <b>"}', '/info', 'announcement:drill'
       from enterprise_user u join portal.user_account a on a.id = u.user_id where a.phone = $1`,
      [learner],
    );
  });
  await signIn(context, tenant, admin);
  await page.goto(`${tenant.origin}${path('/admin/messages')}`);
  await expectAccessibleInBoth(page);
  await page.getByRole('searchbox').fill(lang === 'zh' ? '请阅读公告' : 'Please read the announcement');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('table').getByRole('link').click();

  const group = page.getByRole('region', { name: t(`message:lang.${lang}`), exact: true });
  const body = group.getByRole('textbox', { name: t('message:field.body') });
  const preview = page.getByRole('region', { name: t('message:previewOf', { lang: t(`message:lang.${lang}`) }) });
  const save = page.getByRole('button', { name: t('message:save') });
  await body.fill('Read “{{tilte}}”');
  await expect(preview.getByText(t('message:cannotSave'))).toBeVisible();
  await save.click();
  await expect(group.getByText(t('errors:field.unknownPlaceholder'))).toBeVisible();
  await expect(body).toBeFocused();
  await expectAccessibleInBoth(page);

  // Somebody else saves the other language meanwhile.
  const colleague = await browser.newContext();
  await signIn(colleague, tenant, await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true }));
  const second = await colleague.newPage();
  await second.goto(page.url());
  const otherLang = lang === 'zh' ? 'en' : 'zh';
  const other = second.getByRole('region', { name: t(`message:lang.${otherLang}`), exact: true });
  await other.getByRole('textbox', { name: t('message:field.body') }).fill('Other {{title}}');
  await second.getByRole('button', { name: t('message:save') }).click();
  await expect(second.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  await expect(second.getByRole('button', { name: t('admin:history.title') })).toBeVisible();
  await colleague.close();

  await body.fill('Today: {{title}}');
  await expect(preview).toContainText('Today: ');
  await save.click();
  await expect(page.getByRole('heading', { name: t('message:conflict') })).toBeVisible();
  await page.getByRole('button', { name: t('admin:conflict.continue') }).click();
  await save.click();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  await page.getByRole('button', { name: t('admin:history.title') }).click();
  await expect(page.getByRole('dialog').getByText(t('history:action.message.textChanged'))).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(body).toHaveValue('Today: {{title}}');

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, learner);
  const member = await theirs.newPage();
  const notices = `${tenant.origin}${path('/account?change=5&of=me')}`;
  await member.goto(notices);
  await expect(member.getByText('Today: Drill <b>')).toBeVisible();

  await group.getByRole('button', { name: t('message:reset') }).click();
  await save.click();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  await expect(group.getByText(t('message:isBuiltIn'))).toBeVisible();
  await member.goto(notices);
  await expect(member.getByText(t('notice:kind.announcement', { title: 'Drill <b>' }))).toBeVisible();
  await theirs.close();
});
