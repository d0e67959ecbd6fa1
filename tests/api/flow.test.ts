import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { project, projectRegistration } from '#src/server/course/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { flowEffects } from '#src/server/http/implementations.ts';
import { finishInstance } from '#src/server/flow/finish-instance.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { lockInstance } from '#src/server/flow/lock-instance.ts';
import { requestRegistration } from '#src/server/course/request-registration.ts';
import type { Context } from '#src/server/core/context.ts';
import { mintRegistration } from '../factories/course.ts';
import { auditsOf, decide, mintRegistrationCourse, pendingOf, register } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const UNDO = 'POST /user/auth/flow/instance/undo';
const DONE = 'POST /user/auth/flow/instance/done';
const MINE = 'POST /user/auth/flow/instance/myInstance';
const VIEW = 'GET /user/auth/flow/instance/view';
const LOG = 'POST /user/auth/flow/instance/log/list';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
const SEE = 'PUT /user/auth/flow/instance/see';
const HOME = 'GET /data/auth/user/home/view';
const WITHDRAW = 'POST /user/auth/flow/instance/withdraw';
const SAVE = 'POST /course/auth/course/registration/save';
const COURSE = 'GET /course/auth/course/info/view';

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
});

const stateOf = async (person: TestPerson, id: string) => (await ok(person, COURSE, { id })).studyState;
const idsOf = async (person: TestPerson, name: typeof UNDO | typeof DONE | typeof MINE, input = {}) =>
  (await ok(person, name, { pageSize: 100, ...input })).list.map(({ id }) => id);

/** Creates a context to call functions of a domain directly. */
const contextOf = (person: TestPerson, db: Context['db']) =>
  ({
    db,
    tenant: { id: tenant.id, timeZone: 'Asia/Shanghai' },
    viewer: { userId: person.userId },
    now: () => new Date(),
    address: '127.0.0.1',
  }) as unknown as Context;

describe('an approval request', () => {
  it('is listed for its approvers, and its approval opens the course', async () => {
    const courseId = await mintRegistrationCourse(tenant, teacher, '叉车驾驶');
    const id = await register(learner, courseId, '下月上岗');
    for (const person of [teacher, admin]) expect(await idsOf(person, UNDO)).toContain(id);
    expect(await idsOf(learner, UNDO)).not.toContain(id);
    expect((await ok(teacher, UNDO, { keyword: '叉车' })).list).toMatchObject([
      {
        id,
        flowType: 'courseRegistration',
        subjectId: courseId,
        applicantName: '李小梅',
        detail: { note: '下月上岗' },
      },
    ]);
    expect(await ok(learner, VIEW, { id })).toMatchObject({ state: 'pending', canDecide: false, canWithdraw: true });
    expect(await ok(teacher, VIEW, { id })).toMatchObject({ canDecide: true, canWithdraw: false, noApprover: false });
    expect(await stateOf(learner, courseId)).toBe('registrationPending');

    expect(await ok(teacher, SUBMIT, { id, action: 'approve', comment: '欢迎' })).toEqual({ id, state: 'approved' });
    expect(await stateOf(learner, courseId)).toBe('open');
    expect(await idsOf(admin, UNDO)).not.toContain(id);
    expect(await idsOf(teacher, DONE)).toContain(id);
    expect(await idsOf(admin, DONE)).not.toContain(id);
    expect((await ok(learner, MINE, { state: 'approved' })).list[0]).toMatchObject({ id, decidedByName: '周工' });
    const log = await ok(learner, LOG, { id });
    expect(log.list).toMatchObject([
      { action: 'submit', userName: '李小梅', comment: '下月上岗' },
      { action: 'approve', userName: '周工', comment: '欢迎' },
    ]);
    expect(log.totalCount).toBe(2);
    expect(await auditsOf(tenant, id)).toEqual(['flow.submitted', 'flow.approved']);
  });

  it('is shown to the applicant once decided, until they have seen it or request again', async () => {
    const applicant = await mintPerson(tenant);
    const news = async () => (await ok(applicant, HOME)).decided.map(({ id, state }) => [id, state]);
    const notices = async () => (await ok(applicant, 'POST /user/auth/notice/page')).list;
    const [approved, rejected, waiting] = [
      await register(applicant, await mintRegistrationCourse(tenant)),
      await register(applicant, await mintRegistrationCourse(tenant)),
      await register(applicant, await mintRegistrationCourse(tenant)),
    ];
    const again = await mintRegistrationCourse(tenant);
    const asked = await register(applicant, again);
    expect(await news()).toEqual([]);
    await decide(admin, approved);
    await decide(admin, rejected, 'reject');
    await decide(admin, asked, 'reject');
    expect(await news()).toEqual([
      [asked, 'rejected'],
      [rejected, 'rejected'],
      [approved, 'approved'],
    ]);
    expect(await notices()).toMatchObject([
      { kind: 'requestDecided', detail: { outcome: 'rejected', reason: '名额已满' }, read: false },
      { path: `/account?change=6&flow=mine&id=${rejected}`, read: false },
      { path: `/account?change=6&flow=mine&id=${approved}`, detail: { outcome: 'approved' }, read: false },
    ]);
    await register(applicant, again, '岗位已调整');
    expect(await news()).toEqual([
      [rejected, 'rejected'],
      [approved, 'approved'],
    ]);
    // Viewing by the applicant or by others does not mark the decision as seen.
    await ok(admin, VIEW, { id: rejected });
    expect(await ok(admin, SEE, [rejected, approved])).toEqual({ count: 0 });
    expect(await ok(applicant, VIEW, { id: rejected })).toMatchObject({ unseen: true });
    expect(await ok(applicant, SEE, [rejected, waiting, randomUUID()])).toEqual({ count: 1 });
    expect(await ok(applicant, SEE, [rejected])).toEqual({ count: 0 });
    expect((await notices())[1]).toMatchObject({ read: true });
    expect(await news()).toEqual([[approved, 'approved']]);
    expect((await ok(applicant, MINE)).list.filter(({ unseen }) => unseen).map(({ id }) => id)).toEqual([approved]);
    // A pending request cannot be marked as seen in advance.
    await decide(admin, waiting);
    expect(await news()).toEqual([
      [waiting, 'approved'],
      [approved, 'approved'],
    ]);
    expect((await call(applicant, SEE, [])).code).toBe(422);
    // After a month a decision is no longer shown.
    await withTenant(tenant.id, (db) =>
      db.execute(sql`update flow_instance set decided_at = now() - interval '31 days' where id = ${approved}`),
    );
    expect(await news()).toEqual([[waiting, 'approved']]);
  });

  it('requires a comment for a rejection, and a note for the second request', async () => {
    const courseId = await mintRegistrationCourse(tenant);
    const first = await register(learner, courseId);
    for (const comment of [undefined, '  ']) {
      expect(await call(admin, SUBMIT, { id: first, action: 'reject', comment })).toMatchObject({
        code: 422,
        data: [{ field: 'comment', message: '请填写驳回理由' }],
      });
    }
    await decide(admin, first, 'reject');
    expect(await stateOf(learner, courseId)).toBe('registrationRejected');
    expect(await call(learner, SAVE, { courseId })).toMatchObject({ code: 422, data: [{ field: 'note' }] });
    const again = await register(learner, courseId, '岗位已调整');
    expect(again).not.toBe(first);
    expect(await stateOf(learner, courseId)).toBe('registrationPending');
    await decide(admin, again, 'reject');
    expect(await call(learner, SAVE, { courseId, note: '再试' })).toMatchObject({ code: 409 });
    expect(await stateOf(learner, courseId)).toBe('registrationRejected');
  });

  it('can be withdrawn while pending and requested again, and a withdrawal does not remove a rejection', async () => {
    const courseId = await mintRegistrationCourse(tenant);
    const first = await register(learner, courseId);
    expect((await call(admin, WITHDRAW, { id: first })).code).toBe(404);
    expect(await ok(learner, WITHDRAW, { id: first })).toEqual({ id: first, state: 'withdrawn' });
    expect(await ok(learner, WITHDRAW, { id: first })).toEqual({ id: first, state: 'withdrawn' });
    expect(await stateOf(learner, courseId)).toBe('registerFirst');
    expect(await call(admin, SUBMIT, { id: first, action: 'approve' })).toMatchObject({
      code: 409,
      msg: '该申请已被申请人撤回',
    });
    await decide(admin, await register(learner, courseId), 'reject');
    const again = await register(learner, courseId, '有变化');
    await ok(learner, WITHDRAW, { id: again });
    expect((await call(learner, SAVE, { courseId })).code).toBe(422);
    const last = await register(learner, courseId, '这次是真的');
    await decide(admin, last);
    expect((await call(learner, WITHDRAW, { id: last })).code).toBe(409);
    expect(await auditsOf(tenant, first)).toEqual(['flow.submitted', 'flow.withdrawn']);
  });

  it('cannot be decided by its applicant', async () => {
    const ownTenant = await mintTenant();
    const only = await mintPerson(ownTenant, { isAdmin: true });
    const courseId = await mintRegistrationCourse(ownTenant, only);
    const own = await register(only, courseId);
    expect(await ok(only, VIEW, { id: own })).toMatchObject({ canDecide: false, noApprover: true });
    expect(await idsOf(only, UNDO)).toEqual([]);
    expect(await call(only, SUBMIT, { id: own, action: 'approve' })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('任命一位'),
    });
    const colleague = await mintPerson(ownTenant, { isAdmin: true });
    expect((await call(only, SUBMIT, { id: own, action: 'approve' })).msg).not.toContain('增设');
    expect(await ok(only, VIEW, { id: own })).toMatchObject({ canDecide: false, noApprover: false });
    await decide(colleague, own);
    expect(await stateOf(only, courseId)).toBe('open');
    const plain = await register(learner, await mintRegistrationCourse(tenant));
    expect((await call(learner, SUBMIT, { id: plain, action: 'approve' })).code).toBe(403);
  });

  it('returns 404 to other learners, lecturers and tenants, and for unknown ids', async () => {
    const id = await register(learner, await mintRegistrationCourse(tenant, teacher));
    const elsewhere = await mintTenant();
    const strangers = [
      await mintPerson(tenant),
      await mintPerson(tenant, { userType: 2 }),
      await mintPerson(elsewhere, { isAdmin: true }),
    ];
    for (const stranger of strangers) {
      expect(await idsOf(stranger, UNDO)).toEqual([]);
      expect((await call(stranger, VIEW, { id })).code).toBe(404);
      expect((await call(stranger, LOG, { id })).code).toBe(404);
      expect((await call(stranger, SUBMIT, { id, action: 'approve' })).code).toBe(404);
      expect((await call(stranger, WITHDRAW, { id })).code).toBe(404);
    }
    for (const name of [VIEW, LOG, WITHDRAW] as const) {
      expect((await call(admin, name, { id: randomUUID() })).code).toBe(404);
      expect((await call(admin, name, { id: 'x' })).code).toBe(422);
    }
    expect((await call(admin, SUBMIT, { id: randomUUID(), action: 'approve' })).code).toBe(404);
    expect((await call(admin, SUBMIT, { id, action: 'eat' as 'approve' })).code).toBe(422);
    expect((await call(admin, SUBMIT, { id, action: 'reject', comment: '长'.repeat(501) })).code).toBe(422);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'pending' });
  });
});

describe('concurrent requests', () => {
  it('result in one request, one decision and one effect', async () => {
    const courseId = await mintRegistrationCourse(tenant);
    await Promise.all(Array.from({ length: 20 }, () => call(learner, SAVE, { courseId })));
    const pending = await pendingOf(tenant, courseId);
    expect(pending).toHaveLength(1);
    const { id } = pending[0]!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const person = i % 2 ? admin : second;
        return i % 4 < 2
          ? call(person, SUBMIT, { id, action: 'approve' })
          : call(person, SUBMIT, { id, action: 'reject', comment: '名额已满' });
      }),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 409]));
    const { state, decidedByName } = await ok(admin, VIEW, { id });
    // The user who decided gets the same response again; the other user, and the other decision, get 409.
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(decidedByName).toMatch(/^管理员[甲乙]$/);
    expect((await ok(learner, LOG, { id })).list.map(({ action }) => action)).toEqual([
      'submit',
      state === 'approved' ? 'approve' : 'reject',
    ]);
    expect(await auditsOf(tenant, id)).toEqual(['flow.submitted', `flow.${state}`]);
    expect(await stateOf(learner, courseId)).toBe(state === 'approved' ? 'open' : 'registrationRejected');
  });

  it('accept either the withdrawal or the decision', async () => {
    for (let round = 0; round < 5; round++) {
      const courseId = await mintRegistrationCourse(tenant);
      const id = await register(learner, courseId);
      const [decided, recalled] = await Promise.all([
        call(admin, SUBMIT, { id, action: 'approve' }),
        call(learner, WITHDRAW, { id }),
      ]);
      expect([decided.code, recalled.code].sort()).toEqual([200, 409]);
      expect(await stateOf(learner, courseId)).toBe(decided.code === 200 ? 'open' : 'registerFirst');
    }
  });

  it('roll back a decision whose effect fails', async () => {
    const courseId = await mintRegistrationCourse(tenant);
    const id = await register(learner, courseId);
    const failing = withTenant(tenant.id, async (db) => {
      const ctx = contextOf(admin, db);
      await finishInstance(ctx, flowEffects, await lockInstance(ctx, id), 'approved', undefined);
      await db.execute(sql`select 1 / 0`);
    });
    await expect(failing).rejects.toThrow();
    expect(await ok(admin, VIEW, { id })).toMatchObject({ state: 'pending' });
    expect(await stateOf(learner, courseId)).toBe('registrationPending');
  });
});

describe('lists of requests', () => {
  it('are paged and filtered by type, state and keyword; pending oldest first, decided latest first', async () => {
    const ownTenant = await mintTenant();
    const manager = await mintPerson(ownTenant, { isAdmin: true });
    const people = [
      await mintPerson(ownTenant, { userName: '王 100%' }),
      await mintPerson(ownTenant, { userName: '赵六' }),
    ];
    const ids: string[] = [];
    for (const title of ['甲课', '乙课', '丙课']) {
      const courseId = await mintRegistrationCourse(ownTenant, undefined, title);
      for (const person of people) ids.push(await register(person, courseId));
    }
    expect(await idsOf(manager, UNDO)).toEqual(ids);
    const page = await ok(manager, UNDO, { pageCurrent: 2, pageSize: 4 });
    expect(page).toMatchObject({ totalCount: 6, totalPage: 2 });
    expect(page.list.map(({ id }) => id)).toEqual(ids.slice(4));
    expect(await ok(manager, UNDO, { pageCurrent: 9, pageSize: 4 })).toMatchObject({ totalCount: 6, list: [] });
    expect(await idsOf(manager, UNDO, { keyword: '乙' })).toEqual([ids[2], ids[3]]);
    expect(await idsOf(manager, UNDO, { keyword: '%' })).toEqual([ids[0], ids[2], ids[4]]);
    expect(await idsOf(manager, UNDO, { flowType: 'order' })).toEqual([]);
    await decide(manager, ids[0]!);
    await decide(manager, ids[3]!, 'reject');
    expect(await idsOf(manager, DONE)).toEqual([ids[3], ids[0]]);
    expect(await idsOf(manager, DONE, { state: 'approved' })).toEqual([ids[0]]);
    expect(await idsOf(people[0]!, MINE)).toEqual([ids[4], ids[2], ids[0]]);
    expect(await idsOf(people[1]!, MINE, { state: 'rejected' })).toEqual([ids[3]]);
    expect((await call(manager, UNDO, { flowType: 'x' as 'order' })).code).toBe(422);
  });
});

describe('registrations', () => {
  it('without a request keep working: a repeated request creates it, and a rejection counts', async () => {
    const waiting = await mintRegistrationCourse(tenant);
    await mintRegistration(tenant, learner, waiting, 'pending');
    await decide(admin, await register(learner, waiting));
    expect(await stateOf(learner, waiting)).toBe('open');
    const rejected = await mintRegistrationCourse(tenant);
    await mintRegistration(tenant, learner, rejected, 'rejected');
    expect((await call(learner, SAVE, { courseId: rejected })).code).toBe(422);
    await decide(admin, await register(learner, rejected, '岗位已调整'));
    expect(await stateOf(learner, rejected)).toBe('open');
  });

  it('for projects work like those for courses', async () => {
    const id = randomUUID();
    await withTenant(tenant.id, (db) =>
      db
        .insert(project)
        .values({ enterpriseId: tenant.id, id, code: id, title: '新员工之路', registrationRequired: true }),
    );
    const ask = (note?: string) =>
      withTenant(tenant.id, (db) =>
        requestRegistration(contextOf(learner, db), {
          flowType: 'projectRegistration',
          subjectId: id,
          title: '新员工之路',
          note,
        }),
      );
    const status = async () =>
      (await withTenant(tenant.id, (db) => db.select().from(projectRegistration))).find((row) => row.projectId === id)
        ?.status;
    expect(await ask()).toBe('pending');
    await decide(admin, (await pendingOf(tenant, id))[0]!.id, 'reject');
    expect(await status()).toBe('rejected');
    expect(await ask('请再考虑')).toBe('pending');
    const [again] = await pendingOf(tenant, id);
    expect(again).toMatchObject({ flowType: 'projectRegistration', detail: { note: '请再考虑' } });
    await ok(learner, WITHDRAW, { id: again!.id });
    expect(await status()).toBeUndefined();
    expect(await ask('再来')).toBe('pending');
    await decide(second, (await pendingOf(tenant, id))[0]!.id);
    expect(await status()).toBe('approved');
    expect(await ask()).toBe('approved');
  });

  it('have one pending request per user and subject', async () => {
    const subjectId = randomUUID();
    const start = () =>
      withTenant(tenant.id, (db) =>
        startFlow(contextOf(learner, db), { flowType: 'practicalOperation', subjectId, title: '实操' }),
      );
    const started = await Promise.all([start(), start(), start()]);
    expect(started.filter((id) => id !== null)).toHaveLength(1);
  });
});
