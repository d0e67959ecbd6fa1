import { randomUUID } from 'node:crypto';
import { addMember, asOperator } from './support/database.ts';
import { gateway, http } from './support/http.ts';
import { hostOf, signIn } from './support/sign-in.ts';
import { expect, listen, test } from './support/test.ts';
import { inZone } from '#src/lib/dates.ts';

/** The lecturer of the first aid course is an administrator in both demo tenants. */
const LECTURER = 4;
const RUN = 'GET /course/auth/training/run/live';

/* A place is booked, the member signs in with the lecturer's code, and the confirmed attendance is in the ledger. */
test('from booking a session to its class hours', async ({ page, context, browser, path, t, tenant }) => {
  const host = hostOf(tenant);
  const origin = new URL(tenant.origin);
  const number = await addMember(tenant);
  const hall = await browser.newContext({ baseURL: tenant.origin });
  const lecturer = await signIn(hall, tenant, LECTURER);
  const call = async <T>(name: string, input: object) => {
    const query = name.startsWith('GET') ? `?${new URLSearchParams(Object.entries(input))}` : '';
    const { envelope } = await gateway(host, name + query, input, lecturer);
    expect(envelope, name).toMatchObject({ code: 200 });
    return envelope.data as T;
  };
  const classes = await call<{ id: string; title: string }[]>('GET /course/auth/training/resource/list', {});
  const { timeZone } = await zoneOf(tenant.key);
  const local = (minutes: number) => inZone(Date.now() + minutes * 60_000, timeZone).format('YYYY-MM-DDTHH:mm');
  const title = `Session ${randomUUID().slice(0, 8)}`;
  const firstAid = classes.find((each) => /急救|Refresher/.test(each.title))!;
  const { id } = await call<{ id: string }>('POST /course/auth/training/session/save', {
    ...{ resourceId: firstAid.id, title, place: 'Hall 1', capacity: 2 },
    ...{ startAt: local(20), endAt: local(80) },
  });
  const { courseId } = await call<{ courseId: string }>('GET /course/auth/training/run/view', { id });

  const me = await signIn(context, tenant, number);
  await test.step('book a place on the page of the course', async () => {
    await page.goto(path(`/knowledge/course/${courseId}`));
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(t('training:placesLeft_other', { count: 2 }));
    await row.getByRole('button', { name: t('training:book') }).click();
    await expect(row).toContainText(t('training:booked'));
    const link = row.getByRole('link', { name: t('training:calendar') });
    const file = await http(host, (await link.getAttribute('href'))!, { headers: me });
    expect(file.text).toContain(`SUMMARY:${title}`);
  });

  await test.step('it is on the dashboard, among the classes and in the calendar', async () => {
    await page.goto(path('/home'));
    const panel = page.getByRole('region', { name: t('record:classes.title') });
    await expect(panel.getByRole('listitem').filter({ hasText: title })).toContainText(
      t('record:classes.state.booked'),
    );
    await page.goto(path('/account?change=2&kind=classes'));
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Hall 1');
    const calendar = page.getByRole('link', { name: t('record:classes.calendar') });
    const file = await http(host, (await calendar.getAttribute('href'))!, { headers: me });
    expect(file.status).toBe(200);
    expect(file.text).toContain(`SUMMARY:${title}`);
  });

  const screen = await hall.newPage();
  const lines = listen(screen);
  await test.step('the lecturer shows the code', async () => {
    await screen.goto(path(`/account/sessions/${id}`));
    await screen.getByRole('button', { name: t('training:run.show') }).click();
    await expect(screen.getByRole('img', { name: t('training:qr.label.in') })).toBeVisible();
  });
  const url = async () => (await call<{ code: { url: string } }>(RUN, { id, mode: 'in' })).code.url;

  await test.step('who is signed out and scans it logs in first, and comes back', async () => {
    const visitor = await browser.newContext();
    const phone = await visitor.newPage();
    const scanned = new URL(await url());
    await phone.goto(origin.origin + scanned.pathname + scanned.search);
    await expect(phone).toHaveURL(/\/login\?/);
    expect(decodeURIComponent(phone.url())).toContain(`session=${id}`);
    await visitor.close();
  });

  await test.step('the member signs in through the URL of the code, and the screen shows it', async () => {
    const scanned = new URL(await url());
    await page.goto(path(scanned.pathname) + scanned.search);
    await expect(page.getByRole('heading', { name: t('record:classSign.done.in') })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('record:classSign.title'));
    await expect(screen.locator('ol').getByRole('listitem')).toContainText('Newcomer');
    await page.reload();
    await expect(page.getByRole('heading', { name: t('record:classSign.done.again') })).toBeVisible();
  });

  await test.step('the lecturer confirms the attendance after the class', async () => {
    await asOperator(async (client) => {
      await client.query(
        `select set_config('app.enterprise_id', id::text, true) from portal.enterprise where key = $1`,
        [tenant.key],
      );
      await client.query(
        `update training_session set start_at = start_at - interval '2 hours', end_at = end_at - interval '2 hours'
         where id = $1`,
        [id],
      );
    });
    await screen.reload();
    await screen.getByRole('button', { name: t('training:confirm.action') }).click();
    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('training:confirm.action') })
      .click();
    await expect(screen.locator('main')).toContainText(t('training:run.status.closed'));
    await screen.goto(path(`/account/sessions/${id}/sheet`));
    await expect(screen.getByRole('table')).toContainText('Newcomer');
    expect(lines).toEqual([]);
  });

  await test.step('the class hours are in the ledger of the member', async () => {
    const hours = await gateway(host, 'GET /data/auth/course/hour/user/hours/count', {}, me);
    expect(hours.envelope.data).toMatchObject({ totalHours: 6 });
    await page.goto(path('/account?change=3&recordType=1'));
    await expect(page.locator('main')).toContainText('6');
    await page.goto(path(`/watch/course?id=${courseId}`));
    await expect(page.getByRole('status').filter({ hasText: t('training:panel.done') })).toBeVisible();
  });
  await hall.close();
});

async function zoneOf(key: string): Promise<{ timeZone: string }> {
  let timeZone = '';
  await asOperator(async (client) => {
    const { rows } = await client.query<{ time_zone: string }>(
      'select time_zone from portal.enterprise where key = $1',
      [key],
    );
    timeZone = rows[0]!.time_zone;
  });
  return { timeZone };
}
