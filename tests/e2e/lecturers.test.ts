import { expect, test } from './support/test.ts';

test('lecturers: who taught most comes first, levels and names narrow it down, and each has their year', async ({
  page,
  path,
  t,
}) => {
  await page.goto(path('/lecturer'));
  const top = page.getByRole('list', { name: t('lecturer:topList') }).getByRole('listitem');
  await expect(top).toHaveCount(3);
  const hours = await top.locator('.text-2xl').allTextContents();
  expect(hours.map(Number)).toEqual([...hours.map(Number)].sort((a, b) => b - a));
  await expect(top.first()).toContainText(t('lecturer:rank', { rank: 1 }));
  await expect(page.locator('main article').first()).toContainText(t('lecturer:rank', { rank: 4 }));

  const levels = page.getByRole('navigation', { name: t('lecturer:level') });
  const level = levels.getByRole('link').nth(1);
  const [, name, count] = /^(.*) (\d+)$/.exec((await level.textContent())!.trim())!;
  await level.click();
  await expect(levels.locator('[aria-current=true]')).toContainText(name!);
  await expect(page.locator('main article')).toHaveCount(Number(count));
  await expect(top).toHaveCount(0);
  const someone = (await page.locator('main article h2').first().textContent())!.trim();
  await page.getByRole('searchbox', { name: t('lecturer:search') }).fill('no such person');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/level=.+&keyword=no\+such\+person/);
  await page.getByRole('link', { name: t('lecturer:showAll') }).click();
  await expect(top).toHaveCount(3);
  await page.getByRole('searchbox', { name: t('lecturer:search') }).fill(someone);
  await page.keyboard.press('Enter');
  await expect(page.locator('main article')).toHaveCount(1);

  await page.goto(path('/lecturer'));
  await top.first().getByRole('link').click();
  const figure = page.locator('dl > div', { hasText: t('lecturer:annualTeachingHours') }).locator('dd');
  await expect(figure).toHaveText(hours[0]!);
  // The table of the chart sums up to the figure.
  await page.getByText(t('lecturer:asTable')).click();
  const table = page.getByRole('table', { name: t('lecturer:hoursByMonth') });
  await expect(table.locator('tbody tr')).toHaveCount(12);
  const months = await table.locator('tbody td').allTextContents();
  expect(months.reduce((sum, text) => sum + Number(text), 0)).toBe(Number(hours[0]));
  const records = page.locator('#records');
  await expect(records.locator('li')).toHaveCount(10);
  const newest = (await records.locator('time').first().getAttribute('datetime'))!;
  const oldest = (await records.locator('time').last().getAttribute('datetime'))!;
  expect(newest > oldest).toBe(true);
  await records.getByRole('link', { name: t('common:pager.page', { page: 2 }) }).click();
  await expect(page).toHaveURL(/page=2#records$/);
  expect((await records.locator('time').first().getAttribute('datetime'))! < oldest).toBe(true);
  await records.locator('a[href*="/knowledge/course/"]').first().click();
  await expect(page).toHaveURL(/\/knowledge\/course\//);
});
