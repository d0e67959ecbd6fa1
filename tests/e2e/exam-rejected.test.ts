import { answerRightly, expectSaved, goTo, keysOf, paperOf, seeResult } from './support/exam.ts';
import { addMember, asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionIn, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* An answer that the server does not accept, as candidate and marker see it, and a paper of several pages to mark. */
test('an answer that is not accepted stops nothing, and is seen by candidate and marker', async ({
  page,
  path,
  t,
  tenant,
}) => {
  test.setTimeout(120_000);
  const context = page.context();
  await signIn(context, tenant, await addMember(tenant));
  const session = await sessionIn(context);
  await page.goto(path('/test?scope=all'));
  await page.locator('main').getByRole('link', { name: tenant.exam.title }).first().click();
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
  const attemptId = /[0-9a-f-]{36}$/.exec(page.url())![0];
  // The demo exam has one short answer: six more make two pages for the marker. Nothing was saved yet.
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `update exam_attempt set paper = paper || (
         select jsonb_agg(q || jsonb_build_object('questionId', gen_random_uuid(), 'stem', 'Short answer ' || n))
         from jsonb_array_elements(paper) q, generate_series(1, 6) n where q ->> 'type' = 'short')
       where id = $1`,
      [attemptId],
    );
  });
  await page.reload();
  const paper = await paperOf(tenant, session, attemptId);
  const first = paper.questions.findIndex(({ type }) => type === 'short') + 1;
  expect(paper.questions).toHaveLength(first + 6);

  const answer = page.locator('textarea');
  const dialog = page.getByRole('dialog', { name: t('exam:hall.submitTitle') });
  await test.step('the question, the state of saving and the dialog say so', async () => {
    await answerRightly(page, t, keysOf(tenant), paper, 1);
    for (const number of [first + 5, first + 6]) {
      await goTo(page, t, number);
      await answer.fill('kept');
    }
    await expectSaved(page, t);
    await goTo(page, t, first);
    // What the field itself prevents, an extension or another client may send.
    await answer.evaluate((field) => field.removeAttribute('maxlength'));
    await answer.fill('x'.repeat(20_001));
    await expect(
      page.getByRole('status').filter({ hasText: t('exam:hall.save.rejected_one', { count: 1 }) }),
    ).toBeVisible();
    const note = page.getByRole('alert').filter({ hasText: t('exam:rejected.tooLong') });
    await expect(note).toContainText(t('exam:hall.rejected.here'));
    await page.reload();
    await goTo(page, t, first);
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(t('exam:hall.rejected.inDialog_one', { count: 1 }));
    await dialog
      .getByRole('alert')
      .getByRole('button', { name: t('exam:hall.questionNumber', { n: first }), exact: true })
      .click();
  });

  await test.step('handing in goes through, and the result says what is on this device', async () => {
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await dialog.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    // The receipt says it too.
    await expect(page.getByText(t('exam:done.rejectedHere_one', { count: 1 }))).toBeVisible();
    await seeResult(page, t);
    await expect(page.getByText(t('exam:done.rejected_one', { count: 1 }))).toBeVisible();
    await expect(page.getByText(t('exam:done.rejectedHere_one', { count: 1 }))).toBeVisible();
    await expect(page.getByText(t('exam:rejected.tooLong'))).toBeVisible();
  });

  await test.step('an answer that comes after the end is evidence', async () => {
    const { questionId } = paper.questions[first + 5]!;
    const answers = [{ questionId, epoch: 1, revision: 1, answer: 'after the end' }];
    const input = { attemptId, epoch: 1, answers };
    const late = await gateway(hostOf(tenant), 'POST /exam/auth/user/exam/answer/save', input, session);
    expect(late.envelope).toMatchObject({ code: 200, data: { acks: [{ state: 'closed' }], rejected: [] } });
  });

  await test.step('the marker sees it, and marks page by page', async () => {
    await context.clearCookies();
    await signIn(context, tenant, await addMember(tenant, 2));
    await page.goto(path(`/test/marking?id=${attemptId}`));
    await page.getByText(t('marking:rejected_one', { count: 1 })).click();
    await expect(page.getByText(t('exam:rejected.tooLong'))).toBeVisible();
    const score = page.getByRole('textbox', { name: new RegExp(`^${t('marking:score')}( |（)`) });
    await expect(score).toHaveCount(5);
    await score.first().fill('1');
    await page.getByRole('button', { name: t('common:pager.next') }).click();
    await expect(score).toHaveCount(2);
    await expect(page.locator('main')).toContainText('kept');
    await page.getByRole('button', { name: t('marking:showLate_one', { count: 1 }) }).click();
    await expect(page.getByText('after the end')).toBeVisible();
    await score.last().fill('7.5');
    await page.getByRole('button', { name: t('common:pager.previous') }).click();
    await expect(score.first()).toHaveValue('1');
    // One of the two on the second page is still without a mark, so the paper stays open.
    await page.getByRole('button', { name: t('marking:save') }).click();
    await expect(page.getByText(t('marking:saved'))).toBeVisible();
    // Both pages were saved at once.
    await page.reload();
    await expect(score.first()).toHaveValue('1');
    await page.getByRole('button', { name: t('common:pager.next') }).click();
    await expect(score.last()).toHaveValue('7.5');
  });
});
