import { beforeAll, describe, expect, it } from 'vitest';
import { mintAnnouncement } from '../factories/announcement.ts';
import { mintCourse, mintExamResource, mintResource } from '../factories/course.ts';
import { allow, mintExam } from '../factories/exam.ts';
import { accommodate, changeExam, mintResit, mintShortExam } from '../factories/exam-rules.ts';
import { mintLive } from '../factories/live.ts';
import { ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { mintTask, openPlayer, passExam, passTime, setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintClass, mintSeats, mintSession } from '../factories/training.ts';
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
    exam({ title: '与我无关', audience: 'departments' }),
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
      open.slice(0, 5).map(({ id, title, taskType, startAt, endAt, studyProgress, status, acceptsLate, items }) => ({
        ...{ id, title, taskType, startAt, endAt, studyProgress, status, acceptsLate },
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
    expect(alone).toMatchObject({ taskCount: 0, tasks: [], courses: [], unreadCount: 8 });
    // Those for everybody.
    expect(alone.exams.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  });
});

describe('exams for everybody', () => {
  const LIST = 'POST /exam/auth/user/exam/task/record/page';
  let here: TestTenant;
  const exam = async (title: string, [from, to]: [number, number], more: object = {}) =>
    (await mintShortExam(here, { title, windowStart: hours(from), windowEnd: hours(to), ...more })).id;
  /** Titles of the exams that can be taken, on the dashboard and as the list has them. */
  async function exams(who: TestPerson) {
    const [home, list] = await Promise.all([ok(who, HOME), ok(who, LIST, { pageSize: 50 })]);
    const open = list.list.filter(
      ({ examState, openAttemptId, windowEnd }) =>
        openAttemptId || (['waiting', 'resit'].includes(examState) && new Date(windowEnd) > hours(0)),
    );
    const shown = ({ id, windowStart, windowEnd }: (typeof open)[number] | (typeof home.exams)[number]) => ({
      ...{ id, windowStart, windowEnd },
    });
    expect(home.exams.map(shown)).toEqual(open.slice(0, 4).map(shown));
    return { home: home.exams.map(({ title }) => title), list: list.list.map(({ title }) => title) };
  }

  it('are on the dashboard and in the list of each member until they are over', async () => {
    here = await mintTenant();
    const [plain, late, apart, taken, done] = (await Promise.all(
      Array.from({ length: 5 }, () => mintPerson(here)),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    const courseId = await mintCourse(here);
    const { examId: item } = await mintExamResource(here, courseId);
    await changeExam(here, item, { courseId });
    const now = await exam('now', [-2, 3]);
    const over = await exam('over', [-3, -0.5]);
    await exam('later', [5, 9]);
    await exam('of a course', [-1, 7], { courseId });
    await exam('withdrawn', [-1, 7], { published: false });
    await exam('for others', [-1, 7], { audience: 'departments' });
    const again = await exam('again', [-30, -20]);
    await mintResit(here, again, [120, 600]);
    expect(await exams(plain)).toEqual({
      home: ['now', 'of a course', 'later', 'again'],
      list: ['now', 'of a course', 'later', 'again'],
    });
    // Extra time after the window.
    await accommodate(here, late, plain, { windowAfterSeconds: 3600 });
    expect((await exams(late)).home).toEqual(['over', 'now', 'of a course', 'later']);
    await allow(here, over, apart.userId, { windowStart: hours(1), windowEnd: hours(2) });
    expect((await exams(apart)).home).toEqual(['now', 'of a course', 'over', 'later']);
    await ok(taken, 'POST /exam/auth/user/exam/start', { id: now });
    expect((await exams(taken)).home[0]).toBe('now');
    await passExam(here, done, now);
    expect(await exams(done)).toEqual({
      home: ['of a course', 'later', 'again'],
      list: expect.arrayContaining(['now']) as string[],
    });
    // One that is an item of a course belongs to those who study it.
    await mintTask(here, [done], [{ courseId }]);
    expect((await exams(done)).home).toContain('结业考试');
  });
});

describe('classes with a date', () => {
  const MINE = 'POST /data/auth/user/class/page';
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  it('are those with a place and the live ones of own courses that are not over, the next one first, in list, dashboard and calendar', async () => {
    const [who, other] = [await mintPerson(tenant), await mintPerson(tenant)];
    const offline = await mintClass(tenant, { title: '消防' });
    const session = (startsIn: number, more: object = {}) =>
      mintSession(tenant, offline.resourceId, { startsIn, ...more });
    const [booked, waiting, over, cancelled, free] = [
      await session(300, { title: '第一场' }),
      await session(100, { title: '候补场' }),
      await session(-200, { title: '已结束' }),
      await session(50, { title: '已取消', status: 'cancelled' }),
      await session(60, { title: '没有预约' }),
    ];
    for (const id of [booked, over, cancelled]) await mintSeats(tenant, id, [who]);
    await mintSeats(tenant, waiting, [who], 'waiting');
    await mintSeats(tenant, free, [other]);

    const studied = await mintCourse(tenant, { title: '在学课程' });
    await (await openPlayer(who, await mintResource(tenant, studied))).report([]);
    const given = await mintCourse(tenant, { title: '任务课程' });
    await mintTask(tenant, [who], [{ courseId: given }], 5);
    const hidden = await mintCourse(tenant, { title: '未发布', status: 'unpublished' });
    await mintTask(tenant, [who], [{ courseId: hidden }], 5);
    const [soon, now] = [
      await mintLive(tenant, given, { title: '任务直播', startAt: minutes(200), endAt: minutes(260) }),
      // It lasts longer than planned.
      await mintLive(tenant, studied, {
        title: '正在直播',
        status: 'live',
        startAt: minutes(-90),
        endAt: minutes(-30),
      }),
    ];
    await mintLive(tenant, studied, { title: '没有开始', startAt: minutes(-90), endAt: minutes(-30) });
    await mintLive(tenant, studied, { title: '已经结束', status: 'ended', startAt: minutes(-30), endAt: minutes(30) });
    await mintLive(tenant, hidden, { title: '未发布直播' });
    await mintLive(tenant, await mintCourse(tenant), { title: '别人的直播' });

    const { list, totalCount } = await ok(who, MINE);
    expect(list.map(({ title, state }) => [title, state])).toEqual([
      ...[
        ['正在直播', 'live'],
        ['候补场', 'waiting'],
      ],
      ...[
        ['任务直播', 'planned'],
        ['第一场', 'booked'],
      ],
    ]);
    expect(totalCount).toBe(4);
    expect(list[0]).toMatchObject({
      kind: 'live',
      path: `/live/watch/${now.id}`,
      place: null,
      courseTitle: '在学课程',
    });
    expect(list[3]).toMatchObject({
      ...{ kind: 'session', id: booked, place: '培训中心 201' },
      path: `/watch/course?id=${offline.courseId}&resource=${offline.resourceId}`,
    });
    expect((await ok(who, HOME)).classes).toEqual(list.slice(0, 3));
    expect((await ok(other, HOME)).classes.map(({ title }) => title)).toEqual(['没有预约']);
    expect((await ok(await mintPerson(await mintTenant()), MINE)).list).toEqual([]);

    const calendar = (person?: TestPerson) =>
      portal.request(`http://${tenant.host}/calendar/classes.ics`, {
        headers: {
          host: tenant.host,
          ...(person && { authorization: `Bearer ${person.token}`, cookie: companionCookie(person.token) }),
        },
      });
    const file = await calendar(who);
    const text = (await file.text()).replaceAll('\r\n ', '');
    expect(text.match(/^SUMMARY:.*/gm)).toEqual(
      ['正在直播', '候补场', '任务直播', '第一场'].map((title) => `SUMMARY:${title}`),
    );
    expect(text).toContain(`UID:${soon.id}@`);
    expect((await calendar()).status).toBe(404);
  });
});
