import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { department } from '#src/server/organisation/tables.ts';
import { remindExpiring } from '#src/server/record/certificate/remind-expiring.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Notices before certificates expire, and lists of those that do (docs/specification.md, section "Certificates"). */

const DAY = 86_400_000;
const START = new Date('2026-01-10T04:00:00Z');
const END = new Date('2027-01-10T04:00:00Z');

let tenant: TestTenant;
let kind: string;

beforeAll(async () => {
  tenant = await mintTenant();
  kind = await mintCertificate(tenant, { certificateName: '电工证', validMonths: 12 });
});

const on = (daysBefore: number) => new Date(+END - daysBefore * DAY);
const remind = (now: Date) =>
  withTenant(tenant.id, (db) => remindExpiring(db, { enterpriseId: tenant.id, timeZone: 'Asia/Shanghai' }, now));
const told = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/notice/page', { pageSize: 100 })).list
    .filter(({ kind: of }) => of === 'certificateExpiring')
    .map(({ gmtCreate }) => Math.round((+END - +new Date(gmtCreate)) / DAY))
    .reverse();
const change = (id: string, set: Partial<typeof userCertificate.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(userCertificate).set(set).where(eq(userCertificate.id, id)));

it('tells the holder 90, 30 and 7 days before, each once, however often it looks', async () => {
  const person = await mintPerson(tenant);
  const { id } = await giveCertificate(tenant, person, kind, { at: START });
  for (const days of [91, 90, 89, 31, 30, 29, 8, 7, 1, -1]) await Promise.all([remind(on(days)), remind(on(days))]);
  expect(await told(person)).toEqual([90, 30, 7]);
  const { list } = await ok(person, 'POST /user/auth/notice/page', { pageSize: 1 });
  expect(list[0]).toMatchObject({
    detail: { title: '电工证', end: '2027-01-10' },
    path: `/account/certificate?id=${id}`,
  });
  // A renewal moves the end; it is told before that.
  await change(id, { expiresAt: new Date(+END + 365 * DAY) });
  await remind(new Date(+END + 360 * DAY));
  expect(await told(person)).toHaveLength(4);
});

it('sends the latest one only when it looks late, and none for a step before the issue', async () => {
  const [late, short] = [await mintPerson(tenant), await mintPerson(tenant)];
  await giveCertificate(tenant, late, kind, { at: START });
  const monthly = await mintCertificate(tenant, { validMonths: 1 });
  await giveCertificate(tenant, short, monthly, { at: new Date('2026-12-10T04:00:00Z') });
  await remind(on(20));
  expect([await told(late), await told(short)]).toEqual([[20], [20]]);
  const weekly = await mintPerson(tenant);
  const { id } = await giveCertificate(tenant, weekly, monthly, { at: new Date('2026-12-20T04:00:00Z') });
  await change(id, { expiresAt: END });
  await remind(on(20));
  expect(await told(weekly)).toEqual([]);
  await remind(on(6));
  expect(await told(weekly)).toEqual([6]);
});

it('tells nobody who has left, whose certificate is revoked, or who has a later one', async () => {
  const [left, revoked, renewed] = [await mintPerson(tenant), await mintPerson(tenant), await mintPerson(tenant)];
  await giveCertificate(tenant, left, kind, { at: START });
  await change((await giveCertificate(tenant, revoked, kind, { at: START })).id, {
    revokedAt: on(50),
    revokeReason: 'x',
  });
  await giveCertificate(tenant, renewed, kind, { at: START });
  await giveCertificate(tenant, renewed, kind, { at: on(40) });
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, left.userId)),
  );
  await remind(on(30));
  await withTenant(tenant.id, (db) =>
    db.update(enterpriseUser).set({ status: 'active' }).where(eq(enterpriseUser.userId, left.userId)),
  );
  expect([await told(left), await told(revoked), await told(renewed)]).toEqual([[], [], []]);
});

it('lists those that expire within some days, for the holder and for those who manage them', async () => {
  const firm = await mintTenant();
  const [person, admin] = [await mintPerson(firm), await mintPerson(firm, { isAdmin: true })];
  const [monthly, yearly] = [
    await mintCertificate(firm, { certificateName: '月', validMonths: 1 }),
    await mintCertificate(firm, { certificateName: '年', validMonths: 12 }),
  ];
  await giveCertificate(firm, person, monthly, { at: new Date(Date.now() - 10 * DAY) });
  await giveCertificate(firm, person, monthly, { at: new Date(Date.now() - 40 * DAY) });
  await giveCertificate(firm, person, yearly);
  for (const [expiresWithin, count] of [
    ['7', 0],
    ['30', 1],
    ['90', 1],
  ] as const) {
    expect((await ok(person, 'POST /course/auth/user/certificate/page', { expiresWithin })).totalCount).toBe(count);
    expect((await ok(admin, 'POST /course/auth/certificate/issued/page', { expiresWithin })).totalCount).toBe(count);
  }
});

it('lists those that end soon for heads of their departments and managers, the next ends first', async () => {
  const where = await mintTenant();
  const head = await mintPerson(where, { userName: '主管', department: '华东' });
  await withTenant(where.id, (db) =>
    db.update(department).set({ headId: head.userId }).where(eq(department.path, '华东')),
  );
  const people = {
    near: await mintPerson(where, { userName: '王小明', department: '华东/上海' }),
    later: await mintPerson(where, { userName: '李梅', department: '华东' }),
    west: await mintPerson(where, { userName: '赵四', department: '西部' }),
    left: await mintPerson(where, { userName: '离职', department: '华东' }),
  };
  const [monthly, yearly] = await Promise.all([1, 12].map((validMonths) => mintCertificate(where, { validMonths })));
  const now = Date.now();
  await giveCertificate(where, people.near, monthly!, { at: new Date(now - 25 * DAY) });
  await giveCertificate(where, people.later, yearly!, { at: new Date(now - 300 * DAY) });
  await giveCertificate(where, people.west, monthly!, { at: new Date(now - 20 * DAY) });
  await giveCertificate(where, people.left, monthly!, { at: new Date(now - 20 * DAY) });
  // Neither expired ones, nor those that last.
  await giveCertificate(where, people.later, monthly!, { at: new Date(now - 60 * DAY) });
  await giveCertificate(where, people.near, yearly!, { at: new Date(now) });
  await withTenant(where.id, (db) =>
    db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, people.left.userId)),
  );
  const LIST = 'POST /course/auth/certificate/expiring/page';
  const names = async (who: TestPerson, input: object = {}) =>
    (await ok(who, LIST, input)).list.map(({ holderName }) => holderName);
  expect(await names(head)).toEqual(['王小明', '李梅']);
  expect(await names(head, { expiresWithin: '30' })).toEqual(['王小明']);
  expect(await names(head, { keyword: '赵' })).toEqual([]);
  const admin = await mintPerson(where, { isAdmin: true });
  expect(await names(admin)).toEqual(['王小明', '赵四', '李梅']);
  expect(await names(admin, { sort: '-expireTime' })).toEqual(['李梅', '赵四', '王小明']);
  expect((await call(people.near, LIST, {})).code).toBe(403);
});
