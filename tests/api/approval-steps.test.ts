import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FlowType } from '#src/contract/rules/flow.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { approvalStep, flowStep } from '#src/server/flow/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { auditsOf, mintRegistrationCourse, register } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Requests that several people approve one after another (docs/decisions/037). */

const UNDO = 'POST /user/auth/flow/instance/undo';
const DONE = 'POST /user/auth/flow/instance/done';
const MINE = 'POST /user/auth/flow/instance/myInstance';
const VIEW = 'GET /user/auth/flow/instance/view';
const LOG = 'POST /user/auth/flow/instance/log/list';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
const WITHDRAW = 'POST /user/auth/flow/instance/withdraw';
const COURSE = 'GET /course/auth/course/info/view';

type StepRow = { approver: 'lecturer' | 'member' | 'administrator'; userId?: string };

let tenant: TestTenant;
let learner: TestPerson;
let teacher: TestPerson;
let admin: TestPerson;
let second: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant, { userName: '李小梅' });
  teacher = await mintPerson(tenant, { userType: 2, userName: '周工' });
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员甲' });
  second = await mintPerson(tenant, { isAdmin: true, userName: '管理员乙' });
  await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'administrator' }]);
});

async function setSteps(of: TestTenant, steps: StepRow[], flowType: FlowType = 'courseRegistration'): Promise<void> {
  const enterpriseId = of.id;
  await withTenant(enterpriseId, async (db) => {
    await db.delete(approvalStep).where(eq(approvalStep.flowType, flowType));
    await db
      .insert(approvalStep)
      .values(
        steps.map(({ approver, userId = null }, i) => ({ enterpriseId, flowType, step: i + 1, approver, userId })),
      );
  });
}

const setStatus = (person: TestPerson, status: 'active' | 'disabled', of = tenant) =>
  withTenant(of.id, (db) =>
    db
      .update(enterpriseUser)
      .set({ status })
      .where(and(eq(enterpriseUser.enterpriseId, of.id), eq(enterpriseUser.userId, person.userId))),
  );

const approve = (person: TestPerson, id: string, step?: number) =>
  call(person, SUBMIT, { id, action: 'approve', comment: '同意', ...(step && { step }) });
const reject = (person: TestPerson, id: string, step?: number) =>
  call(person, SUBMIT, { id, action: 'reject', comment: '名额已满', ...(step && { step }) });
const listed = async (person: TestPerson, name: typeof UNDO | typeof DONE) =>
  (await ok(person, name, { pageSize: 100 })).list.map(({ id }) => id);
const stateOf = async (courseId: string, person = learner) => (await ok(person, COURSE, { id: courseId })).studyState;

/** A request for a course of `teacher`. */
async function request(person = learner) {
  const courseId = await mintRegistrationCourse(tenant, teacher);
  return { courseId, id: await register(person, courseId) };
}

describe('a request with two steps', () => {
  it('waits for the second approver after the first one, and takes effect after the last', async () => {
    const { courseId, id } = await request();
    expect(await ok(learner, VIEW, { id })).toMatchObject({
      state: 'pending',
      approvalStatus: 'pending',
      step: 1,
      stepCount: 2,
      canWithdraw: true,
      steps: [
        { step: 1, approver: 'lecturer', approverName: '周工', outcome: null, isCurrent: true },
        { step: 2, approver: 'administrator', approverName: null, outcome: null, isCurrent: false },
      ],
    });
    // The administrators see the request, but it is not their turn.
    expect(await listed(teacher, UNDO)).toContain(id);
    expect(await listed(admin, UNDO)).not.toContain(id);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ canDecide: false });
    expect(await approve(admin, id)).toMatchObject({ code: 403, msg: '这一步由其他审批人处理' });

    expect(await approve(teacher, id, 1)).toMatchObject({ code: 200, data: { id, state: 'pending' } });
    expect(await stateOf(courseId)).toBe('registrationPending');
    expect(await listed(teacher, UNDO)).not.toContain(id);
    expect(await listed(teacher, DONE)).toContain(id);
    expect(await listed(admin, UNDO)).toContain(id);
    const [mine] = (await ok(learner, MINE, { state: 'pending', pageSize: 1 })).list;
    expect(mine).toMatchObject({ id, state: 'pending', approvalStatus: 'ongoing', decidedByName: null, unseen: false });
    expect(await ok(teacher, VIEW, { id })).toMatchObject({
      approvalStatus: 'ongoing',
      canDecide: false,
      steps: [{ outcome: 'approved', decidedByName: '周工' }, { isCurrent: true }],
    });

    expect(await approve(admin, id, 2)).toMatchObject({ code: 200, data: { id, state: 'approved' } });
    expect(await stateOf(courseId)).toBe('open');
    expect(await listed(second, UNDO)).not.toContain(id);
    expect(await ok(learner, VIEW, { id })).toMatchObject({
      state: 'approved',
      approvalStatus: null,
      decidedByName: '管理员甲',
      steps: [
        { outcome: 'approved', decidedByName: '周工', isCurrent: false },
        { outcome: 'approved', decidedByName: '管理员甲', isCurrent: false },
      ],
    });
    expect((await ok(learner, LOG, { id })).list).toMatchObject([
      { action: 'submit', userName: '李小梅' },
      { action: 'approve', userName: '周工' },
      { action: 'approve', userName: '管理员甲' },
    ]);
    expect(await auditsOf(tenant, id)).toEqual(['flow.submitted', 'flow.stepApproved', 'flow.approved']);
    // Repetitions of both decisions change nothing.
    expect(await approve(teacher, id, 1)).toMatchObject({ code: 200, data: { state: 'approved' } });
    expect(await approve(admin, id, 2)).toMatchObject({ code: 200, data: { state: 'approved' } });
    expect((await ok(learner, LOG, { id })).totalCount).toBe(3);
  });

  it('ends with a rejection at any step', async () => {
    const first = await request();
    expect(await reject(teacher, first.id, 1)).toMatchObject({ data: { state: 'rejected' } });
    expect(await listed(admin, UNDO)).not.toContain(first.id);
    expect(await approve(admin, first.id)).toMatchObject({ code: 409 });
    expect(await stateOf(first.courseId)).toBe('registrationRejected');
    const { courseId, id } = await request();
    await approve(teacher, id);
    expect((await call(admin, SUBMIT, { id, action: 'reject' })).code).toBe(422);
    expect(await reject(admin, id, 2)).toMatchObject({ data: { state: 'rejected' } });
    expect(await stateOf(courseId)).toBe('registrationRejected');
    expect((await ok(learner, VIEW, { id })).steps.map(({ outcome }) => outcome)).toEqual(['approved', 'rejected']);
  });

  it('can be withdrawn after the first step', async () => {
    const { courseId, id } = await request();
    await approve(teacher, id);
    expect(await ok(learner, VIEW, { id })).toMatchObject({ canWithdraw: true });
    expect(await ok(learner, WITHDRAW, { id })).toEqual({ id, state: 'withdrawn' });
    expect(await stateOf(courseId)).toBe('registerFirst');
    expect(await listed(admin, UNDO)).not.toContain(id);
    expect(await approve(admin, id)).toMatchObject({ code: 409, msg: '该申请已被申请人撤回' });
    expect((await ok(learner, VIEW, { id })).steps.map(({ outcome }) => outcome)).toEqual(['approved', null]);
  });

  it('is never decided by its applicant, nor twice by one person while somebody else can', async () => {
    await setSteps(tenant, [{ approver: 'administrator' }, { approver: 'administrator' }]);
    const { id } = await request(admin);
    expect(await approve(admin, id)).toMatchObject({ code: 403 });
    expect((await approve(second, id, 1)).code).toBe(200);
    // Only `admin` and `second` are administrators, so `second` is the only one left.
    expect(await approve(admin, id, 2)).toMatchObject({ code: 403, msg: '不能审批自己的申请，请由其他审批人处理' });
    expect(await listed(second, UNDO)).toContain(id);
    // A double click without the step repeats the first decision.
    expect(await approve(second, id)).toMatchObject({ code: 200, data: { state: 'pending' } });
    expect((await ok(second, VIEW, { id })).steps[1]).toMatchObject({ outcome: null });
    const third = await mintPerson(tenant, { isAdmin: true });
    expect(await listed(second, UNDO)).not.toContain(id);
    expect(await approve(second, id, 2)).toMatchObject({ code: 403 });
    await setStatus(third, 'disabled');
    expect(await approve(second, id, 2)).toMatchObject({ code: 200, data: { state: 'approved' } });
    await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'administrator' }]);
  });

  it('falls to the administrators where its approver is disabled, is missing or applies', async () => {
    const clerk = await mintPerson(tenant, { userName: '采购员' });
    await setSteps(tenant, [{ approver: 'member', userId: clerk.userId }, { approver: 'administrator' }]);
    const left = await request();
    expect((await ok(learner, VIEW, { id: left.id })).steps[0]).toMatchObject({ approverName: '采购员' });
    expect(await listed(admin, UNDO)).not.toContain(left.id);
    await setStatus(clerk, 'disabled');
    expect((await ok(learner, VIEW, { id: left.id })).steps[0]).toMatchObject({ approverName: null });
    expect(await listed(admin, UNDO)).toContain(left.id);
    expect((await approve(admin, left.id, 1)).code).toBe(200);
    expect((await approve(second, left.id, 2)).data).toMatchObject({ state: 'approved' });
    await setStatus(clerk, 'active');
    const own = await request(clerk);
    expect(await approve(clerk, own.id)).toMatchObject({ code: 403 });
    expect(await listed(admin, UNDO)).toContain(own.id);

    await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'administrator' }]);
    const noLecturer = await register(learner, await mintRegistrationCourse(tenant));
    expect(await listed(admin, UNDO)).toContain(noLecturer);
    expect((await approve(admin, noLecturer, 1)).data).toMatchObject({ state: 'pending' });
  });

  it('keeps its steps when the chain changes', async () => {
    const { id } = await request();
    await setSteps(tenant, [{ approver: 'administrator' }]);
    expect((await ok(learner, VIEW, { id })).steps).toHaveLength(2);
    const single = await request();
    expect((await approve(admin, single.id)).data).toMatchObject({ state: 'approved' });
    expect((await approve(teacher, id)).data).toMatchObject({ state: 'pending' });
    await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'administrator' }]);
  });

  it('returns 404 to strangers, to approvers of later steps and to other tenants', async () => {
    const clerk = await mintPerson(tenant);
    await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'member', userId: clerk.userId }]);
    const { id } = await request();
    const elsewhere = await mintTenant();
    await setSteps(elsewhere, [{ approver: 'administrator' }, { approver: 'administrator' }]);
    const strangers = [
      clerk,
      await mintPerson(tenant),
      await mintPerson(tenant, { userType: 2 }),
      await mintPerson(elsewhere, { isAdmin: true }),
    ];
    for (const stranger of strangers) {
      expect(await listed(stranger, UNDO)).toEqual([]);
      expect((await call(stranger, VIEW, { id })).code).toBe(404);
      expect((await call(stranger, LOG, { id })).code).toBe(404);
      expect((await approve(stranger, id)).code).toBe(404);
    }
    await approve(teacher, id);
    expect(await ok(clerk, VIEW, { id })).toMatchObject({ canDecide: true });
    await setSteps(tenant, [{ approver: 'lecturer' }, { approver: 'administrator' }]);
  });
});

describe('concurrent decisions', () => {
  it('of two administrators decide one step, not two', async () => {
    const ownTenant = await mintTenant();
    const applicant = await mintPerson(ownTenant);
    const admins = await Promise.all([1, 2, 3].map(() => mintPerson(ownTenant, { isAdmin: true })));
    await setSteps(ownTenant, [{ approver: 'administrator' }, { approver: 'administrator' }]);
    const id = await register(applicant, await mintRegistrationCourse(ownTenant));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? reject : approve)(admins[i % 3]!, id, 1)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]));
    const steps = await withTenant(ownTenant.id, (db) =>
      db.select().from(flowStep).where(eq(flowStep.instanceId, id)).orderBy(flowStep.step),
    );
    expect(steps.map(({ decidedBy }) => decidedBy !== null)).toEqual([true, false]);
    expect((await ok(applicant, LOG, { id })).totalCount).toBe(2);
    expect(new Set(answers.filter(({ code }) => code === 200).map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });
});
