import { answerRightly, expectSaved, keysOf, paperOf, seeResult } from './support/exam.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** The person of this test; no other uses them. */
const PERSON = 14;

/* A whole short course in real time: its film at double speed, a minute of the two pages of its document, its exam. Hours come of it. */
test('a completed course earns its class hours, once', async ({ page, context, path, t, tenant }) => {
  test.setTimeout(240_000);
  const me = await signIn(context, tenant, PERSON);
  const host = hostOf(tenant);
  const found = await gateway(host, 'POST /course/auth/course/info/page', { keyword: tenant.shortCourse.title }, me);
  const courseId = (found.envelope.data as { list: { id: string }[] }).list[0]!.id;
  await page.goto(path(`/watch/course?id=${courseId}`));
  const tree = page.getByRole('complementary', { name: t('study:tree.label') });
  const done = (n: number) => tree.locator('li a').nth(n).getByText(t('enum:learningState.completed'));

  await test.step('the film', async () => {
    await page.getByRole('combobox', { name: t('study:player.speed') }).selectOption('2');
    await page
      .getByRole('button', { name: t('study:player.play') })
      .first()
      .click();
    await expect(done(0)).toBeAttached({ timeout: 60_000 });
  });
  await test.step('the document', async () => {
    await tree.locator('li a').nth(1).click();
    // Each of its two pages has half of the time.
    await expect(page.getByText(t('document:pageSeen'))).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: t('document:next') }).click();
    await expect(done(1)).toBeAttached({ timeout: 60_000 });
  });
  await test.step('the exam', async () => {
    await tree.locator('li a').nth(2).click();
    await page.getByRole('link', { name: t('study:exam.go') }).click();
    await page.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    const attemptId = /[0-9a-f-]{36}$/.exec(page.url())![0];
    const paper = await paperOf(tenant, me, attemptId);
    const keys = keysOf(tenant);
    for (let number = 1; number <= paper.questions.length; number++) await answerRightly(page, t, keys, paper, number);
    await expectSaved(page, t);
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(page, t);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exam:done.pass'));
  });
  await test.step('the ledger', async () => {
    await page.goto(path('/account?change=3&recordType=1'));
    await expect(page.locator('main')).toContainText(tenant.shortCourse.title);
    const hours = await gateway(host, 'GET /data/auth/course/hour/user/hours/count', {}, me);
    expect(hours.envelope.data).toMatchObject({ totalHours: 1, requiredHours: 1 });
    await page.goto(path('/account?change=3&recordType=2'));
    await expect(page.locator('main a[href*="/account/certificate"]')).toHaveCount(1);
    await page.goto(path('/home'));
    await expect(page.locator('main')).toContainText(t('record:stat.certificates'));
  });
});
