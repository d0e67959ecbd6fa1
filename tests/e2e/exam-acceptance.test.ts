import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { asOperator } from './support/database.ts';
import { expectSaved, goTo, seeResult } from './support/exam.ts';
import { gateway } from './support/http.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { hostOf, sessionOf, signIn } from './support/sign-in.ts';
import { expect, listen, test } from './support/test.ts';
import type { Texts } from './support/texts.ts';

/* Acceptance: one exam from the file of its questions to the verified record of an attempt. */

// While the browser is offline it says so.
const OFFLINE = /Failed to load resource: net::ERR_INTERNET_DISCONNECTED|^warning: ApiError/;
const MINUTE = 60_000;

/** Four choices, of which papers have two and one is simplified; an essay; and a question that cannot be read. */
const GIFT = [
  '::one::First choice? {=Right one ~Wrong one}',
  '::two::Second choice? {=Right two ~Wrong two}',
  '::three::Third choice? {=Right three ~Wrong three}',
  '::why::Why does a ship float? {}',
  '::told::Which one is told? {=Right told#Well done ~Wrong told#No}',
  '::broken::What {',
].join('\n\n');

async function mintCertificate({ key }: OwnTenant): Promise<void> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `insert into certificate (enterprise_id, code, certificate_name, issuer, valid_months)
       values (current_setting('app.enterprise_id')::uuid, 'watch', 'Watch certificate', 'Training centre', 12)`,
    );
  });
}

const hide = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Answers a question of the paper: the right option, or this text. */
async function answer(page: Page, t: Texts, number: number, text: string): Promise<void> {
  await goTo(page, t, number);
  const question = page.getByRole('region', { name: t('exam:hall.questionOf', { n: number, total: 3 }) });
  await expect(question).toBeVisible();
  if (text) await question.getByRole('textbox').fill(text);
  else await question.getByRole('radio', { name: /Right / }).check();
}

/** Runs `npm run verify -- PACK`. */
async function verify(path: string): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', path]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, output: stdout };
  }
}

test('an exam from the import of its questions to the verified record of an attempt', async ({
  browser,
  page,
  t,
  path,
}, testInfo) => {
  test.setTimeout(420_000);
  const tenant = await ownTenant('Acceptance');
  await mintCertificate(tenant);
  const { origin } = tenant;
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const candidate = await ownMember(tenant, { userName: 'Cand Idate' });
  const markers = [
    await ownMember(tenant, { userName: 'Marker One', userType: 2 }),
    await ownMember(tenant, { userName: 'Marker Two', userType: 2 }),
  ];
  const lines: string[][] = [];
  /** A browser of the candidate's own. */
  const takeSeat = async () => {
    const context = await browser.newContext();
    await signIn(context, tenant, candidate);
    const seat = await context.newPage();
    lines.push(listen(seat));
    return { context, seat };
  };
  const go = (on: Page, chinese: string) => on.goto(`${origin}${path(chinese)}`);
  const become = async (phone: string) => {
    await page.context().clearCookies();
    await signIn(page.context(), tenant, phone);
  };

  await test.step('questions are imported from GIFT; what is lost is said before', async () => {
    await become(admin);
    await go(page, '/admin/questions');
    await page.getByRole('button', { name: t('bank:newBank') }).click();
    await page.getByRole('dialog').getByLabel(t('bank:bankTitle')).fill('Seamanship');
    await page.getByRole('button', { name: t('bank:save'), exact: true }).click();
    await page.getByRole('link', { name: 'Seamanship' }).click();
    await expect(page.getByRole('heading', { name: 'Seamanship' })).toBeVisible();
    await page.getByRole('button', { name: t('bank:import.open') }).click();
    await page
      .getByLabel(t('bank:import.file'))
      .setInputFiles({ name: 'ships.gift', mimeType: 'text/plain', buffer: Buffer.from(GIFT) });
    const report = page.getByRole('dialog');
    const rows = report.getByRole('listitem');
    await report.getByRole('button', { name: t('bank:import.kind.loss') }).click();
    await expect(rows.filter({ hasText: t('bank:import.kind.loss') })).toContainText('told');
    await report.getByRole('button', { name: t('bank:import.kind.skip') }).click();
    await expect(rows.filter({ hasText: t('bank:import.kind.skip') })).toHaveCount(1);
    await report.getByRole('button', { name: t('bank:import.confirm', { count: 5 }) }).click();
    await expect(report).toHaveCount(0);
    await expect(page.getByText('Why does a ship float?')).toBeVisible();
  });

  let examId = '';
  await test.step('an exam draws its papers by rule; two people mark it', async () => {
    await go(page, '/admin/exams');
    await page.getByRole('link', { name: t('exam:admin.new') }).click();
    await page.getByLabel(t('exam:admin.title'), { exact: true }).fill('Officer of the watch');
    await page.getByLabel(t('exam:admin.windowStart')).first().fill('2026-01-01T08:00');
    await page.getByLabel(t('exam:admin.passScore')).fill('14');
    await page.getByRole('button', { name: t('exam:admin.addSection') }).click();
    const part = (n: number) => page.getByRole('group', { name: t('exam:admin.section', { n }) });
    const fill = async (n: number, type: string, count: string, score: string) => {
      await part(n).getByLabel(t('exam:admin.type'), { exact: true }).selectOption(type);
      await part(n).getByLabel(t('exam:admin.count'), { exact: true }).fill(count);
      await part(n).getByLabel(t('exam:admin.scoreEach')).fill(score);
    };
    await fill(1, 'single', '2', '5');
    await fill(2, 'short', '1', '10');
    const choose = (name: string, value: string | { label: string }) =>
      page.getByRole('combobox', { name: t(`exam:admin.${name}`), exact: true }).selectOption(value);
    await choose('certificate', { label: 'Watch certificate' });
    await choose('markers', '2');
    await page.getByLabel(t('exam:admin.tolerance')).fill('2');
    await choose('publishMarks', 'together');
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    await expect(page).toHaveURL(/id=/);
    examId = new URL(page.url()).searchParams.get('id')!;
    await page.getByRole('button', { name: t('exam:admin.publish') }).click();
    await expect(page.getByRole('button', { name: t('exam:admin.withdraw') })).toBeVisible();
  });

  await test.step('the candidate gets a quarter more time', async () => {
    await go(page, '/admin/accommodations');
    await page.getByRole('button', { name: t('exam:accommodation.add') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('export:people.person')).fill('Cand');
    await dialog.getByRole('button', { name: 'Cand Idate' }).click();
    await dialog.getByLabel(t('exam:accommodation.field.percent')).fill('25');
    await dialog.getByLabel(t('exam:accommodation.field.reason')).fill('Report of a doctor');
    await dialog.getByRole('button', { name: t('exam:accommodation.save') }).click();
    await expect(dialog).toBeHidden();
  });

  let attemptId = '';
  let firstStem = '';
  let short = 0;
  await test.step('the exam is sat with a switch, a reload and a minute without a network', async () => {
    const { context, seat } = await takeSeat();
    // A minute of the page, not of the test.
    await seat.clock.install();
    await go(seat, `/test/id?id=${examId}`);
    await expect(seat.getByTestId('accommodation')).toContainText('15');
    await seat.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(seat).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    attemptId = /[0-9a-f-]{36}$/.exec(seat.url())![0];
    // 60 minutes and a quarter.
    await expect(seat.getByTestId('countdown')).toHaveText(/^01:1[45]:\d\d$/);
    const { envelope } = await gateway(
      hostOf(tenant),
      `GET /exam/auth/user/exam/attempt/view?attemptId=${attemptId}`,
      {},
      await sessionOf(tenant, candidate),
    );
    const { questions } = envelope.data as { questions: { type: string; stem: string }[] };
    expect(questions.map(({ type }) => type).sort()).toEqual(['short', 'single', 'single']);
    const single = questions.flatMap(({ type }, i) => (type === 'single' ? [i + 1] : []));
    short = questions.findIndex(({ type }) => type === 'short') + 1;
    firstStem = questions[single[0]! - 1]!.stem;

    await answer(seat, t, single[0]!, '');
    await expectSaved(seat, t);
    await hide(seat, 'hidden');
    // After the dwell time, by the server.
    await expect(seat.getByText(t('exam:hall.warned', { n: 1 }))).toBeVisible({ timeout: 30_000 });
    await hide(seat, 'visible');
    await seat.getByRole('button', { name: t('exam:hall.understood') }).click();

    await seat.reload();
    await goTo(seat, t, single[0]!);
    await expect(seat.getByRole('radio', { name: /Right / })).toBeChecked();
    await expectSaved(seat, t);

    await context.setOffline(true);
    await answer(seat, t, single[1]!, '');
    await answer(seat, t, short, 'It displaces its own weight of water');
    await expect(seat.getByText(t('exam:hall.save.device')).first()).toBeVisible();
    await seat.clock.fastForward(MINUTE);
    await expect(seat.getByText(t('exam:hall.offline')).first()).toBeVisible();
    await context.setOffline(false);
    await seat.clock.fastForward(MINUTE);
    await expectSaved(seat, t);

    await seat.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await seat.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(seat, t);
    await expect(seat.getByTestId('receipt')).toHaveText(/^[0-9a-f]{64}$/);
    await expect(seat.getByText(t('exam:done.of', { n: 3, total: 3 }))).toBeVisible();
    await expect(seat.getByText(t('exam:done.awaitingTitle'))).toBeVisible();
    await context.close();
  });

  const { context, seat } = await takeSeat();
  const mark = page.getByLabel(t('marking:scoreOf', { name: t('marking:score'), score: 10 }));
  await test.step('two people mark by keyboard, and the results are published together', async () => {
    for (const [i, points] of ['6', '8'].entries()) {
      await become(markers[i]!);
      await go(page, `/test/marking?exam=${examId}&mark=all`);
      await expect(page.getByText('It displaces its own weight of water')).toBeVisible();
      await expect(mark).toBeFocused();
      await mark.fill(points);
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('marking:queue.nothing'))).toBeVisible();
    }
    await go(seat, `/account/exam/examSuccess?id=${attemptId}`);
    await expect(seat.getByText(t('exam:done.awaitingTitle'))).toBeVisible();
    await go(page, `/test/marking?exam=${examId}`);
    const publish = page.getByRole('region', { name: t('marking:publish.title') });
    await publish.getByRole('button', { name: t('marking:publish.button') }).click();
    await publish.getByRole('button', { name: /1/ }).click();
    await expect(page.getByText(t('marking:publish.done'))).toBeVisible();
  });

  await test.step('the candidate has passed, has the certificate, and appeals', async () => {
    await go(seat, `/account/exam/examSuccess?id=${attemptId}`);
    await expect(seat.getByTestId('score')).toHaveText(/^17\s*\/ 20$/);
    await expect(seat.getByRole('link', { name: t('exam:done.certificate') })).toBeVisible();
    await go(seat, `/account/exam/detail?id=${attemptId}`);
    await seat.getByRole('button', { name: t('marking:appeal.open', { n: short }) }).click();
    await seat.getByLabel(t('marking:appeal.why')).fill('The second marker was right');
    await seat.getByRole('button', { name: t('marking:appeal.send') }).click();
    await expect(seat.getByText(t('marking:appeal.state.waiting'))).toBeVisible();
  });

  await test.step('a marker answers the appeal', async () => {
    await go(page, '/test/marking?view=appeals');
    await expect(page.getByText('The second marker was right')).toBeVisible();
    await page.getByLabel(t('marking:appeal.answer')).fill('It was');
    await page.getByLabel(t('marking:scoreOf', { name: t('marking:appeal.newMark'), score: 10 })).fill('8');
    await page.getByRole('button', { name: t('marking:appeal.uphold') }).click();
    await expect(page.getByText(t('marking:appeal.state.upheld'))).toBeVisible();
  });

  const reason = 'The key of this question was wrong';
  await test.step('a question is regraded; the preview says who loses what', async () => {
    await become(admin);
    await go(page, `/admin/exams/regrade?exam=${examId}`);
    await page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 3, name: firstStem }) })
      // The innermost one.
      .last()
      .getByRole('link', { name: t('marking:regrade.link') })
      .click();
    const preview = page.getByRole('button', { name: t('marking:regrade.preview') });
    await expect(preview).toBeEnabled();
    await page.getByRole('radio', { name: t('marking:regrade.mode.key') }).check();
    await page.getByRole('checkbox', { name: /Right / }).uncheck();
    await page.getByRole('checkbox', { name: /Wrong / }).check();
    await preview.click();
    const crossing = page.getByRole('region', { name: t('marking:regrade.crossing') });
    await expect(crossing).toContainText('Cand Idate');
    await expect(crossing).toContainText('18 → 13');
    await expect(crossing).toContainText(t('marking:regrade.change.fails'));
    const certificates = page.getByRole('rowheader', { name: t('marking:regrade.certificates'), exact: true });
    await expect(page.getByRole('row').filter({ has: certificates })).toContainText('−1');
    await page.getByRole('radio', { name: t('marking:regrade.lose') }).check();
    await page.getByLabel(t('marking:regrade.reason')).fill(reason);
    await page.getByRole('button', { name: t('marking:regrade.apply') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('marking:regrade.applyNow') })
      .click();
    await expect(page.getByRole('region', { name: t('marking:regrade.earlier') })).toContainText(
      t('marking:regrade.done', { changed: 1, gained: 0, lost: 1 }),
      { timeout: 30_000 },
    );
  });

  await test.step('the candidate is told why, and the certificate is revoked', async () => {
    await go(seat, '/account?change=5&of=me');
    await seat.getByText(reason).first().click();
    await expect(seat).toHaveURL(new RegExp(`examSuccess\\?id=${attemptId}`));
    await expect(seat.getByTestId('score')).toHaveText(/^13\s*\/ 20$/);
    await expect(seat.getByRole('link', { name: t('exam:done.certificate') })).toHaveCount(0);
    await go(seat, '/account?change=3&recordType=2');
    const kept = seat.getByRole('listitem').filter({ hasText: 'Watch certificate' });
    await expect(kept).toContainText(t('enum:certificateStatus.revoked'));
  });

  await test.step('the record of the attempt is proved without the database, and a changed byte is found', async () => {
    await go(seat, `/account/exam/examSuccess?id=${attemptId}`);
    const downloading = seat.waitForEvent('download');
    await seat.getByRole('button', { name: t('exam:pack.download') }).click();
    const [pack, changed] = [testInfo.outputPath('pack.html'), testInfo.outputPath('changed.html')];
    await (await downloading).saveAs(pack);
    const good = await verify(pack);
    expect(good.output).toContain('Officer of the watch, attempt 1 of Cand Idate');
    expect(good.code).toBe(0);
    const bytes = await readFile(pack);
    const at = bytes.lastIndexOf('displaces');
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(changed, bytes);
    const bad = await verify(changed);
    expect(bad.output).toContain('✗');
    expect(bad.code).toBe(1);
  });

  expect(
    lines.flat().filter((line) => !OFFLINE.test(line)),
    'the console of the candidate stays clean',
  ).toEqual([]);
  await context.close();
});
