import { asOperator, addMember } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn, type Session } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';
import { paperOf } from './support/exam.ts';

/* Answers of a bank that somebody is examined about at the moment are kept back from them, and the page says why. */

const LECTURER = 2;

/** Somebody sits another exam that draws from the banks of a demo exam, until `minutes` from now. */
async function sitsAnotherExam(tenant: DemoTenant, phone: string, minutes: number): Promise<void> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    const { rows } = await client.query<{ id: string }>(
      `insert into exam (enterprise_id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy, published)
       select enterprise_id, gen_random_uuid()::text, 'Another exam', 600, now(), now() + interval '1 day', 1, 'immediately', false
       from exam where code = $1 returning id`,
      [tenant.exam.code],
    );
    const { id } = rows[0]!;
    await client.query(
      `insert into exam_section (enterprise_id, exam_id, title, bank_id, type, count, score_each, sort)
       select s.enterprise_id, $1, s.title, s.bank_id, s.type, s.count, s.score_each, s.sort
       from exam_section s join exam e on e.id = s.exam_id where e.code = $2`,
      [id, tenant.exam.code],
    );
    await client.query(
      `insert into exam_attempt (enterprise_id, exam_id, user_id, number, paper, started_at, deadline_at, total_score)
       select e.enterprise_id, e.id, a.id, 1, '[]', now(), now() + make_interval(mins => $3), 1
       from exam e, portal.user_account a where e.id = $1 and a.phone = $2`,
      [id, phone, minutes],
    );
  });
}

/** Hands the demo exam in with a short answer and nothing else. */
async function handIn(tenant: DemoTenant, session: Session): Promise<string> {
  const host = hostOf(tenant);
  const list = await gateway(
    host,
    'POST /exam/auth/user/exam/task/record/page',
    { scope: 'all', keyword: tenant.exam.title },
    session,
  );
  const { id } = (list.envelope.data as { list: { id: string }[] }).list[0]!;
  const started = await gateway(host, 'POST /exam/auth/user/exam/start', { id }, session);
  const { attemptId } = started.envelope.data as { attemptId: string };
  const paper = await paperOf(tenant, session, attemptId);
  const short = paper.questions.find(({ type }) => type === 'short')!;
  const answers = [{ questionId: short.questionId, epoch: 1, revision: 1, answer: 'Written in the exam' }];
  const submitted = await gateway(host, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers }, session);
  expect(submitted.envelope.code).toBe(200);
  return attemptId;
}

test('a review keeps back the answers of an exam under way and says why', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const who = await addMember(tenant);
  const attemptId = await handIn(tenant, await sessionOf(tenant, who));
  await signIn(context, tenant, who);
  const main = page.getByRole('main');

  await page.goto(path(`/account/exam/detail?id=${attemptId}`));
  await expect(main.getByText(t('exam:review.right'), { exact: true })).toHaveCount(9);
  await expect(main.getByText(t('exam:review.withheld'))).toHaveCount(0);

  await sitsAnotherExam(tenant, who, 5);
  await page.reload();
  await expect(main.getByText(t('exam:review.withheldCount_other', { count: 10 }))).toBeVisible();
  await expect(main.getByText(t('exam:review.withheld'))).toHaveCount(10);
  await expect(main.getByText(t('exam:review.hidden'), { exact: true })).toHaveCount(10);
  await expect(main.getByText(t('exam:review.wrong'), { exact: true })).toHaveCount(0);
  await expect(main.getByText(t('exam:review.analysis'), { exact: true })).toHaveCount(0);
  await expectAccessibleInBoth(page);

  await page.goto(path(`/account/exam/examQuestion?id=${attemptId}`));
  await expect(main.getByText(t('exam:review.cannot'))).toBeVisible();
  await expect(main.getByText(t('exam:review.noMistakes'))).toHaveCount(0);
});

test('a lecturer cannot mark short answers of an exam that they are sitting', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const attemptId = await handIn(tenant, await sessionOf(tenant, await addMember(tenant)));
  const lecturer = await addMember(tenant, LECTURER);
  await signIn(context, tenant, lecturer);
  await page.goto(path(`/test/marking?id=${attemptId}`));
  await expect(page.getByText('Written in the exam')).toBeVisible();
  await expect(page.getByRole('button', { name: t('exam:marking.save') })).toBeVisible();

  await sitsAnotherExam(tenant, lecturer, 5);
  await page.reload();
  await expect(page.getByText(t('exam:marking.withheld'))).toBeVisible();
  await expect(page.getByText('Written in the exam')).toHaveCount(0);
  await expect(page.getByText(t('exam:marking.reference'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('exam:marking.save') })).toHaveCount(0);
});
