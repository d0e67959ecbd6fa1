import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Stages of a learning project, from an empty form to what a learner sees (docs/specification.md, section "Courses"). */

// What cannot be published.
test.use({ expectedLines: /status of 422/ });

/** A category, and published courses. */
const addCourses = (key: string, titles: string[]) =>
  asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    const tenant = `(select id from portal.enterprise where key = $1)`;
    await client.query(
      `insert into category (enterprise_id, code, name) select ${tenant}, 'all', '{"zh": "全部", "en": "All"}'`,
      [key],
    );
    await client.query(
      `insert into course (enterprise_id, code, title) select ${tenant}, 'c' || n, title from unnest($2::text[]) with ordinality x (title, n)`,
      [key, titles],
    );
  });

test('stages are named, filled, ordered by keyboard, published, and seen with what is locked', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Stages');
  await addCourses(tenant.key, ['Welcome', 'Welding', 'Rigging']);
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  await page.goto(`${tenant.origin}${path('/admin/projects/edit')}`);
  const named = (name: string) => page.locator(`[name="${name}"]:not(fieldset)`);
  const tree = page.getByRole('tree', { name: t('editing:project.content') });
  const node = (name: string) => tree.getByRole('treeitem', { name: new RegExp(name) });
  const add = async (title: string) => {
    await page.getByRole('button', { name: `${t('editing:project.addCourse')}:` }).click();
    const panel = page.getByRole('dialog', { name: t('editing:project.addCourse') });
    await panel.getByRole('searchbox').fill(title);
    await expect(panel.getByRole('button')).toHaveText([title]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(node(title)).toBeVisible();
  };
  const publish = async () => {
    await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
    await page.getByRole('button', { name: t('editing:publish'), exact: true }).click();
  };
  await named('title').fill('First year');
  await named('categoryId').selectOption({ index: 1 });
  await add('Welcome');
  await page.getByRole('button', { name: t('editing:project.addStage') }).click();
  await page.getByLabel(t('editing:project.stageNameEn')).fill('Month one');
  await expect(node('Welcome')).toHaveAttribute('aria-level', '2');
  await add('Welding');
  await page.getByRole('button', { name: t('editing:project.addStage') }).click();
  await page.getByLabel(t('editing:project.opens')).selectOption('date');
  await add('Rigging');

  await test.step('what is wrong is said at the stage', async () => {
    await publish();
    const wrong = node(t('editing:project.unnamedStage'));
    await expect(wrong.getByText(t('editing:course.itemWrong'))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await wrong.click();
    await page.getByLabel(t('editing:project.stageNameEn')).fill('Month two');
    await page.getByLabel(t('editing:project.opens')).selectOption('previous');
    await expectAccessibleInBoth(page);
  });

  await test.step('a course is moved into another stage without a mouse, and a removed stage comes back', async () => {
    await node('Welding').click();
    await page.getByRole('button', { name: t('admin:tree.moveTo') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Month two' }).check();
    await dialog.getByRole('button', { name: t('admin:row.move'), exact: true }).click();
    await expect(tree.getByRole('treeitem').filter({ hasText: /Month|W|R/ })).toHaveText([
      /Month one/,
      /Welcome/,
      /Month two/,
      /Rigging/,
      /Welding/,
    ]);
    await node('Month two').click();
    await page.getByRole('button', { name: `${t('admin:row.remove')} Month two` }).click();
    await expect(node('Month two')).toHaveCount(0);
    await expect(node('Welding')).toBeVisible();
    await page.getByText(t('admin:undo'), { exact: true }).click();
    await expect(node('Month two')).toBeVisible();
  });

  await publish();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('editing:publishNow') }).click();
  await expect(dialog).toHaveCount(0);
  const link = await page.evaluate(() => new URLSearchParams(location.search).get('id'));
  const theirs = await browser.newContext();
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
  const learner = await theirs.newPage();
  await learner.goto(`${tenant.origin}${path(`/knowledge/project/${link}`)}`);
  await expect(learner.getByRole('heading', { level: 3, name: 'Month one' })).toBeVisible();
  await expect(learner.getByText(t('course:project.opensAfter', { name: 'Month one' }))).toBeVisible();
  await expect(learner.getByRole('link', { name: 'Welcome' })).toBeVisible();
  await expect(learner.getByText('Rigging')).toBeVisible();
  await expect(learner.getByRole('link', { name: 'Rigging' })).toHaveCount(0);
  await expectAccessibleInBoth(learner);
  // The course itself is open: only the way through the project is closed.
  await learner.goto(`${tenant.origin}${path('/knowledge')}`);
  await expect(learner.getByRole('link', { name: 'Rigging' })).toBeVisible();
  await theirs.close();
});
