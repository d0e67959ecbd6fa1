import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintCourse, mintLecturer, mintResource } from '../factories/course.ts';
import { decide, pendingOf } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /course/auth/study/practice/save';
const ROOM = 'GET /course/auth/study/course/view';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';

let tenant: TestTenant;
let learner: TestPerson;
let teacher: TestPerson;
let admin: TestPerson;
let courseId: string;
let video: string;
let practice: string;

const mintPractice = (more = {}) =>
  mintResource(tenant, courseId, {
    subResourceName: '现场点检',
    contentType: 7,
    resourceType: null,
    totalDuration: 0,
    fileId: null,
    ...more,
  });

beforeAll(async () => {
  tenant = await mintTenant();
  teacher = await mintPerson(tenant, { userType: 2 });
  admin = await mintPerson(tenant, { isAdmin: true });
  const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
  courseId = await mintCourse(tenant, { lecturerId, classHours: '2', credits: '1', title: '设备点检' });
  video = await mintResource(tenant, courseId);
  practice = await mintPractice();
  learner = await mintPerson(tenant, { userName: '李小梅' });
});

const stateIn = async (person: TestPerson) => {
  const room = await ok(person, ROOM, { courseId });
  return room.resources.find(({ subResourceId }) => subResourceId === practice)!;
};

describe('practical operation', () => {
  it('can be submitted again after a rejection, and completes the course with its hours when approved', async () => {
    const taskId = await mintTask(tenant, [learner], [{ courseId }]);
    await watchWhole(tenant, learner, video);
    expect(await stateIn(learner)).toMatchObject({ counted: true, completed: false, practice: null });
    expect((await ok(learner, ROOM, { courseId })).studyProgress).toBe(50);

    expect(await ok(learner, SAVE, { resourceId: practice, note: '3 号泵' })).toMatchObject({ state: 'pending' });
    expect(await ok(learner, SAVE, { resourceId: practice, note: '又一次' })).toMatchObject({ note: '3 号泵' });
    const [first] = await pendingOf(tenant, practice);
    expect(first).toMatchObject({ title: '现场点检', approverId: teacher.userId, detail: { courseTitle: '设备点检' } });
    await decide(teacher, first!.id, 'reject');
    expect(await stateIn(learner)).toMatchObject({
      completed: false,
      practice: { state: 'rejected', reason: '名额已满', note: '3 号泵' },
    });

    await ok(learner, SAVE, { resourceId: practice, note: '补测了温度' });
    const [second] = await pendingOf(tenant, practice);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(i % 2 ? teacher : admin, SUBMIT, { id: second!.id, action: 'approve', comment: '合格' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10);
    expect(await stateIn(learner)).toMatchObject({
      completed: true,
      studyProgress: 100,
      practice: { state: 'approved', reason: '合格' },
    });
    expect(await ok(learner, ROOM, { courseId })).toMatchObject({ studyProgress: 100, status: 'completed' });
    expect((await ok(learner, 'GET /data/auth/course/hour/user/hours/count')).totalHours).toBe(2);
    expect(await ok(learner, 'GET /course/auth/study/task/view', { id: taskId })).toMatchObject({
      status: 'completed',
    });
    expect(await call(learner, SAVE, { resourceId: practice, note: '再来' })).toMatchObject({ code: 409 });
  });

  it('can be submitted again after it was withdrawn', async () => {
    const person = await mintPerson(tenant);
    const { instanceId } = await ok(person, SAVE, { resourceId: practice, note: '手滑' });
    await ok(person, 'POST /user/auth/flow/instance/withdraw', { id: instanceId });
    expect((await stateIn(person)).practice).toMatchObject({ state: 'withdrawn' });
    expect(await ok(person, SAVE, { resourceId: practice, note: '完成' })).toMatchObject({ state: 'pending' });
  });

  it('requires access to the course, the right kind of resource, and a note', async () => {
    expect((await call(learner, SAVE, { resourceId: video, note: 'x' })).code).toBe(409);
    expect(await call(learner, SAVE, { resourceId: practice, note: ' ' })).toMatchObject({
      code: 422,
      data: [{ field: 'note' }],
    });
    expect((await call(tenant.anonymous, SAVE, { resourceId: practice, note: 'x' })).code).toBe(300);
    const elsewhere = await mintPerson(await mintTenant());
    for (const [person, resourceId] of [
      [elsewhere, practice],
      [learner, randomUUID()],
      [learner, await mintPractice({ published: false })],
    ] as const) {
      expect((await call(person, SAVE, { resourceId, note: 'x' })).code).toBe(404);
    }
    const closed = await mintCourse(tenant, { purchaseRequired: true });
    const resourceId = await mintResource(tenant, closed, { contentType: 7, resourceType: null, fileId: null });
    expect(await call(learner, SAVE, { resourceId, note: 'x' })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('授权购买'),
    });
  });
});
