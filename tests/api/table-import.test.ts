import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { noteEdits } from '#src/server/account/person/note-edits.ts';
import { getT } from '#src/i18n/server.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { deleteOldImports } from '#src/server/people/import/delete-old-imports.ts';
import { openSheets } from '#src/server/people/import/read-sheets.ts';
import { runImportBatch } from '#src/server/people/import/run-import.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { mintDepartment, mintGrant } from '../factories/organisation.ts';
import {
  applyPeople,
  csvFile,
  planPeople,
  rowsOf,
  runImport,
  sendPeople,
  undoPeople,
} from '../factories/people-import.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const STUDIED = { kind: 'points', amount: '5', source: 'test', title: '学习', year: 2026 } as const;
let next = 0;
/** A phone number that nobody has. */
const newPhone = () => `199${String(Date.now() % 1_000_000).padStart(6, '0')}${String((next += 1)).padStart(2, '0')}`;
const memberOf = async (employeeNo: string) => {
  const [found] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(enterpriseUser)
      .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.employeeNo, employeeNo))),
  );
  return found!;
};
const accountOf = async (id: string) =>
  (await withPortal((db) => db.select().from(userAccount).where(eq(userAccount.id, id))))[0]!;
const HEAD = ['姓名', '工号', '手机号', '部门', '岗位', '直接上级', '入职日期'];

describe('an import of people', () => {
  it('shows new people, creates them with departments, positions and superiors, and changes nothing the second time', async () => {
    const [first, second] = [newPhone(), newPhone()];
    const table = [
      HEAD,
      ['张一', 'A1', first, '总部/一部', '焊工', 'A2', '2024/3/1'],
      ['李二', 'A2', second, '总部', '主任', '', '20200102'],
    ];
    const plan = await planPeople(tenant, admin, table);
    expect(plan).toMatchObject({
      state: 'planned',
      problem: null,
      counts: { new: 2, changed: 0, unchanged: 0, missing: 0, wrong: 0 },
    });
    expect(plan.newDepartments).toEqual(['总部', '总部/一部']);
    expect([...plan.newPositions].sort()).toEqual(['主任', '焊工'].sort());
    const done = await applyPeople(tenant, admin, plan);
    expect(done).toMatchObject({ state: 'applied', doneCount: 2, failedCount: 0 });
    const [one, two] = [await memberOf('A1'), await memberOf('A2')];
    expect(one).toMatchObject({
      userName: '张一',
      department: '总部/一部',
      post: '焊工',
      joinedOn: '2024-03-01',
      superiorId: two.userId,
      status: 'active',
    });
    expect(await accountOf(one.userId)).toMatchObject({ phone: first, phoneUnverified: true, passwordHash: null });
    const again = await planPeople(tenant, admin, table);
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 2, missing: 0, wrong: 0 });
    expect(again.newDepartments).toEqual([]);
    await applyPeople(tenant, admin, again);
    expect((await memberOf('A1')).revision).toBe(one.revision);
  });

  it('shows what changes field by field, and undoes it', async () => {
    const phone = newPhone();
    await applyPeople(
      tenant,
      admin,
      await planPeople(tenant, admin, [HEAD, ['王三', 'B1', phone, '东区', '电工', '', '']]),
    );
    const before = await memberOf('B1');
    const plan = await planPeople(tenant, admin, [HEAD, ['王三三', 'B1', phone, '西区', '电工', '', '2021-05-06']]);
    expect(await rowsOf(admin, plan)).toEqual([
      expect.objectContaining({
        kind: 'changed',
        userId: before.userId,
        changes: [
          { field: 'userName', before: '王三', after: '王三三' },
          { field: 'department', before: '东区', after: '西区' },
          { field: 'joinedOn', before: null, after: '2021-05-06' },
        ],
      }),
      expect.objectContaining({ kind: 'missing', name: '张一' }),
      expect.objectContaining({ kind: 'missing', name: '李二' }),
    ]);
    await applyPeople(tenant, admin, plan);
    expect(await memberOf('B1')).toMatchObject({ userName: '王三三', department: '西区', joinedOn: '2021-05-06' });
    const history = await ok(admin, 'POST /data/auth/history/page', { kind: 'person', id: before.userId });
    expect(history.list.map(({ action, changes }) => [action, changes.map(({ name }) => name).sort()])).toEqual([
      ['member.changed', ['department', 'joinedOn', 'userName']],
      ['member.added', []],
    ]);
    const undone = await undoPeople(tenant, admin, plan);
    expect(undone).toMatchObject({ state: 'undone', doneCount: 1, failedCount: 0 });
    expect(await memberOf('B1')).toMatchObject({
      userName: '王三',
      department: '东区',
      joinedOn: null,
      departmentId: before.departmentId,
    });
  });
});

/** One person of a file, in the order of `HEAD`. */
type Line = (string | number)[];
const people = (...lines: Line[]) => [HEAD, ...lines];
/** Creates people by an import. */
const bring = async (...lines: Line[]) => applyPeople(tenant, admin, await planPeople(tenant, admin, people(...lines)));
/** What is wrong with each row of a table. */
async function wrongs(table: Line[], by = admin, options = {}): Promise<string[][]> {
  const rows = await rowsOf(by, await planPeople(tenant, by, table, options));
  return rows.filter(({ kind }) => kind !== 'missing').map(({ reasons }) => reasons.map(({ text }) => text));
}

describe('a row is wrong', () => {
  it('when two rows have one number, one phone, or are one member', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    await bring(['赵', 'W1', phone, '', '', '', '']);
    expect(
      await wrongs(people(['甲', 'W8', newPhone(), '', '', '', ''], ['乙', 'W8', newPhone(), '', '', '', ''])),
    ).toEqual([['与第 3 行相同'], ['与第 2 行相同']]);
    expect(await wrongs(people(['甲', 'W8', other, '', '', '', ''], ['乙', 'W9', other, '', '', '', '']))).toEqual([
      ['与第 3 行相同'],
      ['与第 2 行相同'],
    ]);
    expect(await wrongs(people(['赵', 'W1', other, '', '', '', ''], ['赵', '', phone, '', '', '', '']))).toEqual([
      ['与第 3 行是同一个人'],
      ['与第 2 行是同一个人'],
    ]);
  });

  it('when its phone belongs to another member; its own is not replaced once it was verified', async () => {
    const [one, two] = [newPhone(), newPhone()];
    await bring(['钱', 'W2', one, '', '', '', ''], ['孙', 'W3', two, '', '', '', '']);
    expect(await wrongs(people(['钱', 'W2', two, '', '', '', ''], ['新', 'W4', one, '', '', '', '']))).toEqual([
      ['这个手机号属于另一位成员'],
      ['这个手机号属于另一位成员'],
    ]);
    const id = (await memberOf('W2')).userId;
    const third = newPhone();
    await bring(['钱', 'W2', third, '', '', '', '']);
    expect(await accountOf(id)).toMatchObject({ phone: third, phoneUnverified: true });
    await withPortal((db) => db.update(userAccount).set({ phoneUnverified: false }).where(eq(userAccount.id, id)));
    const plan = await planPeople(tenant, admin, people(['钱', 'W2', newPhone(), '', '', '', '']));
    expect((await rowsOf(admin, plan))[0]).toMatchObject({ kind: 'unchanged', kept: ['phone'], reasons: [] });
    await applyPeople(tenant, admin, plan);
    expect((await accountOf(id)).phone).toBe(third);
  });

  it('when its phone is that of a record that was merged into another one', async () => {
    const kept = await mintPerson(tenant);
    const merged = await mintPerson(tenant);
    const pair = { userId: kept.userId, otherId: merged.userId };
    const { plan: mergePlan } = await ok(admin, 'POST /people/auth/merge/plan', pair);
    await ok(admin, 'POST /people/auth/merge/apply', { ...pair, plan: mergePlan, take: [] });
    const phone = (await accountOf(merged.userId)).phone!;
    const plan = await planPeople(tenant, admin, [HEAD, ['张三', 'M1', phone, '', '', '', '']]);
    expect(plan.counts).toMatchObject({ wrong: 1 });
    expect((await rowsOf(admin, plan))[0]!.reasons).toEqual([
      { field: null, heading: null, text: '这条记录已并入同一人的另一条记录，请填写那条记录的工号或手机号' },
    ]);
    await applyPeople(tenant, admin, plan);
    const [stored] = await withTenant(tenant.id, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.userId, merged.userId)),
    );
    expect(stored).toMatchObject({ status: 'disabled', employeeNo: null });
  });

  it('when nobody can be recognised, a value is not understood, or a superior is not found or would report to this person', async () => {
    await bring(['周', 'W5', newPhone(), '', '', '', ''], ['吴', 'W6', newPhone(), '', '', 'W5', '']);
    expect(
      await wrongs(
        people(
          ['郑', '', '', '', '', '', ''],
          ['', 'W40', '', '', '', '', ''],
          ['王', 'W41', '123', '', '', '', ''],
          ['冯', 'W42', '', '', '', '', '3/4/2024'],
          ['陈', 'W43', '', '', '', 'nobody', ''],
          ['卫', 'W45', '', '', '', 'W46', ''],
          ['蒋', 'W46', '', '', '', 'W45', ''],
          ['周', 'W5', '', '', '', 'W6', ''],
        ),
      ),
    ).toEqual([
      ['没有工号和手机号，无法识别人员'],
      ['新人员需要填写姓名'],
      ['不是有效的手机号'],
      ['日期无法识别，请写成 2026-05-01'],
      ['找不到这位上级'],
      ['上下级关系形成循环'],
      ['上下级关系形成循环'],
      ['上下级关系形成循环'],
    ]);
  });

  it('when it names new departments and positions and these are refused', async () => {
    const table = people(['何', 'W50', '', '新部门', '', '', ''], ['吕', 'W51', '', '', '新岗位', '', '']);
    expect(await wrongs(table, admin, { refuseNew: true })).toEqual([['部门不存在'], ['岗位不存在']]);
    expect(await wrongs(table)).toEqual([[], []]);
  });

  it('without stopping the right ones, in the language of the user', async () => {
    const plan = await planPeople(
      tenant,
      { ...admin, locale: 'en' },
      people(['施', 'W52', '', '', '', '', ''], ['张', 'W53', 'x', '', '', '', '']),
    );
    expect((await rowsOf({ ...admin, locale: 'en' }, plan))[1]!.reasons).toEqual([
      { field: 'phone', heading: '手机号', text: 'This is no mobile number' },
    ]);
    expect(await applyPeople(tenant, admin, plan)).toMatchObject({ doneCount: 1, failedCount: 0 });
    expect(await memberOf('W52')).toMatchObject({ userName: '施' });
    expect(await memberOf('W53')).toBeUndefined();
  });
});

it('a row is applied without a superior whose row is wrong; the head names themselves', async () => {
  const plan = await planPeople(
    tenant,
    admin,
    people(
      ['头', 'S1', '', '', '', 'S1', ''],
      ['错', 'S2', '12', '', '', 'S1', ''],
      ['下', 'S3', '', '', '', 'S2', ''],
    ),
  );
  expect((await rowsOf(admin, plan)).slice(0, 3).map(({ kind, note }) => [kind, note])).toEqual([
    ['new', null],
    ['wrong', null],
    ['new', '第 3 行的上级有误，未设置上级'],
  ]);
  expect(await applyPeople(tenant, admin, plan)).toMatchObject({ doneCount: 2, failedCount: 0 });
  expect([await memberOf('S1'), await memberOf('S3')]).toMatchObject([{ superiorId: null }, { superiorId: null }]);
});

describe('a manager of a department', () => {
  it('changes people in it only, and learns nothing of others', async () => {
    const department = await mintDepartment(tenant, '南区');
    const manager = await mintPerson(tenant, { department: '南区' });
    await mintGrant(tenant, manager, 'peopleManager', department);
    const [inside, outside, third] = [newPhone(), newPhone(), newPhone()];
    await bring(
      ['里', 'M1', inside, '南区/一班', '', '', ''],
      ['外', 'M2', outside, '北区', '', '', ''],
      ['远', 'M7', third, '', '', '', ''],
    );
    const plan = await planPeople(
      tenant,
      manager,
      people(
        ['里里', 'M1', inside, '南区/二班', '', '', ''],
        ['外外', 'M2', outside, '南区', '', '', ''],
        ['借', 'M3', third, '南区', '', '', ''],
        ['里', 'M4', '', '北区', '', '', ''],
        ['新', 'M5', '', '', '', '', ''],
        ['好', 'M6', '', '南区', '', 'M2', ''],
      ),
    );
    const rows = await rowsOf(manager, plan);
    expect(
      rows
        .slice(0, 6)
        .map(({ kind, userId, changes, reasons }) => [
          kind,
          userId !== null,
          changes.length,
          reasons.map(({ text }) => text),
        ]),
    ).toEqual([
      ['changed', true, 2, []],
      ['wrong', false, 0, ['不在你管理的部门']],
      ['wrong', false, 0, ['不在你管理的部门']],
      ['wrong', false, 0, ['部门不在你管理的范围内']],
      ['wrong', false, 0, ['部门不在你管理的范围内']],
      ['wrong', false, 0, ['找不到这位上级']],
    ]);
    // Nobody outside is missing for them.
    expect(rows.filter(({ kind }) => kind === 'missing')).toEqual([]);
    await applyPeople(tenant, manager, plan);
    expect(await memberOf('M1')).toMatchObject({ userName: '里里', department: '南区/二班' });
    expect(await memberOf('M2')).toMatchObject({ userName: '外', department: '北区' });
    const other = await planPeople(tenant, admin, people(['x', 'M9', '', '', '', '', '']));
    expect(await call(manager, 'GET /people/auth/import/view', { id: other.id })).toMatchObject({ code: 404 });
    expect((await ok(manager, 'POST /people/auth/import/page', {})).list.map(({ id }) => id)).toEqual([plan.id]);
  });

  it('makes nobody a lecturer or organisation account for managers of a department', async () => {
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', await mintDepartment(tenant, '类型科'));
    const table = [
      [...HEAD, '人员类型'],
      ['讲', 'T1', '', '类型科', '', '', '', '讲师'],
      ['学', 'T2', '', '类型科', '', '', '', '学员'],
    ];
    expect(await wrongs(table, manager)).toEqual([['只有管理整个企业人员的经理可以设置人员类型'], []]);
    expect(await wrongs(table)).toEqual([[], []]);
  });

  it('does not change accounts of those with rights', async () => {
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', null);
    const boss = await mintPerson(tenant, { isAdmin: true });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ employeeNo: 'BOSS' }).where(eq(enterpriseUser.userId, boss.userId)),
    );
    await withPortal((db) =>
      db.update(userAccount).set({ phoneUnverified: true }).where(eq(userAccount.id, boss.userId)),
    );
    const table = people(['老板', 'BOSS', newPhone(), '', '', '', '']);
    expect(await wrongs(table, manager)).toEqual([['此人有管理权限，只有管理员能更改其账号信息']]);
    expect(await wrongs(table)).toEqual([[]]);
  });

  it('applies nothing once the right is gone', async () => {
    const manager = await mintPerson(tenant);
    await mintGrant(tenant, manager, 'peopleManager', null);
    const plan = await planPeople(tenant, manager, people(['失', 'M20', '', '', '', '', '']));
    await ok(manager, 'PUT /people/auth/import/apply', { id: plan.id, plan: plan.plan });
    await withTenant(tenant.id, (db) => db.delete(roleGrant).where(eq(roleGrant.userId, manager.userId)));
    await runImport(tenant, plan.id);
    expect(await memberOf('M20')).toBeUndefined();
    expect(await ok(admin, 'GET /people/auth/import/view', { id: plan.id })).toMatchObject({
      state: 'applied',
      doneCount: 0,
      failedCount: 1,
    });
  });
});

describe('the application', () => {
  it('leaves out members who were changed since the plan', async () => {
    await bring(['一', 'P1', '', 'X', '', '', ''], ['二', 'P2', '', 'X', '', '', '']);
    const plan = await planPeople(
      tenant,
      admin,
      people(['一', 'P1', '', 'Y', '', '', ''], ['二', 'P2', '', 'Y', '', '', ''], ['三', 'P3', '', 'Y', '', '', '']),
    );
    const second = await planPeople(
      tenant,
      admin,
      people(['三', 'P3', '', 'Z', '', '', ''], ['一', 'P1', '', 'Z', '', '', '']),
    );
    await applyPeople(tenant, admin, plan);
    expect(await applyPeople(tenant, admin, second)).toMatchObject({ doneCount: 0, failedCount: 2 });
    const failed = await ok(admin, 'POST /people/auth/import/row/page', { id: second.id, outcome: 'failed' });
    expect(failed.list.map(({ note }) => note)).toEqual([
      '对比之后此人的信息已有变动，未应用',
      '对比之后此人的信息已有变动，未应用',
    ]);
    expect(await memberOf('P1')).toMatchObject({ department: 'Y' });
  });

  it('is one at a time, of the plan that was shown', async () => {
    const [one, two] = [
      await planPeople(tenant, admin, people(['a', 'P10', '', '', '', '', ''])),
      await planPeople(tenant, admin, people(['b', 'P11', '', '', '', '', ''])),
    ];
    expect(await call(admin, 'PUT /people/auth/import/apply', { id: one.id, plan: one.plan + 1 })).toMatchObject({
      code: 409,
    });
    const codes = await Promise.all(
      [one, two].map(async ({ id, plan }) => (await call(admin, 'PUT /people/auth/import/apply', { id, plan })).code),
    );
    expect(codes.sort()).toEqual([200, 409]);
    await Promise.all([one, two].map(({ id }) => runImport(tenant, id)));
  });

  it('goes on after a crash with the rows that have no result, and creates nobody twice', async () => {
    const many = Array.from({ length: 1_100 }, (_, n): Line => [
      `人${n}`,
      `Q${n}`,
      '',
      '夜班',
      '',
      n > 0 ? 'Q0' : '',
      '',
    ]);
    const plan = await planPeople(tenant, admin, people(...many));
    await ok(admin, 'PUT /people/auth/import/apply', { id: plan.id, plan: plan.plan });
    expect(await runImportBatch(tenant.id, plan.id, () => new Date())).toBe(true);
    // The process was killed, the job runs twice at once.
    await Promise.all([runImport(tenant, plan.id), runImport(tenant, plan.id)]);
    expect(await ok(admin, 'GET /people/auth/import/view', { id: plan.id })).toMatchObject({
      state: 'applied',
      doneCount: 1_100,
      failedCount: 0,
    });
    const found = await withTenant(tenant.id, (db) =>
      db.$count(enterpriseUser, and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.department, '夜班'))),
    );
    expect(found).toBe(1_100);
    expect((await memberOf('Q5')).superiorId).toBe((await memberOf('Q0')).userId);
  });

  it('disables who is missing only when asked, and many only with their number', async () => {
    const own = await mintTenant();
    const chief = await mintPerson(own, { isAdmin: true });
    const all = Array.from({ length: 5 }, (_, n): Line => [`员${n}`, `D${n}`, '', '', '', '', '']);
    await applyPeople(own, chief, await planPeople(own, chief, people(...all)));
    const plan = await planPeople(own, chief, people(...all.slice(1)));
    expect(plan).toMatchObject({ counts: { missing: 1, unchanged: 4 }, missingConfirmation: true });
    const input = { id: plan.id, plan: plan.plan, disableMissing: true };
    expect((await call(chief, 'PUT /people/auth/import/apply', input)).data).toEqual([
      expect.objectContaining({ field: 'confirmed' }),
    ]);
    await applyPeople(own, chief, plan, true, 1);
    const statusOf = async () =>
      (
        await withTenant(own.id, (db) =>
          db.select({ status: enterpriseUser.status }).from(enterpriseUser).where(eq(enterpriseUser.employeeNo, 'D0')),
        )
      )[0]!.status;
    expect(await statusOf()).toBe('disabled');
    // Who is in the file again is enabled.
    const again = await planPeople(own, chief, people(...all));
    expect(again.counts).toMatchObject({ changed: 1, unchanged: 4, missing: 0 });
    await applyPeople(own, chief, again);
    expect(await statusOf()).toBe('active');
    await undoPeople(own, chief, again);
    expect(await statusOf()).toBe('disabled');
    await undoPeople(own, chief, plan);
    expect(await statusOf()).toBe('active');
  });

  it('keeps what was edited in the portal until the file agrees', async () => {
    await bring(['旧名', 'E1', '', '甲', '', '', '']);
    const { userId } = await memberOf('E1');
    await withTenant(tenant.id, async (db) => {
      await db.update(enterpriseUser).set({ department: '乙' }).where(eq(enterpriseUser.userId, userId));
      await noteEdits(db, { enterpriseId: tenant.id, userId }, ['department']);
    });
    const kept = await planPeople(tenant, admin, people(['新名', 'E1', '', '甲', '', '', '']));
    expect((await rowsOf(admin, kept))[0]).toMatchObject({
      kind: 'changed',
      kept: ['department'],
      changes: [expect.objectContaining({ field: 'userName' })],
    });
    await applyPeople(tenant, admin, kept);
    expect(await memberOf('E1')).toMatchObject({ userName: '新名', department: '乙' });
    await bring(['新名', 'E1', '', '乙', '', '', '']);
    // It agreed: now it may change.
    await bring(['新名', 'E1', '', '丙', '', '', '']);
    expect(await memberOf('E1')).toMatchObject({ department: '丙' });
    await withTenant(tenant.id, (db) => noteEdits(db, { enterpriseId: tenant.id, userId }, ['department']));
    await applyPeople(
      tenant,
      admin,
      await planPeople(tenant, admin, people(['新名', 'E1', '', '丁', '', '', '']), { keepEdited: false }),
    );
    expect(await memberOf('E1')).toMatchObject({ department: '丁' });
  });

  it('clears with empty cells only when asked', async () => {
    await bring(['空', 'F1', '', '甲', '焊工', '', '2024-01-01']);
    const table = people(['空', 'F1', '', '', '', '', '']);
    expect((await planPeople(tenant, admin, table)).counts).toMatchObject({ unchanged: 1, changed: 0 });
    await applyPeople(tenant, admin, await planPeople(tenant, admin, table, { emptyClears: true }));
    expect(await memberOf('F1')).toMatchObject({
      userName: '空',
      department: null,
      departmentId: null,
      post: null,
      joinedOn: null,
    });
  });
});

describe('undoing', () => {
  it('keeps what was changed since, disables who was new, and loses nothing of what they did', async () => {
    await bring(['改', 'U1', '', '甲', '工', '', '']);
    const plan = await planPeople(
      tenant,
      admin,
      people(['改改', 'U1', '', '乙', '工', '', ''], ['新', 'U2', newPhone(), '乙', '', 'U1', '']),
    );
    await applyPeople(tenant, admin, plan);
    const [one, two] = [await memberOf('U1'), await memberOf('U2')];
    await withTenant(tenant.id, async (db) => {
      await db.update(enterpriseUser).set({ department: '丙' }).where(eq(enterpriseUser.userId, one.userId));
      await db.insert(ledgerEntry).values({ enterpriseId: tenant.id, userId: two.userId, ...STUDIED });
    });
    expect(await undoPeople(tenant, admin, plan)).toMatchObject({ state: 'undone', doneCount: 1, failedCount: 1 });
    expect(await memberOf('U1')).toMatchObject({ userName: '改', department: '丙' });
    expect(await memberOf('U2')).toMatchObject({ status: 'disabled', superiorId: one.userId });
    const kept = await ok(admin, 'POST /people/auth/import/row/page', { id: plan.id, outcome: 'kept' });
    expect(kept.list).toEqual([
      expect.objectContaining({ name: '改改', undone: 'partly', undoNote: '导入之后又有变动，保留：部门' }),
    ]);
    expect(await withTenant(tenant.id, (db) => db.$count(ledgerEntry, eq(ledgerEntry.userId, two.userId)))).toBe(1);
    expect(await call(admin, 'PUT /people/auth/import/undo', { id: plan.id })).toMatchObject({ code: 409 });
  });

  it('is not possible any more when the rows were deleted', async () => {
    const plan = await bring(['期', 'U9', '', '', '', '', '']);
    await deleteOldImports(tenant.id, new Date(Date.now() + 91 * 86_400_000));
    expect(await call(admin, 'PUT /people/auth/import/undo', { id: plan.id })).toMatchObject({ code: 409 });
    expect(await ok(admin, 'GET /people/auth/import/view', { id: plan.id })).toMatchObject({
      state: 'applied',
      undoUntil: null,
      counts: { new: 1 },
    });
    expect(await rowsOf(admin, plan)).toEqual([]);
    expect(await memberOf('U9')).toMatchObject({ status: 'active' });
  });
});

describe('a file', () => {
  it.each([
    [
      'GBK',
      Buffer.concat([Buffer.from('d0d5c3fb2cb9a4bac50a', 'hex'), Buffer.from('d5c5c8fd2c', 'hex'), Buffer.from('G1')]),
    ],
    ['UTF-8 with byte order mark and semicolons', Buffer.from('\ufeff姓名;工号\n张三;G1')],
    ['tabs and a title', Buffer.from('员工名单\n\n姓名\t工号\n张三\tG1')],
  ])('may be %s', async (_, bytes) => {
    const plan = await planPeople(tenant, admin, new File([bytes], 'people.csv'));
    expect((await rowsOf(admin, plan))[0]).toMatchObject({ kind: 'new', name: '张三' });
  });

  it.each([
    ['peopleFileOld', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
    ['peopleFilePdf', Buffer.from('%PDF-1.7')],
    ['peopleFileBroken', Buffer.from('504b0304', 'hex')],
    ['peopleFileHtml', Buffer.from('<html><table></table></html>')],
    ['peopleFileEmpty', Buffer.from(' \n')],
  ])('of another kind is explained: %s', async (key, bytes) => {
    const answer = await call(admin, 'POST /people/auth/import/upload', { file: new File([bytes], 'people.xls') });
    expect(answer.code).not.toBe(200);
    expect(answer.msg).toBe(getT('zh')(`errors:${key}`));
  });

  it('has its columns remembered, and gives its result back', async () => {
    const file = csvFile([
      ['员', '号', '密码'],
      ['张', 'R1', 'secret'],
    ]);
    const { id, sheets } = await sendPeople(admin, file);
    expect(sheets[0]!.top[0]!.columns).toEqual([null, null, null]);
    const input = {
      id,
      sheet: 0,
      header: 0,
      options: { emptyClears: false, keepEdited: true, refuseNew: false, allMissing: false },
    };
    expect(
      await call(admin, 'PUT /people/auth/import/plan', { ...input, columns: ['userName', null, null] }),
    ).toMatchObject({ code: 422 });
    expect(
      await call(admin, 'PUT /people/auth/import/plan', { ...input, columns: ['userName', 'employeeNo', 'email'] }),
    ).toMatchObject({ code: 422 });
    await ok(admin, 'PUT /people/auth/import/plan', { ...input, columns: ['userName', 'employeeNo', null] });
    expect((await sendPeople(admin, file)).sheets[0]!.top[0]!.columns).toEqual(['userName', 'employeeNo', null]);
    const plan = await planPeople(tenant, admin, file);
    await applyPeople(tenant, admin, plan);
    const result = await ok(admin, 'POST /people/auth/import/download', { id: plan.id, format: 'csv' });
    expect(Buffer.from(result.base64, 'base64').toString()).toContain('\n2,张,新增,,已应用,,张,R1,secret');
    const sheet = await ok(admin, 'POST /people/auth/import/download', { id: plan.id, format: 'xlsx' });
    expect(openSheets(Buffer.from(sheet.base64, 'base64')).names).toEqual([{ name: '导入结果', hidden: false }]);
  });

  it('stays when its user sends others, up to four that are not applied', async () => {
    const own = await mintPerson(tenant, { isAdmin: true });
    const sent = [];
    for (let n = 0; n < 6; n++)
      sent.push(
        await sendPeople(
          own,
          csvFile([
            ['姓名', '工号'],
            ['甲', `S${n}`],
          ]),
        ),
      );
    const found = await Promise.all(
      sent.map(async ({ id }) => (await call(own, 'GET /people/auth/import/view', { id })).code),
    );
    // Before the sixth was stored there were four.
    expect(found).toEqual([404, 200, 200, 200, 200, 200]);
  });

  it('of another enterprise is not found', async () => {
    const other = await mintTenant();
    const theirs = await mintPerson(other, { isAdmin: true });
    const plan = await planPeople(tenant, admin, people(['x', 'T1', '', '', '', '', '']));
    for (const name of [
      'GET /people/auth/import/view',
      'PUT /people/auth/import/undo',
      'DELETE /people/auth/import/delete',
    ] as const)
      expect(await call(theirs, name, { id: plan.id })).toMatchObject({ code: 404 });
    // An account of another enterprise joins with its number; nothing of it is shown.
    await applyPeople(
      other,
      theirs,
      await planPeople(other, theirs, people(['张一二', 'T9', admin.phone, '', '', '', ''])),
    );
    const joined = await withTenant(other.id, (db) =>
      db.select().from(enterpriseUser).where(eq(enterpriseUser.employeeNo, 'T9')),
    );
    expect(joined).toEqual([expect.objectContaining({ userId: admin.userId, userName: '张一二' })]);
  });
});
