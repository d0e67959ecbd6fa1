import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#src/lib/dates.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { grantPass } from '#src/server/exam/grant-pass.ts';
import { issueCertificate, revokeWithResult } from '#src/server/record/issue-certificate.ts';
import { certificate, userCertificate } from '#src/server/record/tables/certificate.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { decide } from '../factories/flow.ts';
import { call, ok } from '../factories/portal.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What was issued does not change, and how it is corrected (docs/specification.md, section "Certificates"). */

const CORRECT = 'POST /course/auth/certificate/correct';
const REVOKE = 'POST /course/auth/certificate/revoke';
const ISSUED = 'POST /course/auth/certificate/issued/page';
const OWN = 'POST /course/auth/user/certificate/page';
const VIEW = 'GET /course/auth/user/certificate/view';
const ZONE = 'Asia/Shanghai';

let tenant: TestTenant;
let admin: TestPerson;
let second: TestPerson;
let kind: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员甲' });
  second = await mintPerson(tenant, { isAdmin: true, userName: '管理员乙' });
  kind = await mintCertificate(tenant, { certificateName: '电工证', validMonths: 12 });
});

const latest = async (person: TestPerson) =>
  (await ok(person, 'POST /user/auth/flow/instance/undo', { pageSize: 100 })).list.at(-1)!;
const correct = async (id: string, input: { userName?: string; issuedOn?: string; expiresOn?: string | null }) => {
  await ok(admin, CORRECT, { id, reason: '姓名有误', ...input });
  const { id: requestId } = await latest(second);
  await decide(second, requestId);
  return requestId;
};

describe('what was issued', () => {
  it('stays when kind, holder and enterprise change', async () => {
    const firm = await mintTenant();
    const person = await mintPerson(firm, { userName: '张三' });
    const own = await mintCertificate(firm, { certificateName: '叉车证', validMonths: 12 });
    const { id } = await giveCertificate(firm, person, own);
    const before = await ok(person, VIEW, { id });
    expect(before).toMatchObject({ certificateName: '叉车证', issuer: '培训中心', userName: '张三' });
    await withTenant(firm.id, async (db) => {
      await db
        .update(certificate)
        .set({ certificateName: '别的', issuer: '别处', titles: { zh: '别的', en: 'Other' }, validMonths: 1 });
      await db.execute(sql`update enterprise_user set user_name = '李四' where user_id = ${person.userId}`);
      await db.update(enterprise).set({ name: '新公司' }).where(eq(enterprise.id, firm.id));
    });
    expect(await ok(person, VIEW, { id })).toEqual(before);
    expect((await ok(person, OWN)).list).toMatchObject([{ certificateName: '叉车证', issuer: '培训中心' }]);
    // A later one says what its kind says then.
    const later = await giveCertificate(firm, person, own);
    expect(await ok(person, VIEW, { id: later.id })).toMatchObject({
      ...{ certificateName: '别的', issuer: '别处', userName: '李四', enterpriseName: '新公司' },
    });
  });

  it('cannot be changed in the database either, and each event issues one', async () => {
    const person = await mintPerson(tenant);
    const issue = {
      enterpriseId: tenant.id,
      userId: person.userId,
      certificateId: kind,
      issueWay: 'automatic',
    } as const;
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        withTenant(tenant.id, (db) => issueCertificate(db, { ...issue, source: 'test:double', at: new Date() })),
      ),
    );
    expect(new Set(made.map(({ certificateNo }) => certificateNo)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    const { id } = made[0]!;
    for (const set of [{ certificateName: 'x' }, { issuer: 'x' }, { userName: 'x' }, { issuedAt: new Date(0) }])
      await expect(
        withTenant(tenant.id, (db) => db.update(userCertificate).set(set).where(eq(userCertificate.id, id))),
      ).rejects.toMatchObject({ cause: { message: 'a certificate does not change' } });
  });
});

describe('a correction', () => {
  it('issues another certificate with another number, revokes the earlier one, and tells the holder', async () => {
    const person = await mintPerson(tenant, { userName: '王小名' });
    const { id, certificateNo } = await giveCertificate(tenant, person, kind);
    const today = dayOf(new Date(), ZONE);
    const requestId = await correct(id, { userName: '王小明', expiresOn: '2999-12-31' });
    const [issued, earlier] = (await ok(person, OWN)).list.sort((a) => (a.id === id ? 1 : -1));
    expect(earlier).toMatchObject({
      ...{ id, status: 'revoked', revokeReason: '姓名有误', replacedBy: issued!.certificateNo, unseenChange: null },
    });
    expect(issued).toMatchObject({
      status: 'held',
      replaces: certificateNo,
      replacedBy: null,
      unseenChange: 'corrected',
    });
    expect(issued!.certificateNo).not.toBe(certificateNo);
    const shown = await ok(person, VIEW, { id: issued!.id });
    expect(shown).toMatchObject({ userName: '王小明', certificateName: '电工证', issuer: '培训中心' });
    expect([dayOf(shown.gmtCreate, ZONE), dayOf(shown.expireTime!, ZONE)]).toEqual([today, '2999-12-31']);
    expect((await ok(person, VIEW, { id })).userName).toBe('王小名');
    expect((await ok(person, 'POST /user/auth/notice/page')).list).toMatchObject([
      { kind: 'certificate', detail: { change: 'corrected', reason: '姓名有误' } },
    ]);
    const listed = (await ok(admin, ISSUED, { keyword: issued!.certificateNo })).list;
    expect(listed).toMatchObject([{ userName: '王小明', holderName: '王小名', replaces: certificateNo }]);
    for (const of of [id, issued!.id])
      expect((await ok(admin, 'POST /data/auth/history/page', { kind: 'certificate', id: of })).list).toEqual(
        expect.arrayContaining([expect.objectContaining({ action: 'certificate.corrected' })]),
      );
    expect(await ok(second, 'GET /user/auth/flow/instance/view', { id: requestId })).toMatchObject({
      detail: { note: '姓名有误', oldName: '王小名', newName: '王小明', expiresOn: '2999-12-31' },
    });
    expect(await call(admin, CORRECT, { id, reason: '再次', userName: '王' })).toMatchObject({ code: 409 });
  });

  it('takes the place of the earlier one for the exam, and can be corrected itself', async () => {
    const teacher = await mintPerson(tenant, { userType: 2 });
    const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
    const exam = await mintExam(tenant, { courseId });
    const person = await mintPerson(tenant, { userName: '赵一' });
    const pass = { enterpriseId: tenant.id, userId: person.userId, examId: exam.id, at: new Date() };
    await withTenant(tenant.id, (db) => grantPass(db, pass));
    await correct((await ok(person, OWN)).list[0]!.id, { userName: '赵二' });
    await correct((await ok(person, OWN, { status: 'held' })).list[0]!.id, { userName: '赵三', expiresOn: null });
    // A repeated pass issues no further one; a result that changes revokes the valid one.
    await withTenant(tenant.id, (db) => grantPass(db, pass));
    const held = (await ok(person, OWN, { status: 'held' })).list;
    expect(held).toMatchObject([{ expireTime: null }]);
    await withTenant(tenant.id, (db) => revokeWithResult(db, { ...pass, source: `exam:${exam.id}`, reason: '改判' }));
    expect((await ok(person, OWN, { status: 'held' })).totalCount).toBe(0);
    expect(await ok(person, VIEW, { id: held[0]!.id })).toMatchObject({ userName: '赵三', revokeReason: '改判' });
  });

  it('is made once of those that are requested and decided at the same time, and not of a revoked one', async () => {
    const person = await mintPerson(tenant);
    const { id } = await giveCertificate(tenant, person, kind);
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        call(n % 2 ? admin : second, CORRECT, { id, reason: '有误', userName: `名${n}` }),
      ),
    );
    expect(asked.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await call(admin, REVOKE, { id, reason: '再次' })).toMatchObject({ code: 409 });
    const decider = asked.findIndex(({ code }) => code === 200) % 2 ? second : admin;
    const { id: requestId } = await latest(decider);
    const decided = await Promise.all(
      Array.from({ length: 4 }, () =>
        call(decider, 'POST /user/auth/flow/instance/submitFlow', { id: requestId, action: 'approve' }),
      ),
    );
    expect(decided[0]).toMatchObject({ code: 200 });
    expect((await ok(person, OWN)).totalCount).toBe(2);

    const other = await giveCertificate(tenant, person, kind);
    await ok(admin, CORRECT, { id: other.id, reason: '有误', userName: '新名' });
    const waiting = await latest(second);
    const revoked = { revokedAt: new Date(), revokeReason: '作弊' };
    await withTenant(tenant.id, (db) =>
      db.update(userCertificate).set(revoked).where(eq(userCertificate.id, other.id)),
    );
    await decide(second, waiting.id);
    expect((await ok(person, OWN)).totalCount).toBe(3);
    expect(await ok(person, VIEW, { id: other.id })).toMatchObject({ revokeReason: '作弊', replacedBy: null });
  });

  it('is refused without a change or reason, with impossible dates, and of certificates of others', async () => {
    const person = await mintPerson(tenant, { userName: '孙五' });
    const { id } = await giveCertificate(tenant, person, kind);
    const refused = async (input: object) => (await call(admin, CORRECT, { id, reason: '有误', ...input })) as unknown;
    expect(await refused({ userName: '孙五' })).toMatchObject({ code: 422, data: [{ field: 'userName' }] });
    expect(await refused({ userName: '孙六', reason: ' ' })).toMatchObject({ code: 422, data: [{ field: 'reason' }] });
    expect(await refused({ issuedOn: '2999-01-01' })).toMatchObject({ code: 422, data: [{ field: 'issuedOn' }] });
    expect(await refused({ issuedOn: '2020-01-02', expiresOn: '2020-01-01' })).toMatchObject({
      ...{ code: 422, data: [{ field: 'expiresOn' }] },
    });
    expect(await refused({ issuedOn: '2020-02-31' })).toMatchObject({ code: 422, data: [{ field: 'issuedOn' }] });
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    const teacher = await mintPerson(tenant, { userType: 2 });
    const change = { id, reason: '有误', userName: '孙六' };
    expect([await call(stranger, CORRECT, change), await call(teacher, CORRECT, change)]).toMatchObject([
      { code: 404 },
      { code: 404 },
    ]);
    expect(await call(person, CORRECT, change)).toMatchObject({ code: 403 });
  });
});
