import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Results and item analysis of an exam of the demo content, which people have sat before the import. */

const ADMIN = 4;
const TITLE = { zh: '上半年安全知识摸底考试', en: 'Half-year safety check' };

test.beforeEach(async ({ page, context, tenant, path, t, lang }) => {
  await signIn(context, tenant, ADMIN);
  await page.goto(path(`/test/analysis?keyword=${encodeURIComponent(TITLE[lang])}`));
  await page.getByRole('link', { name: t('analysis:of', { title: TITLE[lang] }) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE[lang]);
});

test('results by department lead to people; a resit shows its own', async ({ page, t }) => {
  const departments = page.getByRole('table').first();
  const total = departments.getByRole('row').nth(1);
  await expect(total.getByRole('cell').first()).toHaveText('18');
  await expectFits(page);
  await expectAccessibleInBoth(page);
  const windows = page.getByLabel(t('analysis:results.window'));
  await windows.selectOption('1');
  await page.getByRole('button', { name: t('analysis:period.show'), exact: true }).click();
  await page.waitForURL(/window=1/);
  await expect(windows).toHaveValue('1');
  // Those who passed before are not people of the resit.
  await expect(total.getByRole('cell').first()).not.toHaveText('18');
  const people = page
    .getByRole('table', { name: t('analysis:person.title') })
    .getByRole('rowgroup')
    .nth(1)
    .getByRole('row');
  const count = await people.count();
  const department = departments.getByRole('link').first();
  const name = (await department.textContent())!.trim();
  await department.click();
  await expect(page.getByRole('combobox', { name: t('analysis:person.anyDepartment') })).toHaveValue(new RegExp(name));
  await expect(windows).toHaveValue('1');
  await expect.poll(() => people.count()).toBeLessThan(count);
  await page.getByRole('link', { name: t('analysis:person.best'), exact: true }).click();
  await expect(page).toHaveURL(/window=1&.*sort=-bestScore/);
  await expect(page.getByRole('columnheader', { name: t('analysis:person.best') })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // The table is pale until the new order is there.
  await expect(page.getByRole('region', { name: t('analysis:person.title') }).last()).not.toHaveAttribute('aria-busy');
  await expect.poll(() => people.count()).toBeLessThan(count);
  await expectAccessibleInBoth(page);
});

test('certificates are requested for people chosen from the results', async ({ page, t }) => {
  await page.getByRole('button', { name: t('record:issued.issue') }).click();
  const dialog = page.getByRole('dialog', { name: t('record:issued.issue') });
  const boxes = dialog.getByRole('checkbox');
  await boxes.nth(1).check();
  await expect(boxes.first()).not.toBeChecked();
  await boxes.first().check();
  await expect(boxes.last()).toBeChecked();
  await dialog.getByRole('button', { name: t('record:issued.send') }).click();
  await expect(dialog).toContainText(t('record:issued.reasonMissing'));
  await expectAccessibleInBoth(page);
});

test('questions have their figures, and answers by group', async ({ page, t }) => {
  await page.getByRole('link', { name: t('analysis:tab.questions'), exact: true }).click();
  await expect(page.getByRole('definition').first()).toHaveText('18');
  // 13 questions and the head.
  await expect(page.getByRole('table', { name: t('analysis:histogram.label') }).getByRole('row')).toHaveCount(11);
  const overview = page.getByRole('group', { name: t('analysis:item.overview') });
  await expect(overview.getByRole('row')).toHaveCount(14);
  const options = page.getByRole('table', { name: t('analysis:item.options', { number: 1 }), exact: true });
  await expect(options.getByRole('row')).toHaveCount(5);
  await expect(options).toContainText(t('analysis:item.right'));
  await expectFits(page);
  await expectAccessibleInBoth(page);
  await page.getByLabel(t('analysis:counting.label')).selectOption('last');
  await page.getByRole('button', { name: t('analysis:period.show'), exact: true }).click();
  await expect(page).toHaveURL(/counting=last/);
  await expect(page.getByRole('definition').first()).toHaveText('18');
});
