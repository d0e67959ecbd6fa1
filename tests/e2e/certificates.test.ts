import type { Browser, Page } from '@playwright/test';
import { addMember, appointAdministrator, newcomer } from './support/database.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import type { DemoTenant } from './support/tenants.ts';
import { expect, listen, test } from './support/test.ts';

/* Certificates that are issued and revoked by hand (docs/decisions/037). */

const ADMIN = 4;

/** A page of another user, in a browser of their own. Its console stays clean too. */
async function pageOf(browser: Browser, tenant: DemoTenant, who: number | string, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: tenant.origin });
  await signIn(context, tenant, who);
  const page = await context.newPage();
  const lines = listen(page);
  await work(page);
  expect(lines).toEqual([]);
  await context.close();
}

test('an administrator issues and revokes a certificate, another one approves, and the holder is told', async ({
  page,
  context,
  browser,
  tenant,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const [phone, second] = [await addMember(tenant), await addMember(tenant)];
  await appointAdministrator(second);
  const name = newcomer(phone);
  const approve = (type: string) =>
    pageOf(browser, tenant, second, async (desk) => {
      await desk.goto(path(`/account?change=6&flow=todo&flowType=${type}&keyword=${encodeURIComponent(name)}`));
      await desk.getByRole('link', { name }).click();
      await expect(desk.getByRole('definition').filter({ hasText: name })).toBeVisible();
      await desk.getByRole('button', { name: t('flow:do.approve') }).click();
      await expect(desk.locator('[data-state]')).toHaveText(t('flow:state.approved'));
    });
  const news = (holder: Page) => holder.getByRole('list', { name: t('record:home.decided.label') });

  await signIn(context, tenant, ADMIN);
  await page.goto(path('/admin'));
  await page.getByRole('link', { name: t('admin:place.certificates.title'), exact: true }).click();
  let title = '';
  await test.step('requested, with the missing parts named', async () => {
    await page.getByRole('button', { name: t('record:issued.issue') }).click();
    const dialog = page.getByRole('dialog', { name: t('record:issued.issue') });
    const kind = dialog.getByLabel(t('record:issued.kind'));
    title = (await kind.locator('option:checked').textContent())!.split(' · ')[0]!.trim();
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(dialog).toContainText(t('record:issued.peopleMissing'));
    await expect(dialog).toContainText(t('record:issued.reasonMissing'));
    await dialog.getByRole('searchbox').fill(name);
    await dialog.getByRole('checkbox', { name }).check();
    await dialog.getByLabel(t('record:issued.reason')).fill('ON-SITE');
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('record:issued.sent'))).toBeVisible();
  });

  await approve('certificateIssue');
  await pageOf(browser, tenant, phone, async (holder) => {
    await holder.goto(path('/home'));
    const seen = holder.waitForResponse(/user\/certificate\/see$/);
    await news(holder).getByRole('link').click();
    await seen;
    const card = holder.getByRole('listitem').filter({ hasText: title });
    await expect(card).toContainText(t('enum:issueWay.manual'));
  });

  const row = page.getByRole('row').filter({ hasText: name });
  await test.step('revoked', async () => {
    await page.goto(path(`/admin/certificates?keyword=${encodeURIComponent(name)}`));
    await row.getByRole('button', { name: t('record:issued.revokeOf', { name, title }) }).click();
    const dialog = page.getByRole('dialog', { name: t('record:issued.revokeTitle') });
    await dialog.getByLabel(t('record:issued.reason')).fill('MISTAKE');
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(row).toContainText(t('record:issued.requested.certificateRevoke'));
  });
  await approve('certificateRevoke');
  await page.reload();
  await expect(row).toContainText(t('enum:certificateStatus.revoked'));
  await expect(row).toContainText('MISTAKE');
  await pageOf(browser, tenant, phone, async (holder) => {
    await holder.goto(path('/home'));
    await expect(news(holder)).toContainText(t('record:home.decided.revoked', { title }));
    await news(holder).getByRole('button').click();
    await expect(news(holder)).toBeHidden();
    await holder.goto(path('/account?change=3&recordType=2'));
    await expect(holder.getByRole('listitem').filter({ hasText: title })).toContainText('MISTAKE');
    await holder.getByRole('link', { name: title }).click();
    await expect(holder.getByRole('note')).toContainText('MISTAKE');
    await expect(holder.getByText(t('record:certificate.revokedStamp'), { exact: true })).toBeVisible();
    await expectAccessibleInBoth(holder);
  });
});

test.describe('verification', () => {
  // A correction without a change is refused first.
  test.use({ expectedLines: /status of 422/ });

  test('a stranger verifies a certificate, and a correction is approved and shown to everybody', async ({
    page,
    context,
    browser,
    tenant,
    path,
    t,
  }) => {
    test.setTimeout(120_000);
    const [phone, second] = [await addMember(tenant), await addMember(tenant)];
    await appointAdministrator(second);
    const name = newcomer(phone);
    const decide = (type: string) =>
      pageOf(browser, tenant, second, async (desk) => {
        await desk.goto(path(`/account?change=6&flow=todo&flowType=${type}&keyword=${encodeURIComponent(name)}`));
        await desk.getByRole('link', { name }).click();
        await desk.getByRole('button', { name: t('flow:do.approve') }).click();
        await expect(desk.locator('[data-state]')).toHaveText(t('flow:state.approved'));
      });
    await signIn(context, tenant, ADMIN);
    await page.goto(path('/admin/certificates'));
    await page.getByRole('button', { name: t('record:issued.issue') }).click();
    const issuing = page.getByRole('dialog', { name: t('record:issued.issue') });
    await issuing.getByRole('searchbox').fill(name);
    await issuing.getByRole('checkbox', { name }).check();
    await issuing.getByLabel(t('record:issued.reason')).fill('ON-SITE');
    await issuing.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(issuing).toBeHidden();
    await decide('certificateIssue');

    await page.goto(path(`/admin/certificates?keyword=${encodeURIComponent(name)}`));
    const row = page.getByRole('row').filter({ hasText: name }).first();
    const number = /[A-Z]+-\d{4}-\d{6}/.exec(await row.textContent().then((text) => text!))![0];
    const stranger = await browser.newContext({ baseURL: tenant.origin });
    const visitor = await stranger.newPage();
    const lines = listen(visitor);
    const verify = async (asked: string) => {
      await visitor.goto(path('/certificate'));
      await visitor.getByLabel(t('verification:number')).fill(asked.toLowerCase());
      await visitor.getByRole('button', { name: t('verification:verify') }).click();
    };
    const state = visitor.getByRole('main').getByRole('status');
    await verify(number);
    await expect(state).toHaveText(t('verification:state.valid'));
    await expect(visitor.getByText(number)).toBeVisible();
    await expect(visitor.getByText(name)).toBeHidden();
    await expect(visitor.getByText('N*** ', { exact: false })).toBeVisible();
    await expectAccessibleInBoth(visitor);

    await row.getByRole('button', { name: t('record:issued.correct'), exact: false }).click();
    const dialog = page.getByRole('dialog', { name: t('record:issued.correctTitle') });
    await dialog.getByLabel(t('record:issued.reason')).fill('TYPO');
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(dialog).toContainText(t('errors:field.nothingCorrected'));
    await dialog.getByLabel(t('record:issued.nameOn')).fill(`${name} Junior`);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: t('record:issued.send') }).click();
    await expect(row).toContainText(t('record:issued.requested.certificateCorrect'));
    await decide('certificateCorrect');

    await expect
      .poll(async () => {
        await visitor.reload();
        return state.textContent();
      })
      .toContain(t('verification:state.replaced'));
    await visitor
      .getByRole('main')
      .getByRole('link', { name: /[A-Z]+-\d{4}-\d{6}/ })
      .click();
    await expect(state).toHaveText(t('verification:state.valid'));
    expect(lines).toEqual([]);
    await verify('NONE-2020-000001');
    await expect(state).toHaveText(t('verification:state.unknown'));
    await expectAccessibleInBoth(visitor);
    await stranger.close();

    await pageOf(browser, tenant, phone, async (holder) => {
      await holder.goto(path('/account?change=3&recordType=2&status=held'));
      await expect(holder.getByText(number)).toBeVisible();
      await holder.getByLabel(t('record:certificate.shownName.label')).selectOption('full');
      await expect(holder.getByText(t('record:certificate.shownName.saved'))).toBeVisible();
      await holder.locator('a[href*="/account/certificate?id="]').first().click();
      await holder.waitForURL(/certificate\?id=/);
      const download = holder.waitForEvent('download');
      await holder.getByRole('link', { name: t('record:certificate.pdf') }).click();
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    });
  });
});
