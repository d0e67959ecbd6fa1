import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { sweepTasksOf } from '#src/server/jobs/sweep-tasks.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintDepartment, mintGrant, mintPosition } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { watchWhole } from '../factories/study.ts';
import { taskDraft } from '../factories/task.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAVE = 'POST /course/auth/study/tasks/save';
const PREVIEW = 'POST /course/auth/study/tasks/preview';
const PHASE = 'POST /course/auth/study/tasks/phase';
const VIEW = 'GET /course/auth/study/tasks/view';
const LIST = 'POST /course/auth/study/tasks/page';
const PEOPLE = 'POST /course/auth/study/tasks/progress/page';
const TOTAL = 'POST /course/auth/study/tasks/progress/total';
const OWN = 'GET /course/auth/study/task/view';
const DAY = 86_400_000;

let tenant: TestTenant;
let admin: TestPerson;
/** Training manager of 华东. */
let manager: TestPerson;
let auditor: TestPerson;
let east: string;
let welder: string;
let courseId: string;
let resourceId: string;
/** Two welders and a fitter in 华东, a welder in 西部. */
let people: Record<'anna' | 'bo' | 'cy' | 'dan', TestPerson>;

const change = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) =>
    db
      .update(enterpriseUser)
      .set(values)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId))),
  );
const sweep = () => sweepTasksOf({ id: tenant.id, timeZone: 'Asia/Shanghai' }, new Date());
const lesson = async (title: string) => {
  const id = await mintCourse(tenant, { title });
  return { courseId: id, resourceId: await mintResource(tenant, id, { totalDuration: 100 }) };
};

beforeAll(async () => {
  tenant = await mintTenant();
  [admin, manager, auditor] = [
    await mintPerson(tenant, { isAdmin: true, userName: 'Admin' }),
    await mintPerson(tenant, { userName: 'Manager' }),
    await mintPerson(tenant, { userName: 'Auditor' }),
  ];
  east = await mintDepartment(tenant, '华东');
  await mintDepartment(tenant, '西部');
  welder = await mintPosition(tenant, '焊工');
  await mintGrant(tenant, manager, 'trainingManager', east);
  await mintGrant(tenant, auditor, 'auditor');
  ({ courseId, resourceId } = await lesson('焊接基础'));
  const place = async (userName: string, department: string, post: string) => {
    const person = await mintPerson(tenant, { userName, department });
    await change(person, { post });
    return person;
  };
  people = {
    anna: await place('Anna', '华东/上海', '焊工'),
    bo: await place('Bo', '华东', '焊工'),
    cy: await place('Cy', '华东', '钳工'),
    dan: await place('Dan', '西部', '焊工'),
  };
});

/** A task for the welders of 华东. */
const ofWelders = (more = {}) => taskDraft(courseId, { rules: [{ departmentId: east, positionId: welder }], ...more });
/** Saves and publishes. */
const publish = async (who: TestPerson, draft: ReturnType<typeof taskDraft>) => {
  const { id, revision } = await ok(who, SAVE, draft);
  return ok(who, PHASE, { id, revision, phase: 'published' });
};
const namesOf = async (who: TestPerson, id: string, more = {}) =>
  (await ok(who, PEOPLE, { id, ...more })).list.map(({ userName }) => userName);

describe('a task', () => {
  it('is drafted, previewed and published for a position in a department; newcomers get it', async () => {
    const draft = ofWelders({ title: '焊工安全月' });
    const { id, revision } = await ok(admin, SAVE, draft);
    expect(await ok(admin, VIEW, { id })).toMatchObject({
      ...{ state: 'draft', isFromPack: false, count: 0, canChange: true },
      items: [{ kind: 'course', subjectId: courseId, title: '焊接基础' }],
      rules: [{ department: '华东', position: '焊工', withBelow: true, excluded: false }],
    });
    expect(await ok(admin, PREVIEW, { ...draft, id, revision })).toEqual({
      ...{ count: 2, added: 2, addedNames: ['Anna', 'Bo'], removed: 0, removedNames: [], hidden: 0, overdue: 0 },
    });
    expect(await call(people.anna, OWN, { id })).toMatchObject({ code: 404 });
    await ok(admin, PHASE, { id, revision, phase: 'published' });
    expect(await namesOf(admin, id)).toEqual(['Bo', 'Anna']);
    expect(await ok(people.anna, OWN, { id })).toMatchObject({ title: '焊工安全月', status: 'notStarted' });
    expect(await call(people.cy, OWN, { id })).toMatchObject({ code: 404 });

    const newcomer = await mintPerson(tenant, { userName: 'Newcomer', department: '华东' });
    await change(newcomer, { post: '焊工' });
    await change(people.bo, { post: '钳工' });
    await sweep();
    expect(await namesOf(admin, id)).toEqual(['Newcomer', 'Anna']);
    await change(people.bo, { post: '焊工' });
    await change(newcomer, { status: 'disabled' });
  });

  it('is extended, and people are added and removed while it runs; what they have achieved comes back with it', async () => {
    const { id, revision } = await publish(admin, ofWelders());
    await watchWhole(tenant, people.anna, resourceId);
    const endAt = new Date(Date.now() + 30 * DAY).toISOString();
    const others = [
      { userId: people.anna.userId, excluded: true },
      { userId: people.dan.userId, excluded: false },
    ];
    const changed = { ...ofWelders({ endAt, people: others }), id, revision };
    expect(await ok(admin, PREVIEW, changed)).toMatchObject({
      ...{ count: 2, added: 1, addedNames: ['Dan'], removed: 1, removedNames: ['Anna'], hidden: 1 },
    });
    // The preview changed nothing.
    expect(await namesOf(admin, id)).toEqual(['Bo', 'Anna']);
    const saved = await ok(admin, SAVE, changed);
    expect(await namesOf(admin, id)).toEqual(['Bo', 'Dan']);
    expect(await call(people.anna, OWN, { id })).toMatchObject({ code: 404 });
    expect(await ok(people.dan, OWN, { id })).toMatchObject({ endAt, status: 'notStarted' });

    await ok(admin, SAVE, { ...ofWelders({ endAt }), id, revision: saved.revision });
    expect(await ok(people.anna, OWN, { id })).toMatchObject({ status: 'completed', studyProgress: 100 });
    const { list } = await ok(admin, PEOPLE, { id });
    expect(list.map(({ userName, state }) => [userName, state])).toEqual([
      ['Bo', 'notStarted'],
      ['Anna', 'completed'],
    ]);
  });

  it('keeps who had left its audience with progress when it is changed otherwise', async () => {
    const two = await lesson('第二课');
    const draft = taskDraft(courseId, { rules: [{ departmentId: east, positionId: welder }] });
    draft.items = [{ kind: 'course', subjectId: two.courseId }, ...draft.items];
    const { id, revision } = await publish(admin, draft);
    await watchWhole(tenant, people.bo, two.resourceId);
    await change(people.bo, { post: '钳工' });
    await sweep();
    expect(await namesOf(admin, id)).toEqual(['Bo', 'Anna']);
    const { revision: next } = await ok(admin, SAVE, { ...draft, id, revision, title: '新名称' });
    expect(await namesOf(admin, id)).toEqual(['Bo', 'Anna']);
    await ok(admin, PHASE, { id, revision: next, phase: 'cancelled' });
    expect(await call(people.anna, OWN, { id })).toMatchObject({ code: 404 });
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'cancelled', title: '新名称', count: 2 });
    await change(people.bo, { post: '焊工' });
  });

  it('answers an earlier revision with 409, wrong items with 422 or 404, and states that do not allow it with 409', async () => {
    const { id, revision } = await publish(admin, ofWelders());
    const edit = (more = {}) => call(admin, SAVE, { ...ofWelders(more), id, revision });
    expect(await call(admin, SAVE, { ...ofWelders(), id, revision: revision - 1 })).toMatchObject({ code: 409 });
    // A preview that was begun before a save is answered after it.
    await ok(admin, PREVIEW, { ...ofWelders(), id, revision: revision - 1 });
    const item = { kind: 'course' as const, subjectId: courseId };
    expect(await edit({ items: [item, item] })).toMatchObject({ code: 422 });
    expect(await edit({ items: [{ ...item, waitsFor: [courseId] }] })).toMatchObject({ code: 422 });
    expect(await edit({ items: [] })).toMatchObject({ code: 422 });
    expect(await edit({ endAt: ofWelders().startAt })).toMatchObject({ code: 422 });
    expect(await edit({ items: [{ kind: 'exam', subjectId: courseId }] })).toMatchObject({ code: 404 });
    expect(await edit({ rules: [{ departmentId: welder }] })).toMatchObject({ code: 404 });
    expect(await call(admin, PHASE, { id, revision, phase: 'published' })).toMatchObject({ code: 409 });
    expect(await call(admin, 'DELETE /course/auth/study/tasks/delete', { id })).toMatchObject({ code: 409 });
    const ended = await ok(admin, PHASE, { id, revision, phase: 'ended' });
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'ended', overdue: 2 - (await completedOf(id)) });
    expect(await call(admin, PHASE, { id, revision: ended.revision, phase: 'ended' })).toMatchObject({ code: 409 });
  });

  it('is copied with items, their order and the audience, as a draft', async () => {
    const two = await lesson('第二课');
    const draft = ofWelders({ ordered: true, lateCompletion: true, reminders: false });
    draft.items = [
      { kind: 'course', subjectId: two.courseId },
      { kind: 'course', subjectId: courseId, waitsFor: [two.courseId] },
    ];
    const { id } = await ok(admin, SAVE, draft);
    const copy = await ok(admin, 'POST /course/auth/study/tasks/copy', { id });
    expect(await ok(admin, VIEW, { id: copy.id })).toMatchObject({
      ...{ state: 'draft', ordered: true, lateCompletion: true, reminders: false },
      items: [{ subjectId: two.courseId }, { subjectId: courseId, waitsFor: [two.courseId] }],
      rules: [{ departmentId: east, positionId: welder }],
    });
    await ok(admin, 'DELETE /course/auth/study/tasks/delete', { id: copy.id });
    expect(await call(admin, VIEW, { id: copy.id })).toMatchObject({ code: 404 });
  });
});

const completedOf = async (id: string) => (await ok(admin, VIEW, { id })).completed;

describe('late completion', () => {
  const ended = { endAt: new Date(Date.now() - 3_600_000).toISOString() };

  it('counts after the end and is shown as late, to the learner and the manager; without it nothing counts', async () => {
    const { courseId: id, resourceId: video } = await lesson('逾期课');
    const learner = await mintPerson(tenant, { userName: 'Late' });
    const draft = taskDraft(id, { people: [{ userId: learner.userId }] });
    const make = async (lateCompletion: boolean) => {
      const made = await publish(admin, { ...draft, lateCompletion });
      await ok(admin, SAVE, { ...draft, ...ended, lateCompletion, id: made.id, revision: made.revision });
      return made.id;
    };
    const [late, strict] = [await make(true), await make(false)];
    const running = (await publish(admin, taskDraft(courseId, { people: [{ userId: learner.userId }] }))).id;
    const listed = async () => (await ok(learner, 'POST /course/auth/study/task/page', {})).list.map((task) => task.id);
    expect(await listed()).toEqual([late, running, strict]);
    const home = await ok(learner, 'GET /data/auth/user/home/view', {});
    expect(home.tasks.map((task) => task.id)).toEqual([late, running]);

    await watchWhole(tenant, learner, video);
    expect(await ok(learner, OWN, { id: late })).toMatchObject({ status: 'completed', isLate: true });
    expect(await ok(learner, OWN, { id: strict })).toMatchObject({ status: 'overdue', studyProgress: 0 });
    expect((await ok(admin, PEOPLE, { id: late })).list).toMatchObject([{ state: 'late', studyProgress: 100 }]);
    expect((await ok(admin, PEOPLE, { id: strict })).list).toMatchObject([{ state: 'overdue', studyProgress: 0 }]);
    expect(await ok(admin, VIEW, { id: late })).toMatchObject({ completed: 1, late: 1, overdue: 0 });
    expect(await namesOf(admin, late, { state: 'overdue' })).toEqual([]);
  });

  it('an ended task that is extended counts what was finished meanwhile', async () => {
    const { courseId: id, resourceId: video } = await lesson('延期课');
    const learner = await mintPerson(tenant, { userName: 'Extended' });
    const draft = taskDraft(id, { people: [{ userId: learner.userId }] });
    const made = await publish(admin, draft);
    const over = await ok(admin, SAVE, { ...draft, ...ended, id: made.id, revision: made.revision });
    await sweep();
    await watchWhole(tenant, learner, video);
    expect(await completedOf(made.id)).toBe(0);
    await ok(admin, SAVE, { ...draft, id: made.id, revision: over.revision });
    await sweep();
    expect(await completedOf(made.id)).toBe(1);
    expect(await ok(learner, OWN, { id: made.id })).toMatchObject({ status: 'completed', isLate: false });
  });
});

describe('the export of the progress', () => {
  it('has number, department and position, follows each filter, and only the people of the manager', async () => {
    const { id } = await publish(admin, taskDraft(courseId, { rules: [{ positionId: welder }] }));
    await change(people.dan, { employeeNo: 'W-4' });
    const rowsOf = async (who: TestPerson, filter = {}) => {
      const asked = await ok(who, 'POST /course/auth/study/tasks/progress/export', { id, ...filter });
      expect(
        await makeExport({ enterpriseId: tenant.id, exportId: asked.id }, EXPORT_LISTS, new Date()),
      ).toBeUndefined();
      const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id: asked.id });
      const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
      const response = await portal.request(`http://${who.host}${url}`, { headers });
      const [head, ...rows] = textsOf(new Uint8Array(await response.arrayBuffer()));
      return { head, rows };
    };
    const { head, rows } = await rowsOf(admin, { state: 'notStarted', sort: '-department' });
    expect(head!.slice(0, 7)).toEqual(['工号', '姓名', '部门', '岗位', '任务', '状态', '进度（%）']);
    expect(rows[0]!.slice(0, 6)).toEqual(['W-4', 'Dan', '西部', '焊工', '焊工安全月', '未开始']);
    const names = async (who: TestPerson, filter = {}) => (await rowsOf(who, filter)).rows.map((row) => row[1]);
    expect(await names(admin)).toEqual(['Bo', 'Anna', 'Dan']);
    expect(await names(admin, { departmentId: east })).toEqual(['Bo', 'Anna']);
    expect(await names(admin, { keyword: 'W-4', positionId: welder })).toEqual(['Dan']);
    expect(await names(manager)).toEqual(['Bo', 'Anna']);
  });
});

describe('managers', () => {
  it('of a department change only tasks whose audience is within it, and see only their people', async () => {
    const whole = await publish(admin, taskDraft(courseId, { rules: [{ positionId: welder }] }));
    const own = await publish(manager, ofWelders());
    expect(await namesOf(manager, whole.id)).toEqual(['Bo', 'Anna']);
    expect(await namesOf(admin, whole.id)).toEqual(['Bo', 'Anna', 'Dan']);
    expect(await ok(manager, VIEW, { id: whole.id })).toMatchObject({ count: 2, canChange: false });
    const tasks = (await ok(manager, LIST, { pageSize: 50 })).list;
    expect(tasks.find(({ id }) => id === whole.id)).toMatchObject({ count: 2, canChange: false });
    expect(tasks.find(({ id }) => id === own.id)).toMatchObject({ canChange: true });

    const edit = { ...ofWelders(), ...whole };
    expect(await call(manager, SAVE, edit)).toMatchObject({ code: 403 });
    expect(await call(manager, PHASE, { ...whole, phase: 'cancelled' })).toMatchObject({ code: 403 });
    expect(await call(manager, 'POST /course/auth/study/tasks/copy', { id: whole.id })).toMatchObject({ code: 403 });
    const larger = { ...taskDraft(courseId, { people: [{ userId: people.dan.userId }] }) };
    expect(await call(manager, SAVE, larger)).toMatchObject({ code: 403 });
    expect(await call(manager, PREVIEW, { ...larger, ...own })).toMatchObject({ code: 403 });
    // Left out may be whoever.
    await ok(manager, PREVIEW, { ...ofWelders({ people: [{ userId: people.dan.userId, excluded: true }] }), ...own });
    const { departments } = await ok(manager, TOTAL, { id: whole.id });
    expect(departments.map(({ department, count }) => [department, count])).toEqual([
      ['华东', 1],
      ['华东/上海', 1],
    ]);
  });

  it('who only read change nothing, and members without a right see nothing', async () => {
    const { id } = await publish(admin, ofWelders());
    expect(await ok(auditor, VIEW, { id })).toMatchObject({ canChange: false, count: 2 });
    expect(await call(auditor, SAVE, ofWelders())).toMatchObject({ code: 403 });
    expect(await call(people.anna, LIST, {})).toMatchObject({ code: 403 });
    expect(await call(people.anna, PEOPLE, { id })).toMatchObject({ code: 403 });
    const history = await ok(auditor, 'POST /data/auth/history/page', { kind: 'task', id });
    expect(history.list).toHaveLength(2);
    expect(await call(people.anna, 'POST /data/auth/history/page', { kind: 'task', id })).toMatchObject({ code: 404 });
  });
});
