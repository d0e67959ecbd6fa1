import { randomUUID } from 'node:crypto';
import { asOperator } from './support/database.ts';
import { ownMember, ownTenant } from './support/own-tenant.ts';
import { signIn } from './support/sign-in.ts';
import { expectAccessibleInBoth } from './support/sound.ts';
import { expect, test } from './support/test.ts';

/* Rules of points and rankings, from the settings to what a member sees (docs/decisions/108). */

// Two administrators at once.
test.use({ expectedLines: /status of 409/ });

test('points and rankings follow what administrators set; two at once see both versions', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(150_000);
  const tenant = await ownTenant('Rules');
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const colleague = await ownMember(tenant, { userName: 'Bo Admin', isAdmin: true });
  const learner = await ownMember(tenant, { userName: 'Lea Learner', department: 'Works' });
  const other = await ownMember(tenant, { userName: 'Otto Other', department: 'Office' });
  await signIn(context, tenant, admin);
  const at = (where: string) => `${tenant.origin}${path(where)}`;
  const label = (name: string) => t(`policy:of.${name}.label`);
  const points = page.getByRole('spinbutton', { name: label('points.checkInPoints') });
  const save = page.getByRole('button', { name: t('policy:save') });

  await page.goto(at('/admin/settings'));
  const row = page.getByRole('listitem', { name: t('policy:of.points.title') });
  await expect(row).toContainText(t('policy:defaults'));
  await row.getByRole('link').click();
  await expect(points).toHaveValue('1');
  await expectAccessibleInBoth(page);

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, colleague);
  const second = await theirs.newPage();
  await second.goto(page.url());
  await second.getByRole('spinbutton', { name: label('points.bonusEvery') }).fill('3');
  await second.getByRole('button', { name: t('policy:save') }).click();
  await expect(second.getByText(t('policy:saved')).first()).toBeVisible();
  await theirs.close();

  await points.fill('4');
  await save.click();
  await expect(page.getByRole('heading', { name: t('policy:conflict') })).toBeVisible();
  await page.getByRole('button', { name: t('admin:conflict.continue') }).click();
  await save.click();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  await page.reload();
  await expect(points).toHaveValue('4');
  await expect(page.getByRole('spinbutton', { name: label('points.bonusEvery') })).toHaveValue('3');
  await page.getByRole('button', { name: t('admin:history.title') }).click();
  await expect(page.getByRole('dialog').getByText(label('points.checkInPoints'))).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(at('/admin/settings/rules?kind=rankings'));
  await page.getByRole('checkbox', { name: label('rankings.credits') }).uncheck();
  await page.getByRole('checkbox', { name: label('rankings.ownChoice') }).check();
  await save.click();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);

  const hers = await browser.newContext();
  await signIn(hers, tenant, learner);
  const member = await hers.newPage();
  await member.goto(at('/sign/sign'));
  await expect(member.getByText(t('record:checkIn.rule.bonus', { days: 3, points: 5 }))).toBeVisible();
  await member.getByRole('button', { name: t('record:checkIn.button', { points: 4 }) }).click();
  await expect(member.getByText(t('record:checkIn.said', { points: 4 })).first()).toBeVisible();
  await member.goto(at('/home/rank'));
  await expect(member.getByRole('link', { name: t('ranking:by.points') })).toBeVisible();
  await expect(member.getByRole('link', { name: t('ranking:by.credits') })).toHaveCount(0);
  const choice = member.getByRole('combobox', { name: t('ranking:choice.label') });
  await choice.selectOption('department');
  await expect(member.getByText(t('ranking:choice.saved')).first()).toBeVisible();
  await member.goto(at('/home/rank?by=credits'));
  await expect(member.getByText(t('ranking:off'))).toBeVisible();

  const his = await browser.newContext();
  await signIn(his, tenant, other);
  const reader = await his.newPage();
  await reader.goto(at('/home/rank'));
  const line = reader.getByRole('row').filter({ hasText: 'Works' });
  await expect(line).toContainText(t('ranking:nameless'));
  await expect(reader.getByText('Lea Learner')).toHaveCount(0);

  // All is off: neither card nor rankings are on the home page.
  for (const [kind, names] of [
    ['points', ['points.checkIn']],
    ['rankings', ['rankings.points', 'rankings.hours']],
  ] as const) {
    await page.goto(at(`/admin/settings/rules?kind=${kind}`));
    for (const name of names) await page.getByRole('checkbox', { name: label(name) }).uncheck();
    await save.click();
    await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  }
  await member.goto(at('/home'));
  await expect(member.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(member.getByRole('heading', { name: t('record:checkIn.title') })).toHaveCount(0);
  await expect(member.getByRole('link', { name: t('record:home.rankings') })).toHaveCount(0);
  await member.goto(at('/sign/sign'));
  await expect(member.getByText(t('record:checkIn.off'))).toBeVisible();
  await hers.close();
  await his.close();
});

test('seats are ordered without approval up to a total, and requests can be off', async ({
  page,
  context,
  browser,
  path,
  t,
}) => {
  test.setTimeout(120_000);
  const { tenant, courseId } = await tenantWithPaidCourse();
  const admin = await ownMember(tenant, { userName: 'Ada Ministrator', isAdmin: true });
  const buyer = await ownMember(tenant, { userName: 'Training Centre', userType: 3 });
  const learner = await ownMember(tenant, { userName: 'Lea Learner' });
  const at = (where: string) => `${tenant.origin}${path(where)}`;
  await signIn(context, tenant, admin);
  await page.goto(at('/admin/settings/rules?kind=orders'));
  const label = (name: string) => t(`policy:of.orders.${name}.label`);
  await page.getByRole('checkbox', { name: label('requests') }).uncheck();
  await page.getByRole('spinbutton', { name: label('approvedUpTo') }).fill('100.5');
  await page.getByRole('spinbutton', { name: label('seatMonths') }).fill('6');
  await page.getByRole('button', { name: t('policy:save') }).click();
  await expect(page.getByText(t('admin:unsaved.title'))).toHaveCount(0);
  await page.goto(at('/admin/settings'));
  await expect(page.getByRole('listitem', { name: t('policy:of.orders.title') })).toContainText('100.5');

  const hers = await browser.newContext();
  await signIn(hers, tenant, learner);
  const member = await hers.newPage();
  await member.goto(at(`/knowledge/course/${courseId}`));
  await expect(member.getByText(t('course:seat.notOffered'))).toBeVisible();
  await expect(member.getByRole('button', { name: t('course:seat.ask') })).toHaveCount(0);

  const theirs = await browser.newContext();
  await signIn(theirs, tenant, buyer);
  const shop = await theirs.newPage();
  await shop.goto(at(`/knowledge/course/${courseId}`));
  await shop.getByRole('button', { name: t('course:buy.add') }).click();
  await expect(shop.getByText(t('course:buy.added')).first()).toBeVisible();
  await shop.goto(at('/cart'));
  await shop.getByRole('button', { name: t('order:cart.chooseFor', { title: 'Auditor' }) }).click();
  await shop.getByRole('checkbox', { name: 'Lea Learner' }).check();
  await shop.getByRole('button', { name: t('order:picker.done') }).click();
  await shop.getByRole('button', { name: t('order:cart.submit') }).click();
  await expect(shop.getByText(t('order:state.approved')).first()).toBeVisible();
  await expect(shop.getByText(new RegExp(t('order:seat.until', { date: '' }).trim()))).toBeVisible();
  await member.reload();
  await expect(member.getByText(t('course:seat.notOffered'))).toHaveCount(0);
  await hers.close();
  await theirs.close();
});

/** A tenant with a course for 99.90 a seat. */
async function tenantWithPaidCourse() {
  const tenant = await ownTenant('Seats');
  const courseId = randomUUID();
  await asOperator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from portal.enterprise where key = $1', [
      tenant.key,
    ]);
    await client.query(`select set_config('app.enterprise_id', $1, true)`, [rows[0]!.id]);
    await client.query(
      `insert into course (enterprise_id, id, code, title, purchase_required, price, currency)
       values ($1, $2::uuid, $2::text, 'Auditor', true, 99.90, 'CNY')`,
      [rows[0]!.id, courseId],
    );
  });
  return { tenant, courseId };
}
