import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { asOperator } from './support/database.ts';
import { expectSaved, goTo, seeResult } from './support/exam.ts';
import { ownMember, ownTenant, type OwnTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* Acceptance: 300 people from a file, a requirement for the welders of one region, who comes, who leaves, who passes; past and later days. */

const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Hours that a time zone is ahead of UTC in which it is noon: by night no reminder is sent. */
const AHEAD = 12 - new Date().getUTCHours();
/** The names of these zones have the opposite sign. */
const ZONE = `Etc/GMT${AHEAD > 0 ? '-' : '+'}${Math.abs(AHEAD)}`;
const TODAY = new Date().toLocaleDateString('sv', { timeZone: ZONE });
/** The same day so many months later. */
const monthsLater = (months: number) => {
  const day = new Date(`${TODAY.slice(0, 8)}15T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
};

type Row = [
  name: string,
  number: string,
  phone: string,
  department: string,
  position: string,
  joined: string,
  status: string,
];

/** Three regions with four workshops of 25 people, every second of whom is a welder. */
const STAFF = ['North', 'East', 'South'].flatMap((region, r) =>
  Array.from({ length: 100 }, (_, i): Row => {
    const number = `${region.slice(0, 1)}${String(i).padStart(3, '0')}`;
    const position = i % 2 === 0 ? 'Welder' : 'Fitter';
    return [
      `Worker ${number}`,
      number,
      `1580000${r}${String(i).padStart(3, '0')}`,
      `${region}/Shop ${i % 4}`,
      position,
      '2024-03-01',
      '',
    ];
  }),
);

/** An exam of one choice whose passing gives a certificate for twelve months. */
async function examWithCertificate({ key }: OwnTenant): Promise<void> {
  await asOperator(async (client) => {
    await client.query(`select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`, [
      key,
    ]);
    await client.query(
      `with bank as (
         insert into question_bank (enterprise_id, code, title)
         select id, 'bank', 'Bank' from portal.enterprise where key = $1 returning *
       ), asked as (
         insert into question (enterprise_id, bank_id, code, type)
         select enterprise_id, id, 'q', 'single' from bank returning *
       ), version as (
         insert into question_version (enterprise_id, question_id, number, texts, answer)
         select enterprise_id, id, 1, '{"zh":{"stem":"Which?","options":[{"key":"A","text":"Right"},{"key":"B","text":"Wrong"}],"analysis":null}}', '"A"'
         from asked
       ), kind as (
         insert into certificate (enterprise_id, code, certificate_name, issuer, valid_months)
         select enterprise_id, 'weld', 'Welding certificate', 'Academy', 12 from bank returning *
       ), e as (
         insert into exam (enterprise_id, code, title, limit_seconds, window_start, window_end, pass_score, review_policy, certificate_id)
         select enterprise_id, 'exam', 'Welding exam', 1800, now(), now() + interval '1 day', 10, 'immediately', id from kind returning *
       )
       insert into exam_section (enterprise_id, exam_id, title, bank_id, type, count, score_each, sort)
       select e.enterprise_id, e.id, 'All', bank.id, 'single', 1, 10, 1 from e, bank`,
      [key],
    );
  });
}

test('people from a file, a requirement for the welders of a region, and what becomes of it', async ({
  browser,
  page,
  t,
  path,
}) => {
  test.setTimeout(360_000);
  const tenant = await ownTenant('Works', { timeZone: ZONE });
  await examWithCertificate(tenant);
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  await signIn(page.context(), tenant, admin);
  const go = (chinese: string, on: Page = page) => on.goto(`${tenant.origin}${path(chinese)}`);
  const title = 'Welders of the east';

  const HEADINGS = (['userName', 'employeeNo', 'phone', 'department', 'position', 'joinedOn', 'status'] as const).map(
    (field) => t(`people:import.field.${field}`),
  );
  const importFile = async (name: string, rows: Row[]) => {
    await go('/admin/people/import');
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Staff', rows: [HEADINGS, ...rows] }] }));
    await page.getByLabel(t('people:import.file')).setInputFiles({ name: `${name}.xlsx`, mimeType: MIME, buffer });
    await page.getByRole('button', { name: t('people:import.compare') }).click();
    await expect(page.getByText(t('people:import.stateHint.planned'))).toBeVisible({ timeout: 60_000 });
    const apply = { name: t('people:import.apply'), exact: true };
    await page.getByRole('button', apply).click();
    await page.getByRole('dialog').getByRole('button', apply).click();
    await expect(page.getByText(t('people:import.stateHint.applied'))).toBeVisible({ timeout: 60_000 });
  };
  /** The cell of a person in the matrix of a day, once the job has reached it. */
  const expectState = async (person: string, state: string | null, on?: string) => {
    await expect(async () => {
      await go(`/admin/matrix?keyword=${encodeURIComponent(person)}${on ? `&on=${on}` : ''}`);
      const cell = page.getByRole('button', { name: new RegExp(`${person}.*${title}`) });
      if (state === null) await expect(cell).toHaveCount(0);
      else await expect(cell).toHaveAccessibleName(new RegExp(t(`requirement:state.${state}`)), { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  };

  await test.step('300 people are imported from Excel', async () => {
    await importFile('staff', STAFF);
    await go('/admin/people?keyword=E000');
    await expect(page.getByRole('row').filter({ hasText: 'Worker E000' })).toContainText('East/Shop 0');
  });

  await test.step('a requirement for the welders of the east', async () => {
    await go('/admin/requirements/edit');
    await page.getByRole('textbox', { name: t('requirement:editor.name'), exact: true }).fill(title);
    await page.getByLabel(t('requirement:editor.subjectKind')).selectOption('certificate');
    await page.getByRole('button', { name: `${t('requirement:editor.add')} Welding certificate` }).click();
    await page.getByLabel(t('requirement:editor.department')).selectOption({ label: 'East' });
    await page.getByLabel(t('requirement:editor.position')).selectOption({ label: 'Welder' });
    await page.getByLabel(t('requirement:editor.due'), { exact: true }).selectOption('joined');
    await page.getByRole('button', { name: t('requirement:editor.create') }).click();
    await page.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('requirement:editor.previewCount_other', { count: 50 }));
    await expect(dialog).toContainText(t('requirement:editor.previewOverdue_other', { count: 50 }));
    await dialog.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    await expect(page.getByText(t('requirement:phase.published'), { exact: true })).toBeVisible();
    await expectState('Worker E000', 'overdue');
    await expectState('Worker E001', null);
    await expectState('Worker N000', null);
  });

  await test.step('a second import: a newcomer gets it, somebody who left is freed of it, a fitter becomes a welder', async () => {
    const [left, moved] = [STAFF[102]!, STAFF[103]!];
    await importFile('changes', [
      ['Worker E100', 'E100', '15800009100', 'East/Shop 1', 'Welder', TODAY, ''],
      [...left.slice(0, 6), t('people:import.value.status.disabled')] as Row,
      [...moved.slice(0, 4), 'Welder', ...moved.slice(5)] as Row,
    ]);
    await expectState('Worker E100', 'due');
    await expectState('Worker E003', 'overdue');
    await expectState('Worker E002', null);
  });

  await test.step('a reminder reaches the person, who sees the requirement', async () => {
    await go('/admin/matrix?keyword=E000');
    await page.getByRole('checkbox', { name: 'Worker E000' }).check();
    await page.getByRole('button', { name: t('requirement:change.remind'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('requirement:change.requirement')).selectOption({ label: title });
    await dialog.getByRole('button', { name: t('requirement:change.send') }).click();
    await expect(dialog).toHaveCount(0);
  });

  const context = await browser.newContext();
  await signIn(context, tenant, '15800001000');
  const seat = await context.newPage();
  await test.step('the welder passes the exam and has the certificate', async () => {
    await go('/account/requirements', seat);
    await expect(seat.getByRole('listitem').filter({ hasText: title }).first()).toContainText(
      t('requirement:state.overdue'),
    );
    await expect(async () => {
      await go('/account?change=5&of=me', seat);
      await expect(seat.getByText(title).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await go('/test', seat);
    await seat.getByRole('link', { name: 'Welding exam' }).first().click();
    await seat.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(seat).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    await goTo(seat, t, 1);
    await seat.getByRole('radio', { name: 'Right' }).check();
    await expectSaved(seat, t);
    await seat.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await seat.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(seat, t);
    await expect(seat.getByRole('link', { name: t('exam:done.certificate') })).toBeVisible();
    await go('/account/requirements', seat);
    await expect(seat.getByRole('listitem').filter({ hasText: title }).first()).toContainText(
      t('requirement:state.fulfilled'),
    );
  });
  await context.close();

  await test.step('the matrix of today, of an earlier and of a later day, and who lapses', async () => {
    await expectState('Worker E000', 'fulfilled');
    await expectState('Worker E004', 'overdue');
    await expectState('Worker E000', null, '2026-01-01');
    await expectState('Worker E000', 'overdue', monthsLater(13));
    await go(`/admin/matrix/lapses?until=${monthsLater(13)}&keyword=E000`);
    await expect(page.getByRole('row').filter({ hasText: 'Worker E000' })).toContainText(title);
    await go(`/admin/matrix/lapses?until=${monthsLater(10)}&keyword=E000`);
    await expect(page.getByText(t('admin:table.notFound'))).toBeVisible();
  });

  await test.step('the second import is undone: the newcomer loses it, the others are what they were', async () => {
    await go('/admin/people/import');
    await page.getByRole('link', { name: t('people:import.openNamed', { name: 'changes.xlsx' }) }).click();
    const undo = { name: t('people:import.undo'), exact: true };
    await page.getByRole('button', undo).click();
    await page.getByRole('dialog').getByRole('button', undo).click();
    await expect(page.getByText(t('people:import.stateHint.undone'))).toBeVisible({ timeout: 60_000 });
    await expectState('Worker E100', null);
    await expectState('Worker E002', 'overdue');
    await expectState('Worker E003', null);
    await expectState('Worker E000', 'fulfilled');
  });
});
