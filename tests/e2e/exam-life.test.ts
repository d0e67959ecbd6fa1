import { expectSaved, seeResult } from './support/exam.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The life of an exam and of its questions: copied, published, changed while somebody sits it, withdrawn, deleted, restored (docs/decisions/126). */

// An exam that is sat cannot be deleted, one that is deleted is not found.
test.use({ expectedLines: /status of (404|409)/ });

test('an exam is copied, changed and withdrawn while it is sat, deleted, restored and published again', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(180_000);
  const tenant = await tenantWithExam();
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const theirs = await browser.newContext();
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
  const seat = await theirs.newPage();
  const go = (chinese: string, on = page) => on.goto(`${tenant.origin}${path(chinese)}`);
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const confirm = (key: string) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t(key), exact: true })
      .click();
  const copyTitle = t('exam:admin.copyOf', { title: 'Exam' });
  let id = '';

  await test.step('the copy is an exam of its own, which nobody sees yet', async () => {
    await go(`/admin/exams/edit?id=${tenant.examId}`);
    await button('editing:duplicate').click();
    await expect(page.getByLabel(t('exam:admin.title'), { exact: true })).toHaveValue(copyTitle);
    id = new URL(page.url()).searchParams.get('id')!;
    expect(id).not.toBe(tenant.examId);
    expect((await go(`/test/id?id=${id}`, seat))!.status()).toBe(404);
    await button('exam:admin.publish').click();
    await expect(button('exam:admin.withdraw')).toBeVisible();
    await expectAccessibleInBoth(page);
    await expectFits(page);
  });

  await test.step('somebody sits it while its questions and rules change, and keeps paper and time', async () => {
    await go(`/test/id?id=${id}`, seat);
    await seat.getByRole('button', { name: t('exam:start.button') }).click();
    await seat.getByRole('radio', { name: /This/ }).check();
    await expectSaved(seat, t);
    await page.getByLabel(t('exam:admin.limit'), { exact: true }).fill('10');
    await button('exam:admin.save').click();
    await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
    const editor = page.url();

    await go('/admin/questions');
    await page.getByRole('link', { name: 'Bank', exact: true }).click();
    await page.getByRole('button', { name: t('bank:editNamed', { code: 'single' }) }).click();
    const form = page.getByRole('form', { name: t('bank:editNamed', { code: 'single' }) });
    await form.getByLabel(t('bank:stem'), { exact: true }).fill('Which one now?');
    await form.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByText('Which one now?')).toBeVisible();
    // It is deleted for new papers, and restored: withdrawn, until it is published again.
    const row = page.getByRole('row').filter({ hasText: 'Which one now?' });
    const apply = async (action: string) => {
      await row.getByRole('checkbox').check();
      await page.getByLabel(t('bank:bulk.action')).selectOption(action);
      await button('bank:bulk.apply').click();
    };
    await apply('delete');
    const asks = page.getByRole('dialog');
    await expect(asks).toContainText(t('bank:bulk.use.drawn', { count: 1 }));
    await expect(asks).toContainText(t('bank:bulk.use.exams', { count: 2 }));
    await expectAccessibleInBoth(page);
    await confirm('bank:bulk.delete');
    await expect(asks).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await page.getByLabel(t('bank:state'), { exact: true }).selectOption('deleted');
    await expect(row).toContainText(t('editing:state.deleted'));
    await expectAccessibleInBoth(page);
    await expectFits(page);
    await row.getByRole('button', { name: t('editing:action.restore') }).click();
    await expect(row).toHaveCount(0);
    await page.getByLabel(t('bank:state'), { exact: true }).selectOption('');
    await expect(row).toContainText(t('bank:withdrawn'));
    await apply('publish');
    await expect(row).not.toContainText(t('bank:withdrawn'));

    await seat.reload();
    await expect(seat.getByText('Which one?')).toBeVisible();
    await expect(seat.getByRole('radio', { name: /This/ })).toBeChecked();
    await expect(seat.getByTestId('countdown')).toHaveText(/^(2\d|30):\d\d$/);

    await page.goto(editor);
    await button('exam:admin.withdraw').click();
    await expect(button('exam:admin.publish')).toBeVisible();
    await button('editing:action.delete').click();
    await expect(page.getByRole('dialog')).toContainText(/1/);
    await confirm('editing:action.delete');
    await expect(page.getByText(t('errors:examRunning')).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await seat.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await seat.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(seat, t);
  });
  const result = seat.url();

  await test.step('it is deleted: the result stays, the exam is in no list', async () => {
    await button('editing:action.delete').click();
    await confirm('editing:action.delete');
    await expect(page).toHaveURL(/published=deleted/);
    const row = page.getByRole('row').filter({ hasText: copyTitle });
    await expect(row).toContainText(t('editing:state.deleted'));
    await expectAccessibleInBoth(page);
    await expectFits(page);
    expect((await go(`/admin/exams/edit?id=${id}`))!.status()).toBe(404);
    expect((await seat.goto(result))!.status()).toBe(200);
    await go('/admin/exams');
    await expect(page.getByRole('link', { name: 'Exam', exact: true })).toBeVisible();
    await expect(page.getByText(copyTitle)).toHaveCount(0);
  });

  await test.step('it is restored as a draft, and published again', async () => {
    await go('/admin/exams?published=deleted');
    await page.getByRole('row').filter({ hasText: copyTitle }).getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`edit\\?id=${id}`));
    await expect(page.getByText(t('exam:admin.isDraft'), { exact: true })).toBeVisible();
    await button('exam:admin.publish').click();
    await expect(button('exam:admin.withdraw')).toBeVisible();
    expect((await go(`/test/id?id=${id}`, seat))!.status()).toBe(200);
  });
  await theirs.close();
});
