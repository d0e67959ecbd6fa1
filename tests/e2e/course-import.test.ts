import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeDocx } from '../demo-media/office.ts';
import { zip } from '../demo-media/zip.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

// A course that is not shown.
test.use({ expectedLines: /status of 404/ });

/* A folder, an archive and an outline become drafts of courses (docs/decisions/105). */

test('a folder, an archive and a Word document become courses, and what is left out is said', async ({
  page,
  context,
  browser,
  path,
  t,
}, info) => {
  test.setTimeout(240_000);
  const tenant = await ownTenant('Empty');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  const go = (on: Page, chinese: string) => on.goto(`${tenant.origin}${path(chinese)}`);
  await signIn(context, tenant, admin);
  const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(name) }).first();
  const title = page.getByRole('textbox', { name: t('editing:name'), exact: true });
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });

  await test.step('a category', async () => {
    await go(page, '/admin/categories');
    await button('editing:categories.add').click();
    await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
    await button('editing:save').click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
  });

  await test.step('a folder opens in the editor', async () => {
    const folder = join(info.outputDir, 'Welding');
    for (const [name, text] of Object.entries({
      '10. End.txt': 'Clean up.',
      '2. Gas/01 - Leaks.txt': 'Smell for leaks.',
      '1. Start.txt': 'Wear a mask.',
    })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await go(page, '/admin/courses');
    await page.getByRole('link', { name: t('editing:import.command'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('editing:import.title') })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await expect(title).toHaveValue('Welding', { timeout: 60_000 });
    await expect(page.getByRole('treeitem')).toHaveText([/Start/, /Gas/, /Leaks/, /End/]);
  });

  await test.step('published, a learner sees its chapters', async () => {
    await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
    await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
    await button('editing:publish').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('editing:publishNow') })
      .click();
    await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
    const id = new URL(page.url()).searchParams.get('id')!;
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, learner);
    const seat = await theirs.newPage();
    await go(seat, `/knowledge/course/${id}`);
    await expect(seat.getByRole('heading', { name: 'Welding', level: 1 })).toBeVisible();
    await expect(seat.getByRole('link', { name: /Leaks/ })).toBeVisible();
    await theirs.close();
  });

  await test.step('for some people only: nobody else sees it', async () => {
    const id = new URL(page.url()).searchParams.get('id')!;
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, learner);
    const seat = await theirs.newPage();
    const publish = async () => {
      await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
      await button('editing:publish').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('editing:publishNow') })
        .click();
      await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
    };
    await page.getByRole('checkbox', { name: t('site:admin.audience.restricted') }).check();
    const find = page.getByPlaceholder(t('site:admin.audience.findPerson'));
    const found = page.getByRole('list', { name: t('export:people.found') });
    await find.fill('Ada');
    await found.getByRole('button', { name: /Ada/ }).click();
    await expectAccessibleInBoth(page);
    await publish();
    expect((await go(seat, `/knowledge/course/${id}`))!.status()).toBe(404);
    await find.fill('Lea');
    await found.getByRole('button', { name: /Lea/ }).click();
    await publish();
    expect((await go(seat, `/knowledge/course/${id}`))!.status()).toBe(200);
    await theirs.close();
  });

  /** Chooses a file of the computer in the dialog of the library. */
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    await go(page, '/admin/courses/import');
    await button('editing:import.chooseFile').click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  };

  await test.step('an archive: what is left out is listed', async () => {
    const files = { 'Gas/1 Leaks.txt': 'Smell for leaks.', 'Gas/2 Tanks.txt': 'Check tanks.', 'Gas/tool.exe': 'MZ\0' };
    await choose('Gas.zip', 'application/zip', zip(files));
    await expect(page.getByText(t('editing:import.made'))).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Gas/tool.exe')).toBeVisible();
    await expectAccessibleInBoth(page);
    // The same after a reload.
    await page.reload();
    await expect(page.getByText('Gas/tool.exe')).toBeVisible();
    await page.getByRole('link', { name: t('editing:import.open') }).click();
    await expect(title).toHaveValue('Gas');
    await expect(page.getByRole('treeitem')).toHaveText([/Leaks/, /Tanks/]);
  });

  await test.step('a Word document: its headings are chapters', async () => {
    const document = makeDocx([{ heading: 'Safety' }, { text: 'Wear a mask.' }, { heading: 'Tools' }]);
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await choose('Plan.docx', type, document);
    await expect(title).toHaveValue('Plan', { timeout: 60_000 });
    await expect(page.getByRole('treeitem')).toHaveText([/Plan/, /Safety/, /Tools/]);
    await item('Tools').click();
    await expect(page.getByRole('textbox', { name: t('editing:name'), exact: true }).last()).toHaveValue('Tools');
  });
});
