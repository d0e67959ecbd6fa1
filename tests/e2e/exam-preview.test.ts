import { ownMember } from './support/own-tenant.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The page of candidates beside the editor of an exam (docs/decisions/116). */

// A candidate may not see a preview.
test.use({ expectedLines: /status of 403/, viewport: { width: 1440, height: 900 } });

test('the editor of an exam shows the page of its candidates as it is stored', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam();
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  await page.goto(`${tenant.origin}${path(`/admin/exams/edit?id=${tenant.examId}`)}`);
  const pane = page.getByRole('complementary', { name: t('editing:preview') });
  const shown = pane.locator('iframe').contentFrame();
  const heading = (text: string) => shown.getByRole('heading', { name: text, exact: true, level: 1 });
  await expect(heading('Exam')).toBeVisible();
  await expect(shown.getByText(t('editing:previewBar'))).toBeVisible();
  await expect(shown.getByRole('button', { name: t('exam:start.button') })).toBeDisabled();
  await expect(shown.getByText(t('exam:start.previewed'))).toBeVisible();

  await page.getByLabel(t('exam:admin.title'), { exact: true }).fill('Ladder exam');
  await page.getByRole('button', { name: t('exam:admin.save') }).click();
  await expect(heading('Ladder exam')).toBeVisible();
  await pane.getByRole('button', { name: t('editing:width.desktop') }).click();
  await expect(pane.locator('iframe')).toHaveJSProperty('clientWidth', 1280);
  const other = path('/x') === '/x' ? 'en' : 'zh';
  await pane.getByRole('button', { name: t(`editing:previewIn.${other}`), exact: true }).click();
  await expect(shown.locator('html')).toHaveAttribute('lang', other === 'en' ? 'en' : /^zh/);
  await expectAccessibleInBoth(page);

  await test.step('also before it is published, and when it is for others; nothing of that is stored', async () => {
    const publish = page.getByRole('button', { name: t('exam:admin.publish'), exact: true });
    const withdraw = page.getByRole('button', { name: t('exam:admin.withdraw'), exact: true });
    if (await withdraw.isVisible()) await withdraw.click();
    await expect(publish).toBeVisible();
    await page.reload();
    await expect(heading('Ladder exam')).toBeVisible();
    await expect(publish).toBeVisible();
  });

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, await ownMember(tenant, { userName: 'Lea Rner' }));
  const seat = await theirs.newPage();
  const preview = path(`/test/id?id=${tenant.examId}&preview=exam:${tenant.examId}`);
  expect((await seat.goto(`${tenant.origin}${preview}`))!.status()).toBe(403);
  await theirs.close();
});
