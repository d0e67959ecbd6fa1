import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { expectSaved, seeResult } from './support/exam.ts';
import { messageTo } from './support/outbox.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* From an enterprise with one administrator and nothing else to a learner with a certificate: in the browser only, without a content pack. */

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PASSWORD = 'Harbour#83-New';

test('an empty enterprise has its first certified learner, after the seven steps of the guide', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
}) => {
  test.setTimeout(360_000);
  const tenant = await ownTenant('Empty');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  await signIn(context, tenant, admin);
  let clicks = 0;
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const counting = window as unknown as { countClick: () => void };
    addEventListener('click', ({ isTrusted }) => isTrusted && counting.countClick(), true);
  });
  const phone = `157${String(randomInt(1e8)).padStart(8, '0')}`;
  const go = (chinese: string, on: Page = page) => on.goto(`${tenant.origin}${path(chinese)}`);
  const button = (key: string, on: Page = page) => on.getByRole('button', { name: t(key), exact: true });
  const dialog = page.getByRole('dialog');
  const guide = page.getByRole('region', { name: t('admin:guide.title') });
  /** Opens a step of the guide, which says how many are done. */
  const step = async (name: string, done: number) => {
    await go('/admin');
    await expect(guide).toContainText(t('admin:guide.done_other', { count: done, of: 7 }));
    await guide.getByRole('link', { name: t(`admin:guide.step.${name}.title`) }).click();
  };
  const publish = async () => {
    await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
    await button('editing:publish').click();
    await dialog.getByRole('button', { name: t('editing:publishNow') }).click();
    await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
  };

  await test.step('brand', async () => {
    await step('brand', 0);
    await page.getByLabel(t('site:admin.site.color'), { exact: true }).fill('#0b6e4f');
    await publish();
  });

  await test.step('people, from a file', async () => {
    await step('people', 1);
    const headings = (['userName', 'employeeNo', 'phone', 'department'] as const).map((field) =>
      t(`people:import.field.${field}`),
    );
    const rows = [headings, ['Lea Rner', 'N1', phone, 'Deck']];
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Staff', rows }] }));
    await page.getByLabel(t('people:import.file')).setInputFiles({ name: 'staff.xlsx', mimeType: MIME, buffer });
    await page.getByRole('button', { name: t('people:import.compare') }).click();
    await expect(page.getByText(t('people:import.stateHint.planned'))).toBeVisible({ timeout: 60_000 });
    await button('people:import.apply').click();
    await dialog.getByRole('button', { name: t('people:import.apply'), exact: true }).click();
    await expect(page.getByText(t('people:import.stateHint.applied'))).toBeVisible({ timeout: 60_000 });
  });

  await test.step('a course', async () => {
    await go('/admin/categories');
    await button('editing:categories.add').click();
    await page.getByRole('textbox', { name: t('editing:nameIn.zh') }).fill('安全');
    await page.getByRole('textbox', { name: t('editing:nameIn.en') }).fill('Safety');
    await button('editing:save').click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
    await step('course', 2);
    await page.getByRole('link', { name: t('editing:course.add') }).click();
    await page.getByRole('textbox', { name: t('editing:name'), exact: true }).fill('Mooring');
    await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
    await button('editing:course.addFiles').click();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'Rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Stand clear of the bight.') });
    await expect(dialog.getByRole('button', { name: /Rules\.txt/, pressed: true })).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button').last().click();
    await publish();
  });

  await test.step('a certificate, a question, and an exam that gives it', async () => {
    await go('/admin/certificates/kinds');
    await button('record:kind.add').click();
    await dialog.getByLabel(t('record:kind.name')).fill('Deck certificate');
    await button('record:kind.save').click();
    await expect(dialog.getByLabel(t('record:kind.issuer'))).toHaveAccessibleDescription(t('record:kind.missing'));
    await dialog.getByLabel(t('record:kind.issuer')).fill('Academy');
    await dialog.getByLabel(t('record:kind.validMonths')).fill('12');
    await expectAccessibleInBoth(page);
    await button('record:kind.save').click();
    await expect(page.getByRole('row', { name: /Deck certificate/ })).toContainText('12');

    await go('/admin/questions');
    await button('bank:newBank').click();
    await dialog.getByLabel(t('bank:bankTitle')).fill('Seamanship');
    await button('bank:save').click();
    await page.getByRole('link', { name: 'Seamanship' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('bank:grid.open') })
      .click();
    const first = page.getByRole('grid').locator('tr[aria-rowindex="2"] > td').first();
    await expect(async () => {
      await first.click();
      await expect(first).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
    }).toPass();
    for (const text of ['单选', 'Where do you stand?', 'Right: clear', 'Wrong: in the bight']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('End');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('A');
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: t(lang === 'en' ? 'bank:grid.save_one' : 'bank:grid.save_other', { count: 1 }) })
      .click();
    await expect(page.getByText(t('bank:grid.allSaved'))).toBeVisible();

    await go('/admin/exams/edit');
    await page.getByLabel(t('exam:admin.title'), { exact: true }).fill('Mooring exam');
    await page.getByLabel(t('exam:admin.windowStart')).first().fill('2026-01-01T08:00');
    await page.getByLabel(t('exam:admin.passScore')).fill('10');
    await page.getByLabel(t('exam:admin.count'), { exact: true }).fill('1');
    await page
      .getByRole('combobox', { name: t('exam:admin.certificate'), exact: true })
      .selectOption({ label: 'Deck certificate' });
    await page.getByRole('button', { name: t('exam:admin.create') }).click();
    await expect(page).toHaveURL(/id=/);
    await page.getByRole('button', { name: t('exam:admin.publish') }).click();
    await expect(page.getByRole('button', { name: t('exam:admin.withdraw') })).toBeVisible();
  });

  await test.step('a requirement', async () => {
    await step('requirement', 4);
    await page.getByRole('textbox', { name: t('requirement:editor.name'), exact: true }).fill('Deckhands');
    await page.getByLabel(t('requirement:editor.subjectKind')).selectOption('certificate');
    await page.getByRole('button', { name: `${t('requirement:editor.add')} Deck certificate` }).click();
    await page.getByLabel(t('requirement:editor.department')).selectOption({ label: 'Deck' });
    await page.getByRole('button', { name: t('requirement:editor.create') }).click();
    await button('requirement:editor.publish').click();
    await dialog.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    await expect(page.getByText(t('requirement:phase.published'), { exact: true })).toBeVisible();
  });

  await test.step('an announcement', async () => {
    await step('announcement', 5);
    await page.getByRole('textbox', { name: t('site:admin.announcement.name'), exact: true }).fill('Welcome aboard');
    await page.getByLabel(t('site:admin.announcement.body'), { exact: true }).fill('The portal is open.');
    await publish();
  });

  await test.step('an invitation completes the guide', async () => {
    await step('invite', 6);
    await page.getByRole('button', { name: t('people:menu.of', { name: 'Lea Rner' }) }).click();
    await page
      .getByRole('group')
      .getByRole('button', { name: t('people:act.invite'), exact: true })
      .click();
    await dialog.getByRole('button', { name: t('people:act.invite') }).click();
    await expect(dialog).toHaveCount(0);
    await go('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(guide).toHaveCount(0);
    console.info(`${clicks} clicks of the administrator`);
  });

  const theirs = await browser.newContext();
  const seat = await theirs.newPage();
  await test.step('the learner signs in through the link', async () => {
    const { text } = await messageTo(phone);
    await seat.goto(/http\S+/.exec(text)![0]);
    await seat.getByLabel(t('account:password.new'), { exact: true }).fill(PASSWORD);
    await seat.getByLabel(t('account:password.repeat'), { exact: true }).fill(PASSWORD);
    await button('account:invitation.submit', seat).click();
    await expect(seat).toHaveURL(tenant.origin + path('/home'));
  });

  await test.step('studies the course', async () => {
    await go('/knowledge', seat);
    await seat.getByRole('link', { name: 'Mooring' }).first().click();
    await seat.getByRole('link', { name: /Rules/ }).first().click();
    await expect(seat.getByText('Stand clear of the bight.')).toBeVisible();
    await expect(async () => {
      await go('/account?change=2', seat);
      await expect(seat.getByText(t('enum:learningState.completed')).first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  });

  await test.step('passes the exam, holds the certificate, and fulfils the requirement', async () => {
    await go('/test', seat);
    await seat.getByRole('link', { name: 'Mooring exam' }).first().click();
    await button('exam:start.button', seat).click();
    await seat.getByRole('radio', { name: /Right/ }).check();
    await expectSaved(seat, t);
    await button('exam:hall.submit', seat).click();
    await seat.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(seat, t);
    await go('/account?change=3&recordType=2', seat);
    await expect(seat.getByText('Deck certificate').first()).toBeVisible();
    await go('/account/requirements', seat);
    await expect(seat.getByRole('listitem').filter({ hasText: 'Deckhands' }).first()).toContainText(
      t('requirement:state.fulfilled'),
    );
  });
  await theirs.close();

  await expect(async () => {
    await go('/admin/matrix');
    await expect(page.getByRole('button', { name: /Lea Rner.*Deckhands/ })).toHaveAccessibleName(
      new RegExp(t('requirement:state.fulfilled')),
      { timeout: 2_000 },
    );
  }).toPass({ timeout: 60_000 });
});
