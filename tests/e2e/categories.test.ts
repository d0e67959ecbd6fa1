import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The life of a category: from the empty form to what a learner sees, two editors, hidden, deleted and restored. */

// What somebody else has changed, and what is in use.
test.use({ expectedLines: /status of 409/ });

test('a category is added, changed by two editors, hidden, refused while it is used, deleted and restored', async ({
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

  await test.step('two editors: the second one is told what it is called now, and what they typed stays', async () => {
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
    await expect(dialog.getByText(t('errors:revisionChanged'))).toBeVisible();
    await expect(dialog.getByText(t('editing:categories.nowIs', { name: 'Work safety' }))).toBeVisible();
    await expect(name(second)).toHaveValue('Safety at work');
    await expectAccessibleInBoth(second);
    // Now they know, and may do it nevertheless.
    await button(second, 'editing:save').click();
    await expect(dialog).toHaveCount(0);
    expect(await isShown('Safety at work')).toBe(true);
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
    await remove();
    await expect(page.getByText(t('errors:categoryInUse'))).toBeVisible();
    await button(page, 'common:cancel').click();
    await use(`update course set category_id = null`);
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
  await theirs.close();
});
