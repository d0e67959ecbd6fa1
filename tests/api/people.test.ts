import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { memberHistory, plannedTransfer } from '#src/server/account/tables/organisation.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { erasePersonJob } from '#src/server/jobs/erase-person.ts';
import { sweepPeopleOf } from '#src/server/jobs/sweep-people.ts';
import { anyPhone } from '../factories/codes.ts';
import { mintDepartment, mintGrant, mintPosition } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const PAGE = 'POST /user/auth/people/page';
const VIEW = 'GET /user/auth/people/view';
const SAVE = 'POST /user/auth/people/save';
const STATUS = 'PUT /user/auth/people/status';
const TRANSFER = 'POST /user/auth/people/transfer';
const RESET = 'POST /user/auth/people/password/reset';
const ME = 'GET /user/auth/enterprise/user/info/current/view';
const NOWHERE = { departmentId: null, positionId: null, superiorId: null };

let tenant: TestTenant;
let admin: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员' });
});

const memberOf = (userId: string) =>
  withTenant(tenant.id, async (db) => {
    const [row] = await db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, userId));
    return row!;
  });
const phoneOf = (userId: string) =>
  withPortal(async (db) => (await db.select().from(userAccount).where(eq(userAccount.id, userId)))[0]!.phone);
const set = (userId: string, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, userId)));
const sweep = (now = new Date()) => sweepPeopleOf({ id: tenant.id, timeZone: 'Asia/Shanghai' }, now);
const namesOf = async (person: TestPerson, filter: object) =>
  (await ok(person, PAGE, { pageSize: 100, ...filter })).list.map(({ userName }) => userName);

/** The input that changes nothing of a member. */
async function asStored(userId: string) {
  const { userName, employeeNo, sex, userType, departmentId, positionId, superiorId, joinedOn, revision } =
    await memberOf(userId);
  return {
    ...{ userId, userName, sex, userType, departmentId, positionId, superiorId, joinedOn, revision },
    employeeNo: employeeNo ?? '',
  };
}

describe('the table of people', () => {
  it('finds by name, pinyin, initials and employee number, and by a phone number only as a whole', async () => {
    const person = await mintPerson(tenant, { userName: '欧阳晓梅' });
    await set(person.userId, { employeeNo: 'HX-77001' });
    await sweep();
    for (const keyword of ['晓梅', 'ouyangxiaomei', 'xiaomei', 'oyxm', 'hx-770', person.phone])
      expect(await namesOf(admin, { keyword }), keyword).toEqual(['欧阳晓梅']);
    expect(await namesOf(admin, { keyword: person.phone.slice(0, 10) })).toEqual([]);
    const [row] = (await ok(admin, PAGE, { keyword: 'HX-77001' })).list;
    expect(row!.phone).toBe(`${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`);
    const { revision } = await memberOf(person.userId);
    await set(person.userId, { userName: '欧阳雪' });
    await sweep();
    expect(await namesOf(admin, { keyword: 'oyx' })).toEqual(['欧阳雪']);
    expect((await memberOf(person.userId)).revision).toBe(revision + 1);
  });

  it('filters by department with those below, position, status, role, joining date and what is missing', async () => {
    const [one, two] = await Promise.all([
      mintPerson(tenant, { userName: '甲', department: '筛选/下' }),
      mintPerson(tenant, { userName: '乙', department: '筛选' }),
    ]);
    const departmentId = (await memberOf(two.userId)).departmentId!;
    const positionId = await mintPosition(tenant, '钳工');
    await set(one.userId, { positionId, joinedOn: '2021-05-01', superiorId: two.userId });
    await mintGrant(tenant, two, 'auditor');
    expect(await namesOf(admin, { departmentId })).toEqual(expect.arrayContaining(['甲', '乙']));
    expect(await namesOf(admin, { departmentId, positionId })).toEqual(['甲']);
    expect(await namesOf(admin, { departmentId, missing: 'position' })).toEqual(['乙']);
    expect(await namesOf(admin, { departmentId, role: 'auditor' })).toEqual(['乙']);
    expect(await namesOf(admin, { departmentId, superiorId: two.userId })).toEqual(['甲']);
    expect(await namesOf(admin, { joinedFrom: '2021-05-01', joinedTo: '2021-05-01' })).toEqual(['甲']);
    await set(one.userId, { status: 'disabled' });
    expect(await namesOf(admin, { departmentId, status: 'active' })).toEqual(['乙']);
  });
});

describe('a member', () => {
  it('is added with what the enterprise knows, signs in with a code, and is shown', async () => {
    const departmentId = await mintDepartment(tenant, '新人部');
    const positionId = await mintPosition(tenant, '新人岗');
    const phone = anyPhone();
    const { userId } = await ok(admin, SAVE, {
      ...{ userName: '新 人', employeeNo: 'N-1', phone, email: 'New@Example.com', sex: 2 },
      ...{ departmentId, positionId, superiorId: admin.userId, joinedOn: '2026-11-01' },
    });
    expect(await memberOf(userId)).toMatchObject({
      ...{
        userName: '新 人',
        employeeNo: 'N-1',
        email: 'new@example.com',
        sex: 2,
        department: '新人部',
        post: '新人岗',
      },
      ...{ superiorId: admin.userId, joinedOn: '2026-11-01', status: 'active' },
    });
    expect(await phoneOf(userId)).toBe(phone);
    expect(await ok(admin, VIEW, { userId })).toMatchObject({
      ...{ userName: '新 人', phone, hasPassword: false, superiorName: '管理员', canChange: true },
    });
  });

  it('is refused at the field for what another member has', async () => {
    const other = await mintPerson(tenant);
    await set(other.userId, { employeeNo: 'TAKEN' });
    const fields = async (input: object) => {
      const { code, data } = await call(admin, SAVE, { userName: '重复', ...input });
      return [code, (data as unknown as { field: string }[]).map(({ field }) => field)];
    };
    expect(await fields({ employeeNo: 'TAKEN' })).toEqual([422, ['employeeNo']]);
    expect(await fields({ phone: other.phone })).toEqual([422, ['phone']]);
    expect(await fields({ departmentId: other.userId })).toEqual([422, ['departmentId']]);
    expect(await fields({ superiorId: crypto.randomUUID() })).toEqual([422, ['superiorId']]);
    expect(await fields({ userName: ' ', joinedOn: '2026-13-01' })).toEqual([422, ['userName', 'joinedOn']]);
  });

  it('is changed once: an earlier revision is refused and changes nothing', async () => {
    const { userId } = await mintPerson(tenant, { userName: '原名' });
    const stored = await asStored(userId);
    await ok(admin, SAVE, { ...stored, userName: '新名' });
    expect(await call(admin, SAVE, { ...stored, userName: '旧改' })).toMatchObject({ code: 409 });
    expect((await memberOf(userId)).userName).toBe('新名');
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: userId });
    expect(history.list[0]).toMatchObject({
      action: 'member.changed',
      changes: [{ name: 'userName', before: '原名', after: '新名' }],
    });
  });

  it('never reports to itself, directly or not', async () => {
    const [a, b, c] = await Promise.all([mintPerson(tenant), mintPerson(tenant), mintPerson(tenant)]);
    await ok(admin, SAVE, { ...(await asStored(b.userId)), superiorId: a.userId });
    await ok(admin, SAVE, { ...(await asStored(c.userId)), superiorId: b.userId });
    const { code, data } = await call(admin, SAVE, { ...(await asStored(a.userId)), superiorId: c.userId });
    expect([code, data]).toMatchObject([422, [{ field: 'superiorId' }]]);
    const [d, e] = await Promise.all([mintPerson(tenant), mintPerson(tenant)]);
    const [ofD, ofE] = [await asStored(d.userId), await asStored(e.userId)];
    const both = await Promise.all([
      call(admin, SAVE, { ...ofD, superiorId: e.userId }),
      call(admin, SAVE, { ...ofE, superiorId: d.userId }),
    ]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 422]);
  });

  it('gets another phone number unless its owner has verified the present one', async () => {
    const { userId } = await mintPerson(tenant);
    const phone = anyPhone();
    expect(await call(admin, SAVE, { ...(await asStored(userId)), phone })).toMatchObject({ code: 422 });
    await withPortal((db) => db.update(userAccount).set({ phoneUnverified: true }).where(eq(userAccount.id, userId)));
    await ok(admin, SAVE, { ...(await asStored(userId)), phone });
    expect(await phoneOf(userId)).toBe(phone);
  });

  it('is disabled with its sessions and enabled; nobody disables themselves or the last administrator', async () => {
    const person = await mintPerson(tenant, { department: '停用' });
    await ok(person, ME, {});
    expect(await ok(admin, 'POST /user/auth/people/consequences', { userId: person.userId })).toMatchObject({
      sessions: 1,
    });
    await ok(admin, STATUS, { userId: person.userId, status: 'disabled' });
    expect((await call(person, ME, {})).code).toBe(300);
    await ok(admin, STATUS, { userId: person.userId, status: 'active' });
    expect((await memberOf(person.userId)).status).toBe('active');
    expect((await call(admin, STATUS, { userId: admin.userId, status: 'disabled' })).code).toBe(409);
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager');
    expect((await call(manager, STATUS, { userId: admin.userId, status: 'disabled' })).code).toBe(403);
  });

  it('gets a password that opens nothing until it is replaced, and loses its sessions', async () => {
    const person = await mintPerson(tenant);
    const { password } = await ok(admin, RESET, { userId: person.userId });
    expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect((await call(person, ME, {})).code).toBe(300);
    const elsewhere = await mintTenant();
    await withTenant(elsewhere.id, (db) =>
      db.insert(enterpriseUser).values({ enterpriseId: elsewhere.id, userId: person.userId, userName: '两处' }),
    );
    expect((await call(admin, RESET, { userId: person.userId })).code).toBe(409);
  });
});

describe('a transfer', () => {
  const historyOf = (userId: string) =>
    withTenant(tenant.id, (db) =>
      db
        .select({ since: memberHistory.since, departmentId: memberHistory.departmentId })
        .from(memberHistory)
        .where(eq(memberHistory.userId, userId))
        .orderBy(asc(memberHistory.since)),
    );

  it('since a day that is over is valid since its beginning in the time zone of the enterprise', async () => {
    const { userId } = await mintPerson(tenant, { department: '旧部' });
    await withTenant(tenant.id, (db) =>
      db
        .update(memberHistory)
        .set({ since: new Date('2026-01-01T00:00:00Z') })
        .where(eq(memberHistory.userId, userId)),
    );
    const departmentId = await mintDepartment(tenant, '新部');
    expect(await ok(admin, TRANSFER, { ...NOWHERE, userId, departmentId, onDay: '2026-03-01' })).toEqual({
      isPlanned: false,
    });
    expect((await historyOf(userId))[1]).toEqual({ since: new Date('2026-02-28T16:00:00Z'), departmentId });
    const { code, data } = await call(admin, TRANSFER, { ...NOWHERE, userId, onDay: '2026-02-01' });
    expect([code, data]).toMatchObject([422, [{ field: 'onDay' }]]);
  });

  it('on a day to come is shown, replaced or cancelled, and applied on that day', async () => {
    const { userId } = await mintPerson(tenant, { department: '转前' });
    const [first, second] = [await mintDepartment(tenant, '转一'), await mintDepartment(tenant, '转二')];
    expect(await ok(admin, TRANSFER, { ...NOWHERE, userId, departmentId: first, onDay: '2099-01-01' })).toEqual({
      isPlanned: true,
    });
    await ok(admin, TRANSFER, { ...NOWHERE, userId, departmentId: second, onDay: '2099-02-01' });
    const { transfer } = await ok(admin, VIEW, { userId });
    expect(transfer).toMatchObject({ onDay: '2099-02-01', department: '转二' });
    await sweep(new Date('2099-01-31T15:00:00Z'));
    expect((await memberOf(userId)).department).toBe('转前');
    // The first minutes of 1 February in Shanghai.
    await sweep(new Date('2099-01-31T16:05:00Z'));
    expect((await memberOf(userId)).department).toBe('转二');
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: userId });
    expect(history.list.at(-1)).toMatchObject({
      action: 'member.transferPlanned',
      changes: [{ name: 'department', before: '转前', after: '转一' }],
    });
    await ok(admin, TRANSFER, { ...NOWHERE, userId, departmentId: first, onDay: '2100-01-01' });
    const close = { kind: 'close' as const, id: first };
    const { plan } = await ok(admin, 'POST /user/auth/organisation/department/plan', close);
    await ok(admin, 'POST /user/auth/organisation/department/change', { ...close, plan });
    await sweep(new Date('2100-01-02T00:00:00Z'));
    expect((await memberOf(userId)).department).toBe('转二');
    const [third, fourth] = [await mintDepartment(tenant, '转三'), await mintDepartment(tenant, '转四')];
    await ok(admin, TRANSFER, { ...NOWHERE, userId, departmentId: third, onDay: '2100-03-01' });
    const merge = { kind: 'merge' as const, id: third, targetId: fourth };
    const merging = await ok(admin, 'POST /user/auth/organisation/department/plan', merge);
    await ok(admin, 'POST /user/auth/organisation/department/change', { ...merge, plan: merging.plan });
    expect((await ok(admin, VIEW, { userId })).transfer).toMatchObject({ department: '转四' });
    const planned = await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(plannedTransfer)
        .where(and(eq(plannedTransfer.enterpriseId, tenant.id), eq(plannedTransfer.userId, userId))),
    );
    expect(planned).toHaveLength(1);
    await ok(admin, 'DELETE /user/auth/people/transfer/cancel', { id: planned[0]!.id });
    expect((await ok(admin, VIEW, { userId })).transfer).toBeNull();
  });
});

describe('managers of a department', () => {
  it('see and change people there only, and move them only within it', async () => {
    const own = await mintDepartment(tenant, '本区');
    const below = await mintDepartment(tenant, '本区下', { parentId: own });
    const other = await mintDepartment(tenant, '外区');
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', own);
    const [inside, outside] = await Promise.all([
      mintPerson(tenant, { userName: '区内', department: '本区/本区下' }),
      mintPerson(tenant, { userName: '区外', department: '外区' }),
    ]);
    expect(await namesOf(manager, {})).toEqual(['区内']);
    expect(await namesOf(manager, { keyword: outside.phone })).toEqual([]);
    expect(await namesOf(manager, { departmentId: other })).toEqual([]);
    for (const [name, input] of [
      [VIEW, {}],
      ['POST /user/auth/people/course/page', {}],
      ['POST /user/auth/people/session/page', {}],
      [STATUS, { status: 'disabled' }],
      [TRANSFER, { ...NOWHERE, departmentId: own, onDay: '2026-03-01' }],
      [RESET, {}],
    ] as const)
      expect(await call(manager, name, { userId: outside.userId, ...input } as never), name).toMatchObject({
        code: 404,
      });
    await ok(manager, TRANSFER, { ...NOWHERE, userId: inside.userId, departmentId: below, onDay: '2100-03-01' });
    const away = await call(manager, TRANSFER, {
      ...NOWHERE,
      userId: inside.userId,
      departmentId: other,
      onDay: '2100-03-01',
    });
    expect(away).toMatchObject({ code: 422, data: [{ field: 'departmentId' }] });
    expect(await call(manager, SAVE, { userName: '无部门' })).toMatchObject({ code: 422 });
    await ok(manager, SAVE, { userName: '区内新人', departmentId: below });
  });

  it('change nobody who manages something, whose password would make them more', async () => {
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager');
    const colleague = await mintPerson(tenant);
    await mintGrant(tenant, colleague, 'auditor');
    for (const { userId } of [colleague, admin])
      expect(await call(manager, RESET, { userId })).toMatchObject({ code: 403 });
    expect(await call(manager, SAVE, await asStored(colleague.userId))).toMatchObject({ code: 403 });
  });

  it('change heads of their departments, and no head of another one', async () => {
    const own = await mintDepartment(tenant, '负责区');
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', own);
    const [inside, outside] = [
      await mintPerson(tenant, { department: '负责区' }),
      await mintPerson(tenant, { department: '负责区' }),
    ];
    await mintDepartment(tenant, '负责班', { parentId: own, headId: inside.userId });
    await mintDepartment(tenant, '别处', { headId: outside.userId });
    await ok(manager, SAVE, { ...(await asStored(inside.userId)), userName: '班长' });
    expect(await call(manager, SAVE, await asStored(outside.userId))).toMatchObject({ code: 403 });
  });

  it('make nobody a lecturer or organisation account, which see more than a department', async () => {
    const own = await mintDepartment(tenant, '类型区');
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', own);
    const person = await mintPerson(tenant, { department: '类型区' });
    for (const input of [{ userName: '新', departmentId: own }, await asStored(person.userId)])
      expect(await call(manager, SAVE, { ...input, userType: 3 })).toMatchObject({
        code: 422,
        data: [{ field: 'userType' }],
      });
    expect((await memberOf(person.userId)).userType).toBe(1);
  });

  it('search by complete phone numbers a limited number of times, also in what else takes the filter', async () => {
    const auditor = await mintPerson(tenant);
    await mintGrant(tenant, auditor, 'auditor');
    const answers: number[] = [];
    for (let n = 0; n < 201; n++)
      answers.push((await call(auditor, PAGE, { keyword: `1399${String(n).padStart(7, '0')}` })).code);
    expect([answers[199], answers[200]]).toEqual([200, 429]);
    expect((await call(auditor, 'POST /user/auth/people/export', { keyword: '13990000001' })).code).toBe(429);
    expect((await call(auditor, PAGE, { keyword: '管理' })).code).toBe(200);
  });

  it('with a right to read only see masked numbers and change nothing', async () => {
    const auditor = await mintPerson(tenant);
    await mintGrant(tenant, auditor, 'auditor');
    const person = await mintPerson(tenant);
    const shown = await ok(auditor, VIEW, { userId: person.userId });
    expect([shown.phone, shown.canChange]).toEqual([expect.stringContaining('****'), false]);
    expect(await call(auditor, STATUS, { userId: person.userId, status: 'disabled' })).toMatchObject({ code: 403 });
  });
});

describe('personal data', () => {
  const COPY = 'POST /user/auth/people/data/copy';
  const ERASE = 'POST /user/auth/people/data/erase';

  it('is copied for administrators only, without secrets, and audited', async () => {
    const person = await mintPerson(tenant, { userName: '数据主体' });
    const { fileName, base64 } = await ok(admin, COPY, { userId: person.userId });
    const json = Buffer.from(base64, 'base64').toString();
    expect(fileName).toBe(`person-${person.userId}.json`);
    const copy = JSON.parse(json) as { data: Record<string, Record<string, unknown>[]> };
    expect(copy.data['enterprise_user']).toMatchObject([{ user_name: '数据主体' }]);
    expect(json).not.toContain('password_hash');
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: person.userId });
    expect(history.list[0]).toMatchObject({ action: 'member.exported', userName: '管理员' });
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager');
    expect(await call(manager, COPY, { userId: person.userId })).toMatchObject({ code: 403 });
  });

  it('is erased after another administrator has decided so, and not before', async () => {
    const here = await mintTenant();
    const first = await mintPerson(here, { isAdmin: true, userName: '甲' });
    const person = await mintPerson(here, { userName: '将被删除' });
    const asked = { userId: person.userId, reason: '本人要求' };
    // Nobody could decide it.
    expect(await call(first, ERASE, asked)).toMatchObject({ code: 409 });
    const second = await mintPerson(here, { isAdmin: true, userName: '乙' });
    const { instanceId } = await ok(first, ERASE, asked);
    expect(await call(first, ERASE, asked)).toMatchObject({ code: 409 });
    const decide = { id: instanceId, action: 'approve' as const };
    expect(await call(first, 'POST /user/auth/flow/instance/submitFlow', decide)).toMatchObject({ code: 403 });
    await ok(second, 'POST /user/auth/flow/instance/submitFlow', decide);
    const row = () =>
      withTenant(here.id, async (db) => {
        const [found] = await db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, person.userId));
        return found!;
      });
    expect((await row()).erasedAt).toBeNull();
    const { rows } = await withPortal((db) =>
      db.execute<{ data: Jobs['erase-person'] }>(
        `select data from pgboss.job where name = 'erase-person' and data ->> 'userId' = '${person.userId}'`,
      ),
    );
    await erasePersonJob(rows[0]!.data);
    expect(await row()).toMatchObject({ userName: expect.not.stringContaining('将被删除'), status: 'disabled' });
    expect((await row()).erasedAt).not.toBeNull();
    // A repeated job finds nothing to erase.
    await erasePersonJob(rows[0]!.data);
    expect(await call(first, VIEW, { userId: person.userId })).toMatchObject({ code: 200 });
  });
});
