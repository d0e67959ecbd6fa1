import { addMember, appointAdministrator, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Requirements, the matrix, and what a manager does with people in it (docs/decisions/092). */

// What somebody else has changed.
test.use({ expectedLines: /status of 409/ });

test('a requirement is written, previewed, published and seen in the matrix; somebody is exempted from it', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const phone = await addMember(tenant);
  const person = newcomer(phone);
  const title = `Welding ${phone.slice(-6)}`;
  // An administrator of its own: one changes several people at a time.
  const admin = await addMember(tenant);
  let editor = '';
  await appointAdministrator(admin);
  await signIn(context, tenant, admin);
  await page.goto(path('/admin'));
  await page.getByRole('link', { name: t('admin:place.requirements.title'), exact: true }).click();
  await page.getByRole('link', { name: t('requirement:new') }).click();

  await test.step('for one person, by a course', async () => {
    await page.getByRole('textbox', { name: t('requirement:editor.name'), exact: true }).fill(title);
    await page
      .getByRole('button', { name: new RegExp(`^${t('requirement:editor.add')} `) })
      .first()
      .click();
    // Nobody but the person: without the rule for everybody.
    const rule = t('requirement:editor.ruleName', { n: 1 });
    await page.getByRole('button', { name: new RegExp(`^${t('admin:row.remove')}.*${rule}`) }).click();
    await page.getByPlaceholder(t('requirement:editor.namedSearch')).fill(person);
    await page.getByRole('button', { name: person }).click();
    await expect(page.getByText(t('requirement:editor.previewAdded_one', { count: 1, names: person }))).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('requirement:editor.create') }).click();
    await page.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(t('requirement:editor.previewCount_one', { count: 1 }));
    await dialog.getByRole('button', { name: t('requirement:editor.publish'), exact: true }).click();
    await expect(page.getByText(t('requirement:phase.published'), { exact: true })).toBeVisible();
    editor = page.url();
  });

  await test.step('the matrix says where the person is and why', async () => {
    await expect(async () => {
      await page.goto(path(`/admin/matrix?keyword=${encodeURIComponent(person)}`));
      await expect(page.getByRole('button', { name: new RegExp(`${person}.*${title}`) })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: new RegExp(`${person}.*${title}`) }).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText(t('requirement:why.verdict.notCompleted'));
    await expect(panel).toContainText(t('requirement:why.open.listed'));
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
  });

  await test.step('an exemption needs a reason and is shown', async () => {
    await page.getByRole('checkbox', { name: person }).check();
    await page.getByRole('button', { name: t('requirement:change.exempt'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('requirement:change.requirement')).selectOption({ label: title });
    await dialog.getByRole('button', { name: t('requirement:change.send') }).click();
    await expect(dialog).toContainText(t('requirement:change.reasonMissing'));
    await dialog.getByLabel(t('requirement:change.reason')).fill('ON LEAVE');
    await dialog.getByRole('button', { name: t('requirement:change.send') }).click();
    const exempt = new RegExp(`${person}.*${title}.*${t('requirement:state.exempt')}`);
    await page.getByRole('button', { name: exempt }).click();
    await expect(page.getByRole('dialog')).toContainText('ON LEAVE');
  });

  await test.step('two editors: both versions are shown, and the history names who changed it', async () => {
    await page.goto(editor);
    const name = (on: typeof page) => on.getByRole('textbox', { name: t('requirement:editor.name'), exact: true });
    const save = (on: typeof page) =>
      on.getByRole('button', { name: t('requirement:editor.save'), exact: true }).click();
    await expect(name(page)).toHaveValue(title);
    const other = await context.newPage();
    await other.goto(page.url());
    await name(other).fill(`${title} theirs`);
    await save(other);
    await expect(other.getByText(t('requirement:editor.saved'))).toBeVisible();
    await other.close();
    await name(page).fill(`${title} mine`);
    await save(page);
    await expect(page.getByRole('heading', { name: t('requirement:editor.conflictTitle') })).toBeVisible();
    await expect(page.getByText(`${title} theirs`)).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: t('admin:conflict.continue'), exact: true }).click();
    await expect(name(page)).toHaveValue(`${title} mine`);
    await save(page);
    await expect(page.getByText(t('requirement:editor.saved'))).toBeVisible();
    await page.getByRole('button', { name: t('admin:history.title') }).click();
    await expect(page.getByRole('dialog')).toContainText(`${title} mine`);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
  });

  // The editor previews again after each change: not for somebody who has no right to it.
  const signInPerson = async () => {
    await page.goto('about:blank');
    await signIn(context, tenant, phone);
  };
  await test.step('the person sees it', async () => {
    await signInPerson();
    await page.goto(path('/account/requirements'));
    const own = page.getByRole('listitem').filter({ hasText: title });
    await expect(own.first()).toContainText(t('requirement:state.exempt'));
  });

  await test.step('withdrawn, the person has it no more; published again, they have it', async () => {
    const turn = async (kind: 'withdraw' | 'publish', phase: string) => {
      await signIn(context, tenant, admin);
      await page.goto(editor);
      await page.getByRole('button', { name: t(`requirement:editor.${kind}`), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t(`requirement:editor.${kind}`), exact: true })
        .click();
      await expect(page.getByText(t(`requirement:phase.${phase}`), { exact: true })).toBeVisible();
      await signInPerson();
    };
    const own = page.getByRole('listitem').filter({ hasText: title });
    await turn('withdraw', 'withdrawn');
    await expect(async () => {
      await page.goto(path('/account/requirements'));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(own).toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    await turn('publish', 'published');
    await expect(async () => {
      await page.goto(path('/account/requirements'));
      await expect(own.first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });
});
