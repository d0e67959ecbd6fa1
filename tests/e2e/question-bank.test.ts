import { readFile } from 'node:fs/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import { expect, test } from './support/test.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';

const ADMIN = 4;

test('a bank is filled from a GIFT file, a question gets a new version, and the bank is exported', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  await signIn(context, tenant, ADMIN);
  const title = `Bank ${Date.now()}`;
  await page.goto(path('/admin/questions'));
  await page.getByRole('button', { name: t('bank:newBank') }).click();
  await page.getByRole('dialog').getByLabel(t('bank:bankTitle')).fill(title);
  await page.getByRole('button', { name: t('bank:save'), exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(path(`/admin/questions?keyword=${encodeURIComponent(title)}`));
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await page.getByRole('button', { name: t('bank:import.open'), exact: true }).click();
  const gift = '::volt::Unit of the voltage? {=Volt ~Ampere}\n\n::sky::The sky is blue. {T}\n\n::broken::What {';
  await page
    .getByLabel(t('bank:import.file'))
    .setInputFiles({ name: 'quiz.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });
  await expect(page.getByRole('dialog').getByText('quiz.gift').first()).toBeVisible();
  await page.getByRole('button', { name: t('bank:import.confirm', { count: 2 }) }).click();
  await expect(page.getByText('Unit of the voltage?')).toBeVisible();

  await page.getByRole('button', { name: t('bank:editNamed', { code: 'volt' }) }).click();
  const editor = page.getByRole('form', { name: t('bank:editNamed', { code: 'volt' }) });
  await editor.getByLabel(t('bank:stem'), { exact: true }).fill('Unit of the voltage $U = RI$?');
  await expect(editor.getByRole('region', { name: t('bank:preview') }).locator('math')).toBeVisible();
  await expectAccessibleInBoth(page);
  await editor.getByRole('button', { name: t('bank:save'), exact: true }).click();
  await expect(editor).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'volt' }).locator('math').first()).toBeVisible();

  await page
    .getByRole('row')
    .filter({ hasText: 'volt' })
    .getByRole('button', { name: new RegExp(`^${t('bank:duplicate')}`) })
    .click();
  const copy = page.getByRole('form', { name: t('bank:newQuestion') });
  await expect(copy.getByLabel(t('bank:stem'), { exact: true })).toHaveValue('Unit of the voltage $U = RI$?');
  await expect(copy.getByLabel(t('bank:code'))).toHaveValue('');
  await copy.getByLabel(t('bank:stem'), { exact: true }).fill('Unit of the current?');
  await copy.getByRole('button', { name: t('bank:save'), exact: true }).click();
  await expect(copy).toHaveCount(0);
  const rows = page.getByRole('row').filter({ hasText: t('enum:questionType.single') });
  await expect(rows.filter({ hasText: 'Unit of the current?' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'volt' })).toHaveCount(1);

  await page.getByRole('button', { name: t('bank:export.open') }).click();
  await page.getByRole('button', { name: t('bank:export.gift') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: t('admin:saveFile', { name: '' }).trim() }).click();
  expect((await saved).suggestedFilename()).toContain('Bank');
});

test('a question with the name of another is shown beside it, and replaces it only where that is chosen', async ({
  page,
  context,
  t,
  path,
}) => {
  const own = await ownTenant('Similar');
  const lecturer = await ownMember(own, { userName: 'Author', userType: 2 });
  await signIn(context, own, lecturer);
  const session = await sessionOf(own, lecturer);
  const saved = await gateway(hostOf(own), 'POST /exam/auth/question/bank/save', { title: 'Bank' }, session);
  const { id } = saved.envelope.data as { id: string };
  await page.goto(`${own.origin}${path(`/admin/questions/${id}`)}`);
  const dialog = page.getByRole('dialog');
  const read = async (gift: string) => {
    await page.getByRole('button', { name: t('bank:import.open'), exact: true }).click();
    await dialog
      .getByLabel(t('bank:import.file'))
      .setInputFiles({ name: 'quiz.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });
  };
  const confirm = (count: number) => dialog.getByRole('button', { name: t('bank:import.confirm', { count }) }).click();
  await read('::q1::The first river {T}\n\n::q2::The second river {T}');
  await confirm(2);
  await expect(page.getByText('The first river')).toBeVisible();

  await read('::q1::The first lake {T}\n\n::q2::The second lake {T}');
  const rows = dialog.getByRole('listitem');
  await expect(rows.filter({ hasText: 'The first lake' })).toContainText('The first river');
  await expectAccessibleInBoth(page);
  await dialog.getByLabel(t('bank:import.allReplace')).check();
  const second = rows.filter({ hasText: 'The second lake' });
  await expect(second.getByLabel(t('bank:import.asReplace'))).toBeChecked();
  await second.getByLabel(t('bank:import.asNew')).check();
  await expect(dialog.getByLabel(t('bank:import.allReplace'))).not.toBeChecked();
  await confirm(2);
  const list = page.getByRole('region', { name: t('bank:questions') });
  for (const stem of ['The first lake', 'The second lake', 'The second river'])
    await expect(list.getByText(stem)).toBeVisible();
  await expect(list.getByText('The first river')).toHaveCount(0);

  await page.getByRole('button', { name: t('bank:export.open') }).click();
  await dialog.getByRole('button', { name: t('bank:export.moodle') }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: t('admin:saveFile', { name: '' }).trim() }).click();
  expect((await download).suggestedFilename()).toBe('Bank.xml');
});

test('the template is saved, imported as it is and as csv, and a wrong cell is named with its place', async ({
  page,
  context,
  t,
  path,
}) => {
  const own = await ownTenant('Banks');
  const lecturer = await ownMember(own, { userName: 'Author', userType: 2 });
  await signIn(context, own, lecturer);
  const saved = await gateway(
    hostOf(own),
    'POST /exam/auth/question/bank/save',
    { title: 'Bank' },
    await sessionOf(own, lecturer),
  );
  const { id } = saved.envelope.data as { id: string };
  await page.goto(`${own.origin}${path(`/admin/questions/${id}`)}`);
  const open = page.getByRole('button', { name: t('bank:import.open') });
  const dialog = page.getByRole('dialog');
  const confirm = (count: number) => dialog.getByRole('button', { name: t('bank:import.confirm', { count }) });

  await open.click();
  await dialog.getByRole('button', { name: t('bank:import.template') }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: t('admin:saveFile', { name: 'question-template.xlsx' }) }).click();
  const template = await readFile(await (await download).path());
  const choose = dialog.getByLabel(t('bank:import.file'));
  await choose.setInputFiles({ name: 'template.xlsx', mimeType: '', buffer: template });
  await confirm(5).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t('question:template.example.blank.stem'))).toBeVisible();

  // Saved as csv by a spreadsheet program, with one more question whose type does not exist.
  const rows: string[][] = [];
  for await (const { values } of streamXlsxRows(template, { sheet: 0 }))
    rows.push(values.map((value) => String(value ?? '')));
  const [TYPE, STEM] = [1, 5];
  const example = rows[1]!;
  rows.push(example.with(STEM, 'Which one is new?'), example.with(STEM, 'What is this?').with(TYPE, 'riddle'));
  const csv = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()).join('\r\n');
  await open.click();
  await choose.setInputFiles({ name: 'filled-in.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`) });
  const wrong = dialog.getByRole('listitem').filter({ hasText: 'riddle' });
  // A cell of the examples has line breaks.
  const line = csv.slice(0, csv.indexOf('riddle')).split('\n').length;
  await expect(wrong).toContainText(String(line));
  await expectAccessibleInBoth(page);
  await confirm(1).click();
  await expect(page.getByText('Which one is new?')).toBeVisible();
  await expect(page.getByText('What is this?')).toHaveCount(0);
});

test.describe('two people', () => {
  // What the browser says of the refused save.
  test.use({ expectedLines: /status of 409/ });

  test('edit a short answer with criteria at the same time, and the question moves to another bank', async ({
    page,
    context,
    t,
    path,
  }) => {
    test.setTimeout(120_000);
    const own = await ownTenant('Banks');
    const lecturer = await ownMember(own, { userName: 'Author', userType: 2 });
    await signIn(context, own, lecturer);
    const session = await sessionOf(own, lecturer);
    const call = async (name: `POST /${string}`, input: object) => {
      const { envelope } = await gateway(hostOf(own), name, input, session);
      expect(envelope.code).toBe(200);
      return envelope.data as { id: string };
    };
    const [bank, other] = [
      await call('POST /exam/auth/question/bank/save', { title: 'First bank' }),
      await call('POST /exam/auth/question/bank/save', { title: 'Second bank' }),
    ];
    const stored = {
      ...{ type: 'short', answer: 'Too much current', bankId: bank.id, code: 'fuse', difficulty: 1, topic: null },
      ...{ tags: [], texts: { en: { stem: 'Why does a fuse blow?', options: [], analysis: null } } },
    };
    const { id } = await call('POST /exam/auth/question/save', stored);

    await test.step('lecturers find the banks in their menu', async () => {
      await page.goto(`${own.origin}${path('/test')}`);
      await page
        .locator('summary')
        .and(page.getByLabel(t('common:user.menuOf', { name: 'Author' })))
        .click();
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('common:user.questionBanks') })
        .last()
        .click();
      await page.getByRole('link', { name: 'First bank' }).click();
    });

    await page.getByRole('button', { name: t('bank:editNamed', { code: 'fuse' }) }).click();
    const editor = page.getByRole('form', { name: t('bank:editNamed', { code: 'fuse' }) });
    await editor.getByRole('button', { name: t('marking:rubric.add') }).click();
    await editor.getByLabel(t('marking:rubric.criterion', { n: 1 }), { exact: true }).fill('Names the current');
    await editor.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await expect(editor.getByText(t('bank:criteria.incomplete'))).toBeVisible();
    await editor.getByLabel(t('marking:rubric.points'), { exact: true }).fill('5');
    await editor.getByLabel(t('bank:stem'), { exact: true }).fill('Why does a fuse melt?');

    await call('POST /exam/auth/question/save', {
      ...stored,
      id,
      version: 1,
      answer: 'A short circuit',
      topic: 'Fuses',
    });
    await editor.getByRole('button', { name: t('bank:save'), exact: true }).click();
    const conflict = page.getByRole('region', { name: t('bank:conflict.title') });
    await expect(conflict.getByText('Author')).toBeVisible();
    await expect(conflict.locator('mark').getByText('melt')).toBeVisible();
    await expectAccessibleInBoth(page);
    const answers = conflict.getByRole('group', { name: t('bank:conflict.part.answer') });
    // Only they have changed it.
    await expect(answers.getByLabel(t('admin:conflict.theirs'))).toBeChecked();
    await conflict
      .getByRole('group', { name: t('bank:conflict.part.topic') })
      .getByLabel(t('admin:conflict.mine'))
      .check();
    await conflict.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await expect(editor.getByLabel(t('bank:stem'), { exact: true })).toHaveValue('Why does a fuse melt?');
    await expect(editor.getByLabel(t('bank:reference'), { exact: true })).toHaveValue('A short circuit');
    await expect(editor.getByLabel(t('marking:rubric.criterion', { n: 1 }), { exact: true })).toHaveValue(
      'Names the current',
    );
    await editor.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await expect(editor).toHaveCount(0);
    await expect(page.getByText('Why does a fuse melt?')).toBeVisible();

    await page.getByLabel(t('admin:table.select', { name: 'fuse' })).check();
    await page.getByLabel(t('bank:bulk.action')).selectOption('move');
    await page.getByLabel(t('bank:bulk.target')).selectOption('Second bank');
    await page.getByRole('button', { name: t('bank:bulk.apply') }).click();
    await expect(page.getByText('Why does a fuse melt?')).toHaveCount(0);
    const view = await gateway(hostOf(own), `GET /exam/auth/question/view?id=${id}`, {}, session);
    expect(view.envelope.data).toMatchObject({
      ...{ bankId: other.id, version: 3, answer: 'A short circuit', topic: null },
      criteria: [{ text: 'Names the current', points: 5 }],
    });
  });

  test('rename a bank, and the second chooses what stays; it is deleted, and restored as it was', async ({
    page,
    context,
    t,
    path,
  }) => {
    const own = await ownTenant('Banks');
    const lecturer = await ownMember(own, { userName: 'Author', userType: 2 });
    await signIn(context, own, lecturer);
    const session = await sessionOf(own, lecturer);
    const save = async (input: object) => {
      const { envelope } = await gateway(hostOf(own), 'POST /exam/auth/question/bank/save', input, session);
      expect(envelope.code).toBe(200);
      return envelope.data as { id: string };
    };
    const { id } = await save({ title: 'Optics' });
    await page.goto(`${own.origin}${path('/admin/questions')}`);
    await page.getByRole('button', { name: t('bank:editBankNamed', { title: 'Optics' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('bank:practice')).selectOption('members');
    await save({ id, revision: 1, title: 'Wave optics' });
    await dialog.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await expect(dialog.getByRole('heading', { name: t('bank:bankConflict') })).toBeVisible();
    await expectAccessibleInBoth(page);
    // Only they have changed the title, and only the practice was changed here.
    await dialog.getByRole('button', { name: t('admin:conflict.continue') }).click();
    await expect(dialog.getByLabel(t('bank:bankTitle'))).toHaveValue('Wave optics');
    await dialog.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const view = await gateway(hostOf(own), `GET /exam/auth/question/bank/view?id=${id}`, {}, session);
    expect(view.envelope.data).toMatchObject({ title: 'Wave optics', practice: 'members', revision: 3 });

    const row = page.getByRole('row').filter({ hasText: 'Wave optics' });
    await row.getByRole('button', { name: t('editing:action.delete') }).click();
    await expect(dialog).toContainText(t('bank:bankDeleteHint'));
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: t('editing:action.delete') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(t('bank:noBanks'))).toBeVisible();
    await page.getByLabel(t('bank:state'), { exact: true }).selectOption('deleted');
    await expect(row).toBeVisible();
    await expect(row).toContainText(t('editing:state.deleted'));
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await row.getByRole('button', { name: t('editing:action.restore') }).click();
    await expect(row).toHaveCount(0);
    await page.getByLabel(t('bank:state'), { exact: true }).selectOption('');
    await page.getByRole('link', { name: 'Wave optics' }).click();
    await expect(page.getByRole('heading', { name: 'Wave optics', level: 1 })).toBeVisible();
  });
});
