import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { addMember, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Reminders of requirements with their log, and signed evidence (docs/decisions/094). */

const ADMIN = 4;

test('reminders are set, a test arrives and is logged; evidence of a person is saved and verified', async ({
  page,
  context,
  tenant,
  path,
  t,
}, info) => {
  test.setTimeout(120_000);
  const phone = await addMember(tenant);
  const person = newcomer(phone);
  const title = `Rigging ${phone.slice(-6)}`;
  await signIn(context, tenant, ADMIN);

  await test.step('the schedule says whom it reminds at once', async () => {
    await page.goto(path('/admin/requirements/edit'));
    await page.getByRole('textbox', { name: t('requirement:editor.name'), exact: true }).fill(title);
    await page
      .getByRole('button', { name: new RegExp(`^${t('requirement:editor.add')} `) })
      .first()
      .click();
    const rule = t('requirement:editor.ruleName', { n: 1 });
    await page.getByRole('button', { name: new RegExp(`^${t('admin:row.remove')}.*${rule}`) }).click();
    await page.getByPlaceholder(t('requirement:editor.namedSearch')).fill(person);
    await page.getByRole('button', { name: person }).click();
    const atOnce = page.getByText(t('requirement:editor.previewReminded_other', { count: 1, superiors: 0 }));
    await expect(atOnce).toBeVisible();
    const days = (count: number) =>
      page.getByRole('button', { name: t('requirement:reminders.days_other', { count }), exact: true });
    await days(30).click();
    await expect(days(30)).toHaveAttribute('aria-pressed', 'false');
    await days(3).click();
    await expect(atOnce).toBeHidden();
    await page.getByRole('checkbox', { name: t('requirement:reminders.weekly') }).uncheck();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('requirement:editor.create') }).click();
    await page.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('requirement:editor.publish'), exact: true })
      .click();
    await expect(page.getByText(t('requirement:phase.published'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(days(3)).toHaveAttribute('aria-pressed', 'true');
    await expect(days(30)).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByRole('checkbox', { name: t('requirement:reminders.weekly') })).not.toBeChecked();
  });

  await test.step('a test arrives, and is in the log', async () => {
    await page.getByRole('button', { name: t('requirement:reminders.test') }).click();
    await expect(page.getByText(t('requirement:reminders.tested', { fates: '' }).trim())).toBeVisible();
    await page.getByRole('link', { name: t('requirement:message.title') }).click();
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(t('requirement:message.kind.test'));
    await expect(row).toContainText(t('requirement:message.state.sent'));
    await expectAccessibleInBoth(page);
    await page.goto(path('/account?change=5&of=me'));
    await expect(page.getByText(title).first()).toBeVisible();
  });

  await test.step('the number of people who are reminded by hand is shown before', async () => {
    await expect(async () => {
      await page.goto(path(`/admin/matrix?keyword=${encodeURIComponent(person)}`));
      await expect(page.getByRole('button', { name: new RegExp(`${person}.*${title}`) })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await page.getByRole('checkbox', { name: person }).check();
    await page.getByRole('button', { name: t('requirement:change.remind'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('requirement:change.requirement')).selectOption({ label: title });
    await expect(dialog).toContainText(t('requirement:change.reminded_other', { count: 1 }));
    await dialog.getByRole('button', { name: t('requirement:change.send') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('evidence is saved, verified, and refused with a changed byte', async () => {
    await page.getByRole('button', { name: new RegExp(`${person}.*${title}`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('requirement:why.evidence') })
      .click();
    await page.getByRole('button', { name: t('requirement:evidence.save') }).click();
    const link = page.getByRole('link', { name: t('admin:saveFile', { name: '' }).trim() });
    await expect(link).toBeVisible();
    await expectAccessibleInBoth(page);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const saved = info.outputPath('evidence.html');
    await download.saveAs(saved);
    const verify = (file: string, ...more: string[]) =>
      promisify(execFile)(process.execPath, ['src/server/cli/verify.ts', file, ...more]).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
    const out = await verify(saved, '--from', new URL(page.url()).origin);
    expect(out).toContain(`✓ ${person}, ${title}`);
    expect(out).toContain('✓ signed by this installation');
    const changed = info.outputPath('changed.html');
    await writeFile(changed, (await readFile(saved, 'utf8')).replace(person, 'Somebody'));
    expect(await verify(changed)).toContain('a byte of it was changed');
  });
});
