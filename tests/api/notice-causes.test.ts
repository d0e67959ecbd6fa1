import { and, eq, sql } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportRecord } from '#src/server/export/tables.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { pgClientOf, withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { runImport as runCourseImport } from '#src/server/editing/import/run-import.ts';
import { endOldExports } from '#src/server/export/end-old-exports.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { settleLive, sweepLive, tellLearnersJob } from '#src/server/jobs/settle-live.ts';
import { tellOfSoon } from '#src/server/live/tell-learners.ts';
import { notice } from '#src/server/notice/tables.ts';
import { isOwnCourse, learnersOf } from '#src/server/study/own-courses.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import { mintCourse, mintRegistration } from '../factories/course.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { mintLive, setLive } from '../factories/live.ts';
import { mintMedia } from '../factories/media.ts';
import { mintOrder } from '../factories/order.ts';
import { planPeople, runImport } from '../factories/people-import.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Notices about exports, imports and live classes: who is told what, once of each cause. */

const MINUTE = 60_000;
let tenant: TestTenant;
let admin: TestPerson;
beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const told = async ({ userId }: TestPerson, kind: 'export' | 'import' | 'live') =>
  (
    await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(notice)
        .where(and(eq(notice.enterpriseId, tenant.id), eq(notice.userId, userId), eq(notice.kind, kind)))
        .orderBy(notice.id),
    )
  ).map(({ detail, path, readAt }) => ({ ...detail, path, isRead: readAt !== null }));

/** The jobs that were sent about a live class. */
const jobsOf = (sessionId: string) =>
  withPortal(async (_db, client) => {
    const text = `select data from pgboss.job where name = 'tell-learners' and data ->> 'sessionId' = $1 order by created_on, id`;
    return (await client.query<{ data: Jobs['tell-learners'] }>(text, [sessionId])).rows.map(({ data }) => data);
  });

describe('an export', () => {
  const EXPORT = 'POST /data/auth/user/credit/hour/change/record/export';
  const make = (exportId: string, now = new Date()) =>
    makeExport({ enterpriseId: tenant.id, exportId }, EXPORT_LISTS, now);
  const path = '/account?change=5&of=me&downloads=1';

  it('that is ready is told once to who asked, and read once it is downloaded', async () => {
    const me = await mintPerson(tenant);
    const { id, fileName } = await ok(me, EXPORT, {});
    await Promise.all([make(id), make(id)]);
    await make(id);
    expect(await told(me, 'export')).toEqual([{ event: 'ready', title: fileName, path, isRead: false }]);
    expect(await told(admin, 'export')).toEqual([]);
    await ok(me, 'GET /data/auth/export/record/get/file/download/url', { id });
    expect(await told(me, 'export')).toMatchObject([{ isRead: true }]);
  });

  it('that failed is told; made again, it is another cause', async () => {
    const me = await mintPerson(tenant);
    const { id } = await ok(me, EXPORT, {});
    await withTenant(tenant.id, (db) =>
      db.update(exportRecord).set({ exportType: 'none' }).where(eq(exportRecord.id, id)),
    );
    expect(await make(id)).toBeInstanceOf(Error);
    expect(await told(me, 'export')).toMatchObject([{ event: 'failed', isRead: false }]);
    await withTenant(tenant.id, (db) =>
      db.update(exportRecord).set({ exportType: 'credits' }).where(eq(exportRecord.id, id)),
    );
    await ok(me, 'POST /data/auth/export/record/remake', { id });
    await make(id);
    expect(await told(me, 'export')).toMatchObject([
      { event: 'failed', isRead: true },
      { event: 'ready', isRead: false },
    ]);
    await ok(me, 'DELETE /data/auth/export/record/delete', { id });
    expect(await told(me, 'export')).toMatchObject([{ isRead: true }, { isRead: true }]);
  });

  it('whose job was lost is told as failed', async () => {
    const me = await mintPerson(tenant);
    await ok(me, EXPORT, {});
    for (let i = 0; i < 2; i++) await endOldExports(tenant.id, new Date(Date.now() + 31 * MINUTE));
    expect(await told(me, 'export')).toMatchObject([{ event: 'failed' }]);
  });
});

describe('an import of people', () => {
  it('is told when its plan is made, when it was applied, and when it was undone', async () => {
    const rows = [
      ['工号', '姓名', '部门'],
      ['T1', '王一', '总部'],
    ];
    const { id } = await planPeople(tenant, admin, rows);
    const path = `/admin/people/import?id=${id}`;
    expect(await told(admin, 'import')).toEqual([{ event: 'planned', title: 'people.csv', path, isRead: false }]);
    const { plan } = await ok(admin, 'GET /people/auth/import/view', { id });
    await ok(admin, 'PUT /people/auth/import/apply', { id, plan, disableMissing: false });
    await runImport(tenant, id);
    await runImport(tenant, id);
    await ok(admin, 'PUT /people/auth/import/undo', { id });
    await runImport(tenant, id);
    expect((await told(admin, 'import')).map((each) => 'event' in each && each.event)).toEqual([
      'planned',
      'done',
      'undone',
    ]);
  });
});

describe('a course from an archive', () => {
  const START = 'POST /system/auth/content/course/import/start';
  it('is told when it is made, and when it cannot be made', async () => {
    const zip = (files: Record<string, string>) =>
      Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
    for (const [content, event] of [
      [zip({ 'a.txt': 'text', 'b.txt': 'more' }), 'courseDone'],
      [zip({ 'a.exe': 'MZ' }), 'courseFailed'],
    ] as const) {
      const fileId = await mintMedia(tenant, 'archive', { content, name: `${event}.zip` });
      const { id } = await ok(admin, START, { fileId });
      for (let i = 0; i < 2; i++) await runCourseImport({ enterpriseId: tenant.id, id }, () => new Date());
      expect((await told(admin, 'import')).at(-1)).toEqual({
        ...{ event, title: `${event}.zip`, isRead: false },
        path: `/admin/courses/import?id=${id}`,
      });
    }
    expect(await told(admin, 'import')).toHaveLength(2);
  });
});

describe('a live class', () => {
  const SAVE = 'POST /course/auth/live/session/save';
  const STATUS = 'POST /course/auth/live/status/save';
  let courseId: string;
  let learner: TestPerson;
  let stranger: TestPerson;
  beforeEach(async () => {
    const host = await mintPerson(tenant, { userType: 2 });
    courseId = await mintCourse(tenant, {
      courseType: 3,
      lecturerId: await mintLecturer(tenant, { userId: host.userId }),
    });
    [learner, stranger] = [await mintPerson(tenant), await mintPerson(tenant)];
    await mintRegistration(tenant, learner, courseId, 'approved');
  });
  const planned = (minutes: number) => ({
    startAt: new Date(Date.now() + minutes * MINUTE),
    endAt: new Date(Date.now() + (minutes + 60) * MINUTE),
  });
  const eventsOf = async (person: TestPerson) =>
    (await told(person, 'live')).map((each) => 'event' in each && each.event);

  it('that begins within half an hour is told once, and again when it was moved', async () => {
    const { id } = await mintLive(tenant, courseId, planned(40));
    await tellOfSoon(tenant.id, new Date());
    expect(await eventsOf(learner)).toEqual([]);
    await Promise.all([1, 2].map(() => tellOfSoon(tenant.id, new Date(Date.now() + 15 * MINUTE))));
    await sweepLive(() => undefined, new Date(Date.now() + 17 * MINUTE));
    expect(await told(learner, 'live')).toMatchObject([{ event: 'soon', path: `/live/watch/${id}` }]);
    expect(await eventsOf(stranger)).toEqual([]);
    await setLive(tenant, id, planned(80));
    await tellOfSoon(tenant.id, new Date(Date.now() + 55 * MINUTE));
    expect(await eventsOf(learner)).toEqual(['soon', 'soon']);
  });

  it('that was moved, cancelled or re-opened is told by a job; a new title alone is no news', async () => {
    const planOf = ({ startAt, endAt }: ReturnType<typeof planned>) => ({
      ...{ title: 'Class', startAt: startAt.toISOString(), endAt: endAt.toISOString() },
      ...{ requiredPercent: 70, recordingCounts: true },
    });
    const first = planned(300);
    const { id } = await mintLive(tenant, courseId, { ...first, title: 'Class' });
    const moved = planOf(planned(400));
    await ok(admin, SAVE, { id, courseId, ...moved, was: planOf(first) });
    await ok(admin, SAVE, { id, courseId, ...moved, title: 'Another title', was: moved });
    const jobs = await jobsOf(id);
    expect(jobs).toHaveLength(1);
    for (let i = 0; i < 2; i++) await tellLearnersJob(jobs[0]!);
    expect(await eventsOf(learner)).toEqual(['moved']);
    await ok(admin, STATUS, { id, status: 'cancelled' });
    for (const job of await jobsOf(id)) await tellLearnersJob(job);
    expect(await eventsOf(learner)).toEqual(['moved', 'cancelled']);
    await ok(admin, STATUS, { id, status: 'planned' });
    for (const job of await jobsOf(id)) await tellLearnersJob(job);
    expect(await eventsOf(learner)).toEqual(['moved', 'cancelled', 'reopened']);
    expect(await eventsOf(stranger)).toEqual([]);
  });

  it('without a recording tells nobody of one', async () => {
    const { id } = await mintLive(tenant, courseId, { ...planned(-70), status: 'ended' });
    await settleLive({ enterpriseId: tenant.id, sessionId: id });
    expect(await eventsOf(learner)).toEqual([]);
  });

  it('is for those whose own course it belongs to: one rule for a member and for all', async () => {
    const [studies, pending, seated] = [await mintPerson(tenant), await mintPerson(tenant), await mintPerson(tenant)];
    const buyer = await mintPerson(tenant, { userType: 3 });
    await withTenant(tenant.id, (db) =>
      db.insert(courseProgress).values({ enterpriseId: tenant.id, userId: studies.userId, courseId }),
    );
    await mintRegistration(tenant, pending, courseId, 'pending');
    await mintOrder(tenant, buyer, courseId, [seated]);
    const learners = await withTenant(tenant.id, async (db) => {
      const { rows } = await db.execute<{ userId: string }>(
        sql`select user_id as "userId" from (${learnersOf(tenant.id, sql`${courseId}::uuid`)}) x`,
      );
      return rows.map(({ userId }) => userId);
    });
    const one = await withTenant(tenant.id, async (db) => {
      const text = `select u.user_id as "userId" from enterprise_user u where u.enterprise_id = $1 and ${isOwnCourse('u.user_id', '$2')}`;
      const { rows } = await pgClientOf(db).query<{ userId: string }>(text, [tenant.id, courseId]);
      return rows.map(({ userId }) => userId);
    });
    expect([...learners].sort()).toEqual([learner, studies, seated].map(({ userId }) => userId).sort());
    expect([...one].sort()).toEqual([...learners].sort());
  });
});
