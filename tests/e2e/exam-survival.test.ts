import { freePort, PortalProcess } from '../config/portal-process.ts';
import { http as wire } from '../config/http.ts';
import { answerRightly, expectSaved, keysOf, paperOf, seeResult } from './support/exam.ts';
import { sessionIn } from './support/sign-in.ts';
import { PASSWORD, phone } from './support/tenants.ts';
import { expect, test } from './support/test.ts';

/* A portal of this test's own, because it is killed in the middle of an exam. */
test.describe('an exam whose server dies', () => {
  // While it is down the browser says so.
  test.use({ expectedLines: /Failed to load resource: net::ERR_|status of 50[03]|^warning: ApiError/ });

  let portal: PortalProcess;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    portal = await new PortalProcess({ port: await freePort() }).start();
  });
  test.afterAll(async () => portal?.dispose());

  test('keeps every answer through kill -9 and a new start', async ({ page, t, tenant }) => {
    test.setTimeout(180_000);
    const origin = portal.origin;
    await page.goto(`${origin}/login`);
    await page.getByLabel(t('account:login.phone'), { exact: true }).fill(phone(tenant, 1));
    await page.getByLabel(t('account:login.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account:login.submit'), exact: true }).click();
    await expect(page).toHaveURL(`${origin}/home`);
    await page.goto(`${origin}/test?scope=all`);
    await page.locator('main').getByRole('link', { name: tenant.exam.title }).first().click();
    await page.getByRole('button', { name: t('exam:start.button') }).click();
    await expect(page).toHaveURL(/\/account\/exam\/[0-9a-f-]{36}$/);
    const attemptId = /[0-9a-f-]{36}$/.exec(page.url())![0];
    const session = await sessionIn(page.context(), origin);
    const ask: typeof import('./support/http.ts').http = (host, path, more) => wire(portal.port, host, path, more);
    const paper = await paperOf(tenant, session, attemptId, ask);
    const keys = keysOf(tenant);
    const total = paper.questions.length;

    for (const number of [1, 2, 3]) await answerRightly(page, t, keys, paper, number);
    await expectSaved(page, t);
    await portal.kill();

    // It goes on without a server: what is answered now is kept on the device, and says so.
    for (const number of [4, 5, total]) await answerRightly(page, t, keys, paper, number);
    await expect(page.getByText(t('exam:hall.save.device')).first()).toBeVisible();
    await expect(page.getByText(t('exam:hall.offline')).first()).toBeVisible({ timeout: 30_000 });

    await portal.start();
    await expectSaved(page, t);
    expect((await paperOf(tenant, session, attemptId, ask)).answers).toHaveLength(6);

    // Also when the browser is closed while the server is gone: the answers are on the device and come later.
    await portal.kill();
    await answerRightly(page, t, keys, paper, 6);
    await expect(page.getByText(t('exam:hall.save.device')).first()).toBeVisible();
    await page.goto('about:blank');
    await portal.start();
    await page.goto(`${origin}/account/exam/${attemptId}`);
    await expectSaved(page, t);
    await expect(page.getByText(t('exam:hall.answeredOf', { n: 7, total })).first()).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^2\d:\d\d$/);
    await expect.poll(async () => (await paperOf(tenant, session, attemptId, ask)).answers.length).toBe(7);

    await page.getByRole('button', { name: t('exam:hall.submit'), exact: true }).click();
    await page.getByRole('button', { name: t('exam:hall.submitNow') }).click();
    await seeResult(page, t);
    await expect(page.getByText(t('exam:done.of', { n: 7, total }))).toBeVisible();
  });
});
