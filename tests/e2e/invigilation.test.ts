import type { Locator, Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember, type OwnTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* The control room of exams (docs/decisions/063): a candidate in one browser, the invigilator in another. */

/** What the hall learns with its next beat, at most 15 s later. */
const BEAT = { timeout: 40_000 };

async function nameInvigilator({ key }: OwnTenant, examId: string, phone: string): Promise<void> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `insert into exam_invigilator (enterprise_id, exam_id, user_id)
       select e.id, $2, a.id from portal.enterprise e, portal.user_account a where e.key = $1 and a.phone = $3`,
      [key, examId, phone],
    );
  });
}

type Act = { kind: string; fill?: (dialog: Locator) => Promise<void> };

/** Does something for a candidate, or for all. */
async function act(page: Page, t: Texts, opener: string, { kind, fill }: Act): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t(`invigilation:action.${kind}.name`), exact: true }).click();
  await fill?.(dialog);
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toHaveCount(0);
}

test('an invigilator follows a candidate, sends a message, gives time, pauses and submits', async ({
  browser,
  page,
  lang,
  t,
}) => {
  test.setTimeout(240_000);
  const tenant = await tenantWithExam({ review: 'after_window' });
  const at = (path: string) => `${tenant.origin}${lang === 'en' ? '/en' : ''}${path}`;
  await signIn(page.context(), tenant, await ownMember(tenant, { userName: 'Candidate' }));
  const staff = await browser.newContext();
  const phone = await ownMember(tenant, { userName: 'Invigilator' });
  await nameInvigilator(tenant, tenant.examId, phone);
  await signIn(staff, tenant, phone);
  const room = await staff.newPage();

  await room.goto(at('/test/control'));
  await room.getByRole('link', { name: t('invigilation:enterOf', { title: 'Exam' }) }).click();
  await expect(room.getByText(t('invigilation:live'), { exact: true })).toBeVisible();
  await expect(room.getByTestId('count-sitting')).toHaveText('0');

  await page.goto(at(`/test/id?id=${tenant.examId}`));
  await page.getByRole('button', { name: t('exam:start.button') }).click();
  const submit = page.getByRole('button', { name: t('exam:hall.submit'), exact: true });
  await expect(submit).toBeEnabled();
  const actions = t('invigilation:actOn', { userName: 'Candidate' });
  await expect(room.getByTestId('count-sitting')).toHaveText('1', BEAT);
  await expect(room.getByRole('button', { name: actions })).toBeVisible(BEAT);

  await test.step('a message is shown until it is confirmed, also after a reload', async () => {
    const body = 'Question 2 asks for one reason';
    await act(room, t, t('invigilation:forAll'), {
      kind: 'message',
      fill: (dialog) => dialog.getByRole('textbox').fill(body),
    });
    await expect(page.getByText(body)).toBeVisible(BEAT);
    await page.reload();
    await expect(page.getByText(body)).toBeVisible(BEAT);
    await page.getByRole('button', { name: t('invigilation:hall.confirm') }).click();
    await expect(page.getByText(body)).toHaveCount(0);
    await expect(room.getByText(t('invigilation:log.confirmed', { n: 1, total: 1 }))).toBeVisible(BEAT);
  });

  await test.step('the clock follows more time', async () => {
    await act(room, t, actions, {
      kind: 'extension',
      fill: async (dialog) => {
        await dialog.getByLabel(t('invigilation:minutes')).fill('20');
        await dialog.getByLabel(t('invigilation:reason')).fill('The heating failed');
      },
    });
    await expect(page.getByTestId('countdown')).toHaveText(/^4\d:\d\d$/, BEAT);
    await expect(room.getByText('The heating failed')).toBeVisible();
  });

  await test.step('a pause hides the paper', async () => {
    await act(room, t, actions, {
      kind: 'pause',
      fill: (dialog) => dialog.getByLabel(t('invigilation:reason')).fill('A fire alarm'),
    });
    await expect(page.getByText(t('invigilation:hall.paused'))).toBeVisible(BEAT);
    await expect(page.getByText('Which one?')).toHaveCount(0);
    await act(room, t, t('invigilation:forAll'), { kind: 'resume' });
    await expect(page.getByText('Which one?')).toBeVisible(BEAT);
    await expect(submit).toBeEnabled();
  });

  await test.step('the invigilator submits', async () => {
    await act(room, t, actions, {
      kind: 'submit',
      fill: (dialog) => dialog.getByLabel(t('invigilation:reason')).fill('Has left the room'),
    });
    await expect(page.getByText(t('exam:done.reason.invigilator'), { exact: true })).toBeVisible(BEAT);
    await expect(room.getByTestId('count-ended')).toHaveText('1', BEAT);
  });
  await staff.close();
});
