import { addAnnouncement } from './support/announcement.ts';
import { addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The tabs of `/account`: one island that loads what is shown, and nothing else. */

const NONE = '01890000-0000-7000-8000-000000000000';

test('every tab opens without loading the page: address, title, code and data of its panel; back and reload show the same', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  // Fourteen panels, each checked in two themes and three widths.
  test.setTimeout(240_000);
  await signIn(context, tenant, 19);
  const scripts: string[] = [];
  page.on('request', (request) => {
    const name = /\/([A-Z]\w+)\.[\w-]+\.js$/.exec(request.url())?.[1];
    if (name) scripts.push(name);
  });
  await page.goto(path('/account?change=1'), { waitUntil: 'networkidle' });
  const tabs = page.getByRole('navigation', { name: t('record:account.tabs') });
  const records = page.getByRole('navigation', { name: t('record:account.recordTabs') });
  expect(scripts).toContain('Tasks');
  for (const other of ['Courses', 'Hours', 'Certificates', 'Credits', 'Exams', 'Notices', 'Approvals', 'Orders'])
    expect(scripts).not.toContain(other);
  let loads = 0;
  page.on('load', () => loads++);

  const opens = [
    [tabs, 'record:account.tab.2', 'Courses', 'change=2'],
    [tabs, 'record:account.tab.3', 'Hours', 'change=3'],
    [records, 'record:account.record.2', 'Certificates', 'change=3&recordType=2'],
    [records, 'record:account.record.3', 'Credits', 'change=3&recordType=3'],
    [records, 'record:account.record.4', 'Exams', 'change=3&recordType=4'],
    [tabs, 'record:account.tab.5', 'Notices', 'change=5'],
    [tabs, 'record:account.tab.6', 'Approvals', 'change=6'],
  ] as const;
  for (const [nav, label, script, query] of opens) {
    const link = nav.getByRole('link', { name: t(label), exact: true });
    await link.click();
    await expect(page).toHaveURL(tenant.origin + path(`/account?${query}`));
    await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
    expect(scripts).toContain(script);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
  await expect(page).toHaveTitle(new RegExp(t('record:account.tab.6')));
  await page.goBack();
  await expect(tabs.locator('[aria-current]')).toContainText(t('record:account.tab.5'));
  await expect(page).toHaveTitle(new RegExp(t('record:account.tab.5')));
  await expect(page.getByRole('region', { name: t('notice:announcements') }).getByRole('checkbox')).not.toHaveCount(0);
  await page.goBack();
  await expect(records.locator('[aria-current]')).toHaveText(t('record:account.record.4'));
  expect(loads).toBe(0);

  // What was opened is what the server renders at that address, and what the language switch leads to.
  await page.reload();
  await expect(records.locator('[aria-current]')).toHaveText(t('record:account.record.4'));
  await tabs.getByRole('link', { name: t('record:account.tab.5'), exact: true }).click();
  await expect(page).toHaveURL(/change=5$/);
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('common:otherLanguage') })
    .first()
    .click();
  await expect(page).toHaveURL(/account\?change=5$/);
  await expect(page.locator('html')).not.toHaveAttribute(
    'lang',
    t('common:otherLanguage') === 'English' ? 'zh-CN' : 'en',
  );
});

test('settings are a page of their own; from there the tabs lead back', async ({ page, context, tenant, path, t }) => {
  await signIn(context, tenant, 19);
  await page.goto(path('/account?change=2'));
  const tabs = page.getByRole('navigation', { name: t('record:account.tabs') });
  await tabs.getByRole('link', { name: t('record:account.tab.4') }).click();
  await expect(page.getByRole('navigation', { name: t('account:settings.tabs') })).toBeVisible();
  await tabs.getByRole('link', { name: t('record:account.tab.1') }).click();
  await expect(page.getByRole('navigation', { name: t('account:settings.tabs') })).toHaveCount(0);
  await expect(page.getByRole('region', { name: t('record:account.tab.1') })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('navigation', { name: t('account:settings.tabs') })).toBeVisible();
});

test('lists are paged and filtered in place; deleting a last page leaves the one before', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  // Only those that this member has read: other tests add announcements at the same time.
  const ids = await Promise.all(Array.from({ length: 11 }, (_, n) => addAnnouncement(tenant, { daysAgo: 2_500 + n })));
  const session = await signIn(context, tenant, await addMember(tenant));
  await gateway(hostOf(tenant), 'PUT /user/auth/announcement/user/record/batch/read', ids, session);
  await page.goto(path('/account?change=5&read=read&page=99999'));
  await expect(page).toHaveURL(/page=3$/);
  const list = page.getByRole('region', { name: t('notice:announcements') });
  await list.getByRole('checkbox', { name: t('record:notice.selectAll') }).check();
  await list.getByRole('button', { name: t('record:notice.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('record:notice.delete') })
    .click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(list.getByRole('listitem')).toHaveCount(5);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: t('common:pager.page', { page: 1 }), exact: true }).click();
  await expect(page).toHaveURL(/page=1$/);
  await expect(page.getByRole('status').filter({ hasText: t('record:account.tab.5') })).toBeAttached();
  await expect(list.getByRole('listitem').first()).toBeInViewport();
});

test('a request or an order that does not exist is 404, also with an invalid id', async ({ tenant, path, context }) => {
  await signIn(context, tenant, 3);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const status = async (query: string) =>
    (await http(hostOf(tenant), path(`/account?${query}`), { headers: { cookie } })).status;
  expect(await status(`change=6&id=${NONE}`)).toBe(404);
  expect(await status('change=6&id=x'), 'invalid').toBe(404);
  expect(await status(`change=7&order=${NONE}`)).toBe(404);
  expect(await status('change=7&order=x'), 'invalid').toBe(404);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('tabs, filters and search forms are links and forms that lead to the same', async ({
    page,
    context,
    tenant,
    path,
    t,
  }) => {
    await signIn(context, tenant, 4);
    await page.goto(path('/account?change=1'));
    const tabs = page.getByRole('navigation', { name: t('record:account.tabs') });
    await tabs.getByRole('link', { name: t('record:account.tab.5') }).click();
    await expect(page.getByRole('region', { name: t('notice:announcements') }).getByRole('listitem')).not.toHaveCount(
      0,
    );
    await tabs.getByRole('link', { name: t('record:account.tab.6') }).click();
    await page.getByRole('main').getByRole('searchbox').fill('zzqqxx');
    await page
      .getByRole('main')
      .getByRole('button', { name: t('flow:filter.search') })
      .click();
    await expect(page).toHaveURL(/keyword=zzqqxx/);
    await expect(page.getByText(t('flow:empty.filtered'))).toBeVisible();
  });
});

test('the covers of a list begin at the same place, pictures and drawn ones', async ({
  page,
  context,
  tenant,
  path,
}) => {
  await signIn(context, tenant, 1);
  await page.goto(path('/account?change=2'));
  const rows = page.getByRole('main').getByRole('listitem');
  const cover = rows.locator('img, svg.cover');
  await expect(cover.and(page.locator('img')).first()).toBeVisible();
  await expect(cover.and(page.locator('svg')).first()).toBeVisible();
  const left = await cover.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(new Set(left).size).toBe(1);
});
