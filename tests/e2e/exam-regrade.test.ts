import { addMember, appointAdministrator, newcomer } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, type Session, sessionOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** The bank that several exams of the demo content use: questions of the exam that other tests sit would be withheld. */
const SHARED_BANK = /^(年度考试题库|Annual exam)$/;

/**
 * Publishes an exam with one question, or all of the bank, and the settings of the demo exam, which one point passes.
 * @returns its id
 */
async function copyExam(tenant: DemoTenant, admin: Session, title: string, isWhole = false): Promise<string> {
  const ask = async (name: string, input: object) => {
    const { envelope } = await gateway(hostOf(tenant), name, input, admin);
    expect(envelope.code, envelope.msg).toBe(200);
    return envelope.data;
  };
  const found = await ask('POST /exam/auth/exam/admin/page', { keyword: tenant.exam.title });
  const [{ id: original }] = (found as { list: [{ id: string }] }).list;
  const { id: _, ...settings } = (await ask(`GET /exam/auth/exam/admin/view?id=${original}`, {})) as Settings;
  const section = settings.sections.find(({ type }) => type === 'single')!;
  const { banks } = (await ask('GET /exam/auth/exam/admin/choices', {})) as {
    banks: { id: string; title: string }[];
  };
  const bankId = banks.find(({ title: name }) => SHARED_BANK.test(name))!.id;
  const exam = {
    ...{ ...settings, title, passScore: 1, windowStart: '2026-01-01T00:00:00Z', windowEnd: '2036-01-01T00:00:00Z' },
    ...{
      courseId: null,
      certificateId: null,
      audience: 'everyone',
      resits: [],
      maxAttempts: 1,
      equalDifficulty: false,
    },
    sections: [{ ...section, bankId, count: 1, scoreEach: 5 }],
  };
  const { id, revision } = (await ask('POST /exam/auth/exam/admin/save', exam)) as { id: string; revision: number };
  if (isWhole) {
    const { parts } = (await ask(`GET /exam/auth/exam/admin/check?id=${id}`, {})) as Check;
    const whole = exam.sections.map((each) => ({ ...each, count: parts[0]!.available }));
    await ask('POST /exam/auth/exam/admin/save', { ...exam, id, revision, sections: whole });
  }
  await ask('PUT /exam/auth/exam/admin/publish', { id, published: true });
  return id;
}
type Settings = { id: string; sections: { type: string }[] };
type Check = { parts: { available: number }[] };

test('a question is regraded with a preview; the candidate has passed and is told why', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const [adminPhone, phone] = [await addMember(tenant), await addMember(tenant)];
  await appointAdministrator(adminPhone);
  const name = newcomer(phone);
  const title = `Regraded exam ${phone.slice(-4)}`;
  const reason = `No option was right ${phone.slice(-4)}`;
  const otherTitle = `Other exam ${phone.slice(-4)}`;
  let id = '';
  let attemptId = '';

  await test.step('an exam with one question, and another one with it, submitted without an answer', async () => {
    const admin = await signIn(context, tenant, adminPhone);
    id = await copyExam(tenant, admin, title);
    const session = await sessionOf(tenant, phone);
    const host = hostOf(tenant);
    for (const of of [await copyExam(tenant, admin, otherTitle, true), id]) {
      const started = await gateway(host, 'POST /exam/auth/user/exam/start', { id: of }, session);
      ({ attemptId } = started.envelope.data as { attemptId: string });
      const submitted = { attemptId, epoch: 1, answers: [] };
      const { envelope } = await gateway(host, 'POST /exam/auth/user/exam/submit', submitted, session);
      expect(envelope.code).toBe(200);
    }
  });

  await test.step('preview, reason, confirmation, progress', async () => {
    await page.goto(path(`/admin/exams/edit?id=${id}`));
    await page.getByRole('link', { name: t('exam:admin.regrade') }).click();
    await page.getByRole('link', { name: t('marking:regrade.link') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('marking:regrade.title') })).toBeVisible();
    const preview = page.getByRole('button', { name: t('marking:regrade.preview') });
    await expect(preview).toBeEnabled();
    await page.getByRole('radio', { name: t('marking:regrade.mode.full') }).check();
    await preview.click();
    const crossing = page.getByRole('region', { name: t('marking:regrade.crossing') });
    await expect(crossing).toContainText(name);
    await expect(crossing).toContainText(t('marking:regrade.change.passes'));
    const other = page.getByRole('checkbox', { name: otherTitle });
    await other.check();
    await expect(page.getByRole('listitem').filter({ has: other })).toContainText(
      `${t('marking:regrade.count.gained')} 1`,
    );
    await expectFits(page);
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('marking:regrade.apply') }).click();
    await expect(page.getByText(t('marking:regrade.reasonRequired'))).toBeVisible();
    await page.getByLabel(t('marking:regrade.reason')).fill(reason);
    await page.getByRole('button', { name: t('marking:regrade.apply') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('marking:regrade.applyNow') })
      .click();
    const earlier = page.getByRole('region', { name: t('marking:regrade.earlier') });
    await expect(earlier).toContainText(reason);
    await expect(earlier).toContainText(t('marking:regrade.done', { changed: 1, gained: 1, lost: 0 }), {
      timeout: 30_000,
    });
  });

  await test.step('the candidate sees the new result, and why', async () => {
    await signIn(context, tenant, phone);
    const told = page.getByText(reason);
    // The other exam is regraded by a job of its own.
    await expect(async () => {
      await page.goto(path('/account?change=5&of=me'));
      await expect(told.filter({ hasText: otherTitle }).first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await told.filter({ hasText: title }).first().click();
    await expect(page).toHaveURL(new RegExp(`examSuccess\\?id=${attemptId}`));
    await expect(page.getByText(t('enum:examState.pass')).first()).toBeVisible();
  });
});
