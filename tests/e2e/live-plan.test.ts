import type { Page } from '@playwright/test';
import { inZone } from '#src/lib/dates.ts';
import { addMember } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* The plan of a live class: from the empty form to what a learner sees, two people, moved, cancelled and re-opened. */

const ADMIN = 4;

// What somebody else has changed. The browser is elsewhere: times are those of the enterprise.
test.use({ expectedLines: /status of 409/, timezoneId: 'America/New_York' });

test('a live class is planned from the empty form, moved by two people, cancelled and re-opened', async ({
  page,
  context,
  browser,
  path,
  t,
  lang,
  tenant,
}) => {
  await signIn(context, tenant, ADMIN);
  const theirs = await browser.newContext({ baseURL: tenant.origin, locale: lang });
  await signIn(theirs, tenant, await addMember(tenant));
  const seat = await theirs.newPage();
  const title = `Planned ${Date.now()}`;
  const day = inZone(Date.now() + 40 * 86_400_000, 'Asia/Shanghai').format('YYYY-MM-DD');
  const list = path(`/admin/calendar?view=list&day=${day}`);
  const dialog = page.getByRole('dialog');

  await page.goto(list);
  await page.getByRole('button', { name: t('calendar:plan'), exact: true }).click();
  await dialog.getByRole('button', { name: t('calendar:kind.live') }).click();
  await dialog.getByRole('textbox', { name: t('calendar:form.title') }).fill(title);
  await dialog.getByLabel(t('calendar:form.startAt')).fill(`${day}T09:00`);
  await dialog.getByLabel(t('calendar:form.endAt')).fill(`${day}T10:00`);
  await dialog.getByRole('button', { name: t('calendar:save') }).click();
  await expect(dialog).toHaveCount(0);
  await page
    .getByRole('link', { name: new RegExp(`^09:00.10:00 ${title}`) })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  const { pathname } = new URL(page.url());
  const id = pathname.split('/').at(-1)!;

  const watch = async () => (await seat.goto(path(`/live/watch/${id}`)))!.status();
  expect(await watch()).toBe(200);
  await expect(seat.getByRole('heading', { name: title, level: 1 })).toBeVisible();

  const other = await context.newPage();
  await other.goto(pathname);
  const open = async (on: Page) => {
    await on.getByText(t('live:form.edit')).click();
    await expect(on.getByLabel(t('live:form.startAt'), { exact: true })).toHaveValue(`${day}T09:00`);
  };
  const save = (on: Page) => on.getByRole('button', { name: t('live:form.save'), exact: true }).click();
  await open(page);
  await open(other);
  await other.getByLabel(t('live:form.title')).fill(`${title} moved`);
  await other.getByLabel(t('live:form.endAt'), { exact: true }).fill(`${day}T11:00`);
  await save(other);
  await expect(other.getByRole('heading', { name: `${title} moved`, level: 1 })).toBeVisible();
  await page.getByLabel(t('live:form.title')).fill(`${title} mine`);
  await save(page);
  // Both versions: the title is the own one, the end that only they have changed is theirs.
  const conflict = page.getByRole('region', { name: t('admin:conflict.title') });
  const part = (name: string) => conflict.getByRole('group', { name: t(`live:form.${name}`) });
  await expect(part('title').getByRole('radio', { name: t('admin:conflict.mine') })).toBeChecked();
  await expect(part('title')).toContainText(`${title} moved`);
  await expect(part('endAt').getByRole('radio', { name: t('admin:conflict.theirs') })).toBeChecked();
  await expectAccessibleInBoth(page);
  await other.close();
  expect(await watch()).toBe(200);
  await expect(seat.getByRole('heading', { name: `${title} moved`, level: 1 })).toBeVisible();
  await conflict.getByRole('button', { name: t('admin:conflict.continue') }).click();
  await expect(page.getByLabel(t('live:form.title'))).toHaveValue(`${title} mine`);
  await expect(page.getByLabel(t('live:form.endAt'), { exact: true })).toHaveValue(`${day}T11:00`);
  await save(page);
  await expect(page.getByRole('heading', { name: `${title} mine`, level: 1 })).toBeVisible();
  await seat.reload();
  await expect(seat.getByRole('heading', { name: `${title} mine`, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: t('admin:history.title'), exact: true }).click();
  await expect(
    dialog
      .getByRole('listitem')
      .filter({ hasText: `${title} mine` })
      .first(),
  ).toContainText(`${title} moved`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: t('live:host.to.cancelled'), exact: true }).click();
  await dialog.getByRole('button', { name: t('live:host.to.cancelled') }).click();
  await expect(page.getByRole('button', { name: t('live:host.to.cancelled'), exact: true })).toHaveCount(0);
  await seat.reload();
  await expect(seat.getByText(t('live:status.cancelled')).first()).toBeVisible();

  await page.getByRole('button', { name: t('live:host.to.planned'), exact: true }).click();
  await dialog.getByRole('button', { name: t('live:host.to.planned') }).click();
  await expect(page.getByRole('button', { name: t('live:host.to.cancelled'), exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('live:host.to.planned'), exact: true })).toHaveCount(0);
  await seat.reload();
  await expect(seat.getByText(t('live:status.cancelled'))).toHaveCount(0);
  await expect(seat.getByText(t('live:status.planned')).first()).toBeVisible();
  await theirs.close();
});
