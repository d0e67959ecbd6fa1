import type { Page } from '@playwright/test';
import { hashPassword } from '#src/server/account/password/password.ts';
import { asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { PASSWORD } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* The site and the texts that people accept, from the editor to what visitors and members see (docs/decisions/103). */

// What cannot be published, two editors at once, and a sign-in without consent.
test.use({ expectedLines: /status of (409|422)/ });

const NAV = [
  { code: 'home', title: 'Home', navUrl: '/home', navMenuType: 1 },
  { code: 'news', title: 'News', navUrl: '/info', navMenuType: 6 },
];

test('the site is changed, previewed, published, changed by two editors, and goes back to a version', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Harbour school', { nav: NAV, announcements: 1 });
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const outside = await browser.newContext();
  const visitor = await outside.newPage();
  const sees = async (title: string) => {
    await visitor.goto(`${tenant.origin}${path('/')}`);
    await expect(visitor).toHaveTitle(new RegExp(title));
  };
  const button = (key: string, on: Page = page) => on.getByRole('button', { name: t(key), exact: true });
  const saved = (on: Page = page) => expect(on.getByText(t('editing:saving.saved'))).toBeVisible();
  const publish = async () => {
    await button('editing:publish').click();
    const dialog = page.getByRole('dialog');
    // What always stays has no time at which it is withdrawn.
    await expect(dialog.getByLabel(t('editing:at'))).toBeVisible();
    await expect(dialog.getByLabel(t('editing:until'))).toHaveCount(0);
    await dialog.getByRole('button', { name: t('editing:publishNow') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
  };
  const title = page.locator('[name="title.zh"]');
  const links = page.getByRole('list', { name: t('site:admin.site.nav'), exact: true });
  const fold = (name: string) =>
    links.getByRole('button', { name: new RegExp(`^(${t('admin:row.open')}|${t('admin:row.fold')})\\s*${name}$`) });

  await page.goto(`${tenant.origin}${path('/admin/site')}`);
  await expect(title).toHaveValue('Harbour school');
  for (const action of ['withdraw', 'delete']) await expect(button(`editing:action.${action}`)).toHaveCount(0);
  await expect(button('editing:duplicate')).toHaveCount(0);

  await test.step('rows are folded; what is added or wrong is open', async () => {
    const news = links.getByRole('group', { name: 'News', exact: true });
    await expect(news).toBeHidden();
    await expect(links.getByText('/info', { exact: true })).toBeVisible();
    await fold('News').click();
    await expect(news).toBeVisible();
    await fold('News').click();
    await expect(news).toBeHidden();
    await button('site:admin.site.addNav').click();
    const added = page.locator('[name="nav.2.title.zh"]');
    await expect(added).toBeVisible();
    await links.getByRole('button', { name: new RegExp(`^${t('admin:row.fold')}`) }).click();
    await expect(added).toBeHidden();
    await saved();
    await button('editing:publish').click();
    await expect(added).toBeFocused();
    await added.fill('Library');
    await page.locator('[name="nav.2.url"]').fill('/knowledge');
    await saved();
    await links.getByRole('button', { name: t('admin:row.up', { name: 'Library' }), exact: true }).click();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });

  await test.step('a colour is typed without losing the field, or picked', async () => {
    const colour = page.getByLabel(t('site:admin.site.color'), { exact: true });
    await colour.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('#ffcc00');
    await expect(colour).toHaveValue('#ffcc00');
    await expect(page.getByText(/4\.5/)).toBeVisible();
    await page.getByLabel(t('site:admin.site.pickColor')).fill('#0a5c36');
    await expect(colour).toHaveValue('#0a5c36');
  });

  await test.step('its preview is the landing page, and visitors see nothing of it before it is published', async () => {
    await title.fill('Harbour academy');
    await saved();
    const opened = context.waitForEvent('page');
    await button('editing:preview').click();
    const preview = await opened;
    await expect(preview).toHaveTitle(/Harbour academy/);
    await preview.close();
    await sees('Harbour school');
    await publish();
    await sees('Harbour academy');
    const bar = visitor.getByRole('navigation').first().getByRole('link');
    await expect(bar.filter({ hasText: /Home|Library|News/ })).toHaveText(['Home', 'Library', 'News']);
  });

  await test.step('two editors: what visitors see does not change, and both versions are shown', async () => {
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true }));
    const other = await theirs.newPage();
    await other.goto(page.url());
    await other.locator('[name="footer.zh"]').fill('Their footer');
    await saved(other);
    await theirs.close();
    await page.locator('[name="slogan.zh"]').fill('My slogan');
    await expect(page.getByRole('heading', { name: t('editing:conflictTitle') })).toBeVisible();
    await expect(page.getByText('Their footer').first()).toBeVisible();
    await button('admin:conflict.continue').click();
    await expect(page.locator('[name="footer.zh"]')).toHaveValue('Their footer');
    await expect(page.locator('[name="slogan.zh"]')).toHaveValue('My slogan');
    await saved();
    await visitor.reload();
    await expect(visitor.getByText('My slogan')).toHaveCount(0);
    await title.fill('Third name');
    await saved();
    await publish();
    await sees('Third name');
    await expect(visitor.getByText('My slogan').first()).toBeVisible();
  });

  await test.step('it goes back to what it was', async () => {
    await button('editing:versions').click();
    const dialog = page.getByRole('dialog');
    const second = new RegExp(`${t('editing:compare')}.*${t('editing:version', { number: 2 })}`);
    await dialog.getByRole('button', { name: second }).click();
    await dialog.getByRole('button', { name: t('editing:goBack', { number: 2 }) }).click();
    await expect(title).toHaveValue('Harbour academy');
    await saved();
    await publish();
    await sees('Harbour academy');
    await expect(visitor.getByText('My slogan')).toHaveCount(0);
  });
  await outside.close();
});

test('the agreement gets a new version by two editors, and members accept it again at their next sign-in', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Consent');
  const member = await ownMember(tenant, { userName: 'Lea Rner' });
  const hash = await hashPassword(PASSWORD);
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `with a as (insert into article (enterprise_id, code, title, body, published)
         select id, 'agreement', '{"zh":"Agreement"}', '{"zh":"First text"}', true from portal.enterprise where key = $1 returning *)
       insert into article_version (enterprise_id, article_id, version, title, body)
       select enterprise_id, id, version, title, body from a`,
      [tenant.key],
    );
    await client.query('update portal.user_account set password_hash = $1 where phone = $2', [hash, member]);
  });
  const enter = async (agreed: boolean) => {
    const input = { phone: member, password: PASSWORD, agreed };
    return (await gateway(hostOf(tenant), 'POST /user/api/user/info/login/pwd', input)).envelope.code;
  };
  expect(await enter(true)).toBe(200);
  expect(await enter(false)).toBe(200);

  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  await page.goto(`${tenant.origin}${path('/admin/articles')}`);
  await page.getByRole('link', { name: t('editing:editOf', { title: 'Agreement' }) }).click();
  for (const action of ['withdraw', 'delete'])
    await expect(page.getByRole('button', { name: t(`editing:action.${action}`), exact: true })).toHaveCount(0);
  const body = (on: Page) => on.locator('fieldset[name="body.zh"] [role=textbox]');
  const saved = (on: Page) => expect(on.getByText(t('editing:saving.saved'))).toBeVisible();
  await test.step('two editors: both versions are shown, and their drafts ask nobody', async () => {
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true }));
    const other = await theirs.newPage();
    await other.goto(page.url());
    await body(other).fill('Their text');
    await saved(other);
    await theirs.close();
    await body(page).fill('Second text');
    await expect(page.getByRole('heading', { name: t('editing:conflictTitle') })).toBeVisible();
    await expect(page.getByText('Their text').first()).toBeVisible();
    await page.getByRole('button', { name: t('admin:conflict.continue'), exact: true }).click();
    await saved(page);
    expect(await enter(false)).toBe(200);
  });
  await page.getByRole('button', { name: t('editing:publish'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').first()).toContainText('1');
  await dialog.getByRole('button', { name: t('editing:publishNow') }).click();
  await expect(dialog).toHaveCount(0);

  expect(await enter(false)).not.toBe(200);
  expect(await enter(true)).toBe(200);
  expect(await enter(false)).toBe(200);
  await page.goto(`${tenant.origin}${path('/agreement')}`);
  await expect(page.getByText('Second text')).toBeVisible();
  await page.getByText(t('site:agreement.otherVersions')).click();
  await page.getByRole('link', { name: t('site:agreement.version', { version: 1 }) }).click();
  await expect(page.getByText('First text')).toBeVisible();
});
