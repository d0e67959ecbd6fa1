import type { Page } from '@playwright/test';
import { http } from './support/http.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Rules, labels, filtered words and moderators of the community, from the settings to what a member sees (docs/decisions/134). */

// Two administrators at once.
test.use({ expectedLines: /status of 409/ });

test('rules and labels are changed by two administrators, seen by a member, deleted and restored', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const tenant = await ownTenant('Community');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const theirs = await browser.newContext();
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true }));
  const second = await theirs.newPage();
  const hers = await browser.newContext();
  await signIn(hers, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
  const member = await hers.newPage();
  const go = (on: Page, chinese: string) => on.goto(`${tenant.origin}${path(chinese)}`);
  const visit = async () => (await http(hostOf(tenant), path('/community'))).status;
  const label = (name: string) => t(`moderation:admin.${name}`);
  const button = (on: Page, key: string) => on.getByRole('button', { name: t(key), exact: true });
  const save = (on: Page) => button(on, 'moderation:admin.save').click();
  const goOn = (on: Page) => button(on, 'admin:conflict.continue').click();
  const saved = (on: Page) => expect(on.getByText(t('admin:unsaved.title'))).toHaveCount(0);

  await test.step('rules: what only the other has changed is kept', async () => {
    await go(page, '/admin/community');
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await go(second, '/admin/community');
    await second.getByRole('spinbutton', { name: label('dailyPosts') }).fill('7');
    await save(second);
    await expect(second.getByText(label('saved')).first()).toBeVisible();
    expect(await visit()).toBe(302);
    await page.getByRole('checkbox', { name: label('isPublic') }).check();
    await save(page);
    await expect(page.getByRole('heading', { name: label('conflict') })).toBeVisible();
    await expectAccessibleInBoth(page);
    await goOn(page);
    await save(page);
    await saved(page);
    await page.reload();
    await expect(page.getByRole('spinbutton', { name: label('dailyPosts') })).toHaveValue('7');
    await expect(page.getByRole('checkbox', { name: label('isPublic') })).toBeChecked();
    expect(await visit()).toBe(200);
    await button(page, 'admin:history.title').click();
    const history = page.getByRole('dialog');
    await expect(history.getByText(t('history:action.community.setting.save'))).toHaveCount(2);
    await expect(history).toContainText('Bo Admin');
    await expect(history).toContainText(label('isPublic'));
  });

  const shows = async (name: string, count: number) => {
    await go(member, '/community');
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(member.getByRole('link', { name, exact: true })).toHaveCount(count);
  };
  const named = (on: Page) => on.getByRole('textbox', { name: label('nameZh') });
  const edit = (on: Page, name: string) =>
    on.getByRole('button', { name: t('moderation:admin.editLabel', { name }), exact: true }).click();

  await test.step('a label: two administrators, and what a member sees', async () => {
    await go(page, '/admin/community?section=labels');
    await button(page, 'moderation:admin.newLabel').click();
    await named(page).fill('Machines');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'Machines' })).toContainText(t('editing:missing.en'));
    await shows('Machines', 1);
    await go(second, '/admin/community?section=labels');
    await edit(second, 'Machines');
    await edit(page, 'Machines');
    await named(page).fill('Engines');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await second.getByRole('combobox', { name: label('color') }).selectOption('red');
    await save(second);
    await expect(second.getByRole('heading', { name: label('labelConflict') })).toBeVisible();
    await expectAccessibleInBoth(second);
    await goOn(second);
    await expect(named(second)).toHaveValue('Engines');
    await expect(second.getByRole('combobox', { name: label('color') })).toHaveValue('red');
    await save(second);
    await expect(second.getByRole('dialog')).toHaveCount(0);
    await shows('Engines', 1);
  });

  await test.step('it is deleted, restored, and used again', async () => {
    await page.reload();
    await page.getByRole('button', { name: t('moderation:admin.deleteLabel', { name: 'Engines' }) }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Engines' });
    await expect(row).toContainText(t('editing:state.deleted'));
    await expectAccessibleInBoth(page);
    await shows('Engines', 0);
    await row.getByRole('button', { name: t('editing:action.restore') }).click();
    await edit(page, 'Engines');
    await page.getByRole('checkbox', { name: label('published') }).check();
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await shows('Engines', 1);
  });

  await test.step('a filtered word is deleted, and that is undone', async () => {
    await go(page, '/admin/community?section=words');
    await page.getByRole('textbox', { name: label('newWords') }).fill('nonsense');
    await button(page, 'moderation:admin.addWords').click();
    const word = page.getByRole('listitem').filter({ hasText: 'nonsense' });
    await word.getByRole('button').click();
    await expect(word).toHaveCount(0);
    await button(page, 'admin:undo').click();
    await expect(word).toContainText(label('reject'));
  });
  await theirs.close();
  await hers.close();
});
