import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { importApprovals } from '#src/server/flow/import-approvals.ts';
import { department } from '#src/server/organisation/tables.ts';
import { mintRegistrationCourse, register } from '../factories/flow.ts';
import { mintDepartment } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Approval steps that are set in the portal (docs/decisions/106). */

const LIST = 'GET /user/auth/flow/chain/list';
const SAVE = 'PUT /user/auth/flow/chain/save';
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
