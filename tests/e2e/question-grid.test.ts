import type { Page } from '@playwright/test';
import { expectSaved, seeResult } from './support/exam.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* From the empty grid to a learner who sits an exam with its questions; between them a trial, and a colleague in the same row. */

/** Pastes a text into the cell that has the focus, as the browser does. */
const paste = (page: Page, text: string, html = '') =>
  page.evaluate(
    ([plain, rich]) => {
      const data = new DataTransfer();
      data.setData('text/plain', plain!);
      if (rich) data.setData('text/html', rich);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(event);
    },
    [text, html],
  );

/** The text of a cell, by its row and the field of its column. */
const cell = (page: Page, row: number, column: number) =>
  page
    .getByRole('grid')
    .locator(`tr[aria-rowindex="${row + 1}"] > td`)
    .nth(column);

/** Answers all questions of the hall with the option `Right`, and submits. */
async function sit(page: Page, t: Texts) {
  const next = page.getByRole('button', { name: t('exam:hall.next') });
  await page.getByRole('radio', { name: /Right/ }).first().check();
  while (await next.isEnabled()) {
    await next.click();
    await page.getByRole('radio', { name: /Right/ }).first().check();
  }
  await expectSaved(page, t);
  await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
  await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
  await seeResult(page, t);
}

test('questions typed and pasted into the grid are sat in a trial, and then by a learner', async ({
  page,
  t,
  path,
  lang,
}) => {
  test.setTimeout(240_000);
  const tenant = await ownTenant('Grid');
  const { origin } = tenant;
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const other = await ownMember(tenant, { userName: 'Otto Ther', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  const go = (chinese: string) => page.goto(`${origin}${path(chinese)}`);
  const become = async (phone: string) => {
    await page.goto('about:blank');
    await page.context().clearCookies();
    await signIn(page.context(), tenant, phone);
  };
  const save = (count: number) =>
    page.getByRole('button', {
      name: t(count === 1 && lang === 'en' ? 'bank:grid.save_one' : 'bank:grid.save_other', { count }),
      exact: true,
    });
  await become(admin);

  await test.step('a question is typed by keys alone', async () => {
    await go('/admin/questions');
    await page.getByRole('button', { name: t('bank:newBank') }).click();
    await page.getByRole('dialog').getByLabel(t('bank:bankTitle')).fill('Seamanship');
    await page.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await page.getByRole('link', { name: 'Seamanship' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('bank:grid.open') })
      .click();
    await cell(page, 1, 0).click();
    const { keyboard } = page;
    for (const text of ['单选', 'First choice of the mate?', 'Right one', 'Wrong one']) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
    await keyboard.press('End');
    for (let n = 0; n < 3; n += 1) await keyboard.press('ArrowLeft');
    await keyboard.type('Ｂ');
    await keyboard.press('Escape');
    await expect(cell(page, 1, 10)).toHaveText('');
    await keyboard.type('Ｃ');
    await keyboard.press('Enter');
    await expect(cell(page, 1, 10)).toHaveText('Ｃ');
    // The cursor is in the next row; what was deleted comes back.
    await keyboard.press('ArrowUp');
    await keyboard.press('Delete');
    await expect(cell(page, 1, 10)).toHaveText('');
    await keyboard.press('Control+z');
    await expect(cell(page, 1, 10)).toHaveText('Ｃ');
  });

  await test.step('a table, a list of questions, and a range are pasted', async () => {
    await cell(page, 2, 0).click();
    await paste(
      page,
      'x',
      `<table><tr><td>题型</td><td>题干</td><td>选项A</td><td>选项B</td><td>答案</td></tr>
       <tr><td rowspan="2">单选题</td><td>Second<br>choice?</td><td>Wrong</td><td>Right</td><td>B</td></tr>
       <tr><td>Third choice?</td><td>Right</td><td>Wrong</td><td>Ａ</td></tr></table>`,
    );
    await expect(cell(page, 3, 1)).toHaveText('Third choice?');
    await cell(page, 4, 0).click();
    await paste(
      page,
      '1. Fourth choice of the boatswain?\nA. Right\nB. Wrong\n答案：A\n2. Which of all?\nA. Right\nB. Wrong\n答案：G',
    );
    await expect(cell(page, 4, 2)).toHaveText('Right');
    await expect(page.getByText(t('bank:grid.losses'))).toBeVisible();
    await cell(page, 1, 11).click();
    await paste(page, 'Because\teasy\tDeck\nAs told\thard\tDeck');
    await expect(cell(page, 2, 13)).toHaveText('Deck');
    await expect(page.getByText(t('bank:grid.kept_other', { count: 4 }))).toBeVisible();
    await expectAccessibleInBoth(page);
  });

  await test.step('a reload loses nothing; what is wrong is told in its cell', async () => {
    await page.reload();
    await expect(cell(page, 1, 1)).toHaveText('First choice of the mate?');
    await save(4).click();
    await expect(cell(page, 1, 10)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(t('bank:grid.savedSome', { saved: 3, wrong: 1 }))).toBeVisible();
    await cell(page, 1, 10).click();
    await page.keyboard.type('Ａ');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, 10)).toHaveAttribute('aria-invalid', 'false');
    await save(1).click();
    await expect(page.getByText(t('bank:grid.allSaved'))).toBeVisible();
    await page.reload();
    await expect(page.getByText(t('bank:grid.allSaved'))).toBeVisible();
    await expect(page.getByText('First choice of the mate?')).toBeVisible();
  });

  await test.step('a colleague has changed the same question meanwhile: both are shown', async () => {
    const session = await sessionOf(tenant, other);
    const bankId = /questions\/([0-9a-f-]{36})/.exec(page.url())![1]!;
    const listed = await gateway(hostOf(tenant), 'POST /exam/auth/question/grid/page', { bankId }, session);
    const [row] = (listed.envelope.data as { list: { id: string; version: number; cells: { stem: string } }[] }).list;
    const theirs = { ...row!, key: '1', cells: { ...row!.cells, stem: `${row!.cells.stem} (theirs)` } };
    await gateway(hostOf(tenant), 'POST /exam/auth/question/grid/save', { bankId, rows: [theirs] }, session);
    await cell(page, 1, 1).click();
    await page.keyboard.press('F2');
    await page.keyboard.type(' (mine)');
    await page.keyboard.press('Enter');
    await save(1).click();
    await expect(page.getByText('(theirs)')).toBeVisible();
    await page.getByRole('button', { name: t('bank:grid.keepMine') }).click();
    await save(1).click();
    await expect(page.getByText(t('bank:grid.allSaved'))).toBeVisible();
    await page.reload();
    await expect(page.getByText('(mine)')).toBeVisible();
  });

  let deskPath = '';
  await test.step('an exam of these questions is tried before it is published', async () => {
    await go('/admin/exams/edit');
    await page.getByLabel(t('exam:admin.title'), { exact: true }).fill('Mate of the watch');
    await page.getByLabel(t('exam:admin.windowStart')).first().fill('2026-01-01T08:00');
    await page.getByLabel(t('exam:admin.passScore')).fill('20');
    const part = page.getByRole('group', { name: t('exam:admin.section', { n: 1 }) });
    await part.getByLabel(t('exam:admin.type'), { exact: true }).selectOption('single');
    await part.getByLabel(t('exam:admin.count'), { exact: true }).fill('4');
    await part.getByLabel(t('exam:admin.scoreEach')).fill('5');
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    await expect(page).toHaveURL(/id=/);
    const examId = new URL(page.url()).searchParams.get('id')!;
    deskPath = `/admin/exams/${examId}`;
    await go(deskPath);
    await page.getByRole('button', { name: t('exam:overview.trial') }).click();
    await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    await expect(page.getByText(t('exam:hall.trial'), { exact: true })).toBeVisible();
    await sit(page, t);
    await expect(page.getByText(t('exam:done.trial'))).toBeVisible();
    await expect(page.getByTestId('score')).toContainText('20');
    await page.getByRole('link', { name: t('exam:done.trialBack') }).click();
    await expect(page).toHaveURL(`${origin}${path(deskPath)}`);
    const results = page.getByRole('region', { name: t('exam:overview.audience') });
    await expect(results.locator('div', { hasText: t('exam:overview.figure.taken') }).locator('dd')).toHaveText('0');
    await expectAccessibleInBoth(page);
  });

  await test.step('published, a learner sits it, and the page of the exam has the result', async () => {
    await page
      .getByRole('link', { name: t('exam:overview.edit') })
      .first()
      .click();
    await page.getByRole('button', { name: t('exam:admin.publish') }).click();
    await expect(page.getByRole('button', { name: t('exam:admin.withdraw') })).toBeVisible();
    await become(learner);
    await go(`/test/id?id=${deskPath.slice(-36)}`);
    await page.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(page.getByTestId('countdown')).toBeVisible();
    await expect(page.getByText(t('exam:hall.trial'), { exact: true })).toHaveCount(0);
    await sit(page, t);
    await become(admin);
    await go(deskPath);
    const figures = async (card: string) =>
      page.getByRole('region', { name: card, exact: true }).locator('dd').allTextContents();
    expect((await figures(t('exam:overview.results')))[0]).toBe('1');
    const { envelope } = await gateway(
      hostOf(tenant),
      `GET /exam/auth/exam/analysis/results/view?examId=${deskPath.slice(-36)}`,
      {},
      await sessionOf(tenant, admin),
    );
    const { total } = envelope.data as { total: Record<string, number> };
    expect(await figures(t('exam:overview.audience'))).toEqual(
      ['audience', 'taken', 'waiting', 'absent'].map((name) => String(total[name])),
    );
    await go('/admin/exams/schedule?month=2026-01');
    await expect(page.getByRole('link', { name: 'Mate of the watch' })).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});
