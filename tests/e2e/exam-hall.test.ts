import type { Page } from '@playwright/test';
import { addMember } from './support/database.ts';
import { expectSaved, goTo, seeResult } from './support/exam.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, sessionIn, signIn, type Session } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* What the candidate sees and does in the hall: languages, strike-outs, notes, pictures, one page, offline. */

type Text = { lang: string; stem: string; options: { key: string; text: string }[]; html: { stem?: string } };
type Question = Text & { questionId: string; type: string; other: Text | null };
type Paper = { questions: Question[]; answers: { questionId: string; answer: unknown; lang: string | null }[] };

const TITLES: Record<string, string> = { huaxin: '电气点检双语考试', bluebay: 'Stability and cargo exam' };

async function start(tenant: DemoTenant, session: Session): Promise<string> {
  const list = await gateway(
    hostOf(tenant),
    'POST /exam/auth/user/exam/task/record/page',
    { scope: 'all', keyword: TITLES[tenant.key]! },
    session,
  );
  const { id } = (list.envelope.data as { list: { id: string }[] }).list[0]!;
  const started = await gateway(hostOf(tenant), 'POST /exam/auth/user/exam/start', { id }, session);
  return (started.envelope.data as { attemptId: string }).attemptId;
}

async function view(tenant: DemoTenant, session: Session, attemptId: string): Promise<Paper> {
  const path = `/gateway/exam/auth/user/exam/attempt/view?attemptId=${attemptId}`;
  const answer = await http(hostOf(tenant), path, { headers: session });
  return (JSON.parse(answer.text) as { data: Paper }).data;
}

/** Whether all pictures of the page are there. */
const picturesShown = (page: Page) =>
  page
    .locator('main, body')
    .last()
    .evaluate(() => [...document.images].every((image) => image.naturalWidth > 0));

// While the browser is offline it says so.
test.use({ expectedLines: /Failed to load resource: net::ERR_|^warning: ApiError/ });

test('a question is answered in its other language, with strike-outs and a note, on one page, without a network', async ({
  page,
  path,
  t,
  tenant,
  lang: locale,
}) => {
  test.setTimeout(240_000);
  const context = page.context();
  await signIn(context, tenant, await addMember(tenant));
  const session = await sessionIn(context);
  const attemptId = await start(tenant, session);
  const { questions } = await view(tenant, session, attemptId);
  const otherLang = locale === 'zh' ? 'en' : 'zh';
  const inLang = ({ other, ...own }: Question, lang: string) => (other?.lang === lang ? other : own);
  const numberOf = (find: (question: Question) => boolean) => questions.findIndex(find) + 1;
  const multiple = numberOf(({ type }) => type === 'multiple');
  const short = numberOf(({ type }) => type === 'short');
  const pictured = numberOf(({ html, type }) => type === 'single' && !!html.stem?.includes('<img'));
  const region = (n: number) =>
    page.getByRole('region', { name: t('exam:hall.questionOf', { n, total: questions.length }) });
  const layout = page.getByRole('button', { name: t('exam:hall.allOnOne') });

  await test.step('by keyboard: language, answer, strike-out, note', async () => {
    await page.goto(path(`/account/exam/${attemptId}`));
    await expect(page.getByRole('button', { name: t('exam:hall.submit'), exact: true })).toBeEnabled();
    await page.keyboard.press('j');
    await page.keyboard.type(String(multiple));
    await page.keyboard.press('Enter');
    const question = questions[multiple - 1]!;
    await expect(region(multiple)).toContainText(inLang(question, locale).options[0]!.text);
    await page.keyboard.press('l');
    const shown = inLang(question, otherLang);
    await page.keyboard.press('b');
    await expect(region(multiple).getByRole('checkbox', { name: shown.options[1]!.text })).toBeChecked();
    await page.keyboard.press('x');
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: t('exam:hall.strike', { option: 'C' }) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('o');
    await page.getByRole('textbox', { name: t('exam:hall.noteOn', { n: multiple }) }).fill('Check C again');
    await expectSaved(page, t);
    await expect
      .poll(async () => (await view(tenant, session, attemptId)).answers)
      .toMatchObject([{ questionId: question.questionId, answer: ['B'], lang: otherLang }]);
    await expectAccessibleInBoth(page);
  });

  await test.step('a picture is enlarged in a dialog', async () => {
    await goTo(page, t, pictured);
    await expect.poll(() => picturesShown(page)).toBe(true);
    await region(pictured)
      .getByRole('button', { name: t('exam:hall.picture.enlarge', { name: '' }).trim() })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('exam:hall.picture.double') })
      .click();
    await page.keyboard.press('Escape');
  });

  await test.step('all on one page, which a reload and another device keep', async () => {
    await layout.click();
    await expect(region(short)).toBeVisible();
    // On the server, too: nothing is left on this device.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('exam-choices'))))
      .toEqual([]);
    await page.reload();
    await expect(region(short)).toBeVisible();
    await expect(region(multiple)).toContainText(t('exam:hall.struck'));
    await expect(region(multiple).getByRole('textbox')).toHaveValue('Check C again');
    await expect(region(multiple)).toContainText(inLang(questions[multiple - 1]!, otherLang).options[0]!.text);
    await expectAccessibleInBoth(page);
  });

  await test.step('without a network both languages, pictures and sound are there, and answers are kept', async () => {
    // All files of the paper are in this window.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const files = [...document.images, ...document.getElementsByTagName('audio')];
          return files.length > 2 && files.every(({ src }) => src.startsWith('blob:'));
        }),
      )
      .toBe(true);
    await context.setOffline(true);
    await layout.click();
    await goTo(page, t, pictured);
    await expect.poll(() => picturesShown(page)).toBe(true);
    await goTo(page, t, short);
    await region(short)
      .getByRole('button', { name: t(`exam:hall.showIn.${otherLang}`) })
      .click();
    await region(short).getByRole('textbox').fill('Written without a network');
    await expect(page.getByText(t('exam:hall.save.device')).first()).toBeVisible();
    await context.setOffline(false);
    await expectSaved(page, t);
  });

  await test.step('the language is what candidate and marker see', async () => {
    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(page, t);
    await page.goto(path(`/account/exam/detail?id=${attemptId}`));
    await expect(page.getByText(t(`exam:answeredIn.${otherLang}`))).toHaveCount(2);
    await context.clearCookies();
    await signIn(context, tenant, await addMember(tenant, 2));
    await page.goto(path(`/test/marking?id=${attemptId}`));
    await expect(page.locator('main')).toContainText('Written without a network');
    await expect(page.getByText(t(`exam:answeredIn.${otherLang}`))).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Check C again');
  });
});
