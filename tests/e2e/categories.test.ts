import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The life of a category: from the empty form to what a learner sees, two editors, hidden, deleted and restored. */

// What somebody else has changed, and what is in use.
test.use({ expectedLines: /status of 409/ });

test('a category is added, changed by two editors who see both versions, hidden, refused while it is used, deleted and restored', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Categories');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'First', isAdmin: true }));
  const theirs = await browser.newContext({ locale: lang });
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Second', isAdmin: true }));
  const second = await theirs.newPage();
  const seat = await theirs.newPage();
  const button = (on: Page, key: string) => on.getByRole('button', { name: t(key), exact: true });
  const node = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) });
  const name = (on: Page) => on.getByRole('textbox', { name: t('editing:nameIn.en') });
  const go = (on: Page, chinese: string) => on.goto(`${tenant.origin}${path(chinese)}`);
  /** Whether learners find the category in the knowledge centre. */
  const isShown = async (title: string) => {
    await go(seat, '/knowledge');
    return (await seat.getByRole('main').getByText(title, { exact: true }).count()) > 0;
  };
  const save = async () => {
    await button(page, 'editing:save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await test.step('added, with the missing language marked', async () => {
    await go(page, '/admin/categories');
    await button(page, 'editing:categories.add').click();
    await name(page).fill('Safety');
    await save();
    await expect(node('Safety')).toContainText(t('editing:missing.zh'));
    expect(await isShown('Safety')).toBe(true);
  });

  await test.step('two editors: the second one is sees both versions, and what they typed stays', async () => {
    await go(second, '/admin/categories');
    for (const on of [page, second]) {
      await expect(button(on, 'editing:categories.add')).toBeEnabled();
      await on.getByRole('treeitem', { name: /Safety/ }).click();
      await button(on, 'editing:edit').click();
    }
    await name(page).fill('Work safety');
    await save();
    await name(second).fill('Safety at work');
    await button(second, 'editing:save').click();
    const dialog = second.getByRole('dialog');
    const both = dialog.getByRole('region', { name: t('admin:conflict.title') });
    await expect(both).toContainText('Work safety');
    await expect(both).toContainText('Safety at work');
    await expect(both.getByRole('radio', { name: t('admin:conflict.mine') })).toBeChecked();
    await expectAccessibleInBoth(second);
    await both.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await expect(name(second)).toHaveValue('Safety at work');
    await button(second, 'editing:save').click();
    await expect(dialog).toHaveCount(0);
    expect(await isShown('Safety at work')).toBe(true);
  });

  await test.step('its history says who has changed what', async () => {
    await go(second, '/admin/categories');
    await expect(button(second, 'editing:categories.add')).toBeEnabled();
    await second.getByRole('treeitem', { name: /Safety at work/ }).click();
    await button(second, 'admin:history.title').click();
    const entries = second
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ has: second.getByRole('time') });
    await expect(entries).toHaveCount(3);
    await expect(entries.first()).toContainText('Second');
    await expect(entries.first()).toContainText('Work safety');
    await expect(entries.last()).toContainText(t('history:action.category.add', { name: 'Safety' }));
    await expectAccessibleInBoth(second);
  });

  await test.step('hidden from learners, and shown again', async () => {
    await page.reload();
    await expect(button(page, 'editing:categories.add')).toBeEnabled();
    for (const shown of [false, true]) {
      await node('Safety at work').click();
      await button(page, 'editing:edit').click();
      await page.getByRole('checkbox', { name: t('editing:categories.published') }).setChecked(shown);
      await save();
      await expect(node('Safety at work').getByText(t('editing:categories.hidden'))).toHaveCount(shown ? 0 : 1);
      expect(await isShown('Safety at work')).toBe(shown);
    }
  });

  const remove = async () => {
    await node('Safety at work').click();
    await button(page, 'editing:action.delete').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('editing:action.delete') })
      .click();
  };
  const use = (sql: string) =>
    asOperator(async (client) => {
      await client.query(
        `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`,
        [tenant.key],
      );
      await client.query(sql);
    });

  await test.step('not deleted while a course belongs to it', async () => {
    await use(
      `insert into course (enterprise_id, code, title, category_id) select enterprise_id, 'welding', 'Welding', id from category`,
    );
    await page.reload();
    await expect(button(page, 'editing:categories.add')).toBeEnabled();
    await node('Safety at work').click();
    await button(page, 'editing:action.delete').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(t('editing:categories.use.courses_one'))).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('editing:action.delete') })).toHaveCount(0);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await use(`update course set category_id = null`);
    await page.reload();
    await expect(button(page, 'editing:categories.add')).toBeEnabled();
  });

  await test.step('deleted, and brought back in its place', async () => {
    await button(page, 'editing:categories.add').click();
    await name(page).fill('Quality');
    await save();
    await remove();
    await expect(node('Safety at work')).toHaveCount(0);
    expect(await isShown('Safety at work')).toBe(false);
    await button(page, 'admin:undo').click();
    await expect(page.getByRole('treeitem')).toHaveText([/Safety at work/, /Quality/]);
    expect(await isShown('Safety at work')).toBe(true);
  });

  await test.step('deleted, and restored from the list of deleted ones: hidden until it is shown again', async () => {
    await remove();
    const deleted = page.getByRole('region', { name: t('editing:categories.deletedTitle') });
    await expect(deleted.getByText('Safety at work').first()).toBeVisible();
    await page.reload();
    await expect(button(page, 'editing:categories.add')).toBeEnabled();
    await expectAccessibleInBoth(page);
    await deleted.getByRole('button', { name: t('editing:action.restore') }).click();
    await expect(page.getByText(t('editing:categories.restoredHidden')).first()).toBeVisible();
    await expect(deleted).toHaveCount(0);
    await expect(node('Safety at work').getByText(t('editing:categories.hidden'))).toBeVisible();
    expect(await isShown('Safety at work')).toBe(false);
  });
  await theirs.close();
});
