import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* The life of each kind of content but courses (course-editing.test.ts), from the empty form to what a learner sees (docs/decisions/102). */

// What cannot be published, what is not published, and two editors at once.
test.use({ expectedLines: /status of (404|409|422)/ });

type Kind = { list: string; add: string; field: string; more?: Record<string, string>; hasCourses?: boolean };
const KINDS: Kind[] = [
  { list: '/admin/projects', add: 'editing:project.add', field: 'title', hasCourses: true },
  { list: '/admin/lecturers', add: 'editing:lecturer.add', field: 'lecturerName', more: { lecturerLevel: 'Senior' } },
  { list: '/admin/announcements', add: 'site:admin.announcement.add', field: 'title', more: { body: 'Read this.' } },
  { list: '/admin/articles', add: 'site:admin.article.add', field: 'title.zh', more: { 'body.zh': 'Read this.' } },
];

/** A category and a published course, which a project needs. */
const addCourse = (key: string) =>
  asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `with c as (insert into category (enterprise_id, code, name) select id, 'safety', '{"zh":"Safety"}' from portal.enterprise where key = $1 returning *)
       insert into course (enterprise_id, code, title, category_id) select enterprise_id, 'welding', 'Welding', id from c`,
      [key],
    );
  });

for (const { list, add, field, more = {}, hasCourses = false } of KINDS) {
  test(`${list}: written, previewed, published, changed by two editors, withdrawn, deleted and restored`, async ({
    page,
    context,
    browser,
    path,
    t,
  }) => {
    test.setTimeout(180_000);
    const tenant = await ownTenant('Life');
    if (hasCourses) await addCourse(tenant.key);
    await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
    const theirs = await browser.newContext();
    await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
    const seat = await theirs.newPage();
    const go = (chinese: string) => page.goto(`${tenant.origin}${path(chinese)}`);
    const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
    /** A field, or the text of a rich text editor. */
    const named = (on: Page, name = field) =>
      on.locator(`[name="${name}"]:not(fieldset), fieldset[name="${name}"] [role=textbox]`);
    const saved = (on: Page) => expect(on.getByText(t('editing:saving.saved'))).toBeVisible();
    const state = (which: string) =>
      expect(page.getByRole('main').getByText(t(`editing:state.${which}`), { exact: true })).toBeVisible();
    const publish = async () => {
      await button('editing:publish').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('editing:publishNow') })
        .click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await state('published');
      await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
    };

    await go(list);
    await page.getByRole('link', { name: t(add) }).click();
    await named(page).fill('First title');
    for (const [name, text] of Object.entries(more)) await named(page, name).fill(text);
    if (hasCourses) {
      await named(page, 'categoryId').selectOption({ index: 1 });
      await page.getByRole('button', { name: `${t('editing:project.addCourse')}:` }).click();
      await page.getByRole('button', { name: 'Welding' }).click();
      await page.keyboard.press('Escape');
    }
    await saved(page);
    const editor = page.url();

    const opened = context.waitForEvent('page');
    await button('editing:preview').click();
    const preview = await opened;
    await expect(preview.getByRole('heading', { name: 'First title', level: 1 })).toBeVisible();
    const address = new URL(preview.url());
    address.searchParams.delete('preview');
    await preview.close();
    const status = async () => (await seat.goto(address.href))!.status();
    const shows = async (title: string) => {
      expect(await status()).toBe(200);
      await expect(seat.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    };
    expect(await status()).toBe(404);
    await publish();
    await shows('First title');

    await test.step('two editors: what learners see does not change, and both versions are shown', async () => {
      const other = await context.newPage();
      await other.goto(editor);
      await named(other).fill('Their title');
      await saved(other);
      await named(page).fill('My title');
      await expect(page.getByRole('heading', { name: t('editing:conflictTitle') })).toBeVisible();
      await expect(page.getByText('Their title').first()).toBeVisible();
      await button('admin:conflict.continue').click();
      await saved(page);
      await other.reload();
      await expect(named(other)).toHaveValue('My title');
      await other.close();
      await shows('First title');
      await publish();
      await shows('My title');
    });

    for (const [action, then] of [
      ['withdraw', 'withdrawn'],
      ['delete', 'deleted'],
    ] as const) {
      await button(`editing:action.${action}`).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t(`editing:action.${action}`) })
        .click();
      await state(then);
      expect(await status()).toBe(404);
    }
    await go(`${list}?state=deleted`);
    await page.getByRole('link', { name: t('editing:editOf', { title: 'My title' }) }).click();
    await button('editing:action.restore').click();
    await state('withdrawn');
    await publish();
    await shows('My title');
    await theirs.close();
  });
}
