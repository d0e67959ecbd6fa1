import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addMember, asOperator } from './support/database.ts';
import { gateway } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expectAccessible, expectFits } from './support/sound.ts';
import { phone } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/** How far the layout has moved without input, as browsers count it. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    // What was recorded before arrives with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });

test('the first screen of the morning: check-in, contribution, rankings', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  await signIn(context, tenant, await addMember(tenant));
  await page.goto(path('/home'));
  const points = page.getByRole('link', { name: t('record:stat.points') });
  const totals = points.getByText(/^\d+$/);
  await expect(totals).toHaveText('0');

  await test.step('one click checks in, and everything that shows it follows', async () => {
    const checkIn = page.getByRole('region', { name: t('record:checkIn.title') });
    await checkIn.getByRole('button', { name: t('record:checkIn.button', { points: 1 }) }).click();
    await expect(page.getByRole('status').filter({ hasText: t('record:checkIn.said', { points: 1 }) })).toBeVisible();
    const button = checkIn.getByRole('button', { name: t('record:checkIn.done') });
    await expect(button).toBeFocused();
    await expect(checkIn.getByRole('strong')).toHaveText('1');
    await expect(checkIn.getByRole('listitem').filter({ hasText: t('record:checkIn.signed') })).toHaveCount(1);
    await expect(totals).toHaveText('1');
    await page.keyboard.press('Enter');
    await page.reload();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(totals).toHaveText('1');
  });

  await test.step('what lies below comes when somebody gets near', async () => {
    const contribution = page.getByRole('region', { name: t('record:contribution.title') });
    await contribution.scrollIntoViewIfNeeded();
    await contribution.getByText(t('record:hours.asTable')).click();
    const total = contribution.getByRole('row').filter({ hasNotText: t('record:hours.month') });
    await expect(total).toHaveCount(12);
    await expect(total.getByRole('cell', { name: '1', exact: true }).last()).toBeVisible();

    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    const rankings = page.getByRole('region', { name: t('ranking:yearTitle', { year }) });
    for (const [by, lines] of [
      ['points', 3],
      ['credits', 3],
      ['hours', 6],
    ] as const) {
      const ranking = rankings.getByRole('region', { name: t(`ranking:by.${by}`) });
      await expect(ranking.getByRole('listitem')).toHaveCount(lines);
    }
    await expect(rankings.getByRole('link', { name: t('ranking:next.credits') })).toHaveCount(2);
    expect(await layoutShift(page)).toBe(0);
    await expectAccessible(page);
    await expectFits(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await rankings.getByRole('link', { name: t('ranking:by.points') }).click();
  });

  await test.step('the whole ranking, with my own place in sight', async () => {
    await expect(page).toHaveURL(new RegExp(`${path('/home/rank')}$`));
    const own = page.getByRole('region', { name: t('ranking:own.title') });
    await expect(own).toContainText(t('ranking:amount.points_one', { value: 1 }));
    const lines = page.getByRole('table').getByRole('row');
    const me = lines.filter({ has: page.getByText(t('ranking:me'), { exact: true }) });
    // Ten lines and a head; who has one point is below them.
    await expect(lines).toHaveCount(12);
    await expect(lines.last().getByText(t('ranking:me'), { exact: true })).toBeVisible();
    await own.getByRole('link', { name: t('ranking:own.find') }).click();
    await expect(page).toHaveURL(/[?&]page=\d+#me$/);
    await expect(me).toHaveCount(1);
    await expect(me).toBeInViewport();
    const places = await lines.locator('td:first-child [aria-hidden]').allTextContents();
    expect(places.map(Number)).toEqual([...places.map(Number)].sort((a, b) => a - b));

    // Another ranking, year or page comes without a reload, and the back button leads through them.
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
    const kinds = page.getByRole('navigation', { name: t('ranking:kinds') });
    await kinds.getByRole('link').last().click();
    await expect(page).toHaveURL(new RegExp(`${path('/home/rank')}\\?by=hours$`));
    await expect(own).toContainText(t('ranking:own.none'));
    await page.getByRole('link', { name: t('ranking:allYears') }).click();
    await expect(page.getByRole('link', { name: t('ranking:allYears') })).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(/by=hours&year=0$/);
    await expect(lines).toHaveCount(11);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/[?&]page=\d+#me$/);
    await expect(kinds.getByRole('link', { name: t('ranking:by.points') })).toHaveAttribute('aria-current', 'page');
    await expect(me).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('data-same-page', '');
    // Nobody has anything in a year long gone.
    await page.goto(path('/home/rank?by=credits&year=2001'));
    await expect(page.getByText(t('ranking:empty.title'))).toBeVisible();
  });

  await test.step('the calendar of check-ins', async () => {
    await page.goto(path('/sign/sign'));
    await expect(page.locator('td[aria-current=date]')).toContainText(t('record:checkIn.signed'));
    await expect(page.getByRole('cell').filter({ hasText: t('record:checkIn.signed') })).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: t('record:checkIn.months') }).getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('record:checkIn.done') })).toBeVisible();
    await page.goto(path('/sign/sign?month=2026-02'));
    await expect(page.getByRole('cell').filter({ hasText: /\d/ })).toHaveCount(28);
    await page.getByRole('link', { name: t('record:checkIn.records') }).click();
    await expect(page.getByRole('row').filter({ hasText: t('record:checkIn.entry') })).toHaveCount(1);
  });
});

test.describe('a panel of the dashboard that cannot be loaded', () => {
  test.use({ expectedLines: /status of 503/ });

  test('says so, and is loaded again', async ({ page, context, tenant, path, t }) => {
    await signIn(context, tenant, await addMember(tenant));
    await page.route('**/contribution/view*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(path('/home'));
    const contribution = page.getByRole('region', { name: t('record:contribution.title') });
    await contribution.scrollIntoViewIfNeeded();
    await contribution.getByRole('button', { name: t('common:retry') }).click();
    await expect(contribution.getByText(t('record:contribution.empty.title'))).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('rankings are read, and their links work', async ({ page, context, tenant, path, t }) => {
    await signIn(context, tenant, await addMember(tenant));
    await page.goto(path('/home'));
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    await page
      .getByRole('region', { name: t('ranking:yearTitle', { year }) })
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(11);
    await page.getByRole('link', { name: t('ranking:by.hours') }).click();
    await page.getByRole('link', { name: t('common:pager.next') }).click();
    await expect(page).toHaveURL(/\?by=hours&page=2$/);
    await expect(page.getByRole('columnheader', { name: t('ranking:column.hours') })).toBeVisible();
  });
});

test('whoever approves sees the practical operations that wait', async ({ page, context, tenant, path, t }) => {
  const title = `Practice ${randomUUID()}`;
  const asTenant = (text: string, values: unknown[]) =>
    asOperator(async (client) => {
      const of = "select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1";
      await client.query(of, [tenant.key]);
      await client.query(text, values);
    });
  // Long ago: those that wait longest come first.
  await asTenant(
    `insert into flow_instance (enterprise_id, flow_type, subject_id, title, applicant_id, gmt_create)
     select m.enterprise_id, 'practicalOperation', gen_random_uuid(), $1, m.user_id, '2020-01-01'
     from enterprise_user m join portal.user_account a on a.id = m.user_id where a.phone = $2`,
    [title, phone(tenant, 13)],
  );
  try {
    await signIn(context, tenant, 4);
    await page.goto(path('/home'));
    const panel = page.getByRole('region', { name: t('record:home.approvals') });
    await expect(panel.getByRole('listitem').first()).toContainText(title);
    await expect(panel.getByRole('link', { name: title })).toHaveAttribute('href', /change=6&id=[0-9a-f-]{36}$/);
  } finally {
    await asTenant('delete from flow_instance where title = $1', [title]);
  }
  // A page without its cookies would ask for its counts in vain.
  await page.goto('about:blank');
  await context.clearCookies();
  await signIn(context, tenant, 13);
  await page.goto(path('/home'));
  await expect(page.getByRole('heading', { name: t('record:home.tasks') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('record:home.approvals') })).toHaveCount(0);
});

test('the main button leads to the most urgent task, and an ended task does not wait', async ({
  page,
  context,
  path,
  t,
  tenant,
}) => {
  const session = await signIn(context, tenant, 19);
  const { envelope } = await gateway(hostOf(tenant), 'GET /data/auth/user/home/view', {}, session);
  const { tasks, taskCount } = envelope.data as {
    tasks: { id: string; title: string; endAt: string }[];
    taskCount: number;
  };
  expect(tasks.filter(({ endAt }) => new Date(endAt) <= new Date())).toEqual([]);
  expect(taskCount).toBeGreaterThan(0);
  await page.goto(path('/home'));
  const main = page.getByRole('main').getByRole('link', { name: t('record:home.doTask', { title: tasks[0]!.title }) });
  await expect(main).toHaveClass(/btn-primary/);
  await expect(main).toHaveAttribute('href', path(`/account/task/${tasks[0]!.id}`));
});

test('what waits for lecturers is on their dashboard, and on nobody else’s', async ({
  page,
  context,
  tenant,
  path,
  t,
}) => {
  const panel = page.getByRole('region', { name: t('record:home.teaching') });
  await signIn(context, tenant, await addMember(tenant, 2));
  await page.goto(path('/home'));
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('link').first()).toHaveAttribute('href', new RegExp(path('/account')));
  // Nothing is loaded any more when the session changes.
  await page.goto('about:blank');
  await context.clearCookies();
  await signIn(context, tenant, await addMember(tenant));
  await page.goto(path('/home'));
  await expect(page.getByRole('region', { name: t('record:contribution.title') })).toHaveCount(1);
  await expect(panel).toHaveCount(0);
});

test('a task with a long title fits the greeting on a phone, with the largest text', async ({
  page,
  context,
  path,
  tenant,
}) => {
  await signIn(context, tenant, 1);
  await page.goto(path('/home'));
  const title = page.getByRole('main').getByRole('paragraph').getByRole('link').first();
  await title.locator('.truncate').evaluate((element) => {
    document.documentElement.dataset['textSize'] = 'larger';
    element.textContent += ' of the whole fleet in the northern waters';
  });
  await expectFits(page);
});
