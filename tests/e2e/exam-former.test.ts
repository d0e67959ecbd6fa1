import { addMember, appointAdministrator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth, expectFits } from './support/sound.ts';
import { expect, test } from './support/test.ts';

type Stored = Record<string, unknown> & { id: string; title: string; revision: number; sections: object[] };

test('values from before a change of an exam are put into its editor, and stored when they are saved', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(90_000);
  const adminPhone = await addMember(tenant);
  await appointAdministrator(adminPhone);
  const admin = await signIn(context, tenant, adminPhone);
  const ask = async (name: string, input: object) => {
    const { envelope } = await gateway(hostOf(tenant), name, input, admin);
    expect(envelope.code, envelope.msg).toBe(200);
    return envelope.data;
  };
  const found = await ask('POST /exam/auth/exam/admin/page', { keyword: tenant.exam.title });
  const [{ id: original }] = (found as { list: [{ id: string }] }).list;
  const view = async (id: string) => (await ask(`GET /exam/auth/exam/admin/view?id=${id}`, {})) as Stored;
  const { id: _, revision: __, ...settings } = await view(original);
  const title = `Former ${adminPhone.slice(-4)}`;
  const exam = { ...settings, title, courseId: null, passScore: 1, maxAttempts: 2 };
  const { id } = (await ask('POST /exam/auth/exam/admin/save', exam)) as { id: string };
  const before = await view(id);
  const changed = { ...before, title: 'Changed by mistake', maxAttempts: 5, sections: before.sections.slice(0, 1) };
  expect(before.sections.length).toBeGreaterThan(1);
  await ask('POST /exam/auth/exam/admin/save', changed);

  await page.goto(path(`/admin/exams/edit?id=${id}`));
  const titleField = page.getByLabel(t('exam:admin.title'), { exact: true });
  await expect(titleField).toHaveValue('Changed by mistake');
  await page.getByRole('button', { name: t('admin:history.title'), exact: true }).click();
  const panel = page.getByRole('dialog');
  const use = panel.getByRole('button', { name: t('exam:admin.former.use') });
  // Of the change; the exam had no settings before it was made.
  await expect(use).toHaveCount(1);
  await expectAccessibleInBoth(page);
  await expectFits(page);
  await use.click();
  await expect(panel).toBeHidden();

  const note = page.getByRole('status').filter({ hasText: t('exam:admin.sections') });
  await expect(note).toContainText(t('exam:admin.maxAttempts'));
  await expect(page.getByText(t('admin:unsaved.title'))).toBeVisible();
  await expect(titleField).toHaveValue(title);
  await expect(page.getByLabel(t('exam:admin.maxAttempts'), { exact: true })).toHaveValue('2');
  const parts = page.getByLabel(t('exam:admin.sectionTitle'), { exact: true });
  await expect(parts).toHaveCount(before.sections.length);
  await expectAccessibleInBoth(page);
  await expectFits(page);
  expect(await view(id)).toMatchObject({ title: 'Changed by mistake', maxAttempts: 5 });

  await test.step('they can be discarded, and survive a reload', async () => {
    await page.getByRole('button', { name: t('admin:unsaved.discard') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin:unsaved.discard') })
      .click();
    await expect(titleField).toHaveValue('Changed by mistake');
    await expect(note).toHaveCount(0);
    await page.getByRole('button', { name: t('admin:history.title'), exact: true }).click();
    await use.click();
    await expect(titleField).toHaveValue(title);
    await expect(page.getByText(t('admin:unsaved.kept', { action: t('exam:admin.save') }))).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(parts).toHaveCount(before.sections.length);
  });

  await page.getByRole('button', { name: t('exam:admin.save'), exact: true }).click();
  await expect(page.getByText(t('exam:admin.saved'), { exact: true })).toBeVisible();
  const { revision, ...after } = await view(id);
  const { revision: first, ...earlier } = before;
  expect(after).toEqual(earlier);
  expect(revision).toBe(first + 2);
});
