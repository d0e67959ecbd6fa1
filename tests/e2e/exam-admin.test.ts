import { randomUUID } from 'node:crypto';
import { addMember, appointAdministrator, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { phone } from './support/tenants.ts';
import { expect, listen, test } from './support/test.ts';

/** The bank that several exams of the demo content use. */
const SHARED_BANK = /^(年度考试题库|Annual exam) /;

test('an administrator makes an exam by rule; a person with extra time sees it, sits it and takes a break', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const [adminPhone, phone] = [await addMember(tenant), await addMember(tenant)];
  await appointAdministrator(adminPhone);
  const name = newcomer(phone);
  const title = `Ladder exam ${phone.slice(-4)}`;
  await signIn(context, tenant, adminPhone);

  await test.step('accommodation', async () => {
    await page.goto(path('/admin'));
    await page.getByRole('link', { name: t('admin:place.accommodations.title'), exact: true }).click();
    await page.getByRole('button', { name: t('exam:accommodation.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('export:people.person')).fill(name);
    await dialog.getByRole('button', { name }).click();
    await dialog.getByLabel(t('exam:accommodation.field.percent')).fill('25');
    await dialog.getByLabel(t('exam:accommodation.field.breaks'), { exact: true }).fill('1');
    await dialog.getByLabel(t('exam:accommodation.field.breakMinutes')).fill('10');
    await dialog.getByLabel(t('exam:accommodation.field.largeType')).check();
    await dialog.getByLabel(t('exam:accommodation.field.reason')).fill('Report of a doctor');
    await dialog.getByRole('button', { name: t('exam:accommodation.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('25');
    await expectFits(page);
  });

  let examPath = '';
  await test.step('exam by rule, checked, previewed and published', async () => {
    await page.goto(path('/admin/exams'));
    await page.getByRole('link', { name: t('exam:admin.new') }).click();
    await page.getByLabel(t('exam:admin.title'), { exact: true }).fill(title);
    await page.getByLabel(t('exam:admin.windowStart')).first().fill('2026-01-01T08:00');
    // Questions of the exam that other tests sit would be withheld from its reviews.
    const bank = page.getByLabel(t('exam:admin.bank'), { exact: true });
    const shared = bank.getByRole('option', { name: SHARED_BANK });
    await bank.selectOption((await shared.textContent())!);
    await page.getByLabel(t('exam:admin.count'), { exact: true }).fill('2');
    await page.getByLabel(t('exam:admin.passScore')).fill('10');
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    await expect(page).toHaveURL(/id=/);
    const id = new URL(page.url()).searchParams.get('id')!;
    examPath = path(`/test/id?id=${id}`);
    await page.getByRole('button', { name: t('exam:admin.preview') }).click();
    await expect(page.getByTestId('preview').getByRole('listitem').first()).toBeVisible();
    await page.getByRole('button', { name: t('exam:admin.publish') }).click();
    await expect(page.getByRole('button', { name: t('exam:admin.withdraw') })).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  await test.step('the candidate sees what applies, and gets it', async () => {
    await signIn(context, tenant, phone);
    await page.goto(examPath);
    await expect(page.getByTestId('accommodation')).toContainText('15');
    await page.getByRole('button', { name: t('exam:start.button') }).click();
    // 60 minutes and a quarter.
    await expect(page.getByTestId('countdown')).toHaveText(/^01:1[45]:\d\d$/);
    const question = page.getByRole('radio').first();
    await question.check();
    await page.getByRole('button', { name: t('exam:break.start_one', { count: 1 }) }).click();
    await page.getByRole('button', { name: t('exam:break.begin') }).click();
    await expect(page.getByRole('heading', { name: t('exam:break.title') })).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    // The paper stays hidden after a reload.
    await page.reload();
    await expect(page.getByTestId('break-left')).toHaveText(/^0\d:\d\d$/);
    await page.getByRole('button', { name: t('exam:break.end') }).click();
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.getByTestId('countdown')).toHaveText(/^01:1[45]:\d\d$/);
    await expect(page.getByRole('button', { name: t('exam:break.start_one', { count: 1 }) })).toHaveCount(0);
  });
});

test('two administrators edit an exam: both versions are shown, and nothing typed is lost', async ({
  page,
  browser,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const [first, second] = [await addMember(tenant), await addMember(tenant)];
  for (const each of [first, second]) await appointAdministrator(each);
  await signIn(context, tenant, first);
  await page.goto(path('/admin/exams/edit'));
  const title = page.getByLabel(t('exam:admin.title'), { exact: true });
  await title.fill(`Edited by two ${first.slice(-4)}`);
  await page.getByLabel(t('exam:admin.count'), { exact: true }).fill('1');
  await page.getByLabel(t('exam:admin.passScore')).fill('10');
  await page.getByRole('button', { name: t('exam:admin.create') }).click();
  await expect(page).toHaveURL(/id=/);

  const elsewhere = await browser.newContext({ baseURL: tenant.origin });
  await signIn(elsewhere, tenant, second);
  const their = await elsewhere.newPage();
  const lines = listen(their);
  await their.goto(page.url());
  const theirTitle = their.getByLabel(t('exam:admin.title'), { exact: true });
  await theirTitle.fill('Title of the second');
  await their.getByLabel(t('exam:admin.maxAttempts'), { exact: true }).fill('3');
  await expect(their.getByText(t('admin:unsaved.kept', { action: t('exam:admin.save') }))).toBeVisible();

  await title.fill('Title of the first');
  await page.getByLabel(t('exam:admin.limit'), { exact: true }).fill('45');
  await page.getByRole('button', { name: t('exam:admin.save'), exact: true }).click();
  await expect(page.getByText(t('exam:admin.saved'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);

  // The browser of the second one was closed and is opened again; they are based on the older revision.
  const questions: string[] = [];
  their.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await their.reload();
  expect(questions).toEqual(['beforeunload']);
  await expect(theirTitle).toHaveValue('Title of the second');
  await their.getByRole('button', { name: t('exam:admin.save'), exact: true }).click();
  const conflict = their.getByRole('region', { name: t('exam:admin.conflictTitle') });
  const part = (name: string) => conflict.getByRole('group', { name, exact: true });
  await expect(part(t('exam:admin.title')).getByText('Title of the first')).toBeVisible();
  await expect(conflict.getByRole('group')).toHaveCount(3);
  await expect(part(t('exam:admin.limit')).getByLabel(t('admin:conflict.theirs'))).toBeChecked();
  await expect(part(t('exam:admin.maxAttempts')).getByLabel(t('admin:conflict.mine'))).toBeChecked();
  await expectAccessibleInBoth(their);
  await expectFits(their);
  await part(t('exam:admin.title')).getByLabel(t('admin:conflict.theirs')).check();
  await conflict.getByRole('button', { name: t('admin:conflict.continue') }).click();
  await expect(their.getByLabel(t('exam:admin.limit'), { exact: true })).toHaveValue('45');
  await their.getByRole('button', { name: t('exam:admin.save'), exact: true }).click();
  await expect(their.getByText(t('exam:admin.saved'), { exact: true })).toBeVisible();
  expect(lines.filter((line) => !line.includes('status of 409'))).toEqual([]);
  await elsewhere.close();

  await page.reload();
  await expect(title).toHaveValue('Title of the first');
  await expect(page.getByLabel(t('exam:admin.maxAttempts'), { exact: true })).toHaveValue('3');

  await test.step('parts are dragged, and the history says what was changed', async () => {
    // Both parts are visible at once.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width, height: 1800 });
    const partTitle = (n: number) => page.getByLabel(t('exam:admin.sectionTitle'), { exact: true }).nth(n - 1);
    await page.getByRole('button', { name: t('exam:admin.addSection') }).click();
    await partTitle(2).fill('Second');
    await page.getByLabel(t('exam:admin.count'), { exact: true }).nth(1).fill('1');
    const parts = page.getByRole('list', { name: t('exam:admin.sections') }).getByRole('listitem');
    await expect(parts.nth(1)).toHaveAttribute('draggable', 'true');
    const grip = parts.nth(1).getByTitle(t('admin:row.drag'));
    await parts.nth(0).evaluate((part) => part.scrollIntoView({ block: 'center' }));
    const from = (await grip.boundingBox())!;
    const to = (await parts.nth(0).boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, to.y + to.height - 20, { steps: 5 });
    await expect(parts.nth(0)).toHaveAttribute('data-drop', 'after');
    await page.mouse.move(from.x + 30, to.y + 20, { steps: 5 });
    // Playwright reports the element that is entered; only the next movement is one over it.
    await page.mouse.move(from.x + 31, to.y + 21);
    await expect(parts.nth(0)).toHaveAttribute('data-drop', 'before');
    await page.mouse.up();
    await page.setViewportSize({ width, height });
    await expect(partTitle(1)).toHaveValue('Second');
    await page.getByRole('button', { name: t('exam:admin.save'), exact: true }).click();
    await expect(page.getByText(t('exam:admin.saved'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('admin:history.title'), exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByText(t('history:action.exam.changed'))).toHaveCount(3);
    await expect(panel.getByText(t('history:action.exam.created'))).toBeVisible();
    const newest = panel
      .getByRole('listitem')
      .filter({ hasText: t('exam:admin.sections') })
      .first();
    await expect(newest).toContainText(newcomer(first));
    await expect(
      panel
        .getByRole('listitem')
        .filter({ hasText: t('exam:admin.limit') })
        .first(),
    ).toContainText('45');
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });
});

test.describe('a lecturer', () => {
  test.use({ expectedLines: /status of 422/ });

  test('makes an exam of their course, without rewards', async ({ page, context, tenant, path, t }) => {
    await signIn(context, tenant, phone(tenant, 2));
    await page.goto(path('/test'));
    await page.getByRole('link', { name: t('exam:admin.manage') }).click();
    await expect(page.getByText(t('exam:admin.ownListHint'))).toBeVisible();
    await page.getByRole('link', { name: t('exam:admin.new') }).click();
    const title = `Exam of a lecturer ${randomUUID().slice(0, 8)}`;
    await page.getByLabel(t('exam:admin.title'), { exact: true }).fill(title);
    await expect(page.getByLabel(t('exam:admin.points'), { exact: true })).toHaveCount(0);
    await expect(page.getByLabel(t('exam:admin.certificate'), { exact: true })).toHaveCount(0);
    await page.getByLabel(t('exam:admin.count'), { exact: true }).fill('1');
    await page.getByLabel(t('exam:admin.passScore')).fill('10');
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    // What was typed stays when the course is missing.
    await expect(page.getByText(t('errors:field.ownCourse')).first()).toBeVisible();
    const course = page.getByLabel(t('exam:admin.course'), { exact: true });
    await course.selectOption({ index: 1 });
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    await expect(page).toHaveURL(/id=/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });
});
