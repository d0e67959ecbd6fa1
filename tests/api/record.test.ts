import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#src/contract/calls.ts';
import { record } from '#src/contract/record.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { reverseEntry } from '#src/server/record/reverse-entry.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const HOURS = 'POST /data/auth/course/hour/user/course/hour/page';
const CREDITS = 'POST /data/auth/user/credit/hour/change/record/page';
const CERTIFICATES = 'POST /course/auth/user/certificate/page';
const CERTIFICATE = 'GET /course/auth/user/certificate/view';
const MONTHS = 'GET /data/auth/course/hour/user/month/list';

let tenant: TestTenant;
let me: TestPerson;
let colleague: TestPerson;
const year = Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format(new Date()));
/** Noon in Shanghai. */
const on = (date: string) => new Date(`${date}T12:00:00+08:00`);

beforeAll(async () => {
  tenant = await mintTenant();
  me = await mintPerson(tenant, { userName: '韩梅梅' });
  colleague = await mintPerson(tenant);
  await post(tenant, me, { amount: '1.5', at: on(`${year}-01-10`), title: '安全生产基础' });
  await post(tenant, me, { amount: '0.75', at: on(`${year}-01-31`), hourKind: 'culture', title: '企业文化' });
  await post(tenant, me, {
    amount: '2',
    at: on(`${year - 1}-12-31`),
    hourKind: 'lecturer',
    title: '授课',
    source: 'lecture:1',
  });
  await post(tenant, me, {
    amount: '3',
    at: on(`${year - 1}-11-02`),
    hourKind: 'other',
    title: '录入错误',
    source: 'mistake',
  });
  await withTenant(tenant.id, (db) =>
    reverseEntry(db, {
      enterpriseId: tenant.id,
      userId: me.userId,
      source: 'mistake',
      title: '更正',
      at: on(`${year}-01-05`),
    }),
  );
  await post(tenant, me, { kind: 'credits', amount: '2', at: on(`${year}-01-10`) });
  await post(tenant, me, { kind: 'credits', amount: '1.5', at: on(`${year - 1}-06-10`) });
  await post(tenant, me, { kind: 'points', amount: '20', at: on(`${year}-01-11`) });
  await post(tenant, colleague, { amount: '100' });
  await post(tenant, colleague, { kind: 'credits', amount: '100' });
});

it('rejects every call of the domain without a session, and with a session of another enterprise', async () => {
  const stranger = await mintPerson(await mintTenant());
  const own = Object.entries(record).filter(([, { auth }]) => auth !== 'public');
  expect(own.length).toBeGreaterThan(10);
  for (const [name] of own) {
    expect((await call(tenant.anonymous, name as Call)).code, name).toBe(300);
    expect((await call({ host: tenant.host, token: stranger.token }, name as Call)).code, name).toBe(300);
  }
});

describe('class hours', () => {
  it('are counted by kind and for the current year, for the viewer only', async () => {
    expect(await ok(me, 'GET /data/auth/course/hour/user/hours/count')).toEqual({
      annualHours: 2.25,
      totalHours: 4.25,
      requiredHours: 1.5,
      cultureHours: 0.75,
      lecturerHours: 2,
      otherHours: 0,
      sex: 1,
    });
  });

  it('are all zero for a new member', async () => {
    const newcomer = await mintPerson(tenant);
    expect(await ok(newcomer, 'GET /data/auth/course/hour/user/hours/count')).toMatchObject({
      annualHours: 0,
      totalHours: 0,
    });
    expect(await ok(newcomer, HOURS)).toEqual({ pageCurrent: 1, pageSize: 10, totalCount: 0, totalPage: 0, list: [] });
    expect(await ok(newcomer, MONTHS)).toMatchObject({ year, years: [year], total: 0 });
  });

  it('are listed newest first, in pages that do not overlap', async () => {
    const all = await ok(me, HOURS);
    expect(all.list.map(({ title }) => title)).toEqual(['企业文化', '安全生产基础', '更正', '授课', '录入错误']);
    expect(all.list[2]).toMatchObject({ amount: -3, reversal: true, year: year - 1, hourKind: 'other' });
    const pages = await Promise.all([1, 2, 3].map((pageCurrent) => ok(me, HOURS, { pageCurrent, pageSize: 2 })));
    expect(pages.flatMap(({ list }) => list)).toEqual(all.list);
    expect(pages[0]).toMatchObject({ totalCount: 5, totalPage: 3 });
  });

  it('are filtered by kind and year', async () => {
    expect((await ok(me, HOURS, { year })).totalCount).toBe(2);
    expect((await ok(me, HOURS, { hourKind: 'lecturer' })).list).toMatchObject([{ title: '授课', amount: 2 }]);
    expect((await call(me, HOURS, { hourKind: 'none' as 'other' })).code).toBe(422);
    expect((await call(me, HOURS, { year: 12, pageSize: 1000 })).data).toMatchObject([
      { field: 'pageSize' },
      { field: 'year' },
    ]);
  });

  it('are summed by month in the tenant’s time zone, a reversal in the month of the reversed entry', async () => {
    const now = await ok(me, MONTHS);
    expect(now).toMatchObject({ year, years: [year, year - 1], total: 2.25 });
    expect(now.list).toHaveLength(12);
    expect(now.list[0]).toEqual({ month: 1, required: 1.5, culture: 0.75, lecturer: 0, other: 0, total: 2.25 });
    const last = await ok(me, MONTHS, { year: year - 1 });
    expect(last.total).toBe(2);
    expect(last.list[10]).toMatchObject({ month: 11, total: 0 });
    expect(last.list[11]).toMatchObject({ month: 12, lecturer: 2 });
  });

  it('belong to the right month at its boundary in the tenant’s time zone', async () => {
    const who = await mintPerson(tenant);
    await post(tenant, who, { at: new Date('2026-01-01T00:30:00+08:00') });
    expect((await ok(who, MONTHS, { year: 2026 })).list[0]).toMatchObject({ month: 1, total: 1 });
    expect((await ok(who, MONTHS, { year: 2025 })).total).toBe(0);
  });
});

describe('credits and points', () => {
  it('are counted by both calls', async () => {
    const right = { annualCredits: 2, totalCredits: 3.5, annualPoints: 20, totalPoints: 20, years: [year, year - 1] };
    expect(await ok(me, 'GET /data/auth/user/credit/hour/change/record/count')).toEqual(right);
    expect(await ok(me, 'GET /data/auth/credit/hour/change/record/count')).toEqual(right);
  });

  it('are listed by kind and year by both calls', async () => {
    const all = await ok(me, CREDITS);
    expect(all.list.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['points', 20],
      ['credits', 2],
      ['credits', 1.5],
    ]);
    expect(await ok(me, 'POST /data/auth/credit/hour/change/record/page')).toEqual(all);
    expect((await ok(me, CREDITS, { kind: 'credits', year: year - 1 })).list).toMatchObject([{ amount: 1.5 }]);
    expect((await call(me, CREDITS, { kind: 'hours' as 'credits' })).code).toBe(422);
  });
});

describe('certificates', () => {
  let held: { id: string; certificateNo: string };

  beforeAll(async () => {
    held = await giveCertificate(
      tenant,
      me,
      await mintCertificate(tenant, { certificateName: '叉车操作证', validMonths: 24 }),
    );
    await giveCertificate(tenant, me, await mintCertificate(tenant, { validMonths: 1 }), {
      at: on(`${year - 2}-01-01`),
      issueWay: 'manual',
    });
    await giveCertificate(tenant, colleague, await mintCertificate(tenant));
  });

  it('are listed newest first with their status', async () => {
    const { list } = await ok(me, CERTIFICATES);
    expect(list).toMatchObject([
      {
        certificateName: '叉车操作证',
        status: 'held',
        issueWay: 'automatic',
        certificateNo: held.certificateNo,
        issuer: '培训中心',
      },
      { status: 'expired', issueWay: 'manual' },
    ]);
    expect((await ok(me, CERTIFICATES, { status: 'expired' })).list).toEqual([list[1]]);
    expect((await ok(me, CERTIFICATES, { issueWay: 'automatic' })).list).toEqual([list[0]]);
    expect((await call(me, CERTIFICATES, { status: 'lost' as 'held' })).code).toBe(422);
  });

  it('are returned to their owner only', async () => {
    expect(await ok(me, CERTIFICATE, { id: held.id })).toMatchObject({
      userName: '韩梅梅',
      enterpriseName: 'Test enterprise',
    });
    const other = await mintTenant();
    const foreign = await giveCertificate(other, await mintPerson(other), await mintCertificate(other));
    expect((await call(colleague, CERTIFICATE, { id: held.id })).code).toBe(404);
    expect((await call(me, CERTIFICATE, { id: foreign.id })).code).toBe(404);
    expect((await call(me, CERTIFICATE, { id: randomUUID() })).code).toBe(404);
    expect((await call(me, CERTIFICATE, { id: 'x' })).code).toBe(422);
  });

  it('keep the name at the time of issue', async () => {
    const renamed = await mintPerson(tenant, { userName: '林涛' });
    const { id } = await giveCertificate(tenant, renamed, await mintCertificate(tenant));
    await ok(renamed, 'PUT /user/auth/enterprise/user/info/update', { userName: '林海涛' });
    expect((await ok(renamed, CERTIFICATE, { id })).userName).toBe('林涛');
  });

  it('are counted in the user info', async () => {
    expect(await ok(me, 'GET /user/auth/enterprise/user/info/current/view')).toMatchObject({ certificateCount: 2 });
  });
});

describe('dashboard', () => {
  const HOME = 'GET /data/auth/user/home/view';

  it('returns the same totals and certificates as the lists', async () => {
    const home = await ok(me, HOME);
    const [hours, credits, held] = await Promise.all([
      ok(me, 'GET /data/auth/course/hour/user/hours/count'),
      ok(me, 'GET /data/auth/user/credit/hour/change/record/count'),
      ok(me, CERTIFICATES, { status: 'held' }),
    ]);
    expect(home).toMatchObject({ annualHours: hours.annualHours, totalHours: hours.totalHours });
    expect(home).toMatchObject({ annualCredits: credits.annualCredits, totalPoints: credits.totalPoints });
    expect(home.certificateCount).toBe(2);
    expect(home.certificates).toEqual(
      held.list.map(({ id, certificateName, certificateNo, gmtCreate }) => ({
        id,
        certificateName,
        certificateNo,
        gmtCreate,
      })),
    );
  });

  it('returns each user’s own data for simultaneous requests', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => mintPerson(tenant)));
    await Promise.all(people.map((who, i) => post(tenant, who, { amount: `${i + 1}` })));
    const homes = await Promise.all(people.map((who) => ok(who, HOME)));
    expect(homes.map(({ totalHours }) => totalHours)).toEqual(people.map((_, i) => i + 1));
  });

  it('is empty for a new member', async () => {
    expect(await ok(await mintPerson(await mintTenant()), HOME)).toEqual({
      ...{ annualHours: 0, totalHours: 0, annualCredits: 0, totalCredits: 0, annualPoints: 0, totalPoints: 0 },
      ...{
        certificateCount: 0,
        certificates: [],
        certificateChanges: [],
        markedExams: [],
        taskCount: 0,
        tasks: [],
        decided: [],
        courses: [],
        exams: [],
        classes: [],
      },
      ...{ unreadCount: 0, announcements: [], rankings: ['points', 'credits', 'hours'] },
      checkIn: expect.objectContaining({ signed: false, streak: 0 }) as unknown,
    });
  });
});
