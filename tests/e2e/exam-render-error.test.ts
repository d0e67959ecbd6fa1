import type { Page, Request } from '@playwright/test';
import { BROKEN } from './support/break-island.ts';
import { expectSaved, goTo, paperOf, seeResult } from './support/exam.ts';
import { startedExam } from './support/island-scenes.ts';
import { tenantWithExam } from './support/own-exam.ts';
import { ownMember } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* The exam screen throws while it is rendered: the paper is not lost, and saving goes on. */

test.use({ expectedLines: new RegExp(BROKEN) });

type Breaking = { isBroken: 'title' | 'stem' | null };

/** The title of the paper, or the text of its first question, throws when it is read, while `setBroken` says so. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript((message) => {
    const state = Object.assign(globalThis, { isBroken: null }) as unknown as Breaking;
    const guard = (part: Record<string, unknown>, name: 'title' | 'stem') => {
      const value = part[name];
      const get = () => {
        if (state.isBroken === name) throw new Error(message);
        return value;
      };
      Object.defineProperty(part, name, { get, enumerable: true });
    };
    const parse = JSON.parse.bind(JSON);
    JSON.parse = (...input: Parameters<typeof parse>) => {
      const parsed = parse(...input) as { data?: { title?: string; questions?: Record<string, unknown>[] } } | null;
      const paper = parsed?.data;
      if (paper?.title && paper.questions?.[0]) {
        guard(paper, 'title');
        guard(paper.questions[0], 'stem');
      }
      return parsed;
    };
  }, BROKEN);
}

const setBroken = (page: Page, isBroken: Breaking['isBroken']) =>
  page.evaluate((value) => Object.assign(globalThis, { isBroken: value }), isBroken);

test('an exam whose screen cannot be rendered goes on saving, and is shown again', async ({
  page,
  context,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await tenantWithExam();
  const candidate = await ownMember(tenant, { userName: 'Candidate' });
  const session = await signIn(context, tenant, candidate);
  const { attemptId } = await startedExam(tenant, candidate);
  const saved = async () => (await paperOf(tenant, session, attemptId)).answers;
  await prepare(page);
  await page.goto(tenant.origin + path(`/account/exam/${attemptId}`));
  await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
  const failed = page.getByRole('heading', { level: 1, name: t('exam:hall.failed.title') });
  const answer = page.getByRole('textbox', { name: t('exam:hall.yourAnswer') });

  await test.step('a question that cannot be shown leaves the others', async () => {
    await setBroken(page, 'stem');
    const flag = page.getByRole('button', { name: t('exam:hall.flag'), exact: true });
    await flag.click();
    await expect(page.getByRole('alert').filter({ hasText: t('common:renderFailed') })).toBeVisible();
    await goTo(page, t, 2);
    await expect(answer).toBeEditable();
    await setBroken(page, null);
  });

  await test.step('what is typed when the screen fails reaches the server, and so do beats', async () => {
    await setBroken(page, 'title');
    await answer.fill('Because');
    await expect(failed).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(t('exam:hall.failed.hint'));
    await expect.poll(async () => (await saved()).map(({ answer: text }) => text)).toContain('Because');
    await expect(failed).toBeVisible();
    // With nothing to save, the server hears that the candidate is there.
    const isSave = (request: Request) => request.url().endsWith('/answer/save');
    await page.waitForRequest((request) => isSave(request) && isBeat(request.postDataJSON()), { timeout: 30_000 });
  });

  await test.step('a retry that fails changes nothing, the next one shows the paper with the answer', async () => {
    await page.getByRole('button', { name: t('common:retry') }).click();
    await expect(failed).toBeVisible();
    await setBroken(page, null);
    await page.getByRole('button', { name: t('common:retry') }).click();
    await goTo(page, t, 2);
    await expect(answer).toHaveValue('Because');
  });

  await test.step('so does a reload, also of what was typed just before', async () => {
    await setBroken(page, 'title');
    await answer.fill('Because of rust');
    await expect(failed).toBeVisible();
    await page.getByRole('button', { name: t('exam:hall.failed.reload') }).click();
    await goTo(page, t, 2);
    await expect(answer).toHaveValue('Because of rust');
    await expectSaved(page, t);
    expect((await saved()).map(({ answer: text }) => text)).toContain('Because of rust');
  });

  await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
  await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
  await seeResult(page, t);
});

const isBeat = (body: unknown) => (body as { answers: unknown[] }).answers.length === 0;
