import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { evaluation } from '#src/server/evaluation/tables.ts';
import { notice } from '#src/server/notice/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepEvaluations } from '#src/server/jobs/sweep-evaluations.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintAssessmentTask, mintEvaluated, placeIn, scored } from '../factories/evaluation.ts';
import { call, ok } from '../factories/portal.ts';
import { endTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const RESOURCE = 'GET /course/auth/evaluation/resource/view';
const START = 'POST /course/auth/evaluation/start';
const VIEW = 'GET /course/auth/evaluation/view';
const HAND_IN = 'POST /course/auth/evaluation/submit';
const DRAFT = 'PUT /course/auth/evaluation/assessment/save';
const SUBMIT = 'POST /course/auth/evaluation/assessment/submit';
const TALK = 'POST /course/auth/evaluation/talk/save';
const CONFIRM = 'POST /course/auth/evaluation/confirm';
const LIST = 'POST /course/auth/evaluation/page';
const WAITING = 'POST /course/auth/evaluation/waiting/page';
const NOTICES = 'POST /user/auth/notice/page';

let tenant: TestTenant;
let teacher: TestPerson;
let second: TestPerson;
let admin: TestPerson;
let lecturerId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  teacher = await mintPerson(tenant, { userType: 2, userName: '吴老师' });
  second = await mintPerson(tenant, { userName: '赵师傅' });
  admin = await mintPerson(tenant, { isAdmin: true });
  lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
});

const course = () => mintCourse(tenant, { lecturerId, classHours: '2', title: '设备点检' });
const waitingFor = async (person: TestPerson) => (await ok(person, WAITING)).list.map(({ id }) => id);
const hoursOf = async (person: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, person.userId)));
const toldOf = async (person: TestPerson, id: string) =>
  (await ok(person, NOTICES, { pageSize: 50 })).list.filter(({ path }) => path.endsWith(id)).map(({ kind }) => kind);

/** Begins and submits a practical operation. */
async function handIn(person: TestPerson, resourceId: string): Promise<string> {
  const { id } = await ok(person, START, { resourceId });
  await ok(person, HAND_IN, { id, note: '3 号泵' });
  return id;
}

describe('practical operation with a rubric', () => {
  it('shows the criteria before; without named assessors the lecturer scores it, and a pass posts the hours', async () => {
    const courseId = await course();
    const resourceId = await mintEvaluated(tenant, courseId);
    const learner = await mintPerson(tenant, { userName: '李小梅' });
    expect(await ok(learner, RESOURCE, { resourceId })).toMatchObject({
      kind: 'practice',
      rubric: { passMark: 60, criteria: [{ weight: 60 }, { weight: 40, levels: [{}, {}, {}] }] },
      maxTries: 2,
      assessors: ['吴老师'],
      canStart: true,
      tries: [],
    });
    const room = await ok(learner, 'GET /course/auth/study/course/view', { courseId });
    expect(room.resources[0]).toMatchObject({ kind: 'evaluation', counted: true, completed: false });
    const saveOld = await call(learner, 'POST /course/auth/study/practice/save', { resourceId, note: 'x' });
    expect(saveOld.code).toBe(409);

    const { id } = await ok(learner, START, { resourceId });
    expect((await ok(learner, START, { resourceId })).id).toBe(id);
    await ok(learner, 'PUT /course/auth/evaluation/note/save', { id, note: '草稿' });
    expect((await ok(learner, VIEW, { id })).note).toBe('草稿');
    expect((await call(teacher, VIEW, { id })).code).toBe(404);
    expect((await call(learner, HAND_IN, { id, note: ' ' })).code).toBe(422);
    await ok(learner, HAND_IN, { id, note: '3 号泵' });
    expect(await waitingFor(teacher)).toContain(id);
    expect(await toldOf(teacher, id)).toEqual(['evaluationWaiting']);

    await ok(teacher, DRAFT, {
      id,
      scores: { ...scored(81, null), other: { points: 5, comment: '' } },
      comment: '看过',
    });
    expect(await ok(teacher, VIEW, { id })).toMatchObject({
      actions: ['assess'],
      assessments: [{ scores: scored(81, null), comment: '看过', score: null }],
    });
    // A draft is nobody else's business.
    expect((await ok(learner, VIEW, { id })).assessments).toMatchObject([{ scores: {}, comment: '' }]);
    expect(await call(teacher, SUBMIT, { id, scores: scored(81, null), comment: '' })).toMatchObject({
      code: 422,
      data: [{ field: 'scores.safety' }],
    });
    expect(await call(teacher, SUBMIT, { id, scores: scored(81, 70), comment: '' })).toMatchObject({ code: 422 });
    const done = await ok(teacher, SUBMIT, { id, scores: scored(81, 50), comment: '注意安全' });
    expect(done).toMatchObject({ state: 'done', score: 68.6, passed: true });
    expect(await ok(learner, VIEW, { id })).toMatchObject({
      state: 'done',
      assessments: [{ userName: '吴老师', score: 68.6, comment: '注意安全', scores: scored(81, 50) }],
    });
    expect(await toldOf(learner, id)).toEqual(['evaluationDone']);
    expect(await hoursOf(learner)).toMatchObject([{ kind: 'hours', amount: '2.00' }]);
    expect(await waitingFor(teacher)).not.toContain(id);
    expect((await ok(teacher, LIST, { status: 'done' })).list.map((row) => row.id)).toContain(id);
    expect((await call(learner, START, { resourceId })).code).toBe(409);
  });

  it('waits for every named assessor, who do not see each other’s scores, and takes the mean', async () => {
    const resourceId = await mintEvaluated(tenant, await course(), { assessors: [teacher, second] });
    const learner = await mintPerson(tenant);
    const id = await handIn(learner, resourceId);
    expect(await ok(teacher, SUBMIT, { id, scores: scored(50, 50), comment: '一般' })).toMatchObject({
      state: 'assessing',
      score: null,
    });
    const seen = (await ok(second, VIEW, { id })).assessments.find(({ userId }) => userId === teacher.userId);
    expect(seen).toMatchObject({ score: null, comment: '', scores: {} });
    expect(await hoursOf(learner)).toEqual([]);
    // 50 and 69.99…: the unrounded mean decides.
    expect(await ok(second, SUBMIT, { id, scores: scored(100, 0), comment: '' })).toMatchObject({
      state: 'done',
      score: 55,
      passed: false,
    });
  });

  it('can be tried again after a fail, as often as the resource allows', async () => {
    const resourceId = await mintEvaluated(tenant, await course());
    const learner = await mintPerson(tenant);
    const first = await handIn(learner, resourceId);
    await ok(teacher, SUBMIT, { id: first, scores: scored(10, 0), comment: '重来' });
    expect(await ok(learner, RESOURCE, { resourceId })).toMatchObject({ canStart: true, tries: [{ passed: false }] });
    const starts = await Promise.all(Array.from({ length: 6 }, () => ok(learner, START, { resourceId })));
    expect(new Set(starts.map(({ id }) => id)).size).toBe(1);
    expect(starts[0]).toMatchObject({ attempt: 2, state: 'draft' });
    const again = await handIn(learner, resourceId);
    await ok(teacher, SUBMIT, { id: again, scores: scored(10, 0), comment: '' });
    expect(await call(learner, START, { resourceId })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('次数'),
    });
    expect((await ok(learner, RESOURCE, { resourceId })).canStart).toBe(false);
    expect(await hoursOf(learner)).toEqual([]);
  });

  it('is never assessed by its own person: a lecturer’s work goes to an administrator', async () => {
    const resourceId = await mintEvaluated(tenant, await course());
    const id = await handIn(teacher, resourceId);
    const { assessments, actions } = await ok(teacher, VIEW, { id });
    expect(assessments.map(({ userId }) => userId)).toEqual([admin.userId]);
    expect(actions).toEqual([]);
    expect((await call(teacher, SUBMIT, { id, scores: scored(100, 100), comment: '' })).code).toBe(409);
  });

  it('is hidden from other people and other tenants', async () => {
    const resourceId = await mintEvaluated(tenant, await course());
    const learner = await mintPerson(tenant);
    const id = await handIn(learner, resourceId);
    const elsewhere = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const person of [await mintPerson(tenant), second, elsewhere]) {
      expect((await call(person, VIEW, { id })).code).toBe(404);
      expect((await call(person, SUBMIT, { id, scores: scored(1, 0), comment: '' })).code).toBe(404);
      expect((await call(person, HAND_IN, { id, note: 'x' })).code).toBe(404);
    }
    expect((await call(elsewhere, RESOURCE, { resourceId })).code).toBe(404);
    expect((await call(learner, RESOURCE, { resourceId: randomUUID() })).code).toBe(404);
  });
});

describe('job evaluation', () => {
  let learner: TestPerson;
  let head: TestPerson;
  let top: TestPerson;
  let otherHead: TestPerson;
  let resourceId: string;
  beforeAll(async () => {
    [learner, head, top, otherHead] = (await Promise.all(
      ['小郑', '郑主任', '总经理', '冯主任'].map((userName) => mintPerson(tenant, { userName })),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson];
    await placeIn(tenant, learner, '工厂/机加工');
    await placeIn(tenant, head, '工厂/机加工', true);
    await placeIn(tenant, top, '工厂', true);
    await placeIn(tenant, otherHead, '工厂/装配', true);
    resourceId = await mintEvaluated(tenant, await course(), { kind: 'job', maxTries: 2, title: '班前会评价' });
  });

  it('goes from self-assessment to superior, talk and two confirmations, which post the hours once', async () => {
    expect((await ok(learner, RESOURCE, { resourceId })).assessors).toEqual(['郑主任']);
    const { id, state } = await ok(learner, START, { resourceId });
    expect(state).toBe('selfAssessment');
    expect((await call(head, VIEW, { id })).code).toBe(404);
    await ok(learner, DRAFT, { id, scores: scored(90, null), comment: '' });
    expect((await call(learner, CONFIRM, { id })).code).toBe(409);
    await ok(learner, SUBMIT, { id, scores: scored(90, 100), comment: '我觉得不错' });
    expect(await toldOf(head, id)).toEqual(['evaluationWaiting']);
    for (const person of [otherHead, top, second]) expect((await call(person, VIEW, { id })).code).toBe(404);

    expect(await ok(head, VIEW, { id })).toMatchObject({
      state: 'superiorAssessment',
      actions: ['assess'],
      assessments: [{ role: 'self', score: 94, comment: '我觉得不错' }, { role: 'assessor' }],
    });
    expect((await call(head, TALK, { id, talkAt: new Date().toISOString(), talkNote: 'x' })).code).toBe(409);
    await ok(head, SUBMIT, { id, scores: scored(70, 50), comment: '再练' });
    expect(await toldOf(learner, id)).toEqual(['evaluationWaiting']);
    expect(await waitingFor(head)).toContain(id);
    const future = new Date(Date.now() + 86_400_000).toISOString();
    expect((await call(head, TALK, { id, talkAt: future, talkNote: '谈' })).code).toBe(422);
    const talked = { id, talkAt: new Date().toISOString(), talkNote: '谈了改进点' };
    expect((await call(learner, TALK, talked)).code).toBe(409);
    expect(await ok(head, TALK, talked)).toMatchObject({ state: 'confirmation', talkNote: '谈了改进点' });
    expect(await toldOf(learner, id)).toHaveLength(2);

    const confirms = await Promise.all(
      Array.from({ length: 12 }, (_, i) => call(i % 2 ? learner : head, CONFIRM, { id })),
    );
    expect(confirms.map(({ code }) => code)).toEqual(confirms.map(() => 200));
    expect(await ok(learner, VIEW, { id })).toMatchObject({ state: 'done', score: 62, passed: true, actions: [] });
    expect(await hoursOf(learner)).toHaveLength(1);
    expect((await toldOf(learner, id)).filter((kind) => kind === 'evaluationDone')).toHaveLength(1);
    expect((await call(head, TALK, talked)).code).toBe(409);
    const rows = await withTenant(tenant.id, (db) => db.select().from(evaluation).where(eq(evaluation.id, id)));
    expect(rows[0]).toMatchObject({ selfConfirmedAt: expect.any(Date), superiorConfirmedAt: expect.any(Date) });
  });

  it('below the pass mark completes nothing and can be repeated, as often as its form says', async () => {
    const person = await mintPerson(tenant);
    await placeIn(tenant, person, '工厂/机加工');
    const evaluate = async (points: number) => {
      const { id } = await ok(person, START, { resourceId });
      await ok(person, SUBMIT, { id, scores: scored(90, 100), comment: '' });
      await ok(head, SUBMIT, { id, scores: scored(points, 50), comment: '' });
      await ok(head, TALK, { id, talkAt: new Date().toISOString(), talkNote: '谈了改进点' });
      for (const who of [head, person]) await ok(who, CONFIRM, { id });
      return ok(person, VIEW, { id });
    };
    const [failed, passed] = [66, 67].map((points) => 0.6 * points + 0.4 * 50);
    expect([failed! < 60, passed! >= 60]).toEqual([true, true]);
    expect(await evaluate(66)).toMatchObject({ state: 'done', passed: false, attempt: 1 });
    expect(await hoursOf(person)).toEqual([]);
    expect(await ok(person, RESOURCE, { resourceId })).toMatchObject({ canStart: true });
    expect(await evaluate(67)).toMatchObject({ state: 'done', passed: true, attempt: 2 });
    expect(await hoursOf(person)).toHaveLength(1);
    expect(await ok(person, RESOURCE, { resourceId })).toMatchObject({ canStart: false });
    const other = await mintPerson(tenant);
    await placeIn(tenant, other, '工厂/机加工');
    for (const _ of [1, 2]) {
      const { id } = await ok(other, START, { resourceId });
      await ok(other, SUBMIT, { id, scores: scored(90, 100), comment: '' });
      await ok(head, SUBMIT, { id, scores: scored(0, 0), comment: '' });
      await ok(head, TALK, { id, talkAt: new Date().toISOString(), talkNote: '谈' });
      for (const who of [head, other]) await ok(who, CONFIRM, { id });
    }
    expect((await call(other, START, { resourceId })).code).toBe(409);
    expect(await hoursOf(other)).toEqual([]);
  });

  it('a head is evaluated by the head of the department above; without one there is a clear answer', async () => {
    const { id } = await ok(head, START, { resourceId });
    await ok(head, SUBMIT, { id, scores: scored(50, 50), comment: '' });
    expect(await waitingFor(top)).toContain(id);
    expect(await call(top, START, { resourceId })).toMatchObject({ code: 409, msg: expect.stringContaining('负责人') });
  });
});

describe('assessment task', () => {
  const TASK = 'GET /course/auth/study/task/view';
  const ASSESSMENTS = 'GET /course/auth/evaluation/task/list';

  it('is filled in by the superior during the task, which is then complete', async () => {
    const learner = await mintPerson(tenant, { userName: '小秦' });
    const { taskId } = await mintAssessmentTask(tenant, [learner], { assessors: [second] });
    const [before] = await ok(learner, ASSESSMENTS, { taskId });
    expect(before).toMatchObject({
      assessors: ['赵师傅'],
      rubric: { passMark: 60 },
      evaluation: { state: 'assessing' },
    });
    const { id } = before!.evaluation!;
    expect(await toldOf(second, id)).toEqual(['evaluationWaiting']);
    expect((await ok(learner, TASK, { id: taskId })).items).toMatchObject([{ completed: false, examId: null }]);
    expect((await call(learner, SUBMIT, { id, scores: scored(100, 100), comment: '' })).code).toBe(409);
    await ok(second, SUBMIT, { id, scores: scored(20, 0), comment: '要努力' });
    expect(await ok(learner, TASK, { id: taskId })).toMatchObject({
      status: 'completed',
      studyProgress: 100,
      items: [{ completed: true, evaluationFormId: expect.any(String) }],
    });
    expect(await ok(learner, ASSESSMENTS, { taskId })).toMatchObject([
      { evaluation: { score: 12, passed: null, state: 'done' } },
    ]);
    expect(await ok(await mintPerson(tenant), ASSESSMENTS, { taskId })).toEqual([]);
  });

  it('is opened for those whom the viewer of a list assesses; the job opens all, once', async () => {
    const [mine, theirs, ...learners] = await Promise.all(Array.from({ length: 5 }, () => mintPerson(tenant)));
    const own = await mintAssessmentTask(tenant, learners, { assessors: [mine!] });
    const other = await mintAssessmentTask(tenant, learners, { assessors: [theirs!] });
    const openedOf = (formId: string) =>
      withTenant(tenant.id, (db) => db.$count(evaluation, eq(evaluation.formId, formId)));
    expect(await waitingFor(mine!)).toHaveLength(3);
    expect(await openedOf(own.formId)).toBe(3);
    expect(await openedOf(other.formId)).toBe(0);
    await sweepEvaluations(() => undefined, new Date());
    expect(await openedOf(other.formId)).toBe(3);
    await sweepEvaluations(() => undefined, new Date());
    const told = await withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, theirs!.userId)));
    expect(told.map(({ kind }) => kind)).toEqual(['evaluationWaiting', 'evaluationWaiting', 'evaluationWaiting']);
  });

  it('opens at the start of the task and closes at its end, which keeps its progress', async () => {
    const superior = await mintPerson(tenant);
    const learner = await mintPerson(tenant);
    await mintAssessmentTask(tenant, [learner], { assessors: [superior], start: 1 });
    expect(await waitingFor(superior)).toEqual([]);
    const { taskId } = await mintAssessmentTask(tenant, [learner, superior], { assessors: [superior] });
    const [id] = await waitingFor(superior);
    expect(await waitingFor(superior)).toHaveLength(1);
    await endTask(tenant, taskId, -0.5);
    expect(await waitingFor(superior)).toEqual([]);
    expect(await call(superior, SUBMIT, { id: id!, scores: scored(100, 100), comment: '' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已结束'),
    });
    expect(await ok(learner, TASK, { id: taskId })).toMatchObject({ status: 'overdue', studyProgress: 0 });
  });
});

it('shows lecturers the results of their courses, administrators all', async () => {
  const RESULTS = 'POST /course/auth/evaluation/result/page';
  const otherTeacher = await mintPerson(tenant, { userType: 2 });
  const learner = await mintPerson(tenant, { userName: '小杨' });
  const title = randomUUID();
  const resourceId = await mintEvaluated(tenant, await course(), { title });
  const id = await handIn(learner, resourceId);
  await ok(teacher, SUBMIT, { id, scores: scored(100, 50), comment: '' });
  for (const person of [teacher, admin]) {
    expect(await ok(person, RESULTS, { keyword: title, kind: 'practice' })).toMatchObject({
      totalCount: 1,
      meanScore: 80,
      passedCount: 1,
      list: [{ userName: '小杨', score: 80, passed: true }],
    });
  }
  expect((await ok(otherTeacher, RESULTS, { keyword: title })).totalCount).toBe(0);
  expect((await call(learner, RESULTS, {})).code).toBe(403);
});
