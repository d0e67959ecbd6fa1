import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePool } from '#src/server/core/db/pool.ts';
import { migrate } from '#src/server/core/db/migrate.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { examAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { markingAnswer } from '#src/server/marking/tables.ts';
import { rehearsal, type RehearsalStep } from '#src/server/rehearsal/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { activeTenants, findTenant, forgetTenants } from '#src/server/core/find-tenant.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { settings } from '#src/server/core/settings.ts';
import { sweepRehearsals } from '#src/server/jobs/sweep-rehearsals.ts';
import { beginRun, endRun, saveStep } from '#src/server/rehearsal/asked-run.ts';
import { createExam } from '#src/server/rehearsal/create-exam.ts';
import { isExamSat } from '#src/server/rehearsal/installation/is-exam-sat.ts';
import { openSessions } from '#src/server/rehearsal/installation/open-sessions.ts';
import { withRehearsalLock } from '#src/server/rehearsal/installation/rehearsal-lock.ts';
import { closeEnterprise, openEnterprise } from '#src/server/rehearsal/installation/synthetic-tenant.ts';
import { dropDatabase } from '../factories/drop-database.ts';
import { mintExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Rehearsals (decision 067), on a database of their own: other tests sit exams, and a rehearsal is refused then. */

const VIEW = 'GET /exam/auth/exam/rehearsal/view';
const START = 'POST /exam/auth/exam/rehearsal/start';
const STOP = 'PUT /exam/auth/exam/rehearsal/stop';
const PLAN = { takers: 10, enterSeconds: 5, answerSeconds: 5 };

const shared = process.env.DATABASE_URL!;
const name = `rehearsal_${randomUUID().slice(0, 8)}`;
let owner: pg.Client;
let tenant: TestTenant;
let admin: TestPerson;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: shared });
  await owner.connect();
  await owner.query(`create database ${name}`);
  const url = new URL(shared);
  url.pathname = `/${name}`;
  process.env.DATABASE_URL = url.href;
  await migrate(url.href, () => undefined);
});
afterAll(async () => {
  await stopSender();
  await closePool();
  await dropDatabase(owner, name);
  await owner.end();
  process.env.DATABASE_URL = shared;
});
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** Other tests of this file find an installation without rehearsals. */
const forgetRuns = () =>
  withTenant(tenant.id, (db) => db.delete(rehearsal).where(eq(rehearsal.enterpriseId, tenant.id)));

const refusedFor = async (who: TestPerson) => (await ok(who, VIEW)).refused;

it('waits for a process, is the only one of the installation, and can be stopped', async () => {
  const elsewhere = await mintPerson(await mintTenant(), { isAdmin: true });
  expect(await ok(admin, VIEW)).toEqual({ most: 2000, refused: null, list: [] });
  const { id } = await ok(admin, START, PLAN);
  expect((await ok(admin, VIEW)).list).toMatchObject([{ ...PLAN, id, status: 'waiting', steps: [], held: 0 }]);
  const jobs = await withPortal((db) => db.execute(sql`select data from pgboss.job where name = 'run-rehearsal'`));
  expect(jobs.rows).toEqual([{ data: { enterpriseId: tenant.id, id } }]);

  // Another enterprise learns that one is running, and nothing else.
  expect(await ok(elsewhere, VIEW)).toEqual({ most: 2000, refused: 'busy', list: [] });
  expect(await call(elsewhere, START, PLAN)).toMatchObject({ code: 409 });
  expect(await call(elsewhere, STOP, { id })).toMatchObject({ code: 404 });
  expect(await call(admin, START, PLAN)).toMatchObject({ code: 409 });

  await ok(admin, STOP, { id });
  expect((await ok(admin, VIEW)).list).toMatchObject([{ id, status: 'stopped', failure: null }]);
  // A process that comes too late does not begin.
  expect(await beginRun({ enterpriseId: tenant.id, id }, new Date())).toBeUndefined();
  expect(await refusedFor(elsewhere)).toBeNull();
  const actions = await withTenant(tenant.id, (db) => db.select({ action: auditLog.action }).from(auditLog));
  expect(actions.map(({ action }) => action)).toEqual(['rehearsal.started', 'rehearsal.stopped']);
  await forgetRuns();
});

it('is refused while somebody of any enterprise sits an exam, and within an hour before one opens', async () => {
  const other = await mintTenant();
  const learner = await mintPerson(other);
  const { id } = await mintExam(other);
  const { attemptId } = await ok(learner, 'POST /exam/auth/user/exam/start', { id });
  expect(await refusedFor(admin)).toBe('exams');
  expect(await isExamSat(new Date())).toBe(true);
  expect(await call(admin, START, PLAN)).toMatchObject({ code: 409 });
  await ok(learner, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: [] });
  expect(await refusedFor(admin)).toBeNull();

  const opensIn = (minutes: number) =>
    withTenant(other.id, (db) =>
      db.execute(sql`update exam set window_start = now() + make_interval(mins => ${minutes}),
                                     window_end = now() + interval '1 day'`),
    );
  await opensIn(59);
  expect(await refusedFor(admin)).toBe('exams');
  await opensIn(62);
  expect(await refusedFor(admin)).toBeNull();
});

it('is refused beyond five in a day and beyond what the operator allows', async () => {
  const asked = { enterpriseId: tenant.id, askedBy: admin.userId, ...PLAN };
  const ended = { ...asked, status: 'done' as const, endedAt: new Date() };
  const ago = (hours: number) => ({ ...ended, askedAt: new Date(Date.now() - hours * 3_600_000) });
  await withTenant(tenant.id, (db) => db.insert(rehearsal).values([1, 2, 3, 4, 25].map(ago)));
  expect(await refusedFor(admin)).toBeNull();
  await withTenant(tenant.id, (db) => db.insert(rehearsal).values(ago(23)));
  expect(await refusedFor(admin)).toBe('tooMany');
  expect(await call(admin, START, PLAN)).toMatchObject({ code: 429 });
  await forgetRuns();

  expect(await call(admin, START, { ...PLAN, takers: 2001 })).toMatchObject({ code: 422 });
  settings().rehearsalTakers = 0;
  try {
    expect(await ok(admin, VIEW)).toMatchObject({ most: 0, refused: 'off' });
    expect(await call(admin, START, PLAN)).toMatchObject({ code: 403 });
    // Not decided by the operator: off, because several enterprises share this installation.
    settings().rehearsalTakers = undefined;
    expect(await ok(admin, VIEW)).toMatchObject({ most: 0, refused: 'off' });
    expect(await call(admin, START, PLAN)).toMatchObject({ code: 403 });
    expect((await activeTenants()).length).toBeGreaterThan(1);
  } finally {
    settings().rehearsalTakers = 2000;
  }
});

it('has an enterprise at a host that nobody knows, only while it runs', async () => {
  const { enterpriseId, key } = await openEnterprise();
  forgetTenants();
  expect(key).toMatch(/^rehearsal-[0-9a-f]{32}$/);
  expect(await findTenant(`${key}.localhost`, ['*.localhost'])).toMatchObject({ id: enterpriseId, publicFace: false });
  expect((await activeTenants()).map(({ id }) => id)).not.toContain(enterpriseId);
  expect(await refusedFor(admin)).toBe('busy');
  const examId = await createExam(enterpriseId, new Date());
  const [taker] = await openSessions(enterpriseId, { takers: 1, now: new Date() });
  const candidate = { host: `${key}.localhost`, ...taker! };
  const started = { id: examId, enter: true, deviceKey: randomUUID() };
  const { attemptId, hall } = await ok(candidate, 'POST /exam/auth/user/exam/start', started);
  const answers = hall!.questions
    .filter(({ type }) => type === 'single' || type === 'short')
    .map(({ questionId }) => ({ questionId, epoch: hall!.epoch, revision: 1, answer: 'A', flagged: false }));
  expect(answers).toHaveLength(10);
  await ok(candidate, 'POST /exam/auth/user/exam/answer/save', {
    ...{ attemptId, epoch: hall!.epoch, answers, awakeSeconds: 0 },
  });
  // Its own candidates are no exam that ends it.
  expect(await isExamSat(new Date())).toBe(false);

  await closeEnterprise(new Date());
  forgetTenants();
  expect(await findTenant(`${key}.localhost`, ['*.localhost'])).toBeNull();
  const sessions = await withPortal((db) =>
    db.select().from(userSession).where(eq(userSession.enterpriseId, enterpriseId)),
  );
  expect(sessions).toEqual([]);
  const [left] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.id, enterpriseId)));
  expect(left).toMatchObject({ status: 'closed', synthetic: true });
  expect(left!.key).not.toBe(key);
  await withTenant(enterpriseId, async (db) => {
    expect(await db.select({ status: examAttempt.status }).from(examAttempt)).toEqual([{ status: 'marked' }]);
    expect(await db.select().from(examAnswer)).toEqual([]);
    // Its short answers wait for no marker.
    expect(await db.select().from(markingAnswer)).toEqual([]);
  });
  // The next one uses the same enterprise.
  expect((await openEnterprise()).enterpriseId).toBe(enterpriseId);
  await closeEnterprise(new Date());
});

it('leaves nothing open when its process was killed, and is left alone while it lives', async () => {
  const { id } = await ok(admin, START, PLAN);
  const run = { enterpriseId: tenant.id, id };
  await beginRun(run, new Date());
  const { enterpriseId } = await openEnterprise();
  await openSessions(enterpriseId, { takers: 3, now: new Date() });
  const state = async () => {
    const [found] = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.id, enterpriseId)));
    const sessions = await withPortal((db) =>
      db.select().from(userSession).where(eq(userSession.enterpriseId, enterpriseId)),
    );
    return [found!.status, sessions.length, (await ok(admin, VIEW)).list[0]!.status];
  };
  await withRehearsalLock(async () => {
    expect(await withRehearsalLock(() => Promise.resolve())).toBe(false);
    await sweepRehearsals();
    expect(await state()).toEqual(['active', 3, 'running']);
  });
  await sweepRehearsals();
  expect(await state()).toEqual(['closed', 0, 'failed']);
  expect((await ok(admin, VIEW)).list[0]).toMatchObject({ failure: 'ended' });
  await forgetRuns();
});

it('begins when it has the lock, which the sweep may hold for a moment', async () => {
  const { id } = await ok(admin, START, PLAN);
  const status = async () => (await ok(admin, VIEW)).list[0]!.status;
  // A portal that answers, and no more: only the beginning is of interest.
  const portal = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  const looked = once(portal, 'request');
  const env = { ...process.env, PORT: String((portal.address() as AddressInfo).port) };
  const args = ['src/server/cli/rehearse.ts', '--asked', `${tenant.id}:${id}`];
  let rehearsing: ReturnType<typeof spawn> | undefined;
  try {
    await withRehearsalLock(async () => {
      rehearsing = spawn(process.execPath, args, { env, stdio: 'ignore' });
      await looked;
      for (let n = 0; n < 10; n++) {
        await sleep(150);
        expect(await status()).toBe('waiting');
      }
    });
    await expect.poll(status, { timeout: 15_000 }).toBe('running');
    await sweepRehearsals();
    expect(await status()).toBe('running');
  } finally {
    rehearsing!.kill('SIGKILL');
    await once(rehearsing!, 'exit');
    portal.close();
  }
  const statusAfterSweep = async () => {
    await sweepRehearsals();
    return status();
  };
  await expect.poll(statusAfterSweep, { timeout: 15_000 }).toBe('failed');
  await forgetRuns();
});

it('says how many candidates were held', async () => {
  const { id } = await ok(admin, START, { ...PLAN, takers: 1000 });
  const run = { enterpriseId: tenant.id, id };
  await beginRun(run, new Date());
  const step = (takers: number, faults: RehearsalStep['faults']): RehearsalStep => ({
    ...{
      takers,
      faults,
      held: faults.length === 0,
      entered: takers,
      enteringSeconds: 59.5,
      startP95: 80,
      saves: takers,
    },
    ...{
      saveP50: 20,
      saveP95: 180,
      saveP99: 400,
      submitted: takers,
      unavailable: 0,
      broken: 0,
      unanswered: 0,
      givenUp: 0,
    },
    ...{ acknowledged: takers, lost: 0, divergent: 0 },
    ...{ leavingSeconds: 58.1, lostSeconds: 0, refused: 0, pageRetries: 1, generatorCores: 0.1, generatorLate: 2 },
    parts: [
      {
        ...{ phase: 'submit', kind: 'submit', count: takers, p50: 20, p95: 40, p99: 60, max: 70 },
        ...{ refused: 0, retries: 0, retriesP95: 0, retriesMax: 0 },
      },
    ],
  });
  for (const each of [step(250, []), step(500, []), step(1000, ['saveP95'])]) await saveStep(run, each);
  await endRun(run, 'done', new Date());
  // What comes after the end changes nothing.
  await endRun(run, 'error', new Date());
  const [shown] = (await ok(admin, VIEW)).list;
  expect(shown).toMatchObject({
    id,
    status: 'done',
    held: 500,
    failure: null,
    askedByName: expect.any(String) as string,
  });
  expect(shown!.steps.map(({ takers, faults }) => [takers, faults])).toEqual([
    [250, []],
    [500, []],
    [1000, ['saveP95']],
  ]);
  expect(shown!.steps[0]).toEqual(step(250, []));
  await forgetRuns();
});

it('shows rehearsals of versions that measured less', async () => {
  const old = {
    ...{ takers: 10, held: true, faults: [], entered: 10, enteringSeconds: 4.5, startP95: 30, saves: 20 },
    ...{ saveP50: 5, saveP95: 9, saveP99: 12, submitted: 10, unavailable: 0, broken: 0, unanswered: 0, givenUp: 0 },
    ...{ acknowledged: 20, lost: 0, divergent: 0 },
  };
  const row = { enterpriseId: tenant.id, askedBy: admin.userId, ...PLAN, askedAt: new Date(), endedAt: new Date() };
  await withTenant(tenant.id, (db) => db.insert(rehearsal).values({ ...row, status: 'done', steps: [old] }));
  const [shown] = (await ok(admin, VIEW)).list;
  expect(shown!.steps).toEqual([
    {
      ...old,
      ...{ leavingSeconds: null, lostSeconds: 0, refused: 0, pageRetries: 0 },
      ...{ generatorCores: null, generatorLate: null, parts: [] },
    },
  ]);
  expect(shown!.held).toBe(10);
  await forgetRuns();
});

it('is for administrators only', async () => {
  const lecturer = await mintPerson(tenant, { userType: 2 });
  expect(await call(lecturer, VIEW)).toMatchObject({ code: 403 });
  expect(await call(lecturer, START, PLAN)).toMatchObject({ code: 403 });
});
