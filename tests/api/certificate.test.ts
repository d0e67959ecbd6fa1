import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { grantPass } from '#src/server/exam/grant-pass.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { auditsOf, decide } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Certificates that are issued, revoked and renewed by hand (docs/decisions/037). */

const KINDS = 'GET /course/auth/certificate/list';
const ISSUED = 'POST /course/auth/certificate/issued/page';
const PEOPLE = 'POST /course/auth/certificate/people/page';
const ISSUE = 'POST /course/auth/certificate/issue';
const REVOKE = 'POST /course/auth/certificate/revoke';
const RENEW = 'POST /course/auth/certificate/renew';
const SEE = 'PUT /course/auth/user/certificate/see';
const OWN = 'POST /course/auth/user/certificate/page';
const VIEW = 'GET /course/auth/user/certificate/view';
const UNDO = 'POST /user/auth/flow/instance/undo';
const SUBMIT = 'POST /user/auth/flow/instance/submitFlow';
const HOME = 'GET /data/auth/user/home/view';
const USER = 'GET /user/auth/enterprise/user/info/current/view';

let tenant: TestTenant;
let holder: TestPerson;
let teacher: TestPerson;
let admin: TestPerson;
let second: TestPerson;
/** Of an exam of a course of `teacher`, valid for twelve months. */
let taught: string;
let other: string;
let examId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  holder = await mintPerson(tenant, { userName: '持证人' });
  teacher = await mintPerson(tenant, { userType: 2, userName: '周工' });
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员甲' });
  second = await mintPerson(tenant, { isAdmin: true, userName: '管理员乙' });
  const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
  const exam = await mintExam(tenant, { courseId, credits: '2', points: '10' });
  examId = exam.id;
  taught = exam.certificateId;
  other = await mintCertificate(tenant, { certificateName: '电工证', validMonths: 12 });
});

const reason = '线下考核合格';
const waiting = async (person: TestPerson) => (await ok(person, UNDO, { pageSize: 100 })).list;
const latest = async (person: TestPerson) => (await waiting(person)).at(-1)!;
const rowOf = async (id: string) =>
  (
    await withTenant(tenant.id, (db) =>
      db
        .select()
        .from(userCertificate)
        .where(and(eq(userCertificate.enterpriseId, tenant.id), eq(userCertificate.id, id))),
    )
  )[0]!;
/** Notices to the holder of a certificate, newest first. */
const noticesOf = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/notice/page')).list
    .filter(({ kind }) => kind === 'certificate')
    .map(({ detail }) => detail);
const issuedTo = async (keyword: string) => (await ok(admin, ISSUED, { keyword })).list;

describe('issuing a certificate by hand', () => {
  it('is requested by a lecturer with a reason, approved by an administrator, and told to the holder', async () => {
    expect(await ok(teacher, ISSUE, { certificateId: taught, userIds: [holder.userId], reason })).toEqual({ count: 1 });
    expect((await ok(holder, OWN)).list).toEqual([]);
    const asked = await latest(admin);
    expect(asked).toMatchObject({
      flowType: 'certificateIssue',
      title: '安全上岗证 · 持证人',
      applicantName: '周工',
      concernsName: '持证人',
      detail: { note: reason },
    });
    expect(await waiting(teacher)).toEqual([]);
    await decide(admin, asked.id);
    const [certificate] = (await ok(holder, OWN)).list;
    expect(certificate).toMatchObject({
      certificateName: '安全上岗证',
      issueWay: 'manual',
      status: 'held',
      unseenChange: 'issued',
      expireTime: expect.any(String),
    });
    expect(await auditsOf(tenant, asked.id)).toEqual(['flow.submitted', 'flow.approved']);
    expect((await ok(holder, HOME)).certificateChanges).toEqual([
      { id: certificate!.id, certificateName: '安全上岗证', change: 'issued' },
    ]);
    expect(await ok(admin, SEE, [certificate!.id])).toEqual({ count: 0 });
    expect(await ok(holder, SEE, [certificate!.id, randomUUID()])).toEqual({ count: 1 });
    expect((await ok(holder, HOME)).certificateChanges).toEqual([]);
    // Held now, so it can only be renewed.
    expect(await call(admin, ISSUE, { certificateId: taught, userIds: [holder.userId], reason })).toMatchObject({
      code: 422,
      data: [{ field: 'userIds', message: expect.stringContaining('已持有') }],
    });
  });

  it('is decided neither by its applicant nor by its holder', async () => {
    const third = await mintPerson(tenant, { isAdmin: true });
    await ok(admin, ISSUE, { certificateId: other, userIds: [second.userId], reason });
    const { id } = await latest(third);
    expect(await call(admin, SUBMIT, { id, action: 'approve' })).toMatchObject({ code: 403 });
    expect((await waiting(second)).map((each) => each.id)).not.toContain(id);
    expect(await call(second, SUBMIT, { id, action: 'approve' })).toMatchObject({
      code: 403,
      msg: '不能审批与自己有关的申请，请由其他审批人处理',
    });
    await decide(third, id, 'reject');
    expect((await ok(second, OWN)).list).toEqual([]);
    expect((await ok(second, HOME)).certificateChanges).toEqual([]);
  });

  it('is refused at once where nobody could decide it, and blocks nobody', async () => {
    const small = await mintTenant();
    const only = await mintPerson(small, { isAdmin: true });
    const person = await mintPerson(small);
    const certificateId = await mintCertificate(small, { certificateName: '叉车证', validMonths: 12 });
    const refused = { code: 409, msg: expect.stringContaining('没有其他管理员') };
    const issue = { certificateId, userIds: [person.userId], reason };
    expect(await call(only, ISSUE, issue)).toMatchObject(refused);
    const added = await mintPerson(small, { isAdmin: true });
    expect(await call(only, ISSUE, { ...issue, userIds: [person.userId, added.userId] })).toMatchObject(refused);
    expect((await ok(added, UNDO, { pageSize: 100 })).list).toEqual([]);
    // The refused requests are in nobody's way.
    await ok(added, ISSUE, issue);
    const [asked] = (await ok(only, UNDO, { pageSize: 100 })).list;
    await decide(only, asked!.id);
    const id = (await ok(person, OWN)).list[0]!.id;
    await ok(added, 'PUT /user/auth/enterprise/administrator/save', { userId: only.userId, isAdmin: false });
    for (const change of ['revoke', 'renew'] as const)
      expect(await call(added, `POST /course/auth/certificate/${change}`, { id, reason }), change).toMatchObject(
        refused,
      );
  });

  it('offers the people to whom it can be issued, round by round', async () => {
    const firm = await mintTenant();
    const boss = await mintPerson(firm, { isAdmin: true });
    await mintPerson(firm, { isAdmin: true });
    const certificateId = await mintCertificate(firm, { certificateName: '电工证', validMonths: 12 });
    const everybody = (await ok(boss, PEOPLE, { pageSize: 100 })).list;
    const [holding, waiting, left] = [await mintPerson(firm), await mintPerson(firm), await mintPerson(firm)];
    await giveCertificate(firm, holding, certificateId);
    await ok(boss, ISSUE, { certificateId, userIds: [waiting.userId], reason });
    const offered = (await ok(boss, PEOPLE, { certificateId, pageSize: 100 })).list.map(({ userId }) => userId);
    expect(offered.sort()).toEqual([...everybody, left].map(({ userId }) => userId).sort());
    expect((await ok(boss, PEOPLE, { pageSize: 100 })).list).toHaveLength(everybody.length + 3);
    expect((await call(teacher, PEOPLE, { certificateId: other })).code).toBe(404);
    const lecturer = await mintPerson(firm, { userType: 2 });
    expect((await ok(boss, PEOPLE, { isLecturer: true })).list).toMatchObject([{ userId: lecturer.userId }]);
  });

  it('rejects an empty reason, people of other tenants, repetitions and kinds of other lecturers', async () => {
    const person = await mintPerson(tenant);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    const issue = { certificateId: other, userIds: [person.userId], reason };
    expect(await call(admin, ISSUE, { ...issue, reason: ' ' })).toMatchObject({
      code: 422,
      data: [{ field: 'reason' }],
    });
    expect((await call(admin, ISSUE, { ...issue, userIds: [stranger.userId] })).code).toBe(422);
    expect((await call(teacher, ISSUE, issue)).code).toBe(404);
    expect((await call(stranger, ISSUE, issue)).code).toBe(404);
    expect((await call(person, ISSUE, issue)).code).toBe(403);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => call(i % 2 ? admin : second, ISSUE, issue)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    expect((await ok(teacher, KINDS)).map(({ id }) => id)).toEqual([taught]);
    expect((await ok(admin, KINDS)).map(({ id }) => id).sort()).toEqual([taught, other].sort());
    expect((await ok(teacher, PEOPLE, { keyword: '持证' })).list).toMatchObject([{ userName: '持证人' }]);
  });
});

describe('revoking a certificate', () => {
  it('marks it for its holder, removes it from counts, and reverses the credits of its exam on demand', async () => {
    const person = await mintPerson(tenant, { userName: '被撤销人' });
    const pass = { enterpriseId: tenant.id, userId: person.userId, examId, at: new Date() };
    await withTenant(tenant.id, (db) => grantPass(db, pass));
    const [held] = await issuedTo('被撤销人');
    expect(held).toMatchObject({ fromExam: true, requested: null, status: 'held' });
    const { id } = held!;
    expect(await ok(teacher, REVOKE, { id, reason: '代考', reverseCredits: true })).toEqual({ count: 1 });
    expect((await issuedTo('被撤销人'))[0]).toMatchObject({ requested: 'certificateRevoke', status: 'held' });
    for (const again of [REVOKE, RENEW] as const)
      expect(await call(admin, again, { id, reason: '再次' })).toMatchObject({ code: 409 });
    const { totalCredits, totalPoints } = await ok(person, HOME);
    expect([totalCredits, totalPoints]).toEqual([2, 10]);

    const asked = await latest(admin);
    expect(asked).toMatchObject({ flowType: 'certificateRevoke', detail: { note: '代考', reverseCredits: true } });
    await decide(admin, asked.id);
    expect(await ok(person, VIEW, { id })).toMatchObject({
      status: 'revoked',
      revokeReason: '代考',
      revokeTime: expect.any(String),
    });
    expect(await noticesOf(person)).toEqual([{ change: 'revoked', title: held!.certificateName, reason: '代考' }]);
    expect(await ok(person, OWN, { status: 'held' })).toMatchObject({ totalCount: 0 });
    expect((await ok(person, OWN, { status: 'revoked' })).list).toMatchObject([{ id, unseenChange: 'revoked' }]);
    expect(await ok(person, HOME)).toMatchObject({
      certificateCount: 0,
      certificates: [],
      certificateChanges: [{ id, change: 'revoked' }],
      totalCredits: 0,
      totalPoints: 0,
    });
    expect((await ok(person, USER)).certificateCount).toBe(0);
    expect(await call(admin, RENEW, { id, reason: '续期' })).toMatchObject({ code: 409, msg: '此证书已被撤销' });
    // It can be issued again.
    await ok(admin, ISSUE, { certificateId: taught, userIds: [person.userId], reason });
    await decide(second, (await latest(second)).id);
    expect((await ok(person, OWN, { status: 'held' })).totalCount).toBe(1);
    expect((await noticesOf(person))[0]).toMatchObject({ change: 'issued', reason: '' });
  });

  it('leaves the ledger and, when rejected, the certificate unchanged', async () => {
    const person = await mintPerson(tenant, { userName: '保留学分' });
    const pass = { enterpriseId: tenant.id, userId: person.userId, examId, at: new Date() };
    await withTenant(tenant.id, (db) => grantPass(db, pass));
    const { id } = (await issuedTo('保留学分'))[0]!;
    await ok(admin, REVOKE, { id, reason: '有误' });
    await decide(second, (await latest(second)).id, 'reject');
    expect(await noticesOf(person)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ revokedAt: null, revokeReason: null, unseenChange: null });
    await ok(admin, REVOKE, { id, reason: '有误' });
    await decide(second, (await latest(second)).id);
    expect((await rowOf(id)).revokedAt).not.toBeNull();
    expect(await ok(person, HOME)).toMatchObject({ totalCredits: 2, totalPoints: 10 });
  });
});

describe('renewing a certificate', () => {
  it('extends its validity from the old end, in the tenant’s time zone', async () => {
    const person = await mintPerson(tenant, { userName: '续期人' });
    // Ends on 28 February of next year, at 12:00 in Shanghai.
    const year = new Date().getUTCFullYear();
    const at = new Date(Date.UTC(year - 1, 1, 28, 4));
    const { id } = await giveCertificate(tenant, person, other, { at });
    const until = new Date(Date.UTC(year + 1, 1, 28, 4)).toISOString();
    expect((await issuedTo('续期人'))[0]).toMatchObject({ renewedUntil: until });
    await ok(admin, RENEW, { id, reason: '复审合格' });
    await decide(second, (await latest(second)).id);
    expect(await ok(person, VIEW, { id })).toMatchObject({ status: 'held', expireTime: until });
    expect((await ok(person, HOME)).certificateChanges).toMatchObject([{ id, change: 'renewed' }]);
    expect(await noticesOf(person)).toEqual([{ change: 'renewed', title: '电工证', reason: '' }]);
  });

  it('is refused for one without end and one that would have expired all the same', async () => {
    const person = await mintPerson(tenant, { userName: '无期' });
    const forGood = await mintCertificate(tenant);
    const endless = await giveCertificate(tenant, person, forGood);
    const old = await giveCertificate(tenant, person, other, { at: new Date('2015-01-01T00:00:00Z') });
    for (const { id } of [endless, old])
      expect(await call(admin, RENEW, { id, reason: '续期' })).toMatchObject({ code: 409 });
    expect((await issuedTo('无期')).map(({ renewedUntil }) => renewedUntil)).toEqual([null, null]);
  });
});

it('certificates of other tenants and of other lecturers are not found', async () => {
  const person = await mintPerson(tenant);
  const { id } = await giveCertificate(tenant, person, other);
  const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
  for (const who of [teacher, stranger]) {
    for (const name of [REVOKE, RENEW] as const) expect((await call(who, name, { id, reason })).code).toBe(404);
    expect((await ok(who, ISSUED, { certificateId: other })).list).toEqual([]);
  }
});
