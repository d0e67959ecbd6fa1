import { addMember, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Tasks that managers make, change and follow (docs/decisions/093). */

const ADMIN = 4;

test('a task is made for a position in a department; its people see it, it is extended, and its progress is exported', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const phone = await addMember(tenant);
  const person = newcomer(phone);
  const title = `Hot work ${phone.slice(-6)}`;
  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin'));
  await page.getByRole('link', { name: t('admin:place.tasks.title'), exact: true }).click();
  await page.getByRole('link', { name: t('tasks:new') }).click();

  await test.step('with two courses in order, for one person and a position of a department', async () => {
    await page.getByRole('textbox', { name: t('tasks:editor.title'), exact: true }).fill(title);
    const add = page.getByRole('button', { name: new RegExp(`^${t('requirement:editor.add')} .`) });
    await add.nth(0).click();
    await add.nth(1).click();
    const items = page.getByRole('list', { name: t('tasks:editor.items') }).getByRole('listitem');
    await expect(items).toHaveCount(2);
    const second = (await items.nth(1).locator('p').first().textContent())!.replace(/^2\. /, '');
    await items
      .nth(1)
      .getByRole('button', { name: t('admin:row.up', { name: `2. ${second}` }) })
      .click();
    await expect(items.nth(0)).toContainText(`1. ${second}`);
    await page.getByLabel(t('requirement:editor.department'), { exact: true }).selectOption({ index: 1 });
    await page.getByLabel(t('requirement:editor.position'), { exact: true }).selectOption({ index: 1 });
    await page.getByPlaceholder(t('requirement:editor.namedSearch')).fill(person);
    await page.getByRole('button', { name: person }).click();
    await page.getByRole('checkbox', { name: t('tasks:editor.lateCompletion') }).check();
    await expect(page.getByText(/^(将有|\d+ p)/).first()).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('tasks:editor.create') }).click();
    await page.getByRole('button', { name: t('tasks:editor.publish'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(person);
    await dialog.getByRole('button', { name: t('tasks:editor.publish'), exact: true }).click();
    await expect(page.getByText(t('tasks:editor.publishedNow'))).toBeVisible();
    await expect(page.getByText(t('tasks:state.upcoming'), { exact: true })).toBeVisible();
  });

  await test.step('it begins now and ends later', async () => {
    const start = page.getByLabel(t('tasks:editor.startAt'), { exact: true });
    await start.fill(`${(await start.inputValue()).slice(0, 8)}01T00:00`);
    const end = page.getByLabel(t('tasks:editor.endAt'), { exact: true });
    const until = `${Number((await end.inputValue()).slice(0, 4)) + 1}-06-30T18:00`;
    await end.fill(until);
    await page.getByRole('button', { name: t('tasks:editor.save'), exact: true }).click();
    await expect(page.getByText(t('tasks:state.running'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(end).toHaveValue(until);
    await page.getByRole('button', { name: t('admin:history.title') }).click();
    await expect(page.getByRole('dialog')).toContainText(t('history:action.task.publish'));
    await page.keyboard.press('Escape');
  });

  await test.step('the list and the progress show its people; the progress is exported', async () => {
    await page.goto(path(`/admin/tasks?keyword=${encodeURIComponent(title)}`));
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText(t('tasks:state.running'));
    await expectAccessibleInBoth(page);
    await page
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('link', { name: /^共|in all$/ })
      .click();
    const own = page.getByRole('row').filter({ hasText: person });
    await expect(own).toContainText(t('tasks:progressState.notStarted'));
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('export:button') }).click();
    await expect(page.getByText(t('export:requested'))).toBeVisible();
  });

  await test.step('the person has it', async () => {
    await signIn(context, tenant, phone);
    await page.goto(path('/account?change=1'));
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });
});
