import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { studyTaskUser } from '#src/server/study/tables/study.ts';
import { studyTaskRule } from '#src/server/study/tables/task-audience.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { completeExamResource } from '#src/server/study/complete-exam-resource.ts';
import { sweepTasksOf } from '#src/server/jobs/sweep-tasks.ts';
import { mintCoaching } from '../factories/coaching.ts';
import { mintCourse, mintExamResource, mintResource } from '../factories/course.ts';
import { mintDepartment } from '../factories/organisation.ts';
import { ok } from '../factories/portal.ts';
import { mintTask, passExam, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const TASK = 'GET /course/auth/study/task/view';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

async function lesson(title: string) {
  const courseId = await mintCourse(tenant, { title });
  return { courseId, resourceId: await mintResource(tenant, courseId, { totalDuration: 100 }) };
}
const sweep = ({ id }: TestTenant) => sweepTasksOf({ id, timeZone: 'Asia/Shanghai' }, new Date());

it('an ordered task opens its items one after another; what was studied before counts when its item opens', async () => {
  const learner = await mintPerson(tenant);
  const [first, second] = [await lesson('第一课'), await lesson('第二课')];
  const items = [{ courseId: first.courseId }, { courseId: second.courseId }];
  const id = await mintTask(tenant, [learner], items, 10, { ordered: true });

  await watchWhole(tenant, learner, second.resourceId);
  expect(await ok(learner, TASK, { id })).toMatchObject({
    ...{ studyProgress: 0, status: 'notStarted', ordered: true },
    items: [
      { locked: false, waitsFor: [] },
      { locked: true, waitsFor: ['第一课'], completed: false, studyProgress: 0 },
    ],
  });
  await watchWhole(tenant, learner, first.resourceId);
  expect(await ok(learner, TASK, { id })).toMatchObject({
    ...{ studyProgress: 100, status: 'completed' },
    items: [{ completed: true }, { completed: true, locked: false }],
  });
});

it('the room of a task shows locked items with the reason, and continues with an open one', async () => {
  const learner = await mintPerson(tenant);
  const [first, second] = [await lesson('先学'), await lesson('后学')];
  const mentor = await mintPerson(tenant);
  const { planId } = await mintCoaching(tenant, { learner, mentor });
  const items = [{ courseId: first.courseId }, { courseId: second.courseId }, { coachingPlanId: planId }];
  const id = await mintTask(tenant, [learner], items, 10, { ordered: true });
  const room = () => ok(learner, 'GET /course/auth/study/room/view', { type: 'task', id });
  await watchWhole(tenant, learner, second.resourceId);
  // A coaching is not studied in the room.
  expect(await room()).toMatchObject({
    currentCourseId: first.courseId,
    items: [
      { courseId: first.courseId, lock: null },
      { courseId: second.courseId, lock: { releaseAt: null, waitsFor: ['先学'] }, studyProgress: 0 },
    ],
  });
  expect((await room()).items).toHaveLength(2);
  await watchWhole(tenant, learner, first.resourceId);
  expect((await room()).items).toMatchObject([{ lock: null }, { lock: null, studyProgress: 100, status: 'completed' }]);
});

it('an item with a release date and one that waits for another are locked, also in the list', async () => {
  const learner = await mintPerson(tenant);
  const [first, second] = [await lesson('甲'), await lesson('乙')];
  const id = randomUUID();
  const releaseAt = new Date(Date.now() + 86_400_000);
  const taskId = await mintTask(
    tenant,
    [learner],
    [
      { id, courseId: first.courseId, releaseAt },
      { courseId: second.courseId, afterIds: [id] },
    ],
  );
  await watchWhole(tenant, learner, first.resourceId);
  await watchWhole(tenant, learner, second.resourceId);
  expect(await ok(learner, TASK, { id: taskId })).toMatchObject({
    studyProgress: 0,
    items: [
      { locked: true, releaseAt: releaseAt.toISOString(), waitsFor: [] },
      { locked: true, releaseAt: null, waitsFor: ['甲'] },
    ],
  });
  const { list } = await ok(learner, 'POST /course/auth/study/task/page', { status: 'notStarted' });
  expect(list.map((task) => task.id)).toContain(taskId);
});

it('a task that does not count earlier results needs a course finished, or an exam passed, after it was given', async () => {
  const learner = await mintPerson(tenant);
  const done = await lesson('已学课程');
  await watchWhole(tenant, learner, done.resourceId);
  const { examId } = await mintExamResource(tenant, await mintCourse(tenant));
  await passExam(tenant, learner, examId);
  const items = [{ courseId: done.courseId }, { examId }];
  const counting = await mintTask(tenant, [learner], items);
  const strict = await mintTask(tenant, [learner], items, 10, { countsEarlier: false });
  // At once, before anything is reported again.
  expect(await ok(learner, TASK, { id: counting })).toMatchObject({ studyProgress: 100, status: 'completed' });
  expect(await ok(learner, TASK, { id: strict })).toMatchObject({
    studyProgress: 0,
    items: [{ finishedEarlier: true }, { finishedEarlier: true, completed: false }],
  });
  await withTenant(tenant.id, (db) =>
    db.execute(`insert into exam_attempt (enterprise_id, exam_id, user_id, number, status, paper, started_at, deadline_at,
        submitted_at, total_score, passed)
      select enterprise_id, exam_id, user_id, 2, status, paper, now(), now(), now(), total_score, true
      from exam_attempt where exam_id = '${examId}' and user_id = '${learner.userId}'`),
  );
  expect(await ok(learner, TASK, { id: strict })).toMatchObject({
    studyProgress: 50,
    items: [{ finishedEarlier: true }, { finishedEarlier: false, completed: true }],
  });
});

it('a task of a department reaches those who join later, and leaves those without progress who move away', async () => {
  const own = await mintTenant();
  const [worker, mover, keeper, organisation] = await Promise.all([
    mintPerson(own),
    mintPerson(own),
    mintPerson(own),
    mintPerson(own, { userType: 3 }),
  ]);
  const courseId = await mintCourse(own);
  const resourceId = await mintResource(own, courseId, { totalDuration: 100 });
  const [ofDepartment, ofAll, ended] = await Promise.all([
    mintTask(own, [], [{ courseId }]),
    mintTask(own, [], [{ courseId }]),
    mintTask(own, [], [{ courseId }], -1),
  ]);
  const departmentId = await mintDepartment(own, '装配车间');
  await withTenant(own.id, (db) =>
    db.insert(studyTaskRule).values(
      [
        { taskId: ofDepartment, departmentId },
        { taskId: ended, departmentId },
        { taskId: ofAll, departmentId: null },
      ].map((rule) => ({ enterpriseId: own.id, ...rule })),
    ),
  );
  const move = (person: TestPerson, department: string) =>
    withTenant(own.id, (db) =>
      db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, person.userId)),
    );
  const tasksOf = (person: TestPerson) =>
    withTenant(own.id, async (db) => {
      const rows = await db
        .select({ taskId: studyTaskUser.taskId })
        .from(studyTaskUser)
        .where(eq(studyTaskUser.userId, person.userId));
      return rows.map(({ taskId }) => taskId).sort();
    });
  const both = [ofDepartment, ofAll].sort();

  await move(worker, '装配车间/二班');
  await move(mover, '装配车间');
  await move(keeper, '装配车间');
  await move(organisation, '装配车间二部');
  await Promise.all([sweep(own), sweep(own), sweep(own)]);
  for (const person of [worker, mover, keeper]) expect(await tasksOf(person)).toEqual(both);
  expect(await tasksOf(organisation)).toEqual([]);

  const joined = await mintPerson(own);
  await move(joined, '装配车间');
  await watchWhole(own, keeper, resourceId);
  for (const person of [mover, keeper]) await move(person, '机加工车间');
  await sweep(own);
  expect(await tasksOf(joined)).toEqual(both);
  expect(await tasksOf(mover)).toEqual([ofAll]);
  expect(await tasksOf(keeper)).toEqual(both);
});

it('parallel completions complete a task once and post once', async () => {
  const learner = await mintPerson(tenant);
  const courseId = await mintCourse(tenant, { classHours: '2', credits: '1', points: '10' });
  const { examId } = await mintExamResource(tenant, courseId);
  const { examId: other } = await mintExamResource(tenant, courseId);
  const taskId = await mintTask(tenant, [learner], [{ courseId }, { examId }, { examId: other }]);
  for (const each of [examId, other]) await passAttempt(learner, each);
  const complete = (each: string) =>
    withTenant(tenant.id, (db) =>
      completeExamResource(db, {
        ...{
          enterpriseId: tenant.id,
          userIds: [learner.userId],
          examId: each,
          at: new Date(),
          timeZone: 'Asia/Shanghai',
        },
      }),
    );
  await Promise.all(Array.from({ length: 12 }, (_, i) => complete(i % 2 ? examId : other)));
  const { lines, stored } = await withTenant(tenant.id, async (db) => ({
    lines: await db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, learner.userId)),
    stored: await db
      .select()
      .from(studyTaskUser)
      .where(and(eq(studyTaskUser.taskId, taskId), eq(studyTaskUser.userId, learner.userId))),
  }));
  expect(lines.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['credits', '1.00'],
    ['hours', '2.00'],
    ['points', '10.00'],
  ]);
  expect(stored).toMatchObject([{ studyProgress: 100, completedAt: expect.any(Date) as Date }]);
});

const passAttempt = ({ userId }: TestPerson, examId: string) =>
  withTenant(tenant.id, (db) =>
    db.execute(`insert into exam_attempt (enterprise_id, exam_id, user_id, number, status, paper, started_at, deadline_at,
        submitted_at, total_score, passed)
      values ('${tenant.id}', '${examId}', '${userId}', 1, 'marked', '[]', now(), now(), now(), 100, true)`),
  );
