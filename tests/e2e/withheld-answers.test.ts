import { PAGE_ACCESS, pathOfPage } from '#src/contract/rules/page-access.ts';
import { asOperator, addMember } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';
import { handIn } from './support/exam.ts';

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

test('a review keeps back the answers of an exam under way and says why', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const who = await addMember(tenant);
  // The review opens after the last of three attempts.
  const session = await sessionOf(tenant, who);
  await handIn(tenant, session);
  await handIn(tenant, session);
  const attemptId = await handIn(tenant, session);
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
  await expect(page.getByRole('button', { name: t('marking:save') })).toBeVisible();

  await sitsAnotherExam(tenant, lecturer, 5);
  await page.reload();
  await expect(page.getByText(t('marking:withheld'))).toBeVisible();
  await expect(page.getByText('Written in the exam')).toHaveCount(0);
  await expect(page.getByText(t('marking:reference'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('marking:save') })).toHaveCount(0);
});

const PLANTED = ['PlantedReference', 'PlantedAnalysis', 'PlantedAccepted'];

/** Gives the questions of an exam explanations and right answers that are found in no other text. */
async function plantAnswers(tenant: OwnTenant): Promise<string> {
  return asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `update question_version set texts = jsonb_set(texts, '{zh,analysis}', '"**PlantedAnalysis**"')`,
    );
    await client.query(`update question_version set answer = '"PlantedReference"' where answer = '"Because"'`);
    const { rows } = await client.query<{ id: string }>(
      `with asked as (
         insert into question (enterprise_id, bank_id, code, type)
         select enterprise_id, id, 'blank', 'blank' from question_bank returning *
       ), version as (
         insert into question_version (enterprise_id, question_id, number, texts, answer)
         select enterprise_id, id, 1, '{"zh":{"stem":"It floats on ____","options":[],"analysis":"PlantedAnalysis"}}', '[["PlantedAccepted"]]'
         from asked
       ), section as (
         insert into exam_section (enterprise_id, exam_id, title, bank_id, type, count, score_each, sort)
         select enterprise_id, e.id, 'blank', asked.bank_id, 'blank', 1, 10, 3 from exam e join asked using (enterprise_id)
       ) update question_bank set practice = 'members' returning id`,
    );
    return rows[0]!.id;
  });
}

test('no page tells a candidate a right answer during and after an exam, before its review opens', async () => {
  test.setTimeout(180_000);
  const tenant = await tenantWithExam({ review: 'after_window' });
  const bankId = await plantAnswers(tenant);
  const { examId } = tenant;
  const host = hostOf(tenant);
  const session = await sessionOf(tenant, await ownMember(tenant, { userName: 'Candidate' }));
  const ask = async (name: string, input: object) => {
    const { envelope } = await gateway(host, name, input, session);
    expect(envelope.code, envelope.msg).toBe(200);
    return envelope.data as { attemptId: string };
  };
  const { attemptId } = await ask('POST /exam/auth/user/exam/start', { id: examId });
  const plain = Object.keys(PAGE_ACCESS)
    .map(pathOfPage)
    .filter((path) => !path.includes('['));
  const addresses = [
    ...plain,
    ...PLANTED.map((word) => `/search?keyword=${word}`),
    ...['', '/detail?id=', '/examQuestion?id=', '/examSuccess?id='].map((page) =>
      page ? `/account/exam${page}${attemptId}` : `/account/exam/${attemptId}`,
    ),
    ...[`/test/id?id=${examId}`, `/account/exam/start?id=${examId}`, `/test/practice?bank=${bankId}`],
    ...[`/account/question/detail?exam=${examId}`, `/account/question/detail?bank=${bankId}`],
    ...[`/test/marking?id=${attemptId}`, `/test/marking?exam=${examId}`, `/test/analysis?exam=${examId}`],
    ...[`/test/control?id=${examId}`, `/admin/questions/${bankId}`, `/admin/exams/edit?id=${examId}`],
    `/admin/exams/regrade?exam=${examId}`,
  ];
  const told = async (address: string) => {
    const { text, status } = await http(host, address, { headers: session });
    expect(status, address).toBeLessThan(500);
    // The page of the search repeats what was searched for.
    const words = PLANTED.filter((word) => text.includes(word) && !address.includes(word));
    return words.map((word) => `${address}: ${word}`);
  };
  const search = async () => {
    const found: string[] = [];
    for (const address of addresses) found.push(...(await told(address)));
    return found;
  };
  expect(await search()).toEqual([]);
  await ask('POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
  expect(await search()).toEqual([]);
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      tenant.key,
    ]);
    await client.query(
      `update exam set window_start = now() - interval '2 hours', window_end = now() - interval '5 minutes'`,
    );
  });
  // Then the review is open, and the search finds them.
  const review = `/account/exam/detail?id=${attemptId}`;
  expect(await told(review)).toEqual(PLANTED.map((word) => `${review}: ${word}`));
});
