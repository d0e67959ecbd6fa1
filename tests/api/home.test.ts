import { beforeAll, describe, expect, it } from 'vitest';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { mintTask, openPlayer, passExam, passTime, setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/** The dashboard is read by a separate statement; these tests compare it with the lists of which it shows a part. */
const HOME = 'GET /data/auth/user/home/view';
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

let tenant: TestTenant;
let me: TestPerson;
let newcomer: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  me = await mintPerson(tenant);
  newcomer = await mintPerson(tenant);

  const courses: string[] = [];
  for (const title of ['一', '二', '三', '四', '五', '六']) {
    const courseId = await mintCourse(tenant, { title });
    courses.push(courseId);
    const resourceId = await mintResource(tenant, courseId);
    if (title === '一') {
      await watchWhole(tenant, me, resourceId);
    } else {
      const player = await openPlayer(me, resourceId);
      await player.report([]);
      await passTime(tenant, me, 60);
      await player.report([[0, 10 * courses.length]]);
    }
  }
  await setCourseStatus(tenant, courses[5]!, 'unpublished');

  const none = { counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 } };
  const exam = async (more: object) => (await mintExam(tenant, { ...none, ...more })).id;
  const [given, ofCourse, passed, usedUp, over, open, later] = await Promise.all([
    exam({ title: '任务考试' }),
    exam({ title: '课程考试', courseId: courses[1] }),
    exam({ title: '已通过' }),
    exam({ title: '次数用完', maxAttempts: 1 }),
    exam({ title: '已结束', windowStart: hours(-9), windowEnd: hours(-1) }),
    exam({ title: '进行中', windowEnd: hours(99) }),
    exam({ title: '未开始', windowStart: hours(5), windowEnd: hours(6) }),
    exam({ title: '与我无关' }),
  ]);
  const items = [given, passed, usedUp, over, open, later].map((examId) => ({ examId: examId }));
  await passExam(tenant, me, passed);
  for (const examId of [usedUp, open]) await ok(me, 'POST /exam/auth/user/exam/start', { id: examId });
  const sat = await ok(me, 'POST /exam/auth/user/exam/start', { id: usedUp });
  await ok(me, 'POST /exam/auth/user/exam/submit', { attemptId: sat.attemptId, epoch: 1 });

  await mintTask(tenant, [me], [{ courseId: courses[0]! }], 20);
  await mintTask(tenant, [me], [{ courseId: courses[0]! }, { courseId: courses[1]! }], 5);
  await mintTask(tenant, [me], items, 30);
  await mintTask(tenant, [me], [{ courseId: courses[2]! }], -3);
  await mintTask(tenant, [me], [{ courseId: courses[3]! }], -1);
  await mintTask(tenant, [me], [{ courseId: courses[4]! }, { examId: ofCourse }], 9);
  await mintTask(tenant, [me], [{ examId: ofCourse }], 90);

  const announcements: string[] = [];
  for (let i = 0; i < 8; i++) announcements.push(await mintAnnouncement(tenant));
  await mintAnnouncement(tenant, { published: false });
  await mintAnnouncement(tenant, { publishedAt: hours(1) });
  await ok(me, 'PUT /user/auth/announcement/user/record/batch/read', [announcements[6]!, announcements[0]!]);
  await ok(me, 'DELETE /user/auth/announcement/user/record/batch/delete', [announcements[5]!]);
});

describe('the dashboard', () => {
  it('returns the open tasks of the task list, in its order and with its progress', async () => {
    const [home, tasks] = await Promise.all([ok(me, HOME), ok(me, 'POST /course/auth/study/task/page')]);
    // An ended task can no longer be completed: it does not wait.
    const open = tasks.list.filter(({ status }) => status === 'learning' || status === 'notStarted');
    expect([tasks.totalCount, open.length]).toEqual([7, 4]);
    expect(home.taskCount).toBe(4);
    expect(home.tasks).toEqual(
      open.slice(0, 5).map(({ id, title, taskType, startAt, endAt, studyProgress, status, items }) => ({
        ...{ id, title, taskType, startAt, endAt, studyProgress, status },
        itemCount: items.length,
      })),
    );
  });

  it('returns the courses in progress of the course list, without unpublished ones', async () => {
    const [home, courses] = await Promise.all([
      ok(me, HOME),
      ok(me, 'POST /data/auth/course/user/progress/user/page', { status: 'learning' }),
    ]);
    expect(home.courses.map(({ title }) => title)).toEqual(['五', '四', '三', '二']);
    const listed = new Map(courses.list.map((course) => [course.courseId, course]));
    for (const course of home.courses) expect(listed.get(course.courseId)).toMatchObject(course);
  });

  it('returns the exams of the exam list that can be taken, in its order', async () => {
    const [home, exams] = await Promise.all([ok(me, HOME), ok(me, 'POST /exam/auth/user/exam/task/record/page')]);
    const open = exams.list.filter(
      ({ examState, openAttemptId, windowEnd }) =>
        openAttemptId || (['waiting', 'resit'].includes(examState) && new Date(windowEnd) > hours(0)),
    );
    expect(home.exams.map(({ title, state }) => [title, state])).toEqual(
      [
        ['进行中', 'open'],
        ['任务考试', 'waiting'],
        ['课程考试', 'waiting'],
        ['未开始', 'later'],
      ].sort((a, b) => open.findIndex(({ title }) => title === a[0]) - open.findIndex(({ title }) => title === b[0])),
    );
    expect(home.exams.map(({ id }) => id)).toEqual(open.map(({ id }) => id));
    for (const exam of home.exams) {
      expect(open.find(({ id }) => id === exam.id)).toMatchObject({
        windowEnd: exam.windowEnd,
        limitSeconds: exam.limitSeconds,
      });
    }
  });

  it('returns the newest announcements of the list, and the number of unread ones', async () => {
    const [home, notices, unread] = await Promise.all([
      ok(me, HOME),
      ok(me, 'POST /user/auth/announcement/user/record/page', { pageSize: 5 }),
      ok(me, 'POST /user/auth/announcement/user/record/wait/read/count'),
    ]);
    expect(home.announcements).toEqual(
      notices.list.map(({ id, title, publishedAt, read }) => ({ id, title, publishedAt, read })),
    );
    expect(home.announcements.map(({ read }) => read)).toContain(true);
    expect(home.unreadCount).toBe(unread.count);
    expect(unread.count).toBe(5);
  });

  it('returns the right data to each user of a batch', async () => {
    const [mine, alone] = await Promise.all([ok(me, HOME), ok(newcomer, HOME)]);
    const homes = await Promise.all([me, newcomer, me, newcomer, me].map((who) => ok(who, HOME)));
    expect(homes).toEqual([mine, alone, mine, alone, mine]);
    expect(alone).toMatchObject({ taskCount: 0, tasks: [], courses: [], exams: [], unreadCount: 8 });
  });
});
