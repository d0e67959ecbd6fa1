import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { dayOf } from '#src/lib/dates.ts';
import { enterpriseUser, userSession } from '#src/server/account/tables/account.ts';
import { department } from '#src/server/organisation/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { runBulk } from '#src/server/jobs/run-bulk.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { mintDepartment, mintGrant, mintPosition } from '../factories/organisation.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What is done with several rows of the table of people: changes, their consequences, the export. */

const SAVE = 'POST /user/auth/people/bulk/save';
const SUMS = 'POST /user/auth/people/bulk/consequences';
const ROWS = 'POST /data/auth/bulk/row/page';
const EXPORT = 'POST /user/auth/people/export';
const URL_OF = 'GET /data/auth/export/record/get/file/download/url';

/** In the time zone of the tenant. */
const TODAY = dayOf(new Date(), 'Asia/Shanghai');

let tenant: TestTenant;
let admin: TestPerson;
/** Manages the people of `own` with those below it. */
let manager: TestPerson;
let own: string;
let below: string;
let other: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
  manager = await mintPerson(tenant, { userName: '主管' });
  own = await mintDepartment(tenant, '本区');
  below = await mintDepartment(tenant, '本组', { parentId: own });
  other = await mintDepartment(tenant, '外区');
  await mintGrant(tenant, manager, 'peopleManager', own);
});

const memberOf = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const [row] = await db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, userId));
    return row!;
  });
const set = ({ userId }: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, userId)));
const openSessions = ({ userId }: TestPerson) =>
  withPortal((db) => db.$count(userSession, and(eq(userSession.userId, userId), isNull(userSession.endedAt))));
const idsOf = (...people: TestPerson[]) => people.map(({ userId }) => userId);

/** Applies a change. @returns the reasons of the rows that failed, by name */
async function change(who: TestPerson, input: Input<typeof SAVE>): Promise<Record<string, string | null>> {
  const { id } = await ok(who, SAVE, input);
  await runBulk({ enterpriseId: tenant.id, id });
  const { list } = await ok(who, ROWS, { id, outcome: 'failed', pageSize: 100 });
  return Object.fromEntries(list.map(({ name, reason }) => [name, reason]));
}

describe('several members', () => {
  it('are disabled, whose sessions end, and enabled again', async () => {
    const [one, two] = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    expect(await openSessions(one)).toBe(1);
    expect(await change(admin, { ids: idsOf(one, two), kind: 'disable' })).toEqual({});
    for (const each of [one, two]) {
      expect((await memberOf(each)).status).toBe('disabled');
      expect(await openSessions(each)).toBe(0);
    }
    expect(await change(admin, { ids: idsOf(one, two), kind: 'enable' })).toEqual({});
    expect((await memberOf(one)).status).toBe('active');
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: two.userId });
    expect(history.list.map(({ action }) => action)).toEqual(['member.enabled', 'member.disabled']);
  });

  it('are signed out, all that a filter finds', async () => {
    const people = await Promise.all([
      mintPerson(tenant, { userName: '退出一' }),
      mintPerson(tenant, { userName: '退出二' }),
    ]);
    const found = { filter: { keyword: '退出' }, count: 2 };
    expect(await change(admin, { found, kind: 'endSessions' })).toEqual({});
    for (const each of people) expect([await openSessions(each), (await memberOf(each)).status]).toEqual([0, 'active']);
    expect(await call(admin, SAVE, { found: { ...found, count: 3 }, kind: 'endSessions' })).toMatchObject({
      code: 409,
    });
  });

  it('are transferred: what is left out of the place stays as each has it', async () => {
    const positionId = await mintPosition(tenant, '焊工');
    const [one, two] = await Promise.all([
      mintPerson(tenant, { userName: '调一', department: '外区' }),
      mintPerson(tenant, { userName: '调二', department: '外区' }),
    ]);
    await set(one, { positionId });
    const transfer = { departmentId: own, superiorId: two.userId, onDay: TODAY };
    // Nobody is their own superior: their other changes are not applied either.
    expect(Object.keys(await change(admin, { ids: idsOf(one, two), kind: 'transfer', transfer }))).toEqual(['调二']);
    expect(await memberOf(one)).toMatchObject({ department: '本区', post: '焊工', superiorId: two.userId });
    expect(await memberOf(two)).toMatchObject({ department: '外区', superiorId: null });
    await change(admin, { ids: idsOf(one), kind: 'transfer', transfer: { superiorId: null, onDay: '2100-01-05' } });
    const { transfer: planned } = await ok(admin, 'GET /user/auth/people/view', { userId: one.userId });
    expect(planned).toMatchObject({ onDay: '2100-01-05', department: '本区', post: '焊工' });
  });

  it('need a place to be transferred to, and one that is open to the viewer', async () => {
    const person = await mintPerson(tenant, { department: '本区' });
    const ids = idsOf(person);
    const onDay = TODAY;
    expect(await call(manager, SAVE, { ids, kind: 'transfer' })).toMatchObject({
      code: 422,
      data: [{ field: 'transfer' }],
    });
    for (const departmentId of [undefined, null, other])
      expect(
        await call(manager, SAVE, { ids, kind: 'transfer', transfer: { departmentId, onDay } }),
        String(departmentId),
      ).toMatchObject({ code: 422 });
    expect(await change(manager, { ids, kind: 'transfer', transfer: { departmentId: below, onDay } })).toEqual({});
    expect((await memberOf(person)).department).toBe('本区/本组');
    // Without a department they stay where they are.
    expect(
      await change(manager, { ids, kind: 'transfer', transfer: { positionId: null, onDay: '2100-01-01' } }),
    ).toEqual({});
  });

  it('are those of the viewer’s departments; who manages something stays as it is', async () => {
    const inside = await mintPerson(tenant, { userName: '内一', department: '本区' });
    const head = await mintPerson(tenant, { userName: '内长', department: '本区/本组' });
    await mintGrant(tenant, head, 'auditor', below);
    const outside = await mintPerson(tenant, { userName: '外一', department: '外区' });
    const stranger = await mintPerson(await mintTenant());
    for (const each of [outside, stranger]) {
      expect(await call(manager, SAVE, { ids: idsOf(inside, each), kind: 'disable' })).toMatchObject({ code: 404 });
      expect(await call(manager, SUMS, { ids: idsOf(inside, each) })).toMatchObject({ code: 404 });
    }
    const found = { filter: { keyword: '外一' }, count: 1 };
    expect(await call(manager, SAVE, { found, kind: 'disable' })).toMatchObject({ code: 409 });
    expect(await ok(manager, SUMS, { ids: idsOf(inside, head) })).toMatchObject({
      count: 2,
      active: 2,
      unchangeable: 1,
    });
    expect(Object.keys(await change(manager, { ids: idsOf(inside, head), kind: 'disable' }))).toEqual(['内长']);
    expect([(await memberOf(inside)).status, (await memberOf(head)).status]).toEqual(['disabled', 'active']);
    const auditor = await mintPerson(tenant);
    await mintGrant(tenant, auditor, 'auditor');
    for (const name of [SAVE, SUMS] as const)
      expect(await call(auditor, name, { ids: idsOf(head), kind: 'disable' })).toMatchObject({ code: 403 });
  });

  it('have consequences, which are summed', async () => {
    const [one, two, report] = await Promise.all([mintPerson(tenant), mintPerson(tenant), mintPerson(tenant)]);
    await set(report, { superiorId: one.userId });
    await set(two, { superiorId: one.userId, status: 'disabled' });
    await mintGrant(tenant, one, 'auditor');
    const headed = await mintDepartment(tenant, '带头', { headId: one.userId });
    expect(headed).toBeTruthy();
    expect(await ok(admin, SUMS, { ids: idsOf(one, two) })).toEqual({
      ...{ count: 2, active: 1, unchangeable: 0, openAttempts: 0, openTasks: 0 },
      // Who reports to somebody who is chosen too is not counted.
      ...{ sessions: 2, headOf: 1, superiorOf: 1, grants: 1, registered: 0, noPhone: 0, noEmail: 2 },
    });
  });
});

describe('the export of people', () => {
  const make = (id: string) => makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
  async function rowsFor(who: TestPerson, input: Input<typeof EXPORT>): Promise<Record<string, string>[]> {
    const { id } = await ok(who, EXPORT, input);
    expect(await make(id)).toBeUndefined();
    const { url } = await ok(who, URL_OF, { id });
    const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
    const file = await portal.request(`http://${who.host}${url}`, { headers });
    const [head, ...rows] = textsOf(new Uint8Array(await file.arrayBuffer()));
    return rows.map((row) => Object.fromEntries(head!.map((name, n) => [name, row[n]!])));
  }
  const masked = ({ phone }: TestPerson) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

  it('has the rows of the filter in its order, with numbers in full of those whom the user may change', async () => {
    const [one, two] = [
      await mintPerson(tenant, { userName: '导出甲' }),
      await mintPerson(tenant, { userName: '导出乙' }),
    ];
    await set(one, { employeeNo: 'X-1', joinedOn: '2020-02-03', superiorId: two.userId, departmentId: below });
    await set(two, { employeeNo: 'X-2', status: 'disabled', userType: 2, departmentId: own });
    await withTenant(tenant.id, (db) =>
      db.update(department).set({ headId: two.userId }).where(eq(department.id, other)),
    );
    const rows = await rowsFor(admin, { keyword: '导出', sort: '-employeeNo' });
    expect(rows).toEqual([
      {
        ...{ 工号: 'X-2', 姓名: '导出乙', 部门: '本区', 岗位: '', 直接上级: '', 入职日期: '' },
        ...{ 账号状态: '已停用', 成员类型: '讲师', 手机号: two.phone },
      },
      {
        ...{ 工号: 'X-1', 姓名: '导出甲', 部门: '本区/本组', 岗位: '', 直接上级: '导出乙', 入职日期: '2020-02-03' },
        ...{ 账号状态: '正常', 成员类型: '学员', 手机号: one.phone },
      },
    ]);
    const numbers = await rowsFor(manager, { keyword: '导出', sort: 'employeeNo' });
    expect(numbers.map((row) => row['手机号'])).toEqual([one.phone, masked(two)]);
    expect(await rowsFor(admin, { keyword: '导出', missing: 'department' })).toEqual([]);
  });

  it('is that of the viewer’s departments, as long as they have them', async () => {
    const head = await mintPerson(tenant, { userName: '区长' });
    const [zone, away] = [
      await mintDepartment(tenant, '甲区', { headId: head.userId }),
      await mintDepartment(tenant, '乙区'),
    ];
    const inside = await mintPerson(tenant, { userName: '区员一', department: '甲区' });
    await mintPerson(tenant, { userName: '区员二', department: '乙区' });
    expect(await rowsFor(head, { keyword: '区员' })).toMatchObject([{ 姓名: '区员一', 手机号: masked(inside) }]);
    expect(await rowsFor(head, { departmentId: away })).toEqual([]);
    const { id } = await ok(head, EXPORT, {});
    await withTenant(tenant.id, (db) => db.update(department).set({ headId: null }).where(eq(department.id, zone)));
    await mintGrant(tenant, head, 'auditor', away);
    expect(String(await make(id))).toContain('lost the rights');
    const { list } = await ok(head, 'POST /data/auth/export/record/page', {});
    const made = list.find(({ exportStatus }) => exportStatus === 2)!;
    expect(await call(head, URL_OF, { id: made.id })).toMatchObject({ code: 403 });
    expect(await call(await mintPerson(tenant), EXPORT, {})).toMatchObject({ code: 403 });
  });
});
