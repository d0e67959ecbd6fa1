import { addMember } from './support/database.ts';
import { paperOf, startExam } from './support/exam.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('on a phone the rules of an exam stand above its start button, and the list says what its button does', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const session = await signIn(context, tenant, await addMember(tenant));
  const list = await gateway(
    hostOf(tenant),
    'POST /exam/auth/user/exam/task/record/page',
    { scope: 'all', examState: 'waiting', pageSize: 50 },
    session,
  );
  type Listed = { id: string; title: string; windowStart: string; windowEnd: string };
  const now = Date.now();
  const open = (list.envelope.data as { list: Listed[] }).list.find(
    ({ windowStart, windowEnd }) => Date.parse(windowStart) <= now && Date.parse(windowEnd) > now,
  )!;
  await page.goto(path('/test?scope=all'));
  const take = page.getByRole('link', { name: `${t('exam:take')} ${open.title}`, exact: true });
  await take.click();
  await expect(page).toHaveURL(new RegExp(`/test/id\\?id=${open.id}$`));
  const top = async (name: string, role: 'heading' | 'button' | 'link') =>
    (await page.getByRole('main').getByRole(role, { name }).first().boundingBox())!.y;
  const rules = await top(t('exam:start.rules'), 'heading');
  expect(await top(open.title, 'heading')).toBeLessThan(rules);
  const main = page.getByRole('main');
  const next = main.getByRole('button', { name: t('exam:start.button') }).or(main.getByRole('status'));
  expect(rules).toBeLessThan((await next.first().boundingBox())!.y);
});

test('an exam that is being taken goes on with one click, wherever it is listed', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const session = await signIn(context, tenant, await addMember(tenant));
  const attemptId = await startExam(tenant, session);
  const submit = page.getByRole('button', { name: t('exam:hall.submit'), exact: true });
  const records = path('/account?change=3&recordType=4');
  for (const [list, name] of [
    [path('/home'), t('record:exam.resume')],
    [path('/test?scope=all'), t('exam:resume')],
    [records, t('record:exam.resume')],
  ] as const) {
    await page.goto(list);
    const resume = page.getByRole('main').getByRole('link', { name: new RegExp(`${tenant.exam.title}|${name}`) });
    await resume.filter({ hasText: name }).first().click();
    await expect(submit).toBeEnabled();
    await expect(page).toHaveURL(new RegExp(`/account/exam/${attemptId}$`));
  }

  // Links of courses, tasks and study rooms do not know of the attempt.
  const { examId } = await paperOf(tenant, session, attemptId);
  const intro = path(`/test/id?id=${examId}`);
  await page.goto(`${intro}&resume=1`);
  await expect(submit).toBeEnabled();
  await expect(page).toHaveURL(new RegExp(`/account/exam/${attemptId}$`));
  await page.goto(intro);
  await expect(page.getByRole('main').getByRole('link', { name: t('exam:resume') })).toBeVisible();

  const { epoch } = await paperOf(tenant, session, attemptId);
  const submission = { attemptId, epoch, answers: [] };
  const submitted = await gateway(hostOf(tenant), 'POST /exam/auth/user/exam/submit', submission, session);
  expect(submitted.envelope.code).toBe(200);
  await page.goto(records);
  await expect(page.getByRole('link', { name: t('record:exam.resume') })).toHaveCount(0);
});
