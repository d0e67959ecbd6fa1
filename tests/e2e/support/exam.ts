import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { parse } from 'yaml';
import { gateway, http } from './http.ts';
import { hostOf, type Session } from './sign-in.ts';
import type { DemoTenant } from './tenants.ts';
import type { Texts } from './texts.ts';

type Key = { type: string; stem: string; options?: { key: string; text: string }[]; answer: unknown };
type Paper = {
  attemptId: string;
  examId: string;
  epoch: number;
  questions: { questionId: string; type: string; stem: string }[];
  answers: { questionId: string; answer: unknown }[];
};

/** What is right, by stem, from the pack that the tenant was imported from. */
export function keysOf(tenant: DemoTenant): Map<string, Key> {
  const folder = new URL(`../../../src/demo/packs/${tenant.key}/banks/`, import.meta.url);
  const banks = readdirSync(folder).map(
    (name) => parse(readFileSync(new URL(name, folder), 'utf8')) as { questions: Key[] },
  );
  return new Map(banks.flatMap(({ questions }) => questions).map((question) => [question.stem.trim(), question]));
}

/** The paper of an attempt as the gateway gives it, with the saved answers. */
export async function paperOf(
  tenant: Parameters<typeof hostOf>[0],
  session: Session,
  attemptId: string,
  ask = http,
): Promise<Paper> {
  const answer = await ask(hostOf(tenant), `/gateway/exam/auth/user/exam/attempt/view?attemptId=${attemptId}`, {
    headers: session,
  });
  const { code, data } = JSON.parse(answer.text) as { code: number; data: Paper };
  expect(code).toBe(200);
  return data;
}

/** Goes to a question by the answer sheet. */
export async function goTo(page: Page, t: Texts, number: number): Promise<void> {
  const name = new RegExp(`^${t('exam:hall.questionNumber', { n: number })}(?!\\d)`);
  await page
    .getByRole('complementary', { name: t('exam:hall.sheet') })
    .getByRole('button', { name })
    .click();
}

/** Answers a question rightly, as a person does; goes there first. */
export async function answerRightly(
  page: Page,
  t: Texts,
  keys: Map<string, Key>,
  paper: Paper,
  number: number,
): Promise<void> {
  const { stem } = paper.questions[number - 1]!;
  const key = keys.get(stem.trim());
  if (!key) throw new Error(`No key for ${stem}`);
  await goTo(page, t, number);
  const group = page
    .getByRole('group')
    .filter({ hasText: `${number}.` })
    .first();
  const text = (option: unknown) => key.options!.find((each) => each.key === option)!.text;
  if (key.type === 'single') await group.getByRole('radio', { name: text(key.answer) }).check();
  if (key.type === 'multiple')
    for (const option of key.answer as string[]) await group.getByRole('checkbox', { name: text(option) }).check();
  if (key.type === 'judge')
    await group.getByRole('radio', { name: t(key.answer ? 'exam:hall.true' : 'exam:hall.false') }).check();
  if (key.type === 'blank') {
    for (const [i, accepted] of (key.answer as string[][]).entries())
      await group.getByRole('textbox').nth(i).fill(accepted[0]!);
  }
  if (key.type === 'short') await group.getByRole('textbox').fill(String(key.answer));
}

/** Waits until everything is durable at the server. The text alone is also the beginning of "Saved on this device". */
export async function expectSaved(page: Page, t: Texts): Promise<void> {
  const saved = page.locator('[data-state="saved"]').and(page.getByRole('status'));
  await expect(saved.filter({ hasText: t('exam:hall.save.saved') })).toBeVisible({ timeout: 30_000 });
}

/** After submitting: the receipt is on the exam screen itself; its link leads to the result. */
export async function seeResult(page: Page, t: Texts): Promise<void> {
  const { href } = new URL(page.url());
  await expect(page.getByRole('heading', { level: 1, name: t('exam:receipt.title') })).toBeFocused();
  await expect(page.getByTestId('receipt')).toHaveText(/^[0-9a-f]{64}$/);
  expect(page.url()).toBe(href);
  await page.getByRole('link', { name: t('exam:result') }).click();
  await expect(page).toHaveURL(/\/account\/exam\/examSuccess/);
}

/** Starts the demo exam, without a window that writes. @returns the id of the attempt */
export async function startExam(tenant: DemoTenant, session: Session): Promise<string> {
  const host = hostOf(tenant);
  const list = await gateway(
    host,
    'POST /exam/auth/user/exam/task/record/page',
    { scope: 'all', keyword: tenant.exam.title },
    session,
  );
  const { id } = (list.envelope.data as { list: { id: string }[] }).list[0]!;
  const started = await gateway(host, 'POST /exam/auth/user/exam/start', { id }, session);
  return (started.envelope.data as { attemptId: string }).attemptId;
}

/** Hands the demo exam in with a short answer and nothing else. */
export async function handIn(tenant: DemoTenant, session: Session): Promise<string> {
  const host = hostOf(tenant);
  const attemptId = await startExam(tenant, session);
  const paper = await paperOf(tenant, session, attemptId);
  const short = paper.questions.find(({ type }) => type === 'short')!;
  const answers = [{ questionId: short.questionId, epoch: 1, revision: 1, answer: 'Written in the exam' }];
  const submitted = await gateway(host, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers }, session);
  expect(submitted.envelope.code).toBe(200);
  return attemptId;
}
