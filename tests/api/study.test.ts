import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { mintCourse, mintDirectory, mintExamResource, mintRegistration, mintResource } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { endTask, mintTask, openPlayer, passExam, passTime, setCourseStatus, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const REPORT = 'POST /course/auth/study/player/report';
const OPEN = 'POST /course/auth/study/player/open';
const ROOM = 'GET /course/auth/study/course/view';
const EXPLAIN = 'GET /course/auth/study/explain';

let tenant: TestTenant;
let other: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  other = await mintTenant();
  person = await mintPerson(tenant);
});

/** Creates a course with one video of 1000 s, and a learner who studies it. */
async function lesson(more: Parameters<typeof mintCourse>[1] = {}, seconds = 1000) {
  const learner = await mintPerson(tenant);
  const courseId = await mintCourse(tenant, more);
  const resourceId = await mintResource(tenant, courseId, { totalDuration: seconds });
  return { learner, courseId, resourceId };
}
const ledgerOf = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => (await db.select().from(ledgerEntry)).filter((line) => line.userId === userId));

describe('watched seconds', () => {
  it('are merged, and equal in study room, list and course', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 60);
    expect(
      await player.report(
        [
          [0, 30],
          [20, 45],
          [100, 110],
        ],
        { studiedSeconds: 55, position: 45 },
      ),
    ).toMatchObject({
      acceptedSeconds: 55,
      refusedSeconds: 0,
      refusal: null,
      takenOver: false,
      resource: {
        watched: [
          [0, 45],
          [100, 110],
        ],
        watchedSeconds: 55,
        studyProgress: 5,
        studySeconds: 55,
        completed: false,
      },
      course: { studyProgress: 5, status: 'learning' },
    });
    const room = await ok(learner, ROOM, { courseId });
    expect(room).toMatchObject({ studyProgress: 5, lastResourceId: resourceId, maxPlaybackRate: 2 });
    expect(room.resources[0]).toMatchObject({ resumeAt: 45, watchedSeconds: 55, studyProgress: 5 });
    expect((await ok(learner, 'POST /data/auth/course/user/progress/user/page')).list).toMatchObject([
      { courseId, studyProgress: 5, status: 'learning', studySeconds: 55, lastResourceName: '第一讲' },
    ]);
  });

  it('reported again do not count and use no budget', async () => {
    const { learner, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 20);
    expect(await player.report([[0, 40]])).toMatchObject({ acceptedSeconds: 40, refusal: null });
    for (let again = 0; again < 5; again++) {
      expect(await player.report([[0, 40]])).toMatchObject({
        acceptedSeconds: 0,
        refusedSeconds: 0,
        refusal: null,
        resource: { watchedSeconds: 40 },
      });
    }
    await passTime(tenant, learner, 5);
    expect((await player.report([[30, 50]])).acceptedSeconds).toBe(10);
  });

  it('beyond the end are rejected with this reason; negative or reversed ranges are invalid', async () => {
    const { learner, resourceId } = await lesson({}, 100);
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 60);
    expect(await player.report([[95, 120]])).toMatchObject({
      acceptedSeconds: 5,
      refusedSeconds: 20,
      refusal: 'beyondDuration',
      resource: { watchedSeconds: 5 },
    });
    for (const range of [
      [-5, 5],
      [10, 10],
      [10, 5],
      [0.5, 2],
    ] as [number, number][]) {
      const refused = await call(learner, REPORT, {
        playerId: player.playerId,
        resourceId,
        ranges: [range],
        position: 0,
        playbackRate: 1,
        captionsOn: false,
        active: true,
        studiedSeconds: 0,
      });
      expect(refused.code).toBe(422);
    }
  });

  it('are at most wall-clock time × 2, and the rejection is stored', async () => {
    const { learner, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    await passTime(tenant, learner, 10);
    const cheated = await player.report([[0, 1000]]);
    expect(cheated.refusal).toBe('tooFast');
    // 10 s × 2, the tolerance of 2 s, and the duration of this test.
    expect(cheated.acceptedSeconds).toBeGreaterThanOrEqual(20);
    expect(cheated.acceptedSeconds).toBeLessThan(32);
    expect(cheated.resource.watched).toEqual([[0, cheated.acceptedSeconds]]);
    const explained = await ok(learner, EXPLAIN, { resourceId });
    expect(explained).toMatchObject({ neededSeconds: 900, watchedSeconds: cheated.acceptedSeconds, completedAt: null });
    expect(explained.missing).toEqual([[cheated.acceptedSeconds, 1000]]);
    expect(explained.refusals).toMatchObject([
      { reason: 'tooFast', claimedSeconds: 1000, acceptedSeconds: cheated.acceptedSeconds },
    ]);
  });

  it('count for half an hour offline, but not for a longer gap', async () => {
    const { learner, resourceId } = await lesson({}, 10_000);
    const player = await openPlayer(learner, resourceId);
    await player.report([], { active: true });
    await passTime(tenant, learner, 1500);
    expect(await player.report([[0, 1500]])).toMatchObject({ acceptedSeconds: 1500, refusal: null });
    await player.report([], { active: false });
    await passTime(tenant, learner, 8 * 3600);
    const woken = await player.report([[1500, 3500]]);
    expect(woken.refusal).toBe('tooFast');
    expect(woken.acceptedSeconds).toBeLessThan(170);
  });

  it('of many simultaneous tabs share one budget', async () => {
    const learner = await mintPerson(tenant);
    const courseId = await mintCourse(tenant);
    const resources = await Promise.all(
      Array.from({ length: 6 }, () => mintResource(tenant, courseId, { totalDuration: 5000 })),
    );
    const began = Date.now();
    let passed = 0;
    for (let round = 0; round < 4; round++) {
      const tabs = await Promise.all(resources.map((resourceId) => openPlayer(learner, resourceId)));
      await passTime(tenant, learner, 30);
      passed += 30;
      // Every tab reports the same false ranges, several times at once.
      await Promise.all(tabs.flatMap(({ report }) => [0, 1, 2].map((n) => report([[n * 500, n * 500 + 500]]))));
    }
    const total = (await ok(learner, 'POST /data/auth/course/user/progress/user/course/study/page', { pageSize: 50 }))
      .list;
    const seconds = total.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0);
    const wallClock = passed + (Date.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(passed);
    expect(seconds).toBeLessThanOrEqual(wallClock * 2 + 2);
  });

  it('of several simultaneous reports of one player are all stored', async () => {
    const { learner, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    await passTime(tenant, learner, 15);
    const reports = Array.from({ length: 25 }, (_, i): [number, number] => [i, i + 1]);
    await Promise.all([...reports, ...reports].map((range) => player.report([range])));
    expect((await ok(learner, EXPLAIN, { resourceId })).watched).toEqual([[0, 25]]);
  });

  it('count for the newest player only; the older one gets takenOver', async () => {
    const { learner, resourceId } = await lesson();
    const first = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 20);
    expect((await first.report([[0, 20]])).takenOver).toBe(false);
    const second = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 20);
    expect(await first.report([[20, 40]], { position: 40 })).toMatchObject({
      takenOver: true,
      acceptedSeconds: 0,
      refusedSeconds: 20,
      refusal: 'takenOver',
      resource: { watchedSeconds: 20 },
    });
    expect(await second.report([[20, 40]])).toMatchObject({ takenOver: false, acceptedSeconds: 20 });
  });

  it('of reading count in real time', async () => {
    const learner = await mintPerson(tenant);
    const courseId = await mintCourse(tenant);
    const resourceId = await mintResource(tenant, courseId, {
      resourceType: 4,
      totalDuration: 60,
      mime: 'application/pdf',
    });
    const reader = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 20);
    const read = await reader.report([[0, 60]], { studiedSeconds: 60 });
    expect(read.refusal).toBe('tooFast');
    expect(read.acceptedSeconds).toBeLessThan(30);
    expect(read.resource.studySeconds).toBeLessThan(30);
    await passTime(tenant, learner, 40);
    expect((await reader.report([[0, 60]], { studiedSeconds: 60 })).resource).toMatchObject({
      completed: true,
      studyProgress: 100,
    });
  });

  it('and study time never exceed the clock, and time is not counted twice', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    expect((await player.report([], { studiedSeconds: 25 })).resource.studySeconds).toBe(25);
    expect((await player.report([], { studiedSeconds: 25 })).resource.studySeconds).toBe(25);
    expect((await player.report([], { studiedSeconds: 9_000 })).resource.studySeconds).toBeLessThan(40);
    const [mine] = (await ok(learner, 'POST /data/auth/course/user/progress/user/page')).list;
    expect(mine).toMatchObject({ courseId });
    expect(mine!.studySeconds).toBeLessThan(40);
  });
});

describe('player', () => {
  it('stores position, speed and captions, and returns them for the next resource', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const next = await mintResource(tenant, courseId, { sort: 9 });
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    await player.report([[0, 37]], { position: 37, playbackRate: 1.5, captionsOn: true });
    expect(await ok(learner, OPEN, { resourceId })).toMatchObject({
      resumeAt: 37,
      reportInterval: 15,
      watched: [[0, 37]],
    });
    const room = await ok(learner, ROOM, { courseId });
    expect(room.resources).toMatchObject([
      { subResourceId: resourceId, resumeAt: 37, playbackRate: 1.5, captionsOn: true },
      { subResourceId: next, resumeAt: 0, playbackRate: 1.5, captionsOn: true },
    ]);
    expect(room.resources[0]!.fileUrl).toMatch(/^\/media\/.+signature=/);
  });

  it('cannot report for another resource, of the same or another tenant', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const sibling = await mintResource(tenant, courseId);
    const foreign = await mintResource(other, await mintCourse(other));
    const { playerId } = await openPlayer(learner, resourceId);
    const forged = (id: string) =>
      call(learner, REPORT, {
        playerId,
        resourceId: id,
        ranges: [[0, 1]],
        position: 1,
        playbackRate: 1,
        captionsOn: false,
        active: true,
        studiedSeconds: 1,
      });
    for (const id of [sibling, foreign, randomUUID()]) expect((await forged(id)).code).toBe(404);
    expect((await call(learner, OPEN, { resourceId: foreign })).code).toBe(404);
    expect((await call(learner, EXPLAIN, { resourceId: foreign })).code).toBe(404);
    expect((await call(learner, ROOM, { courseId: await mintCourse(other) })).code).toBe(404);
  });

  it('of another user does not count for the viewer', async () => {
    const { learner, resourceId } = await lesson();
    const theirs = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    const stolen = await ok(person, REPORT, {
      playerId: theirs.playerId,
      resourceId,
      ranges: [[0, 30]],
      position: 30,
      playbackRate: 1,
      captionsOn: false,
      active: true,
      studiedSeconds: 30,
    });
    expect(stolen).toMatchObject({ takenOver: true, acceptedSeconds: 0, resource: { watchedSeconds: 0 } });
    expect((await theirs.report([])).resource.watchedSeconds).toBe(0);
  });

  it('opens only on media and documents', async () => {
    const courseId = await mintCourse(tenant);
    const { resourceId } = await mintExamResource(tenant, courseId);
    for (const id of [
      resourceId,
      await mintDirectory(tenant, courseId),
      await mintResource(tenant, courseId, { resourceType: 6 }),
    ]) {
      expect((await call(person, OPEN, { resourceId: id })).code).toBe(409);
    }
    expect((await call(tenant.anonymous, OPEN, { resourceId })).code).toBe(300);
    expect((await call({ host: other.host, token: person.token }, OPEN, { resourceId })).code).toBe(300);
  });
});

describe('study is rejected, with a text,', () => {
  it('while a registration is missing, pending or rejected', async () => {
    const { learner, courseId, resourceId } = await lesson({ registrationRequired: true });
    const refused = async () => [
      await call({ ...learner, locale: 'en' }, ROOM, { courseId }),
      await call({ ...learner, locale: 'en' }, OPEN, { resourceId }),
    ];
    const all = (msg: string) => [
      expect.objectContaining({ code: 403, msg }),
      expect.objectContaining({ code: 403, msg }),
    ];
    expect(await refused()).toEqual(all('Please register first'));
    await mintRegistration(tenant, learner, courseId, 'pending');
    expect(await refused()).toEqual(all('Unable to study, please wait for registration review'));
    await mintRegistration(tenant, learner, courseId, 'rejected');
    expect((await refused())[0]!.code).toBe(403);
    await mintRegistration(tenant, learner, courseId, 'approved');
    expect((await refused()).map(({ code }) => code)).toEqual([200, 200]);
  });

  it('after the course was unpublished, also for an open player', async () => {
    const { learner, courseId, resourceId } = await lesson();
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 30);
    await setCourseStatus(tenant, courseId, 'unpublished');
    expect(await player.report([[0, 30]])).toMatchObject({
      refusal: 'unpublished',
      acceptedSeconds: 0,
      refusedSeconds: 30,
    });
    expect(await call(learner, OPEN, { resourceId })).toMatchObject({
      code: 403,
      msg: '该课程已下架或被移除，无法学习',
    });
    expect((await ok(learner, EXPLAIN, { resourceId })).refusals).toMatchObject([
      { reason: 'unpublished', claimedSeconds: 30 },
    ]);
    await setCourseStatus(tenant, courseId, 'published');
    expect((await player.report([[0, 30]])).acceptedSeconds).toBe(30);
  });
});

describe('completion', () => {
  it('is reached at the threshold of the course, posts hours, credits and points once, and is permanent', async () => {
    const { learner, courseId, resourceId } = await lesson(
      { completionThreshold: 80, classHours: '1.50', credits: '2', points: '10', hourKind: 'required' },
      100,
    );
    const player = await openPlayer(learner, resourceId);
    await passTime(tenant, learner, 60);
    expect(await player.report([[0, 79]])).toMatchObject({ resource: { completed: false, studyProgress: 79 } });
    expect(await ledgerOf(learner)).toEqual([]);
    await passTime(tenant, learner, 10);
    expect(await player.report([[79, 80]])).toMatchObject({
      resource: { completed: true, studyProgress: 100, watchedSeconds: 80 },
      course: { status: 'completed', studyProgress: 100 },
    });
    await player.report([[80, 90]]);
    await openPlayer(learner, resourceId);
    const lines = await ledgerOf(learner);
    expect(
      lines
        .map(({ kind, hourKind, amount, source }) => ({ kind, hourKind, amount, source }))
        .toSorted((a, b) => a.kind.localeCompare(b.kind)),
    ).toEqual([
      { kind: 'credits', hourKind: null, amount: '2.00', source: `course:${courseId}:credits` },
      { kind: 'hours', hourKind: 'required', amount: '1.50', source: `course:${courseId}:hours` },
      { kind: 'points', hourKind: null, amount: '10.00', source: `course:${courseId}:points` },
    ]);
    await mintResource(tenant, courseId);
    expect(await player.report([[0, 1]])).toMatchObject({ course: { status: 'completed', studyProgress: 100 } });
  });

  it('of a course with an exam requires a pass, which has the average weight of the other resources', async () => {
    const { learner, courseId, resourceId } = await lesson({ credits: '1' }, 100);
    const second = await mintResource(tenant, courseId, { totalDuration: 100 });
    const { examId, resourceId: examResource } = await mintExamResource(tenant, courseId);
    expect((await watchWhole(tenant, learner, resourceId)).course).toEqual({ studyProgress: 33, status: 'learning' });
    await passExam(tenant, learner, examId);
    await passExam(tenant, learner, examId);
    const room = await ok(learner, ROOM, { courseId });
    expect(room).toMatchObject({ studyProgress: 66, status: 'learning' });
    expect(room.resources.find(({ subResourceId }) => subResourceId === examResource)).toMatchObject({
      completed: true,
    });
    expect((await watchWhole(tenant, learner, second)).course).toEqual({ studyProgress: 100, status: 'completed' });
    expect(await ledgerOf(learner)).toHaveLength(1);
  });

  it('by two tabs and an exam at the same time posts once', async () => {
    const { learner, courseId, resourceId } = await lesson({ credits: '1' }, 25);
    const { examId } = await mintExamResource(tenant, courseId);
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    await passTime(tenant, learner, 15);
    await Promise.all([
      ...[0, 1, 2, 3, 4].map((part) => player.report([[part * 5, part * 5 + 5]])),
      passExam(tenant, learner, examId),
      passExam(tenant, learner, examId),
    ]);
    expect(await ok(learner, ROOM, { courseId })).toMatchObject({ status: 'completed', studyProgress: 100 });
    expect(await ledgerOf(learner)).toHaveLength(1);
  });
});

describe('learning task', () => {
  const TASKS = 'POST /course/auth/study/task/page';
  const TASK = 'GET /course/auth/study/task/view';

  it('changes from not started to learning to completed with its courses and exams', async () => {
    const { learner, courseId, resourceId } = await lesson({}, 100);
    const { examId } = await mintExamResource(tenant, await mintCourse(tenant));
    const id = await mintTask(tenant, [learner], [{ courseId }, { examId }]);
    expect((await ok(learner, TASKS)).list).toMatchObject([
      {
        id,
        status: 'notStarted',
        studyProgress: 0,
        items: [
          { courseId, title: '安全生产' },
          { examId, title: '结业考试' },
        ],
      },
    ]);
    await watchWhole(tenant, learner, resourceId);
    expect(await ok(learner, TASK, { id })).toMatchObject({
      status: 'learning',
      studyProgress: 50,
      completedAt: null,
      items: [{ completed: true, studyProgress: 100 }, { completed: false }],
    });
    await passExam(tenant, learner, examId);
    expect(await ok(learner, TASK, { id })).toMatchObject({
      status: 'completed',
      studyProgress: 100,
      completedAt: expect.any(String),
    });
  });

  it('keeps its progress after its end, while the course still counts hours', async () => {
    const { learner, courseId, resourceId } = await lesson({ classHours: '1' }, 100);
    const id = await mintTask(tenant, [learner], [{ courseId }]);
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    await passTime(tenant, learner, 50);
    await player.report([[0, 40]]);
    await endTask(tenant, id, -0.0001);
    await passTime(tenant, learner, 60);
    expect((await player.report([[40, 100]])).course.status).toBe('completed');
    expect(await ok(learner, TASK, { id })).toMatchObject({ status: 'overdue', studyProgress: 40, completedAt: null });
    expect(await ledgerOf(learner)).toMatchObject([{ kind: 'hours', amount: '1.00' }]);
    expect((await ok(learner, EXPLAIN, { resourceId })).tasks).toMatchObject([{ id, ended: true }]);
  });

  it('is complete if its course was completed before its end, also when read later', async () => {
    const { learner, courseId, resourceId } = await lesson({}, 100);
    await watchWhole(tenant, learner, resourceId);
    const id = await mintTask(tenant, [learner], [{ courseId }]);
    expect((await ok(learner, TASK, { id })).status).toBe('completed');
    const { learner: late, courseId: slow, resourceId: video } = await lesson({}, 100);
    const missed = await mintTask(tenant, [late], [{ courseId: slow }], -1);
    await watchWhole(tenant, late, video);
    expect(await ok(late, TASK, { id: missed })).toMatchObject({ status: 'overdue', studyProgress: 0 });
  });

  it('is returned to its assignees only, running ones first, and filtered by status', async () => {
    const { learner, courseId } = await lesson();
    const ended = await mintTask(tenant, [learner], [{ courseId }], -1);
    const far = await mintTask(tenant, [learner], [{ courseId }], 20);
    const near = await mintTask(tenant, [learner], [{ courseId }], 2);
    const all = await ok(learner, TASKS);
    expect(all.list.map(({ id }) => id)).toEqual([near, far, ended]);
    expect(all).toMatchObject({ pageSize: 10, totalCount: 3, totalPage: 1 });
    expect((await ok(learner, TASKS, { status: 'overdue' })).list.map(({ id }) => id)).toEqual([ended]);
    expect((await ok(learner, TASKS, { pageCurrent: 2, pageSize: 2 })).list.map(({ id }) => id)).toEqual([ended]);
    expect((await ok(person, TASKS)).totalCount).toBe(0);
    expect((await call(person, TASK, { id: near })).code).toBe(404);
    expect((await call(tenant.anonymous, TASKS)).code).toBe(300);
  });

  it('has a public address that contains only its type', async () => {
    const id = await mintTask(tenant, [], []);
    const GET_URL = 'GET /course/api/study/task/getUrlParam';
    expect(await ok(tenant.anonymous, GET_URL, { id })).toEqual({ id, taskType: 1, url: `/watch/task?id=${id}` });
    expect((await call(other.anonymous, GET_URL, { id })).code).toBe(404);
    expect((await call(tenant.anonymous, GET_URL, { id: randomUUID() })).code).toBe(404);
  });
});

describe('study records', () => {
  it('are listed most recent first, ten per page, of the viewer only', async () => {
    const { learner, courseId, resourceId } = await lesson({ title: '我的课' }, 100);
    const second = await mintResource(tenant, courseId, { subResourceName: '第二讲' });
    const elsewhere = await mintResource(tenant, await mintCourse(tenant));
    for (const id of [resourceId, second, elsewhere]) await watchWhole(tenant, learner, id);
    const dynamics = await ok(learner, 'POST /course/auth/study/dynamic/page');
    expect(dynamics.pageSize).toBe(10);
    expect(dynamics.list.map(({ subResourceId }) => subResourceId)).toEqual([elsewhere, second, resourceId]);
    const ofCourse = await ok(learner, 'POST /data/auth/course/user/progress/user/course/study/page', { courseId });
    expect(ofCourse.list).toMatchObject([
      { subResourceName: '第二讲', courseTitle: '我的课', watchedSeconds: 100, completedAt: expect.any(String) },
      { subResourceId: resourceId },
    ]);
    const completed = await ok(learner, 'POST /data/auth/course/user/progress/user/page', { status: 'completed' });
    expect(completed.totalCount).toBe(2);
    expect(
      (await ok(learner, 'POST /data/auth/course/user/progress/user/page', { status: 'learning' })).totalCount,
    ).toBe(0);
    expect((await ok(await mintPerson(tenant), 'POST /course/auth/study/dynamic/page')).totalCount).toBe(0);
    expect((await call(tenant.anonymous, 'POST /course/auth/study/dynamic/page')).code).toBe(300);
  });
});
