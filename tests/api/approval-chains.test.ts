import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { importApprovals } from '#src/server/flow/import-approvals.ts';
import { department } from '#src/server/organisation/tables.ts';
import { mintRegistrationCourse, register } from '../factories/flow.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Approval steps that are set in the portal (docs/decisions/106). */

const LIST = 'GET /user/auth/flow/chain/list';
const SAVE = 'PUT /user/auth/flow/chain/save';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
const VIEW = 'GET /user/auth/flow/instance/view';
type Steps = OperationInput<typeof SAVE>['steps'];

let tenant: TestTenant;
let admin: TestPerson;
let learner: TestPerson;
let foreman: TestPerson;
let manager: TestPerson;
let works: string;
let shift: string;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Ada' });
  learner = await mintPerson(tenant, { userName: 'Lea' });
  foreman = await mintPerson(tenant, { userName: 'Foreman' });
  manager = await mintPerson(tenant, { userName: 'Manager' });
  works = await mintDepartment(tenant, 'Works', { headId: manager.userId });
  shift = await mintDepartment(tenant, 'Shift', { parentId: works, headId: foreman.userId });
  await moveTo(learner, shift);
});

const moveTo = ({ userId }: TestPerson, departmentId: string) =>
  withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ departmentId }).where(eq(enterpriseUser.userId, userId)),
  );
const revoke = ({ userId }: TestPerson) =>
  withTenant(tenant.id, (db) => db.delete(roleGrant).where(eq(roleGrant.userId, userId)));
const chain = async () => (await ok(admin, LIST, {})).find(({ flowType }) => flowType === 'courseRegistration')!;
const save = async (steps: Steps) =>
  call(admin, SAVE, { flowType: 'courseRegistration', revision: (await chain()).revision, steps });
const by = (approver: Steps[number]['approver'], userId: string | null = null) => ({ approver, userId });

/** Requests a registration. @returns the names of its approvers; null: the administrators */
async function approversFor(person: TestPerson): Promise<(string | null)[]> {
  const courseId = await mintRegistrationCourse(tenant);
  const id = await register(person, courseId);
  const { steps } = await ok(person, VIEW, { id });
  return steps.map(({ approverName }) => approverName);
}

describe('approval steps', () => {
  it('are asked of the head of the department and of the head above', async () => {
    expect(await save([by('head'), by('headAbove'), by('administrator')])).toMatchObject({ code: 200 });
    expect(await chain()).toMatchObject({ isOwn: true, revision: 1, steps: [{ approver: 'head' }, {}, {}] });
    expect(await approversFor(learner)).toEqual(['Foreman', 'Manager', null]);
  });

  it('go to the next head above, and to the administrators where there is none', async () => {
    await save([by('head'), by('headAbove')]);
    await moveTo(foreman, shift);
    // Nobody decides their own request.
    expect(await approversFor(foreman)).toEqual(['Manager', null]);
    expect(await approversFor(manager)).toEqual([null, null]);
    await withTenant(tenant.id, (db) => db.update(department).set({ headId: null }).where(eq(department.id, shift)));
    expect(await approversFor(learner)).toEqual(['Manager', null]);
  });

  it('stay as they were for requests that are already made', async () => {
    await save([by('member', foreman.userId), by('administrator')]);
    const courseId = await mintRegistrationCourse(tenant);
    const id = await register(learner, courseId);
    expect((await chain()).pendingCount).toBe(1);
    await save([]);
    expect(await chain()).toMatchObject({ isOwn: true, steps: [] });
    expect((await ok(learner, VIEW, { id })).steps).toHaveLength(2);
    expect(await approversFor(manager)).toEqual([]);
  });

  it('stay as they were set here when a pack with others is imported', async () => {
    const lines: string[] = [];
    const importPack = () =>
      withTenant(tenant.id, (db) => {
        const approvals = (['courseRegistration', 'order'] as const).map((flowType) => ({
          ...{ flowType, steps: [{ approver: 'administrator' as const }, { approver: 'administrator' as const }] },
        }));
        const importing = { db, enterpriseId: tenant.id, pack: { approvals }, tally: { add: () => undefined } };
        const log = (line: string) => void lines.push(line);
        return importApprovals({ ...importing, log } as unknown as Parameters<typeof importApprovals>[0], new Map());
      });
    await save([by('head')]);
    await importPack();
    expect((await chain()).steps.map(({ approver }) => approver)).toEqual(['head']);
    expect(lines).toEqual(['approval "courseRegistration" was set in the portal and stays']);
    const order = (await ok(admin, LIST, {})).find(({ flowType }) => flowType === 'order')!;
    expect(order).toMatchObject({ isOwn: false, steps: [{}, {}] });
  });

  describe('of a role', () => {
    const todo = async (person: TestPerson) =>
      (await ok(person, 'POST /user/auth/flow/instance/undo', {})).list.map(({ id }) => id);
    const approve = (person: TestPerson, id: string) => call(person, SUBMIT, { id, action: 'approve' });
    /** A request that training managers decide first. */
    async function ask(person = learner, rest: Steps = []): Promise<string> {
      await save([by('trainingManager'), ...rest]);
      return register(person, await mintRegistrationCourse(tenant));
    }

    it('are decided by whoever has it first, and shown to these only', async () => {
      const [one, two] = [await mintPerson(tenant), await mintPerson(tenant)];
      const examiner = await mintPerson(tenant);
      await mintGrant(tenant, one, 'trainingManager');
      await mintGrant(tenant, two, 'trainingManager');
      await mintGrant(tenant, examiner, 'examiner');
      const id = await ask(learner, [by('administrator')]);
      const { steps } = await ok(learner, VIEW, { id });
      expect(steps[0]).toMatchObject({ approver: 'trainingManager', approverName: null, isVacant: false });
      for (const person of [one, two]) {
        expect(await todo(person)).toEqual([id]);
        expect(await ok(person, VIEW, { id })).toMatchObject({ canDecide: true });
      }
      expect(await todo(examiner)).toEqual([]);
      expect((await call(examiner, VIEW, { id })).code).toBe(404);
      expect((await approve(examiner, id)).code).toBe(404);
      // Administrators see it, and it is not theirs to decide.
      expect(await ok(admin, VIEW, { id })).toMatchObject({ canDecide: false });
      expect((await approve(admin, id)).code).toBe(403);
      const decide = { id, action: 'approve', step: 1 } as const;
      const both = await Promise.all([call(one, SUBMIT, decide), call(two, SUBMIT, decide)]);
      expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
      expect([...(await todo(one)), ...(await todo(two))]).toEqual([]);
      expect((await approve(admin, id)).code).toBe(200);
    });

    it('are told to everybody with the role, and to no one else; once decided, the others need not read it', async () => {
      const [one, two, examiner] = [await mintPerson(tenant), await mintPerson(tenant), await mintPerson(tenant)];
      await mintGrant(tenant, one, 'trainingManager');
      await mintGrant(tenant, two, 'trainingManager');
      await mintGrant(tenant, examiner, 'examiner');
      const told = async (person: TestPerson) =>
        (await ok(person, 'POST /user/auth/notice/page', {})).list
          .filter(({ kind }) => kind === 'approvalWaiting')
          .map(({ path, read }) => [path, read]);
      const id = await ask(learner, [by('administrator')]);
      const path = `/account?change=6&id=${id}`;
      for (const person of [one, two]) expect(await told(person)).toEqual([[path, false]]);
      expect([...(await told(examiner)), ...(await told(admin)), ...(await told(learner))]).toEqual([]);
      expect((await approve(one, id)).code).toBe(200);
      for (const person of [one, two]) expect(await told(person)).toEqual([[path, true]]);
      expect(await told(admin)).toEqual([[path, false]]);
      await ok(learner, 'POST /user/auth/flow/instance/withdraw', { id });
      expect(await told(admin)).toEqual([[path, true]]);
    });

    it('are decided for the departments of the role only', async () => {
      const [near, far, above] = [await mintPerson(tenant), await mintPerson(tenant), await mintPerson(tenant)];
      await mintGrant(tenant, near, 'trainingManager', shift);
      await mintGrant(tenant, above, 'trainingManager', works);
      await mintGrant(tenant, far, 'trainingManager', await mintDepartment(tenant, 'Shift 2', { parentId: works }));
      const id = await ask();
      expect(await todo(near)).toEqual([id]);
      expect(await todo(above)).toEqual([id]);
      expect(await todo(far)).toEqual([]);
      expect((await approve(far, id)).code).toBe(404);
      expect((await approve(above, id)).code).toBe(200);
    });

    it('go with the role, and to the administrators where nobody else has it', async () => {
      const [one, two] = [await mintPerson(tenant), await mintPerson(tenant)];
      await mintGrant(tenant, one, 'trainingManager');
      const id = await ask();
      expect(await todo(admin)).toEqual([]);
      await revoke(one);
      expect(await todo(one)).toEqual([]);
      expect((await approve(one, id)).code).toBe(404);
      expect((await ok(learner, VIEW, { id })).steps[0]).toMatchObject({ isVacant: true });
      expect(await todo(admin)).toEqual([id]);
      await mintGrant(tenant, two, 'trainingManager');
      expect(await todo(admin)).toEqual([]);
      expect(await todo(two)).toEqual([id]);
      await revoke(two);
      expect((await approve(admin, id)).code).toBe(200);
    });

    it('are not decided by the applicant, whose own role does not count', async () => {
      await mintGrant(tenant, learner, 'trainingManager');
      const id = await ask();
      expect(await ok(learner, VIEW, { id })).toMatchObject({ canDecide: false, noApprover: false });
      expect((await approve(learner, id)).code).toBe(403);
      expect((await ok(learner, VIEW, { id })).steps[0]).toMatchObject({ isVacant: true });
      expect((await approve(admin, id)).code).toBe(200);
    });
  });

  it('are refused where nobody could decide, and when somebody else has set them', async () => {
    const fields = async (steps: Steps) =>
      ((await save(steps)).data as unknown as { field: string }[]).map(({ field }) => field);
    const stranger = await mintPerson(await mintTenant());
    expect(await fields([by('member')])).toEqual(['steps.0.userId']);
    expect(await fields([by('member', stranger.userId)])).toEqual(['steps.0.userId']);
    expect(await fields([by('head', foreman.userId)])).toEqual(['steps.0.userId']);
    expect(await fields([by('head'), by('head')])).toEqual(['steps.1.approver']);
    const order = await call(admin, SAVE, { flowType: 'order', revision: 0, steps: [by('lecturer')] });
    expect(order.code).toBe(422);
    await save([by('administrator')]);
    const late = await call(admin, SAVE, { flowType: 'courseRegistration', revision: 0, steps: [] });
    expect(late.code).toBe(409);
    expect((await call(learner, LIST, {})).code).toBe(403);
  });
});
