import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#src/contract/calls.ts';
import { readyDefinition } from '#src/contract/rules/ready-reports.ts';
import { audit, auditWithoutRequest } from '#src/server/core/audit.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { auditLog, auditSubject } from '#src/server/core/tables.ts';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import { disableMember } from '#src/server/account/person/member-status.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam } from '../factories/exam.ts';
import { decide } from '../factories/flow.ts';
import { examSettings, saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintMedia } from '../factories/media.ts';
import { giveCertificate, mintCertificate } from '../factories/record.ts';
import { mintRequirement } from '../factories/requirement.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Who changed a thing, and when (docs/decisions/089). */

const HISTORY = 'POST /data/auth/history/page';
const SAVE = 'POST /exam/auth/exam/admin/save';
type Kind = Input<typeof HISTORY>['kind'];

let tenant: TestTenant;
let admin: TestPerson;
let second: TestPerson;
let learner: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: '管理员甲' });
  second = await mintPerson(tenant, { isAdmin: true, userName: '管理员乙' });
  learner = await mintPerson(tenant, { userName: '学员丙' });
});

const settings = async (mark: string) => examSettings({ world: { exam: await mintExam(tenant), mark } });
const of = async (reader: TestPerson, kind: Kind, id: string) => (await ok(reader, HISTORY, { kind, id })).list;

describe('an exam', () => {
  it('has what was done to it, newest first, with the changed settings before and after', async () => {
    const { id, revision } = await ok(admin, SAVE, await settings('History'));
    const first = await ok(admin, 'GET /exam/auth/exam/admin/view', { id });
    const change = { title: 'Another title', passScore: first.passScore - 1, stopAfterPass: !first.stopAfterPass };
    const sections = first.sections.map((section) => ({ ...section, title: 'Part' }));
    await ok(second, SAVE, { ...first, ...change, sections, revision });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    const list = await of(admin, 'exam', id);
    expect(list.map(({ action, text, by, userName }) => [action, text, by, userName])).toEqual([
      ['exam.published', '发布考试', 'member', '管理员甲'],
      ['exam.changed', '修改考试设置', 'member', '管理员乙'],
      ['exam.created', '创建考试', 'member', '管理员甲'],
    ]);
    const { changes } = list[1]!;
    expect(changes).toHaveLength(4);
    expect(changes).toEqual(
      expect.arrayContaining([
        { name: 'title', before: first.title, after: 'Another title' },
        { name: 'passScore', before: first.passScore, after: first.passScore - 1 },
        { name: 'stopAfterPass', before: first.stopAfterPass, after: !first.stopAfterPass },
        { name: 'sections', isKept: true },
      ]),
    );
    expect((await of({ ...admin, locale: 'en' }, 'exam', id))[0]!.text).toBe('Published the exam');
  });

  it('has no changes where nothing was changed', async () => {
    const given = await settings('Same');
    const { id } = await ok(admin, SAVE, given);
    await saveAgain(admin, { ...given, id });
    expect((await of(admin, 'exam', id)).map(({ action, changes }) => [action, changes])).toEqual([
      ['exam.changed', []],
      ['exam.created', []],
    ]);
  });

  it('is read by those who manage it; what is granted to single members by administrators only', async () => {
    const teacher = await mintPerson(tenant, { userType: 2, userName: '讲师' });
    const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: teacher.userId }) });
    const exam = await mintExam(tenant, { courseId });
    const mine = { examId: exam.id, userId: learner.userId, reason: 'Doctor’s note', extraAttempts: 0 };
    await ok(admin, 'POST /exam/auth/exam/allowance/save', {
      ...{ ...mine, extraSeconds: 600, windowStart: null, windowEnd: null },
    });
    await ok(admin, 'PUT /exam/auth/exam/control/invigilator/save', { examId: exam.id, userIds: [learner.userId] });
    expect((await of(admin, 'exam', exam.id)).map(({ action, people, reason }) => [action, people, reason])).toEqual([
      ['invigilation.invigilators.changed', ['学员丙'], null],
      ['exam.allowance.saved', ['学员丙'], 'Doctor’s note'],
    ]);
    const { list, totalCount } = await ok(teacher, HISTORY, { kind: 'exam', id: exam.id });
    expect(list.map(({ action }) => action)).toEqual(['invigilation.invigilators.changed']);
    expect(totalCount).toBe(1);
    for (const stranger of [learner, await mintPerson(tenant, { userType: 2 })])
      expect((await call(stranger, HISTORY, { kind: 'exam', id: exam.id })).code).toBe(404);
  });
});

it('of a certificate has its requests and what followed, for those who manage its kind', async () => {
  const kind = await mintCertificate(tenant, { validMonths: 12 });
  const { id } = await giveCertificate(tenant, learner, kind);
  await ok(admin, 'POST /course/auth/certificate/revoke', { id, reason: '信息有误', reverseCredits: false });
  const { list } = await ok(admin, 'POST /user/auth/flow/instance/myInstance', { pageSize: 100 });
  await decide(second, list.find(({ subjectId }) => subjectId === id)!.id);
  expect(
    (await of(admin, 'certificate', id)).map((each) => [each.text, each.userName, each.people, each.reason]),
  ).toEqual([
    ['批准申请：证书撤销', '管理员乙', ['学员丙', '管理员甲'], null],
    ['撤销证书', '管理员乙', ['学员丙'], '信息有误'],
    ['提交申请：证书撤销', '管理员甲', ['学员丙'], null],
  ]);
  for (const stranger of [learner, await mintPerson(tenant, { userType: 2 })])
    expect((await call(stranger, HISTORY, { kind: 'certificate', id })).code).toBe(404);
});

it('of a requirement is read by those who may change it', async () => {
  const id = await mintRequirement(tenant, { phase: 'draft', title: 'Welding' });
  const { revision } = await ok(admin, 'GET /course/auth/requirement/view', { id });
  await ok(admin, 'POST /course/auth/requirement/phase', { id, revision, phase: 'published' });
  expect((await of(admin, 'requirement', id)).map(({ action }) => action)).toEqual(['requirement.publish']);
  for (const stranger of [learner, await mintPerson(tenant, { userType: 2 })])
    expect((await call(stranger, HISTORY, { kind: 'requirement', id })).code).toBe(404);
  expect((await call(admin, HISTORY, { kind: 'requirement', id: randomUUID() })).code).toBe(404);
});

it('of a question bank is read by its editors', async () => {
  const editor = await mintPerson(tenant, { userType: 2, userName: '编题人' });
  const { id } = await ok(editor, 'POST /exam/auth/question/bank/save', { title: '题库' });
  expect((await of(editor, 'questionBank', id)).map(({ action }) => action)).toEqual(['question.bank.saved']);
  const other = await mintPerson(tenant, { userType: 2 });
  expect((await call(other, HISTORY, { kind: 'questionBank', id })).code).toBe(404);
});

it('of a file of the library is read by those who manage content, also when it is deleted', async () => {
  const id = await mintMedia(tenant, 'picture');
  await ok(admin, 'PUT /data/auth/media/rename', { id, name: 'New.png', revision: 1 });
  expect(await of(second, 'media', id)).toMatchObject([{ action: 'media.rename', userName: '管理员甲' }]);
  await ok(admin, 'POST /data/auth/media/delete', { ids: [id], deletable: 1 });
  expect((await of(second, 'media', id)).map(({ action }) => action)).toEqual(['media.delete', 'media.rename']);
  expect((await call(learner, HISTORY, { kind: 'media', id })).code).toBe(404);
  expect((await call(admin, HISTORY, { kind: 'media', id: randomUUID() })).code).toBe(404);
});

it('of a saved report is read by those who may read it', async () => {
  const definition = { ...readyDefinition('people', {}), filters: [] };
  const { id } = await ok(admin, 'POST /report/auth/report/save', { name: 'Mine', definition });
  expect((await of(admin, 'report', id)).map(({ action }) => action)).toEqual(['report.saved']);
  expect((await call(second, HISTORY, { kind: 'report', id })).code).toBe(404);
  const shared = { id, revision: 1, name: 'Ours', isShared: true, definition };
  await ok(admin, 'POST /report/auth/report/save', shared);
  expect((await of(second, 'report', id)).map(({ action }) => action)).toEqual(['report.changed', 'report.saved']);
  expect((await call(learner, HISTORY, { kind: 'report', id })).code).toBe(403);
});

describe('of a member', () => {
  it('has what they and others changed, and by whom if by no member; administrators read it', async () => {
    const member = await mintPerson(tenant, { userName: '成员丁' });
    const { userId } = member;
    await ok(member, 'PUT /user/auth/enterprise/user/info/update', { nickname: '小丁' });
    await ok(admin, 'PUT /user/auth/enterprise/administrator/save', { userId, isAdmin: true });
    await ok(admin, 'PUT /user/auth/enterprise/administrator/save', { userId, isAdmin: false });
    await withTenant(tenant.id, (db) =>
      disableMember(db, { enterpriseId: tenant.id, userId, now: new Date(), by: 'import' }),
    );
    expect(
      (await of(admin, 'person', userId)).map(({ text, by, userName, changes }) => [text, by, userName, changes]),
    ).toEqual([
      ['停用成员', 'import', null, []],
      ['变更角色', 'member', '管理员甲', [{ name: 'isAdmin', before: true, after: false }]],
      ['变更角色', 'member', '管理员甲', [{ name: 'isAdmin', before: false, after: true }]],
      ['修改个人资料', 'member', '成员丁', [{ name: 'nickname' }]],
    ]);
    for (const stranger of [learner, await mintPerson(tenant, { userType: 2 })])
      expect((await call(stranger, HISTORY, { kind: 'person', id: userId })).code).toBe(404);
  });

  it('names an action without a text, and people up to five', async () => {
    const member = await mintPerson(tenant);
    const people = await Promise.all([...'庚己戊辛壬癸'].map((userName) => mintPerson(tenant, { userName })));
    const about = [member, ...people].map(({ userId }) => userId);
    await withTenant(tenant.id, (db) =>
      auditWithoutRequest(db, { enterpriseId: tenant.id, userId: null, action: 'future.thing', detail: {}, about }),
    );
    const [entry] = await of({ ...admin, locale: 'en' }, 'person', member.userId);
    expect(entry).toMatchObject({ text: 'Other change (future.thing)', by: 'portal', userName: null, peopleCount: 6 });
    expect(entry!.people).toHaveLength(5);
  });

  it('is paged, with ids of another enterprise not found', async () => {
    const member = await mintPerson(tenant);
    const id = member.userId;
    await withTenant(tenant.id, async (db) => {
      for (const n of [1, 2, 3])
        await auditWithoutRequest(db, {
          ...{ enterpriseId: tenant.id, userId: null, action: `test.n${n}`, detail: {}, about: [id] },
        });
    });
    const pages = await Promise.all(
      [1, 2, 3].map((pageCurrent) => ok(admin, HISTORY, { kind: 'person', id, pageCurrent, pageSize: 2 })),
    );
    expect(pages.map(({ list }) => list.map(({ action }) => action))).toEqual([
      ['test.n3', 'test.n2'],
      ['test.n1'],
      [],
    ]);
    expect(pages.map(({ totalCount, totalPage }) => [totalCount, totalPage])).toEqual(Array(3).fill([3, 2]));
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const kind of ['person', 'exam', 'certificate', 'questionBank'] as const) {
      expect((await call(stranger, HISTORY, { kind, id })).code).toBe(404);
      expect((await call(admin, HISTORY, { kind, id: randomUUID() })).code).toBe(404);
    }
  });
});

it('takes one statement per entry, and one look-up in the index of subjects', async () => {
  const ctx = { tenant: { id: tenant.id }, viewer: null, address: '' } as unknown as RequestContext;
  const [thing, person] = [randomUUID(), randomUUID()];
  await withTenant(tenant.id, async (db) => {
    const client = pgClientOf(db);
    const sent: unknown[] = [];
    const { query } = client;
    client.query = ((...args: unknown[]) => {
      sent.push(args[0]);
      return (query as (...all: unknown[]) => unknown).apply(client, args);
    }) as typeof client.query;
    await audit(db, ctx, 'test.without');
    await audit(db, ctx, 'test.with', { a: 1 }, { about: [thing, person, thing, null] });
    client.query = query;
    expect(sent).toHaveLength(2);
    const rows = await db
      .select({ subjectId: auditSubject.subjectId, detail: auditLog.detail })
      .from(auditSubject)
      .innerJoin(auditLog, eq(auditLog.id, auditSubject.auditId))
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, 'test.with')));
    expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual([thing, person].sort());
    expect(rows[0]!.detail).toEqual({ a: 1 });
    await client.query('set local enable_seqscan = off');
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select audit_id from audit_subject where enterprise_id = '${tenant.id}' and subject_id = '${thing}'
       order by audit_id desc limit 20`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*subject_id = /);
  });
});
