import type { Page } from '@playwright/test';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A course from the empty form to what a learner sees, and its life after that (docs/decisions/102). */

// What cannot be published, two editors at once, a portal that cannot be reached, and a course that is withdrawn.
test.use({ expectedLines: /status of (404|409|422)|ERR_(FAILED|CONNECTION_FAILED)/ });

test('a course is written, previewed, published, changed by two editors, withdrawn, deleted and restored', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(240_000);
  const tenant = await ownTenant('Empty');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  const go = (on: Page, chinese: string) => on.goto(`${tenant.origin}${path(chinese)}`);
  await signIn(context, tenant, admin);
  const theirs = await browser.newContext();
  await signIn(theirs, tenant, learner);
  const seat = await theirs.newPage();

  const button = (on: Page, key: string) => on.getByRole('button', { name: t(key), exact: true });
  const title = (on: Page) => on.getByRole('textbox', { name: t('editing:name'), exact: true });
  const saved = (on: Page) => expect(on.getByText(t('editing:saving.saved'))).toBeVisible();
  const state = (which: string) =>
    expect(page.getByRole('main').getByText(t(`editing:state.${which}`), { exact: true })).toBeVisible();
  const publish = async (on: Page) => {
    await button(on, 'editing:publish').click();
    await on
      .getByRole('dialog')
      .getByRole('button', { name: t('editing:publishNow') })
      .click();
    await expect(on.getByRole('dialog')).toHaveCount(0);
    await expect(on.getByText(t('editing:saving.none'))).toBeVisible();
  };

  await test.step('a category', async () => {
    await go(page, '/admin/categories');
    await button(page, 'editing:categories.add').click();
    await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
    await page.getByRole('textbox', { name: t('editing:nameIn.en') }).fill('Safety');
    await button(page, 'editing:save').click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
  });

  await test.step('a draft with a chapter, a file of the library and a practical operation', async () => {
    await go(page, '/admin/courses');
    await page.getByRole('link', { name: t('editing:course.add') }).click();
    await title(page).fill('Welding');
    await saved(page);
    await button(page, 'editing:course.addFolder').click();
    await button(page, 'editing:course.addFiles').click();
    const library = page.getByRole('dialog');
    const rules = { name: 'Rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Wear a mask.') };
    await library.locator('input[type=file]').setInputFiles(rules);
    // What was sent is chosen and shown.
    await expect(library.getByRole('button', { name: /Rules\.txt/, pressed: true })).toBeVisible({ timeout: 30_000 });
    await library.getByRole('button').last().click();
    await expect(page.getByRole('treeitem', { name: /Rules/ })).toBeVisible();
    await page
      .getByRole('treeitem', { name: new RegExp(t('editing:item.folder')) })
      .first()
      .click();
    await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('practice');
    await expect(page.getByRole('treeitem')).toHaveCount(3);
    await saved(page);
    await expectAccessibleInBoth(page);
    await page.reload();
    await expect(title(page)).toHaveValue('Welding');
    await expect(page.getByRole('treeitem')).toHaveCount(3);
  });
  const id = new URL(page.url()).searchParams.get('id')!;
  const course = `/knowledge/course/${id}`;
  const lookedAt = async () => (await go(seat, course))!.status();

  await test.step('what is missing is said at its field', async () => {
    await button(page, 'editing:publish').click();
    const category = page.getByRole('combobox', { name: t('editing:category'), exact: true });
    await expect(category).toHaveAccessibleDescription(t('errors:field.required'));
    await expect(category).toBeFocused();
    expect(await lookedAt()).toBe(404);
    await category.selectOption({ index: 1 });
    await saved(page);
  });

  await test.step('the preview is the page, for its editor only', async () => {
    const opened = context.waitForEvent('page');
    await button(page, 'editing:preview').click();
    const preview = await opened;
    await expect(preview.getByRole('heading', { name: 'Welding', level: 1 })).toBeVisible();
    await expect(preview.getByText(t('editing:previewBar'))).toBeVisible();
    expect(await lookedAt()).toBe(404);
    expect((await go(seat, `${course}?preview=course:${id}`))!.status()).toBe(403);
    await preview.close();
  });

  await test.step('published, a learner sees it', async () => {
    await publish(page);
    await state('published');
    expect(await lookedAt()).toBe(200);
    await expect(seat.getByRole('heading', { name: 'Welding', level: 1 })).toBeVisible();
    await expect(seat.getByRole('link', { name: /Rules/ })).toBeVisible();
  });

  await test.step('two editors: both versions are shown, and one of them is chosen', async () => {
    const other = await context.newPage();
    await go(other, `/admin/courses/edit?id=${id}`);
    await title(other).fill('Welding B');
    await saved(other);
    await title(page).fill('Welding A');
    await expect(page.getByRole('heading', { name: t('editing:conflictTitle') })).toBeVisible();
    await expect(page.getByText('Welding B').first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await button(page, 'admin:conflict.continue').click();
    await saved(page);
    await other.reload();
    await expect(title(other)).toHaveValue('Welding A');
    await other.close();
    expect(await lookedAt()).toBe(200);
    await expect(seat.getByRole('heading', { name: 'Welding', exact: true, level: 1 })).toBeVisible();
  });

  await test.step('while the portal cannot be reached nothing is lost', async () => {
    const call = '**/gateway/system/auth/content/save';
    await page.route(call, (route) => route.abort());
    await title(page).fill('Welding C');
    await expect(page.getByText(t('editing:saving.failed'))).toBeVisible();
    await page.unroute(call);
    await saved(page);
    await publish(page);
    expect(await lookedAt()).toBe(200);
    await expect(seat.getByRole('heading', { name: 'Welding C', level: 1 })).toBeVisible();
  });

  await test.step('back to the first version', async () => {
    await button(page, 'editing:versions').click();
    await page.getByRole('button', { name: new RegExp(`^${t('editing:compare')}.*1$`) }).click();
    await page.getByRole('button', { name: t('editing:goBack', { number: 1 }) }).click();
    await expect(title(page)).toHaveValue('Welding');
    await saved(page);
  });

  await test.step('withdrawn, deleted and restored', async () => {
    for (const [action, then] of [
      ['withdraw', 'withdrawn'],
      ['delete', 'deleted'],
    ] as const) {
      await button(page, `editing:action.${action}`).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t(`editing:action.${action}`) })
        .click();
      await state(then);
      expect(await lookedAt()).toBe(404);
    }
    await go(page, '/admin/courses');
    await expect(page.getByRole('link', { name: t('editing:editOf', { title: 'Welding' }) })).toHaveCount(0);
    await go(page, '/admin/courses?state=deleted');
    await page.getByRole('link', { name: t('editing:editOf', { title: 'Welding' }) }).click();
    await button(page, 'editing:action.restore').click();
    await state('withdrawn');
    await publish(page);
    expect(await lookedAt()).toBe(200);
  });
  await theirs.close();
});
