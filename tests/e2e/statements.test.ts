import { readFile } from 'node:fs/promises';
import { expectAccessibleInBoth } from './support/sound.ts';
import { signIn } from './support/sign-in.ts';
import { expect, listen, test } from './support/test.ts';

/* Annual statements (docs/specification.md, section "Annual statements"). */

const ADMIN = 4;

test('a member issues the statement of a year, and a stranger verifies it', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  await signIn(context, tenant, 5);
  await page.goto(path('/account?change=3&recordType=1'));
  const section = page.getByRole('region', { name: t('statement:account.title') });
  const year = section.getByLabel(t('statement:account.year'));
  await year.selectOption({ index: 1 });
  const chosen = await year.inputValue();
  await section.getByRole('button', { name: t('statement:account.issue') }).click();
  const row = section.getByRole('listitem').filter({ hasText: t('statement:account.of', { year: chosen }) });
  await expect(row).toContainText(t('statement:state.current'));
  const address = await row.getByRole('link', { name: t('statement:account.verify') }).getAttribute('href');
  await section.getByRole('button', { name: t('statement:account.issue') }).click();
  await expect(page.getByText(t('statement:account.same'))).toBeVisible();
  await expect(row).toHaveCount(1);
  await expectAccessibleInBoth(page);
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: t('statement:account.pdf') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^S${chosen}-.*\\.pdf$`));
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const stranger = await browser.newContext({ baseURL: tenant.origin });
  const their = await stranger.newPage();
  const lines = listen(their);
  await their.goto(address!);
  await expect(their.locator('p[role=status]')).toHaveText(t('statement:verify.current'));
  await expect(their.getByRole('definition').filter({ hasText: chosen }).first()).toBeVisible();
  await expect(their.getByRole('definition').filter({ hasText: '*' })).toBeVisible();
  await expectAccessibleInBoth(their);
  // By its number, as of a certificate.
  await their.goto(path('/certificate'));
  await their.getByLabel(t('verification:number')).fill(address!.split('/').at(-1)!.toLowerCase());
  await their.getByRole('button', { name: t('verification:verify') }).click();
  await expect(their.locator('p[role=status]')).toHaveText(t('statement:verify.current'));
  expect(lines).toEqual([]);
  const unknown = await their.goto(path('/statement/S2020-AAAA-BBBB-CCCC'));
  expect(unknown!.status()).toBe(404);
  await expect(their.locator('p[role=status]')).toHaveText(t('statement:verify.unknown'));
  await stranger.close();
});

test('an administrator requests the statement of a department', async ({ page, context, tenant, path, t }) => {
  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin'));
  await page.getByRole('link', { name: t('admin:place.statements.title'), exact: true }).click();
  await page.getByRole('button', { name: t('statement:admin.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('statement:admin.add') });
  await expectAccessibleInBoth(page);
  const departments = dialog.getByLabel(t('statement:admin.department'));
  await expect(departments.locator('option')).not.toHaveCount(1);
  await departments.selectOption({ index: 1 });
  const chosen = (await departments.locator('option:checked').textContent())!;
  await dialog.getByRole('button', { name: t('statement:admin.add') }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: chosen }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expectAccessibleInBoth(page);
});
