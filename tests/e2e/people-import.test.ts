import { readFile } from 'node:fs/promises';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { expect, test } from './support/test.ts';
import { http } from './support/http.ts';
import { hostOf, sessionIn, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';

const ADMIN = 4;

// A file that is not taken.
test.use({ expectedLines: /status of 415/ });

test('people are imported from a table: compared, applied, and undone as a whole', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const mark = String(Date.now()).slice(-7);
  const [first, second] = [`A${mark}`, `B${mark}`];
  const file = (department: string) =>
    writeXlsx({
      sheets: [
        {
          name: 'People',
          rows: [
            ['Staff list'],
            ['Name', 'Employee number', 'Phone', 'Department', 'Reports to', 'Remark'],
            [`Ann ${mark}`, first, `1991${mark}`, department, second, 'x'],
            [`Ben ${mark}`, second, '', department, '', ''],
            [`Cid ${mark}`, `C${mark}`, '12', department, '', ''],
          ],
        },
      ],
    });
  const send = async (department: string) => {
    await page.goto(path('/admin/people/import'));
    const buffer = Buffer.from(await file(department));
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page.getByLabel(t('people:import.file')).setInputFiles({ name: `staff-${mark}.xlsx`, mimeType, buffer });
    await page.getByRole('button', { name: t('people:import.compare') }).click();
    await expect(page.getByText(t('people:import.stateHint.planned'))).toBeVisible({ timeout: 60_000 });
  };
  const apply = async () => {
    await page.getByRole('button', { name: t('people:import.apply'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('people:import.apply'), exact: true })
      .click();
    await expect(page.getByText(t('people:import.stateHint.applied'))).toBeVisible({ timeout: 60_000 });
  };
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${mark}` });
  await signIn(context, tenant, ADMIN);

  await test.step('an old file is explained', async () => {
    await page.goto(path('/admin/people/import'));
    const buffer = Buffer.from('d0cf11e0a1b11ae10000', 'hex');
    await page
      .getByLabel(t('people:import.file'))
      .setInputFiles({ name: 'old.xls', mimeType: 'application/vnd.ms-excel', buffer });
    await expect(page.getByRole('alert')).toContainText('.xlsx');
  });

  await test.step('the plan shows new people and what is wrong', async () => {
    await send(`Plant ${mark}`);
    await expect(row('Ann')).toContainText(t('people:import.kind.new'));
    await expect(row('Cid')).toContainText(t('people:import.reason.phone'));
    await expect(page.getByText(`Plant ${mark}`).first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });

  await test.step('applied, the right rows are members', async () => {
    await apply();
    await expect(row('Ann')).toContainText(t('people:import.outcome.done'));
  });

  await test.step('the next file changes them field by field', async () => {
    await send(`Yard ${mark}`);
    await expect(row('Ann')).toContainText(`Plant ${mark}`);
    await expect(row('Ann')).toContainText(`Yard ${mark}`);
    await apply();
  });

  await test.step('the result is downloaded with its outcome', async () => {
    await page.getByRole('button', { name: t('people:import.downloadResult') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: `staff-${mark}` }).click();
    const bytes = await readFile(await (await saved).path());
    const cells: unknown[] = [];
    for await (const { values } of streamXlsxRows(bytes)) cells.push(...values);
    expect(cells).toContain(t('people:import.outcome.done'));
    expect(cells).toContain(`Cid ${mark}`);
  });

  await test.step('undone, they are what they were', async () => {
    await page.getByRole('button', { name: t('people:import.undo'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('people:import.undo'), exact: true })
      .click();
    await expect(page.getByText(t('people:import.stateHint.undone'))).toBeVisible({ timeout: 60_000 });
    await expect(row('Ann')).toContainText(t('people:import.undone.done'));
  });
});

test('the sample file of a demo tenant has new, changed, unchanged, missing and three wrong rows', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin/people/import'));
  await page.getByRole('button', { name: t('people:import.sample.get') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: t('people:import.sample.file') }).click();
  const buffer = await readFile(await (await saved).path());
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel(t('people:import.file')).setInputFiles({ name: 'sample.xlsx', mimeType, buffer });
  // Nobody has come by an import yet.
  await page.getByRole('checkbox', { name: t('people:import.option.allMissing') }).check();
  await page.getByRole('button', { name: t('people:import.compare') }).click();
  await expect(page.getByText(t('people:import.stateHint.planned'))).toBeVisible({ timeout: 60_000 });
  const id = new URL(page.url()).searchParams.get('id')!;
  const view = `/gateway/people/auth/import/view?id=${id}`;
  const { text } = await http(hostOf(tenant), view, { headers: await sessionIn(context, tenant.origin) });
  const { data } = JSON.parse(text) as { data: { counts: Record<string, number> } };
  expect(data.counts).toMatchObject({ new: 8, wrong: 3 });
  for (const kind of ['changed', 'unchanged', 'missing']) expect(data.counts[kind]).toBeGreaterThan(2);
});
