import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Announcements and the site, from the form to what members and visitors see (docs/decisions/103). */

const ADMIN = 4;
const LEARNER = 1;

test('an announcement is written, previewed, published and confirmed by a member', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const title = `Drill ${Date.now()}`;
  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin/announcements'));
  await page.getByRole('link', { name: t('site:admin.announcement.add') }).click();
  await page.getByRole('textbox', { name: t('site:admin.announcement.name'), exact: true }).fill(title);
  const body = page.getByRole('textbox', { name: t('site:admin.announcement.body'), exact: true });
  await body.pressSequentially('Meet in the ');
  await body.press('Control+b');
  await body.pressSequentially('yard');
  await page.getByRole('checkbox', { name: t('site:admin.announcement.mustReadField') }).check();
  await expect(page.getByText(t('editing:saving.saved'))).toBeVisible();
  await expectAccessibleInBoth(page);
  const shown = context.waitForEvent('page');
  await page.getByRole('button', { name: t('editing:preview'), exact: true }).click();
  const preview = await shown;
  await expect(preview.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await preview.close();
  await page.getByRole('button', { name: t('editing:publish'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('editing:publishNow'), exact: true })
    .click();
  await expect(page.getByText(t('editing:state.published'), { exact: true })).toBeVisible();

  // The editor of the site.
  await page.goto(path('/admin/site'));
  await expect(page.getByLabel(t('site:admin.site.color'), { exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, LEARNER);
  const member = await theirs.newPage();
  await member.goto(new URL(path('/info'), page.url()).href);
  await member.getByRole('link', { name: title }).click();
  await expect(member.locator('strong')).toHaveText('yard');
  await member.getByRole('button', { name: t('announcement:confirm.button') }).click();
  await expect(member.getByRole('button', { name: t('announcement:confirm.button') })).toHaveCount(0);
  await theirs.close();

  await page.goto(path('/admin/announcements'));
  await page.getByRole('link', { name: t('site:admin.receipt.title', { title }) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('site:admin.receipt.title', { title }));
  await page.goto(`${page.url()}&state=confirmed`);
  const list = page.getByRole('table');
  await expect(list.locator('tbody').getByText(t('announcement:receipt.confirmed'), { exact: true })).toHaveCount(1);
  await expectAccessibleInBoth(page);
});
