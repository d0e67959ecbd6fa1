import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { addMember, asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { type DemoTenant, phone } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* Practical operation with evidence and job evaluation, from the study room to the hours in the ledger. */

/** The people of this test. */
const LEARNER = 17;
const ASSESSOR = 8;

const CRITERIA = [
  { code: 'steps', title: 'STEPS', description: 'All steps.', weight: 60, levels: [] },
  {
    code: 'safety',
    title: 'SAFETY',
    description: 'Protective equipment.',
    weight: 40,
    levels: [
      { points: 0, title: 'NEVER' },
      { points: 100, title: 'ALWAYS' },
    ],
  },
];

/** Inserts a course of two hours with one resource, which the assessor scores. */
async function courseWith(tenant: DemoTenant, kind: 'practice' | 'job') {
  const [courseId, resourceId, rubricId, formId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string; userId: string }>(
      `select e.id, a.id as "userId" from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $2`,
      [tenant.key, phone(tenant, ASSESSOR)],
    );
    const { id, userId } = rows[0]!;
    await client.query(`select set_config('app.enterprise_id', $1, false)`, [id]);
    await client.query(
      `insert into course (enterprise_id, id, code, title, class_hours) values ($1, $2::uuid, $2::text, $3, 2)`,
      [id, courseId, `Evaluated ${courseId}`],
    );
    await client.query(
      `insert into course_resource (enterprise_id, id, course_id, code, sub_resource_name, content_type, activity)
       values ($1, $2, $3, 'work', 'WORK', $4, 'evaluation')`,
      [id, resourceId, courseId, kind === 'job' ? 8 : 7],
    );
    await client.query(
      `insert into rubric (enterprise_id, id, code, title, criteria) values ($1, $2::uuid, $2::text, 'RUBRIC', $3)`,
      [id, rubricId, JSON.stringify(CRITERIA)],
    );
    await client.query(
      `insert into evaluation_form (enterprise_id, id, code, kind, title, rubric_id, resource_id, max_tries)
       values ($1, $2::uuid, $2::text, $3, $6, $4, $5, 2)`,
      [id, formId, kind, rubricId, resourceId, `Work ${courseId}`],
    );
    await client.query(`insert into evaluation_form_assessor (enterprise_id, form_id, user_id) values ($1, $2, $3)`, [
      id,
      formId,
      userId,
    ]);
    await client.query(`select set_config('app.enterprise_id', '', false)`);
  });
  return courseId;
}

// Requests of the interrupted upload.
test.use({ expectedLines: /ERR_CONNECTION_RESET/ });

/** Hours of the learner from one course. */
async function hoursFrom(tenant: DemoTenant, courseId: string): Promise<string[]> {
  const session = await sessionOf(tenant, LEARNER);
  const { envelope } = await gateway(
    hostOf(tenant),
    'POST /data/auth/course/hour/user/course/hour/page',
    { pageSize: 50 },
    session,
  );
  const { list } = envelope.data as { list: { title: string; amount: number }[] };
  return list.filter(({ title }) => title === `Evaluated ${courseId}`).map(({ amount }) => String(amount));
}

test('evidence survives an interrupted line; an assessor scores it, and the hours are posted', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}, info) => {
  const courseId = await courseWith(tenant, 'practice');
  const file = info.outputPath('evidence.pdf');
  await writeFile(file, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(9 * 1024 * 1024)]));
  await signIn(context, tenant, LEARNER);
  await page.goto(path(`/watch/course?id=${courseId}`));
  await expect(page.getByText(t('evaluation:rubric.weight', { percent: 60 }))).toBeVisible();
  await page.getByRole('button', { name: t('evaluation:start.practice') }).click();
  await page.getByLabel(t('evaluation:note.label')).fill('PUMP-3');
  await expect(page.getByText(t('evaluation:saved.saved'))).toBeVisible();

  // The line breaks after the first piece, and the page is reloaded.
  let pieces = 0;
  await context.route('**/evaluation/upload/*', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1;
    if (pieces > 1) await route.abort('connectionreset');
    else await route.continue();
  });
  const picker = page.getByLabel(t('evaluation:evidence.add'));
  await picker.setInputFiles(file);
  await expect.poll(() => pieces, { timeout: 30_000 }).toBeGreaterThan(1);
  await page.reload();
  const left = page.getByText(t('evaluation:evidence.pickAgain', { percent: 44 }));
  await expect(left).toBeVisible();
  await expect(page.getByLabel(t('evaluation:note.label'))).toHaveValue('PUMP-3');

  await context.unroute('**/evaluation/upload/*');
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await picker.setInputFiles(file);
  const evidence = page.getByRole('list', { name: t('evaluation:evidence.label') });
  await expect(evidence.getByText('evidence.pdf')).toBeVisible({ timeout: 30_000 });
  expect(Math.min(...offsets)).toBe(4 * 1024 * 1024);
  await page.getByRole('button', { name: t('evaluation:note.submit') }).click();
  await expect(page.getByText(t('evaluation:state.assessing'))).toBeVisible();

  const other = await browser.newContext({ baseURL: tenant.origin });
  await signIn(other, tenant, ASSESSOR);
  const desk = await other.newPage();
  await desk.goto(path('/account/evaluations'));
  await desk
    .locator('main')
    .getByRole('link', { name: new RegExp(courseId) })
    .click();
  await expect(desk.getByText('PUMP-3')).toBeVisible();
  await expect(desk.getByText('evidence.pdf')).toBeVisible();
  await desk.getByRole('spinbutton').fill('90');
  await expect(desk.getByText(t('evaluation:saved.saved'))).toBeVisible();
  await desk.reload();
  await expect(desk.getByRole('spinbutton')).toHaveValue('90');
  await desk.getByRole('button', { name: t('evaluation:form.submit') }).click();
  await expect(desk.getByText(t('evaluation:form.missing'))).toBeVisible();
  await desk.getByRole('radio', { name: 'ALWAYS' }).check();
  await desk.getByRole('button', { name: t('evaluation:form.submit') }).click();
  await expect(desk.getByText(t('evaluation:state.passed'))).toBeVisible();
  await other.close();

  await page.reload();
  await expect(page.getByText(t('evaluation:state.passed'))).toBeVisible();
  expect(await hoursFrom(tenant, courseId)).toEqual(['2']);
});

test('a job evaluation goes from self-assessment to the confirmation of both', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  const courseId = await courseWith(tenant, 'job');
  await signIn(context, tenant, LEARNER);
  await page.goto(path(`/watch/course?id=${courseId}`));
  await page.getByRole('button', { name: t('evaluation:start.job') }).click();
  await page.getByRole('spinbutton').fill('80');
  await page.getByRole('radio', { name: 'ALWAYS' }).check();
  await page.getByRole('button', { name: t('evaluation:form.submit') }).click();
  await expect(page.getByText(t('evaluation:state.superiorAssessment'))).toBeVisible();

  const other = await browser.newContext({ baseURL: tenant.origin });
  await signIn(other, tenant, ASSESSOR);
  const desk = await other.newPage();
  await desk.goto(path('/account/evaluations'));
  await desk
    .locator('main')
    .getByRole('link', { name: new RegExp(courseId) })
    .click();
  await desk.getByRole('spinbutton').fill('60');
  await desk.getByRole('radio', { name: 'ALWAYS' }).check();
  await desk.getByRole('button', { name: t('evaluation:form.submit') }).click();
  await desk.getByLabel(t('evaluation:talk.at')).fill('2026-01-05T10:00');
  await desk.getByLabel(t('evaluation:talk.note')).fill('TALKED');
  await desk.getByRole('button', { name: t('evaluation:talk.save') }).click();
  await desk.getByRole('button', { name: t('evaluation:confirm.button') }).click();
  await expect(desk.getByRole('button', { name: t('evaluation:confirm.button') })).toBeHidden();
  expect(await hoursFrom(tenant, courseId)).toEqual([]);

  await page.reload();
  await expect(page.getByText('TALKED')).toBeVisible();
  await page.getByRole('button', { name: t('evaluation:confirm.button') }).click();
  await expect(page.getByText(t('evaluation:state.passed'), { exact: false }).first()).toBeVisible();
  await expect.poll(() => hoursFrom(tenant, courseId)).toEqual(['2']);
  await desk.reload();
  await expect(desk.getByText(t('evaluation:next.assessor.passed'))).toBeVisible();
  await other.close();
});

test('an assessment of a task is filled in by the superior, and completes the task', async ({
  page,
  context,
  browser,
  path,
  t,
  tenant,
}) => {
  const [learner, superior] = [await addMember(tenant), await addMember(tenant)];
  const { taskId, title } = await assessmentTask(tenant, learner, superior);
  await signIn(context, tenant, learner);
  await page.goto(path(`/account/task/${taskId}`));
  const progress = page.getByRole('progressbar', { name: t('record:task.progressOf', { title }) }).first();
  const assessment = page.locator('main').getByRole('region', { name: title }).first();
  await expect(assessment.getByText(t('evaluation:state.assessing'))).toBeVisible();
  await expect(progress).toHaveAttribute('value', '0');

  const other = await browser.newContext({ baseURL: tenant.origin });
  await signIn(other, tenant, superior);
  const desk = await other.newPage();
  await desk.goto(path('/account/evaluations'));
  await desk
    .locator('main')
    .getByRole('link', { name: new RegExp(title) })
    .click();
  await desk.getByRole('spinbutton').fill('80');
  await desk.getByRole('radio', { name: 'ALWAYS' }).check();
  await desk.getByRole('button', { name: t('evaluation:form.submit') }).click();
  await expect(desk.getByText(t('evaluation:state.done'), { exact: false }).first()).toBeVisible();
  await other.close();

  await page.reload();
  await expect(assessment.getByText(t('evaluation:state.done'), { exact: false }).first()).toBeVisible();
  await expect(progress).toHaveAttribute('value', '100');
});

/** Inserts a task with an assessment of the learner by the superior. */
async function assessmentTask(tenant: DemoTenant, learner: string, superior: string) {
  const [taskId, rubricId, formId] = [randomUUID(), randomUUID(), randomUUID()];
  const title = `Assessment ${taskId.slice(0, 8)}`;
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [
      tenant.key,
    ]);
    const { id } = rows[0]!;
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [id]);
    await client.query(
      `insert into rubric (enterprise_id, id, code, title, criteria) values ($1, $2::uuid, $2::text, 'RUBRIC', $3)`,
      [id, rubricId, JSON.stringify(CRITERIA)],
    );
    await client.query(
      `insert into evaluation_form (enterprise_id, id, code, kind, title, rubric_id)
       values ($1, $2::uuid, $2::text, 'assessment', $3, $4)`,
      [id, formId, title, rubricId],
    );
    await client.query(
      `insert into evaluation_form_assessor (enterprise_id, form_id, user_id)
       select $1, $2, id from portal.user_account where phone = $3`,
      [id, formId, superior],
    );
    await client.query(
      `insert into study_task (enterprise_id, id, code, title, task_type, start_at, end_at)
       values ($1, $2::uuid, $2::text, $3, 3, now() - interval '1 day', now() + interval '9 days')`,
      [id, taskId, title],
    );
    await client.query(
      'insert into study_task_item (enterprise_id, task_id, evaluation_form_id, sort) values ($1, $2, $3, 0)',
      [id, taskId, formId],
    );
    await client.query(
      `insert into study_task_user (enterprise_id, task_id, user_id)
       select $1, $2, id from portal.user_account where phone = $3`,
      [id, taskId, learner],
    );
  });
  return { taskId, title };
}
