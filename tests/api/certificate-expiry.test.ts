import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { remindExpiring } from '#src/server/record/certificate/remind-expiring.ts';
import { userCertificate } from '#src/server/record/tables.ts';
import { ok } from '../factories/portal.ts';
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
