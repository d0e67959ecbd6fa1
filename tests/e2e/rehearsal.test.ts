import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import type { BrowserContext } from '@playwright/test';
import { closePool } from '#src/server/core/db/pool.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { freePort, PortalProcess } from '../config/portal-process.ts';
import { callRemote } from '../factories/remote.ts';
import { companionCookie } from '../factories/session.ts';
import { mintPerson, type TestPerson } from '../factories/tenant.ts';
import { createExamSetup, type ExamSetup, startAttempt } from '../fault/exam-setup.ts';
import { expect, test } from './support/test.ts';

/*
 * Rehearsals of an exam day (decision 067) on a portal of their own: other tests sit exams, which ends a rehearsal. Whether the
 * portal is fast enough is not tested.
 */

const VIEW = 'GET /exam/auth/exam/rehearsal/view';
/** Until a process of its own has begun, and an exam day of seconds is over. */
const RUN = { timeout: 60_000 };

// More candidates than allowed are asked for.
test.use({ expectedLines: /status of 422/ });

let portal: PortalProcess;
let setup: ExamSetup;
let admin: TestPerson;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  portal = await new PortalProcess({ port: await freePort(), env: { DEMO: 'off', REHEARSAL_TAKERS: '50' } }).start();
  setup = await createExamSetup(portal, 1);
  admin = await mintPerson(setup.tenant, { isAdmin: true });
});
test.afterAll(async () => {
  await closePool();
  delete process.env.DATABASE_URL;
  delete process.env.DATA_DIR;
  await portal?.dispose();
});

/** What is left of the enterprise of rehearsals. */
async function left() {
  const { rows } = await withPortal((db) =>
    db.execute<{ id: string; status: string; sessions: number }>(sql`
      select e.id, e.status, (select count(*)::int from portal.user_session s where s.enterprise_id = e.id) as sessions
      from portal.enterprise e where e.synthetic`),
  );
  const { id, ...state } = rows[0]!;
  const attempts = await withTenant(id, (db) =>
    db.execute<{ open: number }>(sql`select count(*) filter (where status = 'open')::int as open from exam_attempt`),
  );
  return { ...state, ...attempts.rows[0] };
}

async function signInTo(context: BrowserContext): Promise<string> {
  const origin = `http://${setup.tenant.host}:${portal.port}`;
  const cookies = [`ET_WEB_TOKEN=${admin.token}`, companionCookie(admin.token)].map((pair) => pair.split('='));
  await context.addCookies(cookies.map(([name, value]) => ({ name: name!, value: value!, url: origin })));
  return `${origin}/admin/rehearsal`;
}

test('the command plays an exam day in an enterprise of its own, and leaves it closed', async () => {
  test.setTimeout(180_000);
  const args = ['--takers', '4', '--minutes', '0.1', '--enter', '1', '--every', '2'];
  const env = {
    ...process.env,
    FORCE_COLOR: '0',
    DATABASE_URL: undefined,
    DATA_DIR: portal.dataDir,
    PORT: String(portal.port),
  };
  const command = spawn(process.execPath, ['src/server/cli/rehearse.ts', ...args], { env });
  const [said, complaints] = await Promise.all([text(command.stdout), text(command.stderr)]);
  expect(said, complaints).toMatch(/This installation holds 4 candidates|4 candidates are too many: (late|saveP9)/);
  const figure = (name: string) => Number(new RegExp(`\\| ${name} +\\| +(\\d+)`).exec(said)?.[1]);
  expect(['entered', 'submitted', 'lost', 'divergent', 'given up'].map(figure)).toEqual([4, 4, 0, 0, 0]);
  expect(figure('acknowledged')).toBeGreaterThan(3);
  expect(await left()).toEqual({ status: 'closed', sessions: 0, open: 0 });
});

test('an administrator starts one, sees its result, and stops one', async ({ context, page, t }) => {
  test.setTimeout(180_000);
  await page.goto(await signInTo(context));
  const start = page.getByRole('button', { name: t('rehearsal:start') });
  const begin = async (takers: number) => {
    await page.getByLabel(t('rehearsal:field.takers')).fill(String(takers));
    await page.getByLabel(t('rehearsal:field.enter')).fill('5');
    await page.getByLabel(t('rehearsal:field.answer')).fill('10');
    await start.click();
  };
  await begin(51);
  await expect(page.getByText(t('errors:field.takersAllowed'))).toBeVisible();
  await begin(10);
  // The figures of the first exam day; a slow machine holds fewer and goes on.
  const { list } = await expect
    .poll(async () => (await callRemote(portal.port, admin, VIEW)).data.list[0]?.status, RUN)
    .toBe('done')
    .then(async () => (await callRemote(portal.port, admin, VIEW)).data);
  expect(list[0]!.steps[0]).toMatchObject({
    takers: 10,
    entered: 10,
    submitted: 10,
    lost: 0,
    divergent: 0,
    givenUp: 0,
  });
  expect(list[0]!.steps[0]!.acknowledged).toBeGreaterThan(9);
  const result = list[0]!.held
    ? t('rehearsal:holds', { takers: list[0]!.held })
    : t('rehearsal:tooMany', { takers: 10, why: '' }).split('：')[0]!;
  await expect(page.getByText(result)).toBeVisible(RUN);
  expect(await left()).toEqual({ status: 'closed', sessions: 0, open: 0 });
  // Everything that people do was done: one of ten goes on at another device, all look at their result.
  const countOf = (kind: string) =>
    list[0]!.steps[0]!.parts.filter((part) => part.kind === kind).reduce((sum, { count }) => sum + count, 0);
  expect(['examPage', 'start', 'submit', 'resultPage', 'takeOver', 'supersededSave'].map(countOf)).toEqual([
    ...[10, 10, 10, 10, 1, 1],
  ]);
  expect(Math.min(countOf('save'), countOf('beat'))).toBeGreaterThan(0);
  await page.getByText(t('rehearsal:figures'), { exact: true }).first().click();
  const figures = page.getByRole('group', { name: t('rehearsal:parts', { takers: 10 }) });
  await expect(figures.getByRole('rowheader', { name: t('rehearsal:kind.resultPage') })).toBeVisible();

  await begin(10);
  await page.getByRole('button', { name: t('rehearsal:stop') }).click();
  await expect(page.getByText(t('rehearsal:wasStopped'))).toBeVisible(RUN);
  await expect.poll(left, RUN).toEqual({ status: 'closed', sessions: 0, open: 0 });
});

test('an exam ends a rehearsal that runs, and no other one can be started', async ({ context, page, t }) => {
  test.setTimeout(180_000);
  await page.goto(await signInTo(context));
  await page.getByLabel(t('rehearsal:field.takers')).fill('10');
  await page.getByRole('button', { name: t('rehearsal:start') }).click();
  await expect(page.getByTestId('rehearsal-entered')).toHaveText(/^[1-9]/, RUN);
  await startAttempt(setup, setup.people[0]!);
  await expect(page.getByText(t('rehearsal:failure.exam'))).toBeVisible(RUN);
  await expect(page.getByText(t('rehearsal:refused.exams'))).toBeVisible(RUN);
  await expect(page.getByRole('button', { name: t('rehearsal:start') })).toBeDisabled();
  await expect.poll(left, RUN).toEqual({ status: 'closed', sessions: 0, open: 0 });
});
