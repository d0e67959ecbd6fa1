import type { Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/** A learner without practices in the demo packs. */
const LEARNER = 11;
/** Of the demo packs: a topic with one true-or-false question of difficulty 1, which is false. */
const PRACTISED = {
  zh: { bank: '车间安全练习题库', topic: '用电安全', stem: '配电箱前可以临时堆放', key: '要能立即拉闸' },
  en: {
    bank: 'Deck safety practice',
    topic: 'Mooring',
    stem: 'may share the same bollard',
    key: 'They stretch differently',
  },
};

test('a wrong answer is explained at once, is in the book of mistakes, and leaves it when it is answered right', async ({
  page,
  context,
  tenant,
  path,
  t,
  lang,
}) => {
  test.setTimeout(120_000);
  const { bank, topic, stem, key } = PRACTISED[lang];
  await signIn(context, tenant, LEARNER);
  await page.goto(path('/test/practice'));
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: t('practice:banks.goWith', { title: bank }) }).click();
  await page.getByLabel(t('practice:choose.topic')).selectOption(topic);
  await page.getByLabel(t('practice:choose.difficulty')).selectOption('1');
  await page.getByRole('button', { name: t('practice:choose.start') }).click();
  await page.waitForURL(/\/test\/practice\/[0-9a-f-]{36}$/);

  const wrong = page.getByRole('radio', { name: t('practice:run.true'), exact: true });
  await toQuestion(page, stem, t('practice:run.next'));
  await wrong.check();
  // Nothing is lost, and nothing is revealed, when the page is loaded again before the answer was checked.
  await expect(page.getByText(t('practice:run.saved'), { exact: true })).toBeVisible();
  await page.reload();
  await toQuestion(page, stem, t('practice:run.next'));
  await expect(wrong).toBeChecked();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: t('practice:run.check') }).click();
  await expect(page.getByText(t('practice:run.wrong'), { exact: true })).toBeVisible();
  await expect(page.getByText(key)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: t('practice:run.finish'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('practice:run.finishYes') })
    .click();
  await expect(page.getByRole('heading', { name: t('practice:summary.title') })).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.getByRole('link', { name: t('practice:summary.book') }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: stem }) });
  await expect(row).toContainText(key);
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await row.getByRole('button', { name: t('practice:book.retryOne') }).click();
  await page.waitForURL(/\/test\/practice\/[0-9a-f-]{36}$/);
  await page.getByRole('radio', { name: t('practice:run.false'), exact: true }).check();
  await page.getByRole('button', { name: t('practice:run.check') }).click();
  await expect(page.getByText(t('practice:run.right'), { exact: true })).toBeVisible();

  await page.goto(path('/account/question/detail'));
  await expect(page.getByRole('heading', { name: t('practice:book.title'), level: 1 })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(path('/account/question/detail?archived=1'));
  await expect(row).toContainText(key);
});

/** Goes on until a question is shown; the order is random. */
async function toQuestion(page: Page, stem: string, next: string): Promise<void> {
  const shown = page.getByRole('group', { name: stem });
  const forward = page.getByRole('button', { name: next, exact: true });
  await expect(shown.or(forward).first()).toBeVisible();
  if (!(await shown.isVisible())) await forward.click();
  await expect(shown).toBeEnabled();
}
