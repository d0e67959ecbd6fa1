import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* A new course that begins with parts of another one (docs/decisions/109). */

test('a course is begun from an existing one, without its dates', async ({ page, context, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Templates');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  const itemName = () => page.locator('.course-item').getByRole('textbox', { name: t('editing:course.itemName') });
  const release = page.getByLabel(t('editing:course.releaseAt'), { exact: true });
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await field('editing:name').fill('First year');
  await field('editing:summary').fill('What everybody should know');
  await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('practice');
  await itemName().fill('Ladder');
  await release.fill('2031-05-01T08:00');
  await saved();

  await page.goto(`${tenant.origin}${path('/admin/courses')}`);
  const command = page.getByRole('button', { name: t('editing:template.command.course') });
  await command.click();
  const dialog = page.getByRole('dialog', { name: t('editing:template.command.course') });
  const create = dialog.getByRole('button', { name: t('editing:template.create') });
  await create.click();
  await expect(dialog.getByText(t('editing:template.chooseFirst'))).toBeVisible();
  await expect(dialog.getByText(t('editing:template.titleNeeded'))).toBeVisible();
  await dialog.getByRole('button', { name: new RegExp(t('editing:template.from.course')) }).click();
  await page.getByRole('searchbox', { name: t('editing:search'), exact: true }).fill('First');
  await page
    .getByRole('option', { name: 'First year' })
    .or(page.getByRole('button', { name: 'First year' }))
    .click();
  await dialog.getByRole('textbox', { name: t('editing:template.title') }).fill('Second year');
  await dialog.getByRole('checkbox', { name: t('editing:template.part.texts') }).uncheck();
  await expectAccessibleInBoth(page);
  await create.click();

  await expect(field('editing:name')).toHaveValue('Second year');
  await expect(field('editing:summary')).toHaveValue('');
  await page.getByRole('treeitem', { name: /Ladder/ }).click();
  await expect(itemName()).toHaveValue('Ladder');
  await expect(release).toHaveValue('');
  // Where a new course is begun, the command is offered too, and not in one that exists.
  await expect(command).toHaveCount(0);
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await expect(command).toBeEnabled();
});

test('a project is begun from an existing one, with its courses', async ({ page, context, path, t }) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Templates');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  const courses = page.getByRole('group', { name: t('editing:project.content'), exact: true });
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await field('editing:name').fill('First day');
  await saved();
  await page.goto(`${tenant.origin}${path('/admin/projects/edit')}`);
  await field('editing:name').fill('Newcomers 2031');
  await field('editing:summary').fill('The first month');
  await page.getByRole('button', { name: t('editing:project.addCourse') }).click();
  await page
    .getByRole('option', { name: 'First day' })
    .or(page.getByRole('button', { name: 'First day' }))
    .click();
  const first = courses.getByRole('treeitem', { name: /First day/ });
  await expect(first).toBeVisible();
  await courses.getByRole('checkbox', { name: t('editing:project.required') }).uncheck();
  await saved();

  await page.goto(`${tenant.origin}${path('/admin/projects')}`);
  await page.getByRole('button', { name: t('editing:template.command.project') }).click();
  const dialog = page.getByRole('dialog', { name: t('editing:template.command.project') });
  await expect(dialog.getByText(t('editing:template.hint.project'))).toBeVisible();
  await dialog.getByRole('button', { name: new RegExp(t('editing:template.from.project')) }).click();
  await page
    .getByRole('option', { name: 'Newcomers 2031' })
    .or(page.getByRole('button', { name: 'Newcomers 2031' }))
    .click();
  await dialog.getByRole('textbox', { name: t('editing:template.title') }).fill('Newcomers 2032');
  await dialog.getByRole('checkbox', { name: t('editing:template.part.texts') }).uncheck();
  await dialog.getByRole('button', { name: t('editing:template.create') }).click();

  await expect(field('editing:name')).toHaveValue('Newcomers 2032');
  await expect(field('editing:summary')).toHaveValue('');
  await expect(first).toBeVisible();
  await first.click();
  await expect(courses.getByRole('checkbox', { name: t('editing:project.required') })).not.toBeChecked();
  // The first one stays as it was.
  await page.goto(`${tenant.origin}${path('/admin/projects')}`);
  await expect(page.getByRole('row').filter({ hasText: 'Newcomers' })).toHaveCount(2);
});
