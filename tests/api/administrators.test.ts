import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const LIST = 'POST /user/auth/enterprise/administrator/page';
const SAVE = 'PUT /user/auth/enterprise/administrator/save';

let tenant: TestTenant;
let admin: TestPerson;
let member: TestPerson;

beforeEach(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Amy' });
  member = await mintPerson(tenant, { userName: 'Ben' });
});

const names = async () => (await ok(admin, LIST)).list.map(({ userName }) => userName);

it('an administrator appoints another one, who has the rights at once, and the audit log has it', async () => {
  expect((await call(member, LIST)).code).toBe(403);
  expect(await ok(admin, SAVE, { userId: member.userId, isAdmin: true })).toEqual({ isAdmin: true });
  expect(await ok(member, LIST)).toMatchObject({ totalCount: 2, list: [{ userName: 'Amy' }, { userName: 'Ben' }] });
  // A repetition changes nothing.
  await ok(admin, SAVE, { userId: member.userId, isAdmin: true });
  await ok(admin, SAVE, { userId: member.userId, isAdmin: false });
  expect((await call(member, LIST)).code).toBe(403);
  expect(await names()).toEqual(['Amy']);
  const rows = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, 'member.role')))
      .orderBy(auditLog.id),
  );
  expect(rows.map(({ userId, detail }) => [userId, detail])).toEqual(
    [true, false].map((isAdmin) => [
      admin.userId,
      {
        by: 'administrator',
        memberId: member.userId,
        before: { userType: 1, isAdmin: !isAdmin },
        after: { userType: 1, isAdmin },
      },
    ]),
  );
});

it('nobody ends their own appointment, and of two who end each other’s one is left', async () => {
  expect(await call(admin, SAVE, { userId: admin.userId, isAdmin: false })).toMatchObject({
    code: 409,
    msg: '不能取消自己的管理员身份，请由另一位管理员操作',
  });
  const second = await mintPerson(tenant, { isAdmin: true });
  const answers = await Promise.all([
    call(admin, SAVE, { userId: second.userId, isAdmin: false }),
    call(second, SAVE, { userId: admin.userId, isAdmin: false }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 403]);
  const left = await withTenant(tenant.id, (db) => db.$count(enterpriseUser, eq(enterpriseUser.isAdmin, true)));
  expect(left).toBe(1);
});

it('members of other enterprises, disabled and erased ones are not appointed', async () => {
  const stranger = await mintPerson(await mintTenant());
  expect((await call(admin, SAVE, { userId: stranger.userId, isAdmin: true })).code).toBe(404);
  const change = (values: Partial<typeof enterpriseUser.$inferInsert>) =>
    withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, member.userId)),
    );
  await change({ status: 'disabled', disabledAt: new Date() });
  expect(await call(admin, SAVE, { userId: member.userId, isAdmin: true })).toMatchObject({
    code: 409,
    msg: '该成员已停用，不能担任管理员',
  });
  await change({ erasedAt: new Date() });
  expect((await call(admin, SAVE, { userId: member.userId, isAdmin: true })).code).toBe(404);
  expect(await names()).toEqual(['Amy']);
});
