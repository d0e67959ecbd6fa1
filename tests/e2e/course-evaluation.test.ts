import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Files that are dropped onto a course, and how its practical operations and job evaluations are scored. */

// What cannot be published.
test.use({ expectedLines: /status of 422/ });

/** Drops files onto what is there, as a browser does that has no folders. */
async function dropFiles(page: Page, onto: string, files: { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name, { type: 'text/plain' }));
    return transfer;
  }, files);
  for (const event of ['dragover', 'drop'] as const) await page.dispatchEvent(onto, event, { dataTransfer: data });
}

test('dropped files become items, and criteria are written, checked, published and seen by a learner', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  test.setTimeout(180_000);
  const tenant = await ownTenant('Criteria');
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `insert into category (enterprise_id, code, name) select id, 'safety', '{"zh":"Safety"}' from portal.enterprise where key = $1`,
      [tenant.key],
    );
  });
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const theirs = await browser.newContext({ locale: lang });
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
  await ownMember(tenant, { userName: 'Grace Assessor' });
  const seat = await theirs.newPage();
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const box = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  const add = (type: string) => page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption(type);

  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await page.getByRole('textbox', { name: t('editing:name'), exact: true }).fill('Pumps');
  await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
  await saved();

  await test.step('files are dropped into the course', async () => {
    await dropFiles(page, '.course-items .media-drop', [{ name: 'Card.txt', text: 'All steps.' }]);
    await expect(page.getByRole('treeitem', { name: /Card/ })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: t('media:uploads') })).toHaveCount(0);
    await saved();
  });

  await test.step('criteria of a practical operation', async () => {
    await add('practice');
    await button('editing:evaluation.begin').click();
    await box('editing:evaluation.criterion').fill('STEPS');
    await page.getByRole('spinbutton', { name: t('editing:evaluation.weight') }).fill('60');
    await expect(page.getByText(t('editing:evaluation.sum', { sum: 60 }))).toBeVisible();
    await button('editing:evaluation.addCriterion').click();
    await box('editing:evaluation.criterion').last().fill('CLOTHES');
    await expect(page.getByText(t('editing:evaluation.sum', { sum: 100 }))).toBeVisible();
    await button('editing:evaluation.addLevel').last().click();
    await box('editing:evaluation.level').fill('ALWAYS');
    const find = page.getByPlaceholder(t('site:admin.audience.findPerson'));
    await find.fill('Grace');
    await page.getByRole('button', { name: /Grace Assessor/ }).click();
    await expect(
      page.getByRole('button', { name: t('editing:evaluation.removeAssessor', { name: 'Grace Assessor' }) }),
    ).toBeVisible();
    await saved();
    await expectAccessibleInBoth(page);
  });

  await test.step('a job evaluation cannot be published without criteria', async () => {
    await add('evaluation');
    await saved();
    await button('editing:publish').click();
    await expect(page.getByRole('treeitem').last().getByText(t('editing:course.itemWrong'))).toBeVisible();
    await expect(page.getByText(t('errors:field.noCriteria'))).toBeVisible();
    await button('editing:evaluation.begin').click();
    await box('editing:evaluation.criterion').fill('HELP');
    await saved();
    await page.reload();
    await expect(page.getByRole('treeitem')).toHaveCount(3);
    await page.getByRole('treeitem').nth(1).click();
    await expect(box('editing:evaluation.criterion').last()).toHaveValue('CLOTHES');
  });

  await button('editing:publish').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editing:publishNow') })
    .click();
  await expect(page.getByText(t('editing:saving.none'))).toBeVisible();

  await test.step('a learner sees what is scored, and by whom', async () => {
    const id = new URL(page.url()).searchParams.get('id')!;
    const open = async (type: 'practice' | 'evaluation') => {
      const resource = await asOperator(async (client) => {
        await client.query(
          `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`,
          [tenant.key],
        );
        const { rows } = await client.query<{ id: string }>(
          `select id from course_resource where course_id = $1 and content_type = $2`,
          [id, type === 'practice' ? 7 : 8],
        );
        return rows[0]!.id;
      });
      await seat.goto(`${tenant.origin}${path(`/watch/course?id=${id}&resource=${resource}`)}`);
    };
    await open('practice');
    for (const text of ['STEPS', 'CLOTHES', 'ALWAYS'])
      await expect(seat.getByText(new RegExp(text)).first()).toBeVisible();
    await expect(seat.getByText(/Grace Assessor/)).toBeVisible();
    await expect(seat.getByRole('button', { name: t('evaluation:start.practice') })).toBeVisible();
    await open('evaluation');
    await expect(seat.getByText(/HELP/).first()).toBeVisible();
  });
  await theirs.close();
});
