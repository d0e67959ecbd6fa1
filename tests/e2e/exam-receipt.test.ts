import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { expectSaved, goTo, seeResult } from './support/exam.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember, type OwnTenant } from './support/own-tenant.ts';
import { keepCookies, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* The hall after the end of an attempt, and when its candidate is logged out in another tab (docs/decisions/073). */

const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;
/** Longest time until the hall hears of something by its beat. */
const BEAT = { timeout: 30_000 };
type In = { page: Page; t: Texts; path: (chinese: string) => string };

async function start({ page, t, path }: In, { origin, examId }: OwnTenant & { examId: string }): Promise<string> {
  await page.goto(origin + path(`/test/id?id=${examId}`));
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
  await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
  return /[0-9a-f-]{36}$/.exec(page.url())![0];
}

const answerIt = (page: Page) => page.getByRole('radio', { name: 'This' }).check();

test('the receipt takes the place of the paper; it can be printed, and a reload leads to the result', async ({
  page,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam();
  await signIn(page.context(), tenant, await ownMember(tenant, { userName: 'Candidate' }));
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The first sign of life may come before or after the answer.
    const isBeat =
      pathname.endsWith('/answer/save') && (request.postDataJSON() as { answers: [] }).answers.length === 0;
    if (pathname.startsWith('/gateway/') && !isBeat) calls.push(pathname);
  });
  await start({ page, t, path }, tenant);
  calls.length = 0;
  await answerIt(page);
  await expectSaved(page, t);
  await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).press('Enter');
  await page.getByRole('button', { name: t('exam:hall.submitNow') }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('exam:receipt.title') })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: t('exam:receipt.title') })).toContainText(
    t('exam:hall.answeredOf', { n: 1, total: 2 }),
  );
  const receipt = page.getByRole('region', { name: t('exam:done.receipt') });
  await expect(receipt).toContainText('Candidate');
  await expect(receipt).toContainText(t('exam:done.of', { n: 1, total: 2 }));
  // One save, one submission: no page and no other call.
  expect(calls.map((name) => name.split('/').slice(-2).join('/'))).toEqual(['answer/save', 'exam/submit']);
  const code = await page.getByTestId('receipt').textContent();
  await expectFits(page);
  await expectAccessibleInBoth(page);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('receipt')).toBeVisible();
  await expect(page.getByRole('button', { name: t('exam:receipt.print') })).toBeHidden();
  await expect(page.getByRole('link', { name: t('exam:result') })).toBeHidden();
  await page.emulateMedia({ media: null });

  const hall = page.url();
  await seeResult(page, t);
  await expect(page.getByTestId('receipt')).toHaveText(code!);
  await page.goto(hall);
  await expect(page).toHaveURL(/\/account\/exam\/examSuccess/);
  await expect(page.getByTestId('receipt')).toHaveText(code!);
});

test('a paper that the server has closed shows its receipt, and why', async ({ page, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam();
  await signIn(page.context(), tenant, await ownMember(tenant, { userName: 'Candidate' }));
  const attemptId = await start({ page, t, path }, tenant);
  await answerIt(page);
  await expectSaved(page, t);
  await asOperator(async (client) => {
    await client.query(INTO, [tenant.key]);
    await client.query(
      `update exam_attempt set started_at = started_at - interval '2 hours', deadline_at = now() - interval '2 minutes'
       where id = $1`,
      [attemptId],
    );
  });
  await expect(page.getByRole('heading', { level: 1, name: t('exam:receipt.title') })).toBeFocused(BEAT);
  await expect(page.getByRole('main').getByText(t('exam:done.reason.time')).last()).toBeVisible();
  await expect(page.getByText(t('exam:done.of', { n: 1, total: 2 }), { exact: true })).toBeVisible();
  await seeResult(page, t);
  await expect(page.getByText(t('exam:done.reason.time'))).toBeVisible();
});

test('who is logged out, or whom somebody else replaces, in another tab loses no answer and goes on after a login', async ({
  page,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam();
  const context = page.context();
  const phone = await ownMember(tenant, { userName: 'Candidate' });
  await signIn(context, tenant, phone);
  const attemptId = await start({ page, t, path }, tenant);
  const submit = page.getByRole('button', { name: t('exam:hall.submit'), exact: true });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  const other = await context.newPage();
  const become = async (who: string) => {
    await keepCookies(context, tenant, await sessionOf(tenant, who));
    await other.goto(tenant.origin + path('/home'));
  };

  await test.step('logged out', async () => {
    await other.goto(tenant.origin + path('/home'));
    await other.getByRole('banner').locator('details').last().locator('summary').click();
    await other.getByRole('button', { name: t('common:user.signOut') }).click();
    await expect(page.getByText(t('exam:hall.signedOut'))).toBeVisible();
    await expect(submit).toBeDisabled();
    await answerIt(page);
    await expect(page.getByText(t('exam:hall.save.device')).first()).toBeVisible();
    const login = page.getByRole('link', { name: t('common:signIn') });
    await expect(login).toHaveAttribute('href', /\/login\?t=login&redirect=.*home$/);
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessibleInBoth(page);
  });

  await test.step('somebody else', async () => {
    await become(await ownMember(tenant, { userName: 'Somebody' }));
    await expect(page.getByText(t('exam:hall.replaced', { name: 'Candidate' }))).toBeVisible();
    await goTo(page, t, 2);
    await page.getByRole('textbox', { name: t('exam:hall.yourAnswer') }).fill('Because');
    await expect(page.getByText(t('exam:hall.save.device')).first()).toBeVisible();
  });

  await test.step('the candidate again', async () => {
    await become(phone);
    await expectSaved(page, t);
    await expect(submit).toBeEnabled();
    expect(refused).toEqual([]);
    const { rows } = await asOperator(async (client) => {
      await client.query(INTO, [tenant.key]);
      return client.query<{ answer: unknown }>('select answer from exam_answer where attempt_id = $1', [attemptId]);
    });
    expect(rows.map(({ answer }) => answer)).toContain('Because');
    expect(rows).toHaveLength(2);
    await submit.click();
    await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(page, t);
    await expect(page.getByText(t('exam:done.of', { n: 2, total: 2 }), { exact: true })).toBeVisible();
  });
});
