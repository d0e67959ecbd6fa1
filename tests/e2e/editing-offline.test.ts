import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/* A connection that is lost while a course is written. */

test.use({ expectedLines: /ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_FAILED)/ });

test('what is typed without a connection is stored when it is back, also after a reload', async ({
  page,
  context,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const tenant = await ownTenant('Offline');
  await signIn(context, tenant, await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true }));
  const state = (name: string) => expect(page.getByText(t(`editing:saving.${name}`))).toBeVisible();
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  await page.goto(`${tenant.origin}${path('/admin/courses/edit')}`);
  await field('editing:name').fill('Ladders');
  await state('saved');

  await test.step('it is back: everything that was typed meanwhile is stored', async () => {
    await context.setOffline(true);
    await field('editing:summary').fill('Without a line');
    await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('practice');
    await state('failed');
    await field('editing:description').fill('And more');
    await context.setOffline(false);
    await state('saved');
    await page.reload();
    await expect(field('editing:summary')).toHaveValue('Without a line');
    await expect(field('editing:description')).toHaveText('And more');
    await expect(page.getByRole('treeitem')).toHaveCount(1);
  });

  await test.step('the page is loaded again before that: the device has kept it', async () => {
    // Pages can be loaded, and nothing can be stored.
    const save = '**/gateway/system/auth/content/save';
    await page.route(save, (route) => route.abort());
    await field('editing:summary').fill('Kept on the device');
    await state('failed');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(field('editing:summary')).toHaveValue('Kept on the device');
    await state('failed');
    await page.unroute(save);
    await state('saved');
    // Another browser sees it: it is stored.
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('textbox', { name: t('editing:summary'), exact: true })).toHaveValue(
      'Kept on the device',
    );
  });
});
