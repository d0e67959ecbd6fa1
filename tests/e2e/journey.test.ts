import type { Data } from '#src/contract/calls.ts';
import { weighPage } from '../config/page-weight.ts';
import { answerRightly, expectSaved, keysOf, paperOf, seeResult } from './support/exam.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionIn, sessionOf } from './support/sign-in.ts';
import { PASSWORD, phone } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** The person of this journey; no other test uses them. */
const PERSON = 12;
const LECTURER = 2;

/* The main job, as one person does it. */
test('from signing in to a passed exam', async ({ page, path, t, tenant }) => {
  test.setTimeout(180_000);
  const progress = (name: string) => page.getByRole('progressbar', { name });

  await test.step('sign in and see the tasks', async () => {
    await page.goto(path('/login'));
    await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone(tenant, PERSON));
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path('/home')}$`));
    await expect(page.getByRole('heading', { name: t('record:home.tasks') })).toBeVisible();
    await expect(page.locator('main a[href*="/account/task/"]').first()).toBeVisible();
  });

  await test.step('choose a course and start it', async () => {
    await page
      .getByRole('navigation', { name: t('common:mainNavigation') })
      .locator('a[href$="/knowledge"]')
      .click();
    await page.getByRole('searchbox', { name: t('course:filter.keyword') }).fill(tenant.course.title);
    await page.keyboard.press('Enter');
    await page.locator('main').getByRole('link', { name: tenant.course.title }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tenant.course.title);
    await page.getByRole('link', { name: t('course:start') }).click();
    await expect(page).toHaveURL(/\/watch\/course\?id=/);
  });
  const room = page.url();
  const tree = page.getByRole('complementary', { name: t('study:tree.label') });
  const position = page.getByRole('slider', { name: t('study:player.seek') });
  const film = tree.getByRole('link', { name: tenant.film });

  let second = 0;
  let shown = '';
  await test.step('watch some seconds of a real film', async () => {
    await film.click();
    await page
      .getByRole('button', { name: t('study:player.play') })
      .first()
      .click();
    await expect.poll(async () => Number(await position.inputValue()), { timeout: 30_000 }).toBeGreaterThanOrEqual(6);
    // The report of the pause; an earlier one already shows "recorded" and a lower progress.
    const paused = page.waitForResponse(
      (response) =>
        response.url().endsWith('/study/player/report') && /"active":false/.test(response.request().postData() ?? ''),
    );
    await page.getByRole('button', { name: t('study:player.pause') }).click();
    const { data } = (await (await paused).json()) as { data: Data<'POST /course/auth/study/player/report'> };
    shown = String(data.course.studyProgress);
    await expect(page.getByText(t('study:record.recorded'))).toBeVisible();
    second = Number(await position.inputValue());
    await expect(film).toContainText(/[1-9]\d*%/);
    expect(shown).not.toBe('0');
    await expect(progress(t('study:courseProgress'))).toHaveAttribute('value', shown);
  });

  await test.step('the same progress everywhere', async () => {
    const name = new RegExp(tenant.course.title);
    await page.goto(path('/home'));
    const home = page.locator('main').getByRole('progressbar', { name });
    await expect(home.first()).toHaveAttribute('value', shown);
    await page.goto(path('/account?change=2'));
    await expect(page.locator('main').getByRole('progressbar', { name }).first()).toHaveAttribute('value', shown);
  });

  await test.step('come back to the same second', async () => {
    await page.goto(room);
    await film.click();
    await expect.poll(async () => Number(await position.inputValue()), { timeout: 15_000 }).toBe(second);
    await expect(progress(t('study:courseProgress'))).toHaveAttribute('value', shown);
  });

  let attemptId = '';
  const session = await sessionIn(page.context());
  await test.step('start the exam of the course', async () => {
    await tree.locator('li a').last().click();
    await page.getByRole('link', { name: t('study:exam.go') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tenant.exam.title);
    await page.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    attemptId = /[0-9a-f-]{36}$/.exec(page.url())![0];
    await expect(page.getByRole('timer')).toHaveText(/^29:\d\d$|^30:00$/);
  });
  await test.step('the hall ships at most 150 KB of JavaScript in all', async () => {
    const get = (at: string, headers = {}) => http(hostOf(tenant), at, { headers });
    const hall = await get(new URL(page.url()).pathname, session);
    const { all } = await weighPage(hall.text, async (file) => (await get(file)).text);
    expect(all).toBeGreaterThan(40 * 1024);
    expect(all).toBeLessThanOrEqual(150 * 1024);
  });

  const keys = keysOf(tenant);
  const paper = await paperOf(tenant, session, attemptId);
  const total = paper.questions.length;
  await test.step('answer half of it; a reload in the middle loses nothing', async () => {
    expect(new Set(paper.questions.map(({ type }) => type)).size, 'the five question types').toBe(5);
    const first = [1, 2, 5, total];
    for (const number of first) await answerRightly(page, t, keys, paper, number);
    await expectSaved(page, t);
    await page.reload();
    await expect(page.getByText(t('exam:hall.answeredOf', { n: first.length, total })).first()).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^2[89]:\d\d$/);
    expect((await paperOf(tenant, session, attemptId)).answers).toHaveLength(first.length);
  });

  await test.step('submitting with something unanswered asks first', async () => {
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('exam:hall.submitTitle') });
    await expect(
      dialog.getByRole('button', { name: t('exam:hall.questionNumber', { n: 3 }), exact: true }),
    ).toBeVisible();
    await dialog.getByRole('button', { name: t('exam:hall.keepAnswering') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('answer the rest and submit', async () => {
    for (let number = 1; number <= total; number++) await answerRightly(page, t, keys, paper, number);
    await expectSaved(page, t);
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('exam:hall.submitTitle') });
    await expect(dialog).toContainText(t('exam:hall.allAnswered'));
    await dialog.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await expect(page.getByText(t('exam:done.of', { n: total, total }), { exact: true })).toBeVisible();
    await seeResult(page, t);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exam:done.awaitingTitle'));
    // Every objective question was answered rightly: 80 of 80.
    await expect(page.getByTestId('score')).toHaveText(/^\s*80\s*\/ 80\s*$/);
    await expect(page.getByText(t('exam:done.receipt')).first()).toBeVisible();
  });

  await test.step('review one’s own answers; the right ones are not shown while attempts are left', async () => {
    await page.getByRole('link', { name: t('exam:done.mine') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exam:review.title'));
    await expect(page.getByText(t('exam:review.afterLast', { at: '' }).slice(0, 12))).toBeVisible();
    await expect(page.getByText(t('exam:review.right'), { exact: true })).toHaveCount(0);
  });

  await test.step('a lecturer marks the short answer: passed, and everything earned is in the account', async () => {
    const short = paper.questions.find(({ type }) => type === 'short')!;
    const lecturer = await sessionOf(tenant, LECTURER);
    const marked = await gateway(
      hostOf(tenant),
      'POST /exam/auth/exam/marking/save',
      { attemptId, marks: [{ questionId: short.questionId, score: 15 }] },
      lecturer,
    );
    expect(marked.envelope).toMatchObject({ code: 200, data: { status: 'marked', passed: true } });
    await page.goto(path(`/account/exam/examSuccess?id=${attemptId}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exam:done.pass'));
    await expect(page.getByRole('link', { name: t('exam:done.certificate') })).toHaveClass(/btn-primary/);
    await expect(page.getByTestId('score')).toHaveText(/^\s*95\s*\/ 100\s*$/);
    await page.goto(path(`/account/exam/detail?id=${attemptId}`));
    const verdicts = (text: string) => page.locator('main li .badge', { hasText: new RegExp(`^${text}$`) });
    await expect(verdicts(t('exam:review.full'))).toHaveCount(total - 1);
    await expect(verdicts(t('exam:review.partial'))).toHaveCount(1);
    await page.goto(path('/account?change=3&recordType=2'));
    // That of the exam, and one that the demo brings along.
    await expect(page.locator('main a[href*="/account/certificate?"]')).toHaveCount(2);
    await page.goto(path('/account?change=3&recordType=3'));
    await expect(page.locator('main')).toContainText(tenant.exam.title);
  });
});
