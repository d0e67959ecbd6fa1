import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Marking from the first mark to an appeal that changes the result (docs/decisions/060). */

// What the browser says of refused and impossible calls.
test.use({ expectedLines: /status of 409|ERR_INTERNET_DISCONNECTED/ });

const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;
const RULES = { passScore: 16, twoMarkers: true };
type Tenant = Awaited<ReturnType<typeof tenantWithExam>>;
type Paper = Awaited<ReturnType<typeof startPaper>>;

/** Starts a paper; `submit` submits it with the right choice and this text. */
async function startPaper(tenant: Tenant, phone: string) {
  const session = await sessionOf(tenant, phone);
  const host = hostOf(tenant);
  const started = await gateway(host, 'POST /exam/auth/user/exam/start', { id: tenant.examId }, session);
  const { attemptId } = started.envelope.data as { attemptId: string };
  const submit = async (text: string) => {
    const view = await gateway(host, `GET /exam/auth/user/exam/attempt/view?attemptId=${attemptId}`, {}, session);
    const { questions } = view.envelope.data as { questions: { questionId: string; type: string }[] };
    const answers = questions.map(({ questionId, type }) => ({
      ...{ questionId, epoch: 1, revision: 1 },
      answer: type === 'single' ? 'A' : text,
    }));
    const input = { attemptId, epoch: 1, answers };
    const { envelope } = await gateway(host, 'POST /exam/auth/user/exam/submit', input, session);
    expect(envelope.code).toBe(200);
  };
  return { attemptId, phone, submit };
}

/** The place of an attempt in blind marking, which does not follow names or times. */
const blindPlace = (attemptId: string) => createHash('md5').update(attemptId).digest('hex');

async function become(page: Page, tenant: Tenant, phone: string): Promise<void> {
  await page.context().clearCookies();
  await signIn(page.context(), tenant, phone);
}

test('two markers by question, a third, publishing together, and an appeal that changes the result', async ({
  page,
  t,
  path,
}) => {
  test.setTimeout(240_000);
  const tenant = await tenantWithExam(RULES);
  const { origin, examId } = tenant;
  const go = (chinese: string) => page.goto(`${origin}${path(chinese)}`);
  const papers = [];
  for (const userName of ['Cand Idate A', 'Cand Idate B'])
    papers.push(await startPaper(tenant, await ownMember(tenant, { userName })));
  papers.sort((a, b) => (blindPlace(a.attemptId) < blindPlace(b.attemptId) ? -1 : 1));
  const [{ attemptId, phone: candidate, submit }, other] = papers as [Paper, Paper];
  // The order of submission is the other one.
  await other.submit('Nobody closed the hatch');
  await submit('The pump stopped');
  const markers: string[] = [];
  for (const userName of ['Marker One', 'Marker Two', 'Marker Three'])
    markers.push(await ownMember(tenant, { userName, userType: 2 }));
  const mark = page.getByLabel(t('marking:scoreOf', { name: t('marking:score'), score: 10 }));
  const give = async (points: string) => {
    await expect(mark).toBeFocused();
    await mark.fill(points);
    await page.keyboard.press('Enter');
  };

  await test.step('the first marker goes across candidates, without names; a reload keeps what was typed', async () => {
    await become(page, tenant, markers[0]!);
    await go('/test/marking?view=exams');
    await expect(page.getByRole('link', { name: new RegExp(`^${t('marking:waiting')}\\s*2$`) })).toBeVisible();
    await page.getByRole('link', { name: new RegExp(`^${t('marking:queue.open')}\\s*Exam$`) }).click();
    await expect(page.getByText(t('marking:queue.left', { count: 2 })).first()).toBeVisible();
    await page.getByRole('link', { name: t('marking:queue.open'), exact: true }).click();
    await expect(page.getByText('The pump stopped')).toBeVisible();
    await expect(page.getByText(t('marking:blind'))).toBeVisible();
    await expect(page.getByText('Cand Idate')).toHaveCount(0);
    await give('2');
    await expect(page.getByText(t('marking:queue.outcome.waiting', { score: 2 }))).toBeVisible();
    await expect(page.getByText('Nobody closed the hatch')).toBeVisible();
    await mark.fill('8.5');
    await page.getByLabel(t('marking:remark')).fill('Short but right');
    await expect.poll(() => keptTexts(page)).toContain('Short but right');
    await page.reload();
    await expect(page.getByText(t('marking:kept'))).toBeVisible();
    await expect(page.getByLabel(t('marking:remark'))).toHaveValue('Short but right');
    await expect(mark).toHaveValue('8.5');
    await mark.press('Enter');
    await expect(page.getByText(t('marking:queue.nothing'))).toBeVisible();
  });

  await test.step('the second one differs by more than the tolerance, and by exactly it', async () => {
    await become(page, tenant, markers[1]!);
    await go(`/test/marking?exam=${examId}&mark=all`);
    await expect(page.getByText('The pump stopped')).toBeVisible();
    await give('7');
    await expect(page.getByText(t('marking:queue.outcome.third', { score: 7 }))).toBeVisible();
    await expect(page.getByText('Nobody closed the hatch')).toBeVisible();
    await expect(page.getByText('Short but right')).toHaveCount(0);
    await give('6.5');
    await expect(page.getByText(t('marking:queue.nothing'))).toBeVisible();
  });

  await test.step('the third one sees both marks and decides, then publishes', async () => {
    await become(page, tenant, markers[2]!);
    await go(`/test/marking?exam=${examId}`);
    await expect(page.getByRole('button', { name: t('marking:publish.button') })).toBeDisabled();
    await go(`/test/marking?exam=${examId}&mark=all`);
    await expect(page.getByText(t('marking:queue.round.3'))).toBeVisible();
    await expect(page.getByText(t('marking:queue.earlier'))).toBeVisible();
    await give('4');
    await expect(page.getByText(t('marking:queue.nothing'))).toBeVisible();
    await go(`/test/marking?exam=${examId}`);
    const publish = page.getByRole('region', { name: t('marking:publish.title') });
    await publish.getByRole('button', { name: t('marking:publish.button') }).click();
    await expect(publish.getByText(t('marking:publish.hint'))).toBeVisible();
    await publish.getByRole('button', { name: /2/ }).click();
    await expect(page.getByText(t('marking:publish.done'))).toBeVisible();
  });

  await test.step('the candidate sees the mark and appeals against it', async () => {
    await become(page, tenant, candidate);
    await go(`/account/exam/detail?id=${attemptId}`);
    await expect(page.getByText(t('exam:review.mark', { mark: 4, score: 10 }))).toBeVisible();
    await page.getByRole('button', { name: t('marking:appeal.open', { n: 2 }) }).click();
    await page.getByLabel(t('marking:appeal.why')).fill('The pump is the reason');
    await page.getByRole('button', { name: t('marking:appeal.send') }).click();
    await expect(page.getByText(t('marking:appeal.state.waiting'))).toBeVisible();
  });

  await test.step('a marker changes the mark', async () => {
    await become(page, tenant, markers[0]!);
    await go('/test/marking?view=appeals');
    await expect(page.getByText('The pump is the reason')).toBeVisible();
    await page.getByLabel(t('marking:appeal.answer')).fill('It counts');
    await page.getByLabel(t('marking:scoreOf', { name: t('marking:appeal.newMark'), score: 10 })).fill('7');
    await page.getByRole('button', { name: t('marking:appeal.uphold') }).click();
    await expect(page.getByText(t('marking:appeal.state.upheld'))).toBeVisible();
  });

  await test.step('the result has changed', async () => {
    await become(page, tenant, candidate);
    await go(`/account/exam/detail?id=${attemptId}`);
    await expect(page.getByText(t('exam:review.mark', { mark: 7, score: 10 }))).toBeVisible();
    await expect(page.getByText(t('marking:appeal.changed', { before: 4, after: 7 }))).toBeVisible();
    await expect(page.getByText('It counts')).toBeVisible();
    const { envelope } = await gateway(
      hostOf(tenant),
      `GET /exam/auth/user/exam/result/view?attemptId=${attemptId}`,
      {},
      await sessionOf(tenant, candidate),
    );
    expect(envelope.data).toMatchObject({ score: 17, passed: true });
  });
});

test('a lost connection and a lost hold say so, and keep what was typed', async ({ page, t, path }) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam(RULES);
  const { attemptId, submit } = await startPaper(tenant, await ownMember(tenant, { userName: 'Candidate' }));
  await submit('The pump stopped');
  const [one, two] = [
    await ownMember(tenant, { userName: 'Marker One', userType: 2 }),
    await ownMember(tenant, { userName: 'Marker Two', userType: 2 }),
  ];
  await become(page, tenant, one);
  await page.goto(`${tenant.origin}${path(`/test/marking?exam=${tenant.examId}&mark=all`)}`);
  const mark = page.getByLabel(t('marking:scoreOf', { name: t('marking:score'), score: 10 }));
  await expect(mark).toBeFocused();
  await mark.fill('6');

  await page.context().setOffline(true);
  await mark.press('Enter');
  await expect(page.getByText(t('marking:queue.notSaved'))).toBeVisible();
  await expect(mark).toHaveValue('6');
  await page.context().setOffline(false);

  const holdFor = (phone: string) =>
    asOperator(async (client) => {
      await client.query(INTO, [tenant.key]);
      const { rowCount } = await client.query(
        `update marking_answer set held_until = now() + interval '5 minutes',
           held_by = (select id from portal.user_account where phone = $2)
         where attempt_id = $1`,
        [attemptId, phone],
      );
      expect(rowCount).toBe(1);
    });
  await holdFor(two);
  await mark.press('Enter');
  await expect(page.getByText('Marker Two')).toBeVisible();
  await expect(page.getByText(t('marking:queue.notSaved'))).toBeVisible();
  await expect(mark).toHaveValue('6');

  await holdFor(one);
  await mark.press('Enter');
  await expect(page.getByText(t('marking:queue.outcome.waiting', { score: 6 }))).toBeVisible();
});

/** What this device keeps of texts that were not sent yet, as JSON. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('zhixing-drafts');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );
}
