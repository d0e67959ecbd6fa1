import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { userAccount } from '#src/server/account/tables/account.ts';
import { notice, noticeDelivery } from '#src/server/notice/tables.ts';
import { studyTaskUser } from '#src/server/study/tables/study.ts';
import { settings } from '#src/server/core/settings.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { deliverNotices } from '#src/server/jobs/deliver-notices.ts';
import { sweepTasksOf } from '#src/server/jobs/sweep-tasks.ts';
import { sendTaskNotices } from '#src/server/study/send-task-notices.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { ok } from '../factories/portal.ts';
import { mintTask, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/** 10:00 in Shanghai. */
const MORNING = '02:00:00.000Z';
const DAY_MS = 86_400_000;
const today = new Date(`${new Date().toISOString().slice(0, 10)}T${MORNING}`);
const on = (n: number, hours = 0) => new Date(today.getTime() + n * DAY_MS + hours * 3_600_000);

let tenant: TestTenant;
let learner: TestPerson;
let courseId: string;
let resourceId: string;
beforeEach(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant);
  resourceId = await mintResource(tenant, courseId, { totalDuration: 100 });
});

const sweep = (now: Date) => sweepTasksOf({ id: tenant.id, timeZone: 'Asia/Shanghai' }, now);
/** Several processes at the same time, also without the lock by which they skip each other. */
const sweeps = (now: Date) =>
  Promise.all([
    ...[1, 2].map(() => sweep(now)),
    ...[1, 2].map(() =>
      withTenant(tenant.id, (db) =>
        sendTaskNotices(db, { enterpriseId: tenant.id, timeZone: 'Asia/Shanghai', at: now }),
      ),
    ),
  ]);
const notices = (person: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db.select().from(notice).where(eq(notice.userId, person.userId)).orderBy(notice.gmtCreate, notice.id),
  );
const events = async (person: TestPerson) => (await notices(person)).map(({ detail }) => detail.event);
/** A task from day −1 to day 10 that was given on day 0. */
async function given(people = [learner]) {
  const id = await mintTask(tenant, people, [{ courseId }], 10, { startAt: on(-1), endAt: on(10) });
  await withTenant(tenant.id, (db) =>
    db
      .update(studyTaskUser)
      .set({ gmtCreate: on(0) })
      .where(eq(studyTaskUser.taskId, id)),
  );
  return id;
}

it('a task is announced, due in three days and in one, and overdue: each once', async () => {
  const id = await given();
  for (const [at, expected] of [
    [on(0, 1), ['assigned']],
    [on(6, 23), ['assigned']],
    [on(7), ['assigned', 'due']],
    [on(8), ['assigned', 'due']],
    [on(9), ['assigned', 'due', 'due']],
    [on(10), ['assigned', 'due', 'due', 'overdue']],
    [on(11), ['assigned', 'due', 'due', 'overdue']],
  ] as const) {
    await sweeps(at);
    await sweep(at);
    expect(await events(learner)).toEqual(expected);
  }
  const [first] = await notices(learner);
  const end = new Date(on(10).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  expect(first).toMatchObject({ kind: 'task', path: `/account/task/${id}`, detail: { title: '新员工培训', end } });
});

it('who has completed it is not told that it is due, and what they were told is read', async () => {
  await given();
  const other = await mintPerson(tenant);
  // Everything was finished before the task was given: nothing reports it.
  await watchWhole(tenant, other, resourceId);
  await given([other]);
  await sweep(on(0, 1));
  await watchWhole(tenant, learner, resourceId);
  for (const at of [on(7), on(9), on(10)]) await sweeps(at);
  expect(await events(learner)).toEqual(['assigned', 'ended']);
  expect((await notices(learner))[0]!.readAt).not.toBeNull();
  expect(await events(other)).toEqual(['assigned', 'ended']);
});

it('nothing is sent to those who left, about unpublished tasks, or long after', async () => {
  await given();
  await sweep(on(14));
  expect(await events(learner)).toEqual([]);
  await withTenant(tenant.id, (db) => db.execute(`update study_task set published = false`));
  await sweep(on(7));
  await withTenant(tenant.id, (db) => db.execute(`update study_task set published = true`));
  await withTenant(tenant.id, (db) => db.execute(`update enterprise_user set status = 'disabled'`));
  await sweep(on(7));
  expect(await events(learner)).toEqual([]);
});

const SETTING = 'PUT /user/auth/notice/setting/save';
const deliver = (at: Date) => deliverNotices({ id: tenant.id, timeZone: 'Asia/Shanghai' }, () => at);
const deliveries = () =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(noticeDelivery)
      .where(eq(noticeDelivery.enterpriseId, tenant.id))
      .orderBy(noticeDelivery.gmtCreate),
  );
const messages = async () => {
  const text = await readFile(join(settings().dataDir, 'outbox.jsonl'), 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as { phone: string; purpose: string; text: string })
    .filter(({ phone }) => phone === learner.phone);
};

it('an SMS is sent to those who want it, once, and not at night', async () => {
  await given();
  const silent = await mintPerson(tenant);
  await given([silent]);
  const setting = await ok(learner, SETTING, { choices: { sms_assigned: true } });
  expect(setting).toMatchObject({ chosen: ['sms_assigned'], channels: { sms: 'ready' } });
  // 22:00 in Shanghai: it waits until 8:00.
  const night = on(0, 12);
  await sweeps(night);
  expect(await deliveries()).toMatchObject([{ channel: 'sms', state: 'waiting' }]);
  await deliver(night);
  expect(await messages()).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: 'waiting', nextAt: on(0, 22), tries: 0 }]);
  const morning = on(0, 22);
  await Promise.all([1, 2, 3].map(() => deliver(morning)));
  expect(await deliveries()).toMatchObject([{ state: 'sent', tries: 1 }]);
  expect(await messages()).toMatchObject([
    { purpose: 'reminder', text: expect.stringMatching(/新员工培训.*\/account\/task\//) as string },
  ]);
});

it('no SMS is sent about what was read meanwhile, or to a number that is not confirmed', async () => {
  await given();
  await ok(learner, SETTING, { choices: { sms_assigned: true, sms_due: true } });
  await sweep(on(0, 1));
  await ok(learner, 'PUT /user/auth/notice/read', { until: on(1).toISOString() });
  await deliver(on(0, 2));
  expect(await messages()).toEqual([]);
  await sweep(on(7));
  await withPortal((db) =>
    db.update(userAccount).set({ phoneUnverified: true }).where(eq(userAccount.id, learner.userId)),
  );
  await deliver(on(7, 1));
  expect(await messages()).toEqual([]);
  expect(await deliveries()).toMatchObject([
    { state: 'skipped', reason: 'read' },
    { state: 'skipped', reason: 'noAddress' },
  ]);
  const { channels, chosen } = await ok(learner, 'GET /user/auth/notice/setting/view');
  expect({ chosen, sms: channels.sms }).toEqual({ chosen: ['sms_assigned', 'sms_due'].sort(), sms: 'unconfirmed' });
});
