import type { Page } from '@playwright/test';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Rules of a course, from its editor to what a learner sees: links in order, a certificate, a new version that is studied again. */

// What cannot be published is refused.
test.use({ expectedLines: /status of 422/ });

test('a learner opens links in order, earns the certificate, and studies what a new version has changed', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(240_000);
  const tenant = await ownTenant('Empty');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Rner' });
  const go = (on: Page, chinese: string) => on.goto(`${tenant.origin}${path(chinese)}`);
  await signIn(context, tenant, admin);
  const theirs = await browser.newContext();
  await signIn(theirs, tenant, learner);
  await theirs.route('https://rules.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  const seat = await theirs.newPage();

  const button = (on: Page, key: string) => on.getByRole('button', { name: t(key), exact: true });
  const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
  const saved = () => expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  const addLink = async (name: string, url: string) => {
    await page.getByRole('combobox', { name: t('editing:course.addOther') }).selectOption('link');
    const panel = page.getByRole('region', { name: t('editing:item.link') });
    await panel.getByRole('textbox', { name: t('editing:course.url') }).fill(url);
    // Three seconds.
    await panel.getByRole('spinbutton', { name: t('editing:course.minutes') }).fill('0.05');
    await panel.getByRole('textbox', { name: t('editing:course.itemName'), exact: true }).fill(name);
    await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toBeVisible();
  };
  const publish = async (prepare?: () => Promise<void>) => {
    await button(page, 'editing:publish').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await prepare?.();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('editing:publishNow') })
      .click();
    await expect(page.getByText(t('editing:saving.none'))).toBeVisible();
  };

  await test.step('a category', async () => {
    await go(page, '/admin/categories');
    await button(page, 'editing:categories.add').click();
    await field('editing:nameIn.zh').fill('安全');
    await field('editing:nameIn.en').fill('Safety');
    await button(page, 'editing:save').click();
    await expect(page.getByRole('treeitem')).toHaveCount(1);
  });

  await test.step('two links in order, and a certificate', async () => {
    await go(page, '/admin/courses/edit');
    await field('editing:name').fill('Guidelines');
    await page.getByRole('combobox', { name: t('editing:category'), exact: true }).selectOption({ index: 1 });
    await addLink('First', 'http://rules.example/first');
    await addLink('Second', 'https://rules.example/second');
    await page.getByRole('checkbox', { name: t('editing:course.itemsInOrder') }).check();
    await field('editing:nameIn.zh').fill('规程证书');
    await field('editing:nameIn.en').fill('Guidelines certificate');
    await page.getByRole('spinbutton', { name: t('editing:course.certificateMonths') }).fill('12');
    await saved();
    await expectAccessibleInBoth(page);
  });

  await test.step('an address without https is refused at its field', async () => {
    await page.getByRole('treeitem', { name: /First/ }).click();
    await button(page, 'editing:publish').click();
    const url = page.getByRole('textbox', { name: t('editing:course.url') });
    await expect(url).toHaveAccessibleDescription(new RegExp(t('errors:field.url')));
    await url.fill('https://rules.example/first');
    await saved();
    await publish();
  });
  const id = new URL(page.url()).searchParams.get('id')!;
  const waits = t('course:lock.order', { title: 'First' });

  await test.step('the second link waits for the first one', async () => {
    await go(seat, `/knowledge/course/${id}`);
    await expect(seat.getByText(waits)).toBeVisible();
    await expect(seat.getByRole('link', { name: /Second/ })).toHaveCount(0);
    await go(seat, `/watch/course?id=${id}`);
    await seat.getByRole('link', { name: /^Second/ }).click();
    await expect(seat.getByText(t('study:locked'))).toBeVisible();
    await expectAccessibleInBoth(seat);
  });

  const read = async (name: string) => {
    await seat.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    const link = seat.getByRole('link', { name: t('document:link.open') });
    await expect(link).toHaveAttribute('rel', /noopener/);
    const opened = theirs.waitForEvent('page');
    await link.click();
    await (await opened).close();
    const confirm = button(seat, 'document:confirm.confirm');
    await expect(confirm).toBeEnabled({ timeout: 15_000 });
    await confirm.click();
    await expect(seat.getByText(t('document:confirm.done'))).toBeVisible();
  };
  await test.step('read, it opens the second one, and both complete the course', async () => {
    await read('First');
    await expect(seat.getByText(waits)).toHaveCount(0);
    await read('Second');
  });

  await test.step('the certificate is in the account', async () => {
    await go(seat, '/account?change=3&recordType=2');
    await expect(seat.getByText(path('/') === '/' ? '规程证书' : 'Guidelines certificate').first()).toBeVisible();
  });

  await test.step('a new version asks who has completed it to study what is new', async () => {
    await addLink('Third', 'https://rules.example/third');
    await page.getByLabel(t('editing:course.releaseAt'), { exact: true }).fill('2099-01-01T08:00');
    await saved();
    await publish(async () => {
      const again = page.getByRole('dialog').getByRole('checkbox');
      await expect(again).not.toBeChecked();
      await again.check();
      await expectAccessibleInBoth(page);
    });
    await expect(async () => {
      await go(seat, `/knowledge/course/${id}`);
      await expect(seat.getByText(t('course:newVersion'), { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(seat.getByText(/2099/)).toBeVisible();
    await expect(seat.getByRole('link', { name: /First/ })).toBeVisible();
  });

  await test.step('the version says so', async () => {
    await button(page, 'editing:versions').click();
    await expect(page.getByText(t('editing:restudyRequired'))).toHaveCount(1);
  });
  await theirs.close();
});
