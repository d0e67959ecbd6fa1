import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { verifyDisputeFile } from '#src/server/exam/verify-dispute-file.ts';
import { asOperator } from './support/database.ts';
import { expectSaved } from './support/exam.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember, type OwnTenant } from './support/own-tenant.ts';
import { sessionIn, signIn } from './support/sign-in.ts';
import { gateway } from './support/http.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* Leaving the exam screen, and what comes of it (docs/decisions/056). */

const INTO = `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`;

/** As if the candidate had left earlier, by so many seconds; once the leaving has been reported. */
async function leftEarlier({ key }: OwnTenant, attemptId: string, seconds: number): Promise<void> {
  const backdate = () =>
    asOperator(async (client) => {
      await client.query(INTO, [key]);
      const { rowCount } = await client.query(
        `update exam_switch set left_at = left_at - make_interval(secs => $2)
         where attempt_id = $1 and kind = 'leave' and dwell_seconds is null`,
        [attemptId, seconds],
      );
      await client.query(
        'update exam_journal_head set closes_at = closes_at - make_interval(secs => $2) where attempt_id = $1',
        [attemptId, seconds],
      );
      return rowCount;
    });
  await expect.poll(backdate).toBe(1);
}

const hide = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

type Go = { page: Page; t: Texts };

async function start({ page, t }: Go, { origin, examId }: OwnTenant & { examId: string }): Promise<string> {
  await page.goto(`${origin}/test/id?id=${examId}`);
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
  return /[0-9a-f-]{36}$/.exec(page.url())![0];
}

test('every way of leaving is noticed, and a reload within the grace period does not count', async ({
  browser,
  page,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam({ policy: 'limit' });
  const phone = await ownMember(tenant, { userName: 'Candidate' });
  await signIn(page.context(), tenant, phone);
  const session = await sessionIn(page.context(), tenant.origin);
  const attemptId = await start({ page, t }, tenant);
  const hall = page.url();
  const warned = (n: number) => page.getByText(t('exam:hall.warnedOf', { n, limit: 5 }));

  await test.step('a hidden page counts after the dwell time', async () => {
    await hide(page, 'hidden');
    await expect(warned(1)).toBeVisible();
    await hide(page, 'visible');
  });

  await test.step('a reload goes on', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
    await expectSaved(page, t);
    await expect(warned(2)).toHaveCount(0);
  });

  await test.step('13 seconds on another page count', async () => {
    await page.goto('about:blank');
    await leftEarlier(tenant, attemptId, 13);
    await page.goto(hall);
    await expect(warned(2)).toBeVisible();
  });

  await test.step('a second browser counts', async () => {
    const other = await browser.newContext();
    await signIn(other, tenant, phone);
    const second = await other.newPage();
    await second.goto(hall);
    await expect(second.getByText(t('exam:hall.warnedOf', { n: 3, limit: 5 }))).toBeVisible();
    await expect(page.getByText(t('exam:hall.superseded'))).toBeVisible({ timeout: 30_000 });
    await other.close();
  });

  const { envelope } = await gateway(
    new URL(tenant.origin).host,
    'POST /exam/auth/exam/switch/page',
    { attemptId },
    session,
  );
  const { list } = envelope.data as { list: { kind: string; counted: boolean }[] };
  const counted = list.filter((each) => each.counted).map(({ kind }) => kind);
  expect(counted.sort()).toEqual(['device', 'hide', 'leave']);
});

test('an exam that is left and not opened again is closed by the server; the switch is appealed against, set aside, and proved', async ({
  page,
  t,
}) => {
  test.setTimeout(150_000);
  const context = page.context();
  const tenant = await tenantWithExam({ policy: 'at_once' });
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Candidate' }));
  const attemptId = await start({ page, t }, tenant);
  await page.goto('about:blank');
  await leftEarlier(tenant, attemptId, 11);
  const status = () =>
    asOperator(async (client) => {
      await client.query(INTO, [tenant.key]);
      const { rows } = await client.query<{ by: string }>('select closed_by as by from exam_attempt where id = $1', [
        attemptId,
      ]);
      return rows[0]!.by;
    });
  await expect.poll(status, { timeout: 60_000 }).toBe('switch');

  await page.goto(`${tenant.origin}/account/exam/${attemptId}`);
  await expect(page).toHaveURL(/examSuccess/);
  await expect(page.getByText(t('exam:done.reason.notAllowed'))).toBeVisible();
  await page.getByRole('button', { name: t('exam:switches.appeal') }).click();
  await page.getByLabel(t('exam:switches.reason')).fill('My notebook crashed');
  await page.getByRole('button', { name: t('exam:switches.send') }).click();
  await expect(page.getByText(t('exam:switches.waiting'))).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: t('exam:pack.download') }).click();
  const download = await downloading;
  const { problems, content } = verifyDisputeFile(await readFile(await download.path()));
  expect(problems).toEqual([]);
  const kinds = content!.rows.map(({ kind }) => kind);
  // The paper may be confirmed before or after the page is left.
  expect(kinds).toContain('received');
  expect(kinds.filter((kind) => kind !== 'received')).toEqual([
    ...['start', 'takeover', 'switch', 'switch', 'close', 'appeal'],
  ]);

  await context.clearCookies();
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Lecturer', userType: 2 }));
  await page.goto(`${tenant.origin}/test/marking?id=${attemptId}`);
  await expect(page.getByText('My notebook crashed')).toBeVisible();
  await page.getByRole('button', { name: t('exam:switches.decide.set_aside') }).click();
  await expect(page.getByText(t('exam:switches.set_aside'))).toBeVisible();
  await expect(page.getByText(t('exam:switches.notCounted'))).toBeVisible();
});
