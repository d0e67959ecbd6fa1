import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { grantWithoutRequest } from '#src/server/account/person/roles.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { memberHistory, roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examTarget } from '#src/server/exam/tables/rules.ts';
import { department, position } from '#src/server/organisation/tables.ts';
import { mintExam } from '../factories/exam.ts';
import { mintDepartment, mintGrant, mintPosition } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LIST = 'GET /user/auth/organisation/department/list';
const SAVE = 'POST /user/auth/organisation/department/save';
const PLAN = 'POST /user/auth/organisation/department/plan';
const CHANGE = 'POST /user/auth/organisation/department/change';
const REOPEN = 'POST /user/auth/organisation/department/reopen';

let tenant: TestTenant;
let admin: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const inTenant = <T>(run: Parameters<typeof withTenant<T>>[1]) => withTenant(tenant.id, run);
const memberOf = ({ userId }: TestPerson) =>
  inTenant(async (db) => {
    const [row] = await db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, userId));
    return row!;
  });
const departmentOf = (id: string) =>
  inTenant(async (db) => {
    const [row] = await db.select().from(department).where(eq(department.id, id));
    return row!;
  });
const idOf = (path: string) =>
  inTenant(async (db) => {
    const [row] = await db.select({ id: department.id }).from(department).where(eq(department.path, path));
    return row!.id;
  });
const set = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  inTenant((db) => db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, userId)));

/** Plans a change and applies it. */
async function change(
  person: TestPerson,
  input: { kind: 'move' | 'merge' | 'close'; id: string; targetId?: string | null; sort?: number },
) {
  const planned = await ok(person, PLAN, input);
  await ok(person, CHANGE, { ...input, plan: planned.plan });
  return planned;
}

describe('paths and ids of members', () => {
  it('a path makes the departments that are missing, and names those that exist', async () => {
    const one = await mintPerson(tenant, { department: '总部/生产部/一车间' });
    const two = await mintPerson(tenant, { department: '总部/生产部' });
    expect((await memberOf(one)).departmentId).toBe(await idOf('总部/生产部/一车间'));
    expect((await departmentOf(await idOf('总部/生产部/一车间'))).parentId).toBe((await memberOf(two)).departmentId);
    expect((await departmentOf(await idOf('总部'))).parentId).toBeNull();
  });

  it('an id sets the path, another path the id, and nothing both', async () => {
    const person = await mintPerson(tenant, { department: 'A1' });
    const other = await mintDepartment(tenant, 'A2');
    await set(person, { departmentId: other });
    expect(await memberOf(person)).toMatchObject({ department: 'A2', departmentId: other });
    await set(person, { department: 'A1' });
    expect(await memberOf(person)).toMatchObject({ department: 'A1', departmentId: await idOf('A1') });
    await set(person, { departmentId: null });
    expect(await memberOf(person)).toMatchObject({ department: null, departmentId: null });
  });

  it('does the same with positions', async () => {
    const person = await mintPerson(tenant);
    await set(person, { post: '焊工' });
    const { positionId, revision } = await memberOf(person);
    expect(await inTenant((db) => db.select().from(position).where(eq(position.id, positionId!)))).toMatchObject([
      { name: '焊工' },
    ]);
    const other = await mintPosition(tenant, '铣工');
    await set(person, { positionId: other });
    expect(await memberOf(person)).toMatchObject({ post: '铣工', revision: revision + 1 });
  });

  it('notes since when a member belongs where', async () => {
    const person = await mintPerson(tenant, { department: 'H1' });
    await set(person, { department: 'H2' });
    await set(person, { nickname: 'nothing of that' });
    await set(person, { status: 'disabled' });
    const rows = await inTenant((db) =>
      db
        .select({ departmentId: memberHistory.departmentId, active: memberHistory.active })
        .from(memberHistory)
        .where(eq(memberHistory.userId, person.userId))
        .orderBy(asc(memberHistory.id)),
    );
    const [h1, h2] = [await idOf('H1'), await idOf('H2')];
    expect(rows).toEqual([
      { departmentId: h1, active: true },
      { departmentId: h2, active: true },
      { departmentId: h2, active: false },
    ]);
  });
});

describe('departments', () => {
  it('keep their id when they are renamed; members, those below and audiences follow', async () => {
    const person = await mintPerson(tenant, { department: '更名前/班组' });
    const id = await idOf('更名前');
    const exam = await mintExam(tenant, { title: 'Exam' });
    await inTenant((db) =>
      db.insert(examTarget).values({ enterpriseId: tenant.id, examId: exam.id, department: '更名前/班组' }),
    );
    await ok(admin, SAVE, {
      id,
      name: '更名后',
      otherName: 'Renamed',
      code: 'R-1',
      headId: person.userId,
      revision: 1,
    });
    expect(await departmentOf(id)).toMatchObject({ path: '更名后', code: 'R-1', headId: person.userId, revision: 2 });
    expect((await memberOf(person)).department).toBe('更名后/班组');
    const targets = await inTenant((db) => db.select().from(examTarget).where(eq(examTarget.examId, exam.id)));
    expect(targets.map((row) => row.department)).toEqual(['更名后/班组']);
    expect(await call(admin, SAVE, { id, name: '别名', revision: 1 })).toMatchObject({ code: 409 });
    expect((await departmentOf(id)).path).toBe('更名后');
  });

  it('refuse names, codes and heads that cannot be', async () => {
    const id = await mintDepartment(tenant, 'C1', { code: 'C-1' });
    const fields = async (input: object) => {
      const { data } = await call(admin, SAVE, { name: 'C2', ...input });
      return data;
    };
    expect(await fields({ name: 'C1' })).toMatchObject([{ field: 'name' }]);
    expect(await fields({ code: 'C-1' })).toMatchObject([{ field: 'code' }]);
    expect(await fields({ name: 'a/b' })).toMatchObject([{ field: 'name' }]);
    const gone = await mintPerson(tenant);
    await set(gone, { status: 'disabled' });
    expect(await fields({ headId: gone.userId })).toMatchObject([{ field: 'headId' }]);
    let parentId = id;
    for (let level = 2; level <= 12; level++) parentId = (await ok(admin, SAVE, { parentId, name: `L${level}` })).id;
    expect(await fields({ parentId })).toMatchObject([{ field: 'name' }]);
  });

  it('store no half of a character and no NUL, and answer neither with an error of the server', async () => {
    for (const name of ['半\ud800', '空\0'])
      expect([200, 422]).toContain((await call(admin, SAVE, { name, otherName: name })).code);
    const { departments } = await ok(admin, LIST, {});
    expect(departments.every((each) => (each.name + (each.otherName ?? '')).isWellFormed())).toBe(true);
  });

  it('move with those below, to a place in the order, and never below themselves', async () => {
    const person = await mintPerson(tenant, { department: '移动/子' });
    const [id, target] = [await idOf('移动'), await mintDepartment(tenant, '目标')];
    const first = await mintDepartment(tenant, '第一', { parentId: target });
    const planned = await change(admin, { kind: 'move', id, targetId: target, sort: 0 });
    expect(planned).toMatchObject({ memberCount: 1, departmentCount: 1, before: '移动', after: '目标/移动' });
    expect((await memberOf(person)).department).toBe('目标/移动/子');
    expect((await departmentOf(id)).sort).toBeLessThan((await departmentOf(first)).sort);
    const below = await idOf('目标/移动/子');
    expect(await call(admin, PLAN, { kind: 'move', id: target, targetId: below })).toMatchObject({ code: 422 });
    expect(await call(admin, PLAN, { kind: 'merge', id: target, targetId: below })).toMatchObject({ code: 422 });
  });

  it('merge: members, audiences, grants and equal names below go to the other one', async () => {
    const [a, b] = await Promise.all([
      mintPerson(tenant, { department: '甲部/质检' }),
      mintPerson(tenant, { department: '乙部/质检' }),
    ]);
    const [id, targetId] = [await idOf('甲部'), await idOf('乙部')];
    await mintGrant(tenant, a, 'auditor', id);
    const exam = await mintExam(tenant, { title: 'Exam' });
    await inTenant((db) =>
      db
        .insert(examTarget)
        .values(['甲部', '乙部'].map((path) => ({ enterpriseId: tenant.id, examId: exam.id, department: path }))),
    );
    const planned = await change(admin, { kind: 'merge', id, targetId });
    expect(planned).toMatchObject({ memberCount: 1, examCount: 1, grantCount: 1, after: '乙部', names: ['质检'] });
    expect((await memberOf(a)).departmentId).toBe((await memberOf(b)).departmentId);
    expect(await departmentOf(id)).toMatchObject({ mergedInto: targetId, closedAt: expect.any(Date) });
    const targets = await inTenant((db) => db.select().from(examTarget).where(eq(examTarget.examId, exam.id)));
    expect(targets.map((row) => row.department)).toEqual(['乙部']);
    const grants = await inTenant((db) => db.select().from(roleGrant).where(eq(roleGrant.userId, a.userId)));
    expect(grants).toMatchObject([{ departmentId: targetId }]);
    expect(await call(admin, REOPEN, { id })).toMatchObject({ code: 409 });
  });

  it('a change that would change something else than was shown is refused', async () => {
    await mintPerson(tenant, { department: '计划' });
    const input = { kind: 'move' as const, id: await idOf('计划'), targetId: await mintDepartment(tenant, '计划后') };
    const { plan } = await ok(admin, PLAN, input);
    await mintPerson(tenant, { department: '计划' });
    expect(await call(admin, CHANGE, { ...input, plan })).toMatchObject({ code: 409 });
    expect((await departmentOf(input.id)).path).toBe('计划');
  });

  it('close only without members and departments, and open again', async () => {
    const person = await mintPerson(tenant, { department: '关闭/下级' });
    const [id, below] = [await idOf('关闭'), await idOf('关闭/下级')];
    expect(await call(admin, PLAN, { kind: 'close', id })).toMatchObject({ code: 409 });
    await set(person, { departmentId: null });
    await change(admin, { kind: 'close', id: below });
    await change(admin, { kind: 'close', id });
    expect(await call(admin, REOPEN, { id: below })).toMatchObject({ code: 409 });
    await ok(admin, REOPEN, { id });
    await ok(admin, REOPEN, { id: below });
    expect(await departmentOf(below)).toMatchObject({ path: '关闭/下级', closedAt: null });
  });

  it('count active members in and below them', async () => {
    await Promise.all([mintPerson(tenant, { department: '计数' }), mintPerson(tenant, { department: '计数/下' })]);
    await set(await mintPerson(tenant, { department: '计数/下' }), { status: 'disabled' });
    const { departments } = await ok(admin, LIST, {});
    const named = (path: string) => departments.find((each) => each.path === path);
    expect(named('计数')).toMatchObject({ memberCount: 1, totalCount: 2 });
    expect(named('计数/下')).toMatchObject({ memberCount: 1, totalCount: 1 });
  });
});

describe('managers of a department', () => {
  it('see it with those below, and change those below only', async () => {
    const top = await mintDepartment(tenant, '公司');
    const own = await mintDepartment(tenant, '华东', { parentId: top });
    const below = await mintDepartment(tenant, '上海', { parentId: own });
    const other = await mintDepartment(tenant, '华北', { parentId: top });
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', own);
    const { departments } = await ok(manager, LIST, {});
    expect(departments.map(({ path, canChange }) => [path, canChange])).toEqual(
      expect.arrayContaining([
        ['公司', false],
        ['公司/华东', false],
        ['公司/华东/上海', true],
      ]),
    );
    expect(departments).toHaveLength(3);
    const { id } = await ok(manager, SAVE, { parentId: own, name: '苏州' });
    await change(manager, { kind: 'move', id, targetId: below });
    for (const input of [
      { parentId: null, name: 'X' },
      { parentId: other, name: 'X' },
      { id: own, name: 'X', revision: 1 },
      { id: other, name: 'X', revision: 1 },
    ])
      expect(await call(manager, SAVE, input)).toMatchObject({ code: 404 });
    expect(await call(manager, PLAN, { kind: 'move', id, targetId: other })).toMatchObject({ code: 404 });
    expect(await call(manager, PLAN, { kind: 'move', id, targetId: null })).toMatchObject({ code: 404 });
    expect(await call(manager, 'POST /user/auth/organisation/position/save', { name: 'P' })).toMatchObject({
      code: 403,
    });
  });

  it('a head sees the own department without a grant, until somebody else is its head', async () => {
    const head = await mintPerson(tenant);
    const id = await mintDepartment(tenant, '有负责人', { headId: head.userId });
    expect((await ok(head, LIST, {})).departments.map(({ path }) => path)).toEqual(['有负责人']);
    expect(await call(head, SAVE, { id, name: 'X', revision: 1 })).toMatchObject({ code: 403 });
    await ok(admin, SAVE, { id, name: '有负责人', headId: null, revision: 1 });
    expect(await call(head, LIST, {})).toMatchObject({ code: 403 });
  });
});

describe('positions', () => {
  const MERGE = 'POST /user/auth/organisation/position/merge';

  it('rename their members, and give them to another one when they are merged', async () => {
    const [id, targetId] = [await mintPosition(tenant, '三副'), await mintPosition(tenant, '二副')];
    const person = await mintPerson(tenant);
    await set(person, { positionId: id });
    await ok(admin, 'POST /user/auth/organisation/position/save', { id, name: '三副手', revision: 1 });
    expect((await memberOf(person)).post).toBe('三副手');
    expect(await call(admin, MERGE, { id, targetId, memberCount: 0 })).toMatchObject({ code: 409 });
    await ok(admin, MERGE, { id, targetId, memberCount: 1 });
    expect(await memberOf(person)).toMatchObject({ post: '二副', positionId: targetId });
    const found = await ok(admin, 'POST /user/auth/organisation/position/page', { keyword: '副' });
    expect(found.list.map(({ name, memberCount }) => [name, memberCount])).toEqual([
      ['三副手', 0],
      ['二副', 1],
    ]);
  });
});

describe('roles', () => {
  const GRANT = 'POST /user/auth/enterprise/role/grant';

  it('are valid from the next request until they are taken back, and are in the audit log', async () => {
    const person = await mintPerson(tenant, { userName: '角色' });
    const departmentId = await mintDepartment(tenant, '角色部');
    expect(await call(person, LIST, {})).toMatchObject({ code: 403 });
    const { id } = await ok(admin, GRANT, { userId: person.userId, bundle: 'auditor', departmentId });
    expect(await ok(admin, GRANT, { userId: person.userId, bundle: 'auditor', departmentId })).toEqual({ id });
    expect((await ok(person, LIST, {})).departments.map(({ path }) => path)).toEqual(['角色部']);
    const { list } = await ok(admin, 'POST /user/auth/enterprise/role/page', { userId: person.userId });
    expect(list).toMatchObject([{ role: 'auditor', department: '角色部', grantedBy: '测试员' }]);
    await ok(admin, 'DELETE /user/auth/enterprise/role/revoke', { id });
    expect(await call(person, LIST, {})).toMatchObject({ code: 403 });
    const { rows } = await inTenant((db) =>
      db.execute(`select action from audit_log where detail ->> 'memberId' = '${person.userId}' order by id`),
    );
    expect(rows).toEqual([{ action: 'role.grant' }, { action: 'role.revoke' }]);
  });

  it('of the demo is given once: an administrator who takes it back is not overruled by the next start', async () => {
    const person = await mintPerson(tenant);
    const give = () =>
      inTenant((db) => grantWithoutRequest(db, { enterpriseId: tenant.id, userId: person.userId, bundle: 'auditor' }));
    const roles = async () =>
      (await ok(admin, 'POST /user/auth/enterprise/role/page', { userId: person.userId })).list.map(({ id }) => id);
    await give();
    await give();
    const [id, ...others] = await roles();
    expect(others).toEqual([]);
    await ok(admin, 'DELETE /user/auth/enterprise/role/revoke', { id: id! });
    await give();
    expect(await roles()).toEqual([]);
    const other = await mintPerson(tenant);
    await inTenant((db) =>
      grantWithoutRequest(db, { enterpriseId: tenant.id, userId: other.userId, bundle: 'auditor' }),
    );
    expect((await ok(admin, 'POST /user/auth/enterprise/role/page', { userId: other.userId })).list).toHaveLength(1);
  });

  it('that make no sense in a department are not granted there', async () => {
    const person = await mintPerson(tenant);
    const input = {
      userId: person.userId,
      bundle: 'examiner' as const,
      departmentId: await mintDepartment(tenant, '考务'),
    };
    expect(await call(admin, GRANT, input)).toMatchObject({ code: 422 });
    await ok(admin, GRANT, { ...input, departmentId: null });
  });

  it('of another enterprise are neither shown nor given', async () => {
    const elsewhere = await mintTenant();
    const stranger = await mintPerson(elsewhere);
    const departmentId = await mintDepartment(elsewhere, 'Elsewhere');
    expect(await call(admin, GRANT, { userId: stranger.userId, bundle: 'auditor' })).toMatchObject({ code: 404 });
    expect(await call(admin, GRANT, { userId: admin.userId, bundle: 'auditor', departmentId })).toMatchObject({
      code: 404,
    });
    const none = await inTenant((db) =>
      db
        .select()
        .from(roleGrant)
        .where(and(eq(roleGrant.userId, admin.userId), eq(roleGrant.bundle, 'auditor'))),
    );
    expect(none).toEqual([]);
  });
});
