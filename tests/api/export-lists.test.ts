import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call, Data, Input } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { courseProgress, resourceProgress } from '#src/server/study/tables/study.ts';
import { flowInstance } from '#src/server/flow/tables.ts';
import { exportRecord } from '#src/server/export/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { readRows } from '#src/server/export/read-rows.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { mintCourse, mintExamResource, mintProject, mintResource } from '../factories/course.ts';
import { mintExam, right } from '../factories/exam.ts';
import { decide, mintRegistrationCourse, register } from '../factories/flow.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { giveCertificate, mintCertificate, post } from '../factories/record.ts';
import { companionCookie } from '../factories/session.ts';
import { cellsOf, textsOf } from '../factories/sheet.ts';
import { endTask, mintTask, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Exports of every list, own and of other people: rows, rights, tenants, filters. `export.test.ts` tests the download centre. */

type ExportCall = Extract<Call, `${string}/export`> | 'POST /data/auth/export/people/save';
type List = Input<'POST /data/auth/export/people/save'>['exportType'];

const PEOPLE = 'POST /data/auth/export/people/save';
const URL_OF = 'GET /data/auth/export/record/get/file/download/url';
const REMAKE = 'POST /data/auth/export/record/remake';
const LISTED = 'POST /data/auth/export/record/page';
const ALL: List[] = [
  'courses',
  'studyRecords',
  'exams',
  'certificates',
  'hours',
  'credits',
  'tasks',
  'orders',
  'approvals',
];

let tenant: TestTenant;
let other: TestTenant;
/** A learner with rows in every list. */
let me: TestPerson;
let colleague: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;
let buyer: TestPerson;
let otherBuyer: TestPerson;
let lecturer: TestPerson;
let paidCourseId: string;
let otherCourseId: string;
let examId: string;

const setPerson = (who: TestPerson, values: Partial<typeof enterpriseUser.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(enterpriseUser).set(values).where(eq(enterpriseUser.userId, who.userId)));

const taken = async (where: TestTenant, { userId }: TestPerson, exam: string, at: Date, score = '80') =>
  withTenant(where.id, (db) =>
    db.insert(examAttempt).values({
      enterpriseId: where.id,
      examId: exam,
      userId,
      number: 1,
      status: 'marked',
      paper: [],
      startedAt: at,
      deadlineAt: at,
      submittedAt: at,
      totalScore: '100',
      objectiveScore: score,
      subjectiveScore: '0',
      passed: true,
    }),
  );

/** Rows in every list for one person, about one course and one other. */
async function giveRows(where: TestTenant, who: TestPerson, courses: [string, string], exam: string): Promise<void> {
  for (const [index, courseId] of courses.entries()) {
    await withTenant(where.id, (db) =>
      db.insert(courseProgress).values({
        enterpriseId: where.id,
        userId: who.userId,
        courseId,
        studyProgress: index === 0 ? 100 : 40,
        status: index === 0 ? 'completed' : 'learning',
        studySeconds: 90,
        startedAt: new Date('2026-03-01T16:30:00Z'),
        completedAt: index === 0 ? new Date('2026-03-02T01:00:00Z') : null,
        gmtModified: new Date(`2026-03-0${index + 2}T16:30:00Z`),
      }),
    );
    for (const kind of ['hours', 'credits'] as const)
      await post(where, who, {
        kind,
        ...(kind === 'hours' ? {} : { hourKind: undefined }),
        amount: '1.5',
        source: `course:${courseId}:${kind}`,
        title: `${kind} ${index}`,
        at: new Date(`2026-03-0${index + 2}T00:00:00Z`),
      });
  }
  await taken(where, who, exam, new Date('2026-03-04T02:00:00Z'));
  const resourceId = await mintResource(where, courses[0]);
  const [certificateId, at] = [await mintCertificate(where), new Date('2026-03-05T00:00:00Z')];
  const of = { enterpriseId: where.id, userId: who.userId };
  await giveCertificate(where, who, certificateId, { at });
  await withTenant(where.id, async (db) => {
    await db.insert(resourceProgress).values({ ...of, resourceId, courseId: courses[0], watchedSeconds: 100 });
    await issueCertificate(db, { ...of, certificateId, at, source: `exam:${exam}`, issueWay: 'automatic' });
  });
}

beforeAll(async () => {
  [tenant, other] = [await mintTenant('Lists'), await mintTenant('Elsewhere')];
  me = await mintPerson(tenant, { userName: '甲' });
  colleague = await mintPerson(tenant, { userName: '乙' });
  admin = await mintPerson(tenant, { userName: '管', isAdmin: true });
  buyer = await mintPerson(tenant, { userName: '购', userType: 3 });
  otherBuyer = await mintPerson(tenant, { userName: '购二', userType: 3 });
  lecturer = await mintPerson(tenant, { userName: '讲', userType: 2 });
  stranger = await mintPerson(other, { userName: '外人', isAdmin: true });
  await setPerson(me, { department: '销售部/华东' });
  await setPerson(colleague, { department: '生产部' });
  paidCourseId = await mintPaidCourse(tenant, { title: '内审员认证' });
  otherCourseId = await mintCourse(tenant, { title: '自由课程' });
  examId = (await mintExamResource(tenant, paidCourseId)).examId;
  await withTenant(tenant.id, (db) => db.update(exam).set({ courseId: paidCourseId }).where(eq(exam.id, examId)));
  for (const who of [me, colleague]) await giveRows(tenant, who, [paidCourseId, otherCourseId], examId);
  const foreign = await mintCourse(other, { title: '外人的课程' });
  await giveRows(other, stranger, [foreign, await mintCourse(other)], (await mintExamResource(other, foreign)).examId);
  // Seats: the buyer's for me, the other buyer's, not approved, for the colleague.
  await mintOrder(tenant, buyer, paidCourseId, [me]);
  await mintOrder(tenant, otherBuyer, paidCourseId, [colleague], { state: 'pending' });
});

const make = (id: string, rowLimit?: number, where = tenant) =>
  makeExport({ enterpriseId: where.id, exportId: id }, EXPORT_LISTS, new Date(), rowLimit);

async function bytesOf(who: TestPerson, id: string): Promise<Uint8Array> {
  const { url } = await ok(who, URL_OF, { id });
  const headers = { host: who.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
  return new Uint8Array(await (await portal.request(`http://${who.host}${url}`, { headers })).arrayBuffer());
}

/** Requests an export, generates it, and returns its rows by header. */
async function exported<C extends ExportCall>(who: TestPerson, name: C, input: Input<C>) {
  const { id } = (await ok(who, name, input)) as Data<'POST /data/auth/export/people/save'>;
  expect(await make(id)).toBeUndefined();
  const [head, ...rows] = textsOf(await bytesOf(who, id));
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])));
}
const peopleIn = async (who: TestPerson, input: Input<typeof PEOPLE>) =>
  (await exported(who, PEOPLE, input)).map((row) => row['姓名'] ?? row['申请人'] ?? row['下单人']!);

describe('own lists', () => {
  it('export training records with the filter, numbers and dates of the tenant’s zone', async () => {
    const rows = await exported(me, 'POST /data/auth/course/user/progress/user/export', {});
    expect(rows.map((row) => row['课程'])).toEqual(['自由课程', '内审员认证']);
    expect(rows[1]).toEqual({
      课程: '内审员认证',
      课程类型: '线上录播课',
      状态: '已完成',
      '进度（%）': '100',
      '学习时长（分钟）': '1.5',
      开始学习: '2026-03-02 00:30',
      最近学习: '2026-03-03 00:30',
      完成时间: '2026-03-02 09:00',
    });
    const { id } = await ok(me, 'POST /data/auth/course/user/progress/user/export', { status: 'learning' });
    await make(id);
    const [, row, ...more] = cellsOf(await bytesOf(me, id));
    expect(more).toEqual([]);
    expect(row!.map(({ type, format }) => [type, format])).toEqual([
      ...Array.from({ length: 3 }, () => ['inlineStr', '@']),
      ...Array.from({ length: 2 }, () => ['n', 'General']),
      ...Array.from({ length: 3 }, () => ['n', 'yyyy-mm-dd hh:mm']),
    ]);
  });

  it('have names, headers and values in English', async () => {
    const english = { ...me, locale: 'en' as const };
    const { id, fileName } = await ok(english, 'POST /data/auth/course/user/progress/user/export', {});
    expect(fileName).toMatch(/^Training-records_\d{8}-\d{6}\.xlsx$/);
    await make(id);
    const [head, row] = textsOf(await bytesOf(me, id));
    expect(head).toEqual([
      'Course',
      'Course type',
      'Status',
      'Progress (%)',
      'Study time (minutes)',
      'Started',
      'Last studied',
      'Completed',
    ]);
    expect(row!.slice(1, 3)).toEqual(['Recorded course', 'Learning']);
  });

  it('export study records of one course or of all', async () => {
    const who = await mintPerson(tenant);
    const courses = [await mintCourse(tenant, { title: '一' }), await mintCourse(tenant, { title: '二' })] as const;
    for (const courseId of courses) await watchWhole(tenant, who, await mintResource(tenant, courseId), 100);
    const name = 'POST /data/auth/course/user/progress/user/course/study/export';
    expect((await exported(who, name, {})).map((row) => row['课程'])).toEqual(['二', '一']);
    expect(await exported(who, name, { courseId: courses[0] })).toMatchObject([
      { 课程: '一', '已看时长（分钟）': '1.7' },
    ]);
    expect(await exported(colleague, name, { courseId: courses[0] })).toEqual([]);
  });

  it('export tasks with the state that the list shows', async () => {
    const who = await mintPerson(tenant);
    const running = await mintTask(tenant, [who], [{ courseId: await mintCourse(tenant) }]);
    const ended = await mintTask(tenant, [who], [{ courseId: otherCourseId }]);
    await endTask(tenant, ended, -0.5);
    await mintTask(tenant, [colleague], [{ courseId: otherCourseId }]);
    const name = 'POST /course/auth/study/task/export';
    expect((await exported(who, name, {})).map((row) => row['状态'])).toEqual(['未开始', '已逾期']);
    expect(await exported(who, name, { status: 'overdue' })).toMatchObject([{ 状态: '已逾期', '进度（%）': '0' }]);
    const { list } = await ok(who, 'POST /course/auth/study/task/page', {});
    expect(list.map(({ id, status }) => [id, status])).toEqual([
      [running, 'notStarted'],
      [ended, 'overdue'],
    ]);
  });

  it('export learning projects with the progress that the list shows', async () => {
    const who = await mintPerson(tenant);
    const courses = [await mintCourse(tenant), await mintCourse(tenant)];
    const [started] = [await mintProject(tenant, courses), await mintProject(tenant, [await mintCourse(tenant)])];
    await withTenant(tenant.id, (db) =>
      db.insert(courseProgress).values({
        enterpriseId: tenant.id,
        userId: who.userId,
        courseId: courses[0]!,
        studyProgress: 100,
        status: 'completed',
        completedAt: new Date(),
      }),
    );
    const rows = await exported(who, 'POST /course/auth/project/info/export', {});
    const { studyProgress } = await ok(who, 'GET /course/auth/project/info/view', { id: started });
    expect(studyProgress).toBe(50);
    expect(rows).toMatchObject([{ 状态: '学习中', '进度（%）': '50', 课程数: '2', 已完成课程数: '1' }]);
    expect(await exported(admin, PEOPLE, { exportType: 'projects', userId: who.userId })).toMatchObject([
      { 姓名: '测试员', '进度（%）': '50' },
    ]);
    expect((await call(buyer, PEOPLE, { exportType: 'projects' })).code).toBe(422);
  });

  it('export exams with the state that the list shows', async () => {
    const name = 'POST /exam/auth/user/exam/task/record/export';
    const rows = await exported(me, name, {});
    const { list } = await ok(me, 'POST /exam/auth/user/exam/task/record/page', {});
    expect(rows.map((row) => row['考试'])).toEqual(list.map(({ title }) => title));
    expect(rows).toMatchObject([{ 状态: '已通过', 最高分: '80', 最近交卷: '2026-03-04 10:00' }]);
    expect(await exported(me, name, { examState: 'pass' })).toHaveLength(1);
    expect(await exported(me, name, { examState: 'absent' })).toEqual([]);
  });

  it('export certificates by status and way of issue', async () => {
    const who = await mintPerson(tenant);
    const kind = await mintCertificate(tenant, { validMonths: 1 });
    await giveCertificate(tenant, who, kind, { at: new Date('2020-01-01T00:00:00Z'), issueWay: 'manual' });
    await giveCertificate(tenant, who, kind);
    const name = 'POST /course/auth/user/certificate/export';
    expect((await exported(who, name, {})).map((row) => row['状态'])).toEqual(['持有', '已过期']);
    expect(await exported(who, name, { status: 'expired' })).toMatchObject([
      { 颁发时间: '2020-01-01 08:00', 颁发方式: '手动发放' },
    ]);
    expect(await exported(who, name, { issueWay: 'automatic' })).toHaveLength(1);
  });

  it('export orders: own ones, for administrators all, by state and keyword', async () => {
    const name = 'POST /course/auth/order/export';
    expect(await exported(buyer, name, {})).toMatchObject([
      {
        下单人: '购',
        课程: '内审员认证',
        名额: '1',
        已分配名额: '1',
        总价: '99.9',
        币种: 'CNY',
        发票抬头: '',
        税号: '',
      },
    ]);
    expect((await exported(admin, name, {})).map((row) => row['下单人']).sort()).toEqual(['购', '购二']);
    expect(await exported(admin, name, { state: 'pending', keyword: '内审' })).toMatchObject([{ 下单人: '购二' }]);
    expect(await exported(buyer, name, { state: 'pending' })).toEqual([]);
    for (const who of [me, lecturer]) expect((await call(who, name, {})).code).toBe(403);
  });

  it('export the requests to decide, decided and own', async () => {
    const name = 'POST /user/auth/flow/instance/export';
    const courseId = await mintRegistrationCourse(tenant, lecturer, '特种作业');
    const [mine, theirs] = [await register(me, courseId, '=1+1'), await register(colleague, courseId)];
    await decide(lecturer, theirs, 'reject');
    expect(await exported(lecturer, name, { flow: 'todo' })).toMatchObject([
      { 申请人: '甲', 部门: '销售部/华东', 备注: '=1+1', 状态: '待审批' },
    ]);
    expect(await exported(lecturer, name, { flow: 'done' })).toMatchObject([{ 申请人: '乙', 审批意见: '名额已满' }]);
    const approved = (step: number, stepCount: number) =>
      withTenant(tenant.id, (db) => db.update(flowInstance).set({ step, stepCount }).where(eq(flowInstance.id, mine)));
    await approved(2, 3);
    expect(await exported(me, name, { flow: 'mine' })).toMatchObject([
      { 申请人: '甲', 状态: '审批中（第 2 步，共 3 步）' },
    ]);
    await approved(1, 0);
    for (const flow of ['todo', 'done'] as const) expect(await exported(me, name, { flow })).toEqual([]);
    expect(await exported(admin, name, { flow: 'todo', keyword: '特种' })).toHaveLength(1);
    expect(await exported(admin, name, { flow: 'todo', flowType: 'nameChange' })).toEqual([]);
    // An administrator who is one no longer does not get the requests of all.
    const { id } = await ok(admin, name, { flow: 'todo' });
    await setPerson(admin, { isAdmin: false });
    expect(String(await make(id))).toContain('lost the rights');
    await setPerson(admin, { isAdmin: true });
    await decide(lecturer, mine);
  });
});

describe('exports over other people', () => {
  it('contain the rows of all members for administrators, and none of another tenant', async () => {
    for (const exportType of ALL) {
      const names = await peopleIn(admin, { exportType });
      expect(names, exportType).not.toContain('外人');
      if (exportType !== 'orders' && exportType !== 'tasks')
        expect(names, exportType).toEqual(expect.arrayContaining(['甲', '乙']));
    }
    expect(await peopleIn(admin, { exportType: 'tasks' })).toContain('乙');
    expect(await peopleIn(admin, { exportType: 'orders' })).toContain('购二');
  });

  it('name the day of the last study, not its time', async () => {
    for (const exportType of ['courses', 'studyRecords'] as const) {
      const rows = await exported(admin, PEOPLE, { exportType, userId: me.userId });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row['最近学习']).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(row['完成时间']).toMatch(/^(\d{4}-\d\d-\d\d)?$/);
      }
    }
    const who = await mintPerson(tenant);
    const courseId = await mintCourse(tenant);
    await watchWhole(tenant, who, await mintResource(tenant, courseId), 100);
    await mintTask(tenant, [who], [{ courseId }]);
    await mintProject(tenant, [courseId]);
    const ofWho = { userId: who.userId };
    const [task] = await exported(admin, PEOPLE, { exportType: 'tasks', ...ofWho });
    expect(task).toMatchObject({ 状态: '已完成', 完成时间: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const [project] = await exported(admin, PEOPLE, { exportType: 'projects', ...ofWho });
    expect(project!['最近学习']).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('are not ordered by the time of a day', async () => {
    const courseId = await mintCourse(tenant);
    await mintProject(tenant, [courseId], { title: '无先后' });
    const people: TestPerson[] = [];
    for (const [n, minute] of [2, 0, 3, 1].entries()) {
      const who = await mintPerson(tenant, { userName: `先后${n}` });
      people.push(who);
      await withTenant(tenant.id, (db) =>
        db.insert(courseProgress).values({
          ...{ enterpriseId: tenant.id, userId: who.userId, courseId, studyProgress: 40, status: 'learning' },
          ...{ studySeconds: 90, startedAt: new Date('2026-03-01T02:00:00Z') },
          gmtModified: new Date(`2026-03-02T02:0${minute}:00Z`),
        }),
      );
    }
    const rows = await exported(admin, PEOPLE, { exportType: 'projects' });
    const names = rows.filter((row) => row['学习项目'] === '无先后').map((row) => row['姓名']);
    const ids = people.map(({ userId }) => userId);
    expect(names).toEqual(ids.toSorted().map((id) => `先后${ids.indexOf(id)}`));
  });

  it('have no time of a paper that waits for marks in blind marking', async () => {
    const who = await mintPerson(tenant);
    for (const blindMarking of [true, false]) {
      const { id, ids } = await mintExam(tenant, { blindMarking });
      const answers = [{ questionId: ids.short[0]!, epoch: 1, revision: 1, answer: right.short }];
      const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id });
      await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    }
    const rows = await exported(admin, PEOPLE, { exportType: 'exams', userId: who.userId });
    expect(rows.map((row) => [row['状态'], row['最近交卷'] !== '']).sort()).toEqual([
      ['待阅卷', false],
      ['待阅卷', true],
    ]);
  });

  it('are limited to a department, a person and a period of days in the tenant’s zone', async () => {
    const rows = (more: object) => exported(admin, PEOPLE, { exportType: 'courses', ...more });
    expect((await rows({ department: '销售部' })).map((row) => row['姓名'])).toEqual(['甲', '甲']);
    expect((await rows({ userId: colleague.userId })).map((row) => row['姓名'])).toEqual(['乙', '乙']);
    // Last studied at 2026-03-03 00:30 in Shanghai, which is the day before in UTC.
    const ofDay = { userId: me.userId, from: '2026-03-03', to: '2026-03-03' };
    expect((await rows(ofDay)).map((row) => row['课程'])).toEqual(['内审员认证']);
    expect(await rows({ ...ofDay, from: '2026-03-01', to: '2026-03-02' })).toEqual([]);
    expect(await call(admin, PEOPLE, { exportType: 'courses', from: '2026-03-02', to: '2026-03-01' })).toMatchObject({
      code: 422,
      data: [{ field: 'to' }],
    });
    expect((await call(admin, PEOPLE, { exportType: 'courses', userId: stranger.userId })).code).toBe(404);
  });

  it('contain for organisation accounts the people and courses of their approved seats only', async () => {
    for (const exportType of ['courses', 'hours', 'credits'] as const) {
      const rows = await exported(buyer, PEOPLE, { exportType });
      expect(
        rows.map((row) => [row['姓名'], row['课程'] ?? row['来源']]),
        exportType,
      ).toEqual([['甲', exportType === 'courses' ? '内审员认证' : `${exportType} 0`]]);
      expect(await exported(otherBuyer, PEOPLE, { exportType })).toEqual([]);
    }
    // Of two certificates one was earned by the exam of the course.
    for (const exportType of ['studyRecords', 'exams', 'certificates'] as const) {
      expect(await peopleIn(buyer, { exportType }), exportType).toEqual(['甲']);
      expect(await peopleIn(otherBuyer, { exportType }), exportType).toEqual([]);
    }
    for (const exportType of ['tasks', 'orders', 'approvals'] as const)
      expect(await call(buyer, PEOPLE, { exportType })).toMatchObject({ code: 422, data: [{ field: 'exportType' }] });
    expect(await exported(buyer, PEOPLE, { exportType: 'courses', userId: colleague.userId })).toEqual([]);
  });

  it('are rejected for learners and lecturers', async () => {
    for (const who of [me, lecturer])
      expect(await call(who, PEOPLE, { exportType: 'courses' })).toMatchObject({ code: 403 });
    const { list } = await ok(lecturer, LISTED);
    expect(list.filter(({ fileName }) => fileName.includes('人员'))).toEqual([]);
  });

  it('are not generated, downloaded or retried after the rights were withdrawn', async () => {
    const boss = await mintPerson(tenant, { isAdmin: true });
    const [early, late] = [
      await ok(boss, PEOPLE, { exportType: 'courses' }),
      await ok(boss, PEOPLE, { exportType: 'exams' }),
    ];
    expect(await make(early.id)).toBeUndefined();
    // An organisation account may export, but not over the whole enterprise.
    await setPerson(boss, { isAdmin: false, userType: 3 });
    expect(String(await make(late.id))).toContain('lost the rights');
    const { list } = await ok(boss, LISTED);
    expect(list.find(({ id }) => id === late.id)).toMatchObject({ exportStatus: 3, fileSize: null });
    for (const [name, id] of [
      [URL_OF, early.id],
      [REMAKE, late.id],
    ] as const)
      expect((await call(boss, name, { id })).code).toBe(403);
    await setPerson(boss, { isAdmin: true });
    expect((await call(boss, URL_OF, { id: early.id })).code).toBe(200);
  });

  it('are not generated for a member who has been disabled', async () => {
    const leaver = await mintPerson(tenant);
    const { id } = await ok(leaver, 'POST /course/auth/user/certificate/export', {});
    await setPerson(leaver, { status: 'disabled' });
    expect(String(await make(id))).toContain('lost the rights');
    const [record] = await withTenant(tenant.id, (db) => db.select().from(exportRecord).where(eq(exportRecord.id, id)));
    expect(record).toMatchObject({ exportStatus: 3, fileId: null });
  });
});

describe('many rows', () => {
  it('become several files with their own records, with the header in each', async () => {
    const who = await mintPerson(tenant);
    for (let n = 0; n < 5; n++)
      await post(tenant, who, { kind: 'credits', title: `第 ${n}`, at: new Date(Date.UTC(2026, 2, 9 - n)) });
    const { id } = await ok(who, 'POST /data/auth/credit/hour/change/record/export', {});
    expect(await make(id, 2)).toBeUndefined();
    const { list } = await ok(who, LISTED);
    const inOrder = list.toSorted((a, b) => a.fileName.localeCompare(b.fileName));
    expect(inOrder.map(({ fileName }) => fileName.replace(/\d{8}-\d{6}/, ''))).toEqual([
      '学分积分明细__1.xlsx',
      '学分积分明细__2.xlsx',
      '学分积分明细__3.xlsx',
    ]);
    const files = [];
    for (const record of inOrder) files.push(textsOf(await bytesOf(who, record.id)).map((row) => row[1]));
    expect(files).toEqual([
      ['来源', '第 0', '第 1'],
      ['来源', '第 2', '第 3'],
      ['来源', '第 4'],
    ]);
  });

  it('are cut after ten files, and the last file says so', async () => {
    const who = await mintPerson(tenant);
    for (let n = 0; n < 11; n++)
      await post(tenant, who, { kind: 'credits', title: `第 ${n}`, at: new Date(Date.UTC(2026, 2, 20 - n)) });
    const { id } = await ok(who, 'POST /data/auth/credit/hour/change/record/export', {});
    expect(await make(id, 1)).toBeUndefined();
    const { list } = await ok(who, LISTED, { pageSize: 20 });
    expect(list).toHaveLength(10);
    const last = list.find(({ fileName }) => fileName.endsWith('_10.xlsx'))!;
    const rows = textsOf(await bytesOf(who, last.id));
    expect(rows[1]![1]).toBe('第 9');
    expect(rows[2]![0]).toBe('文件只包含前 10 行，请缩短时间范围或选择一个部门。');
  });

  it('are read in batches of a thousand', async () => {
    await withTenant(tenant.id, async (db, client) => {
      const rows = readRows<{ n: number }>(db, sql`select n from generate_series(1, ${2500}::int) n`);
      expect((await rows.next()).value).toEqual({ n: 1 });
      // The cursor stands after the first batch: no further row has been read.
      expect((await client.query('fetch 1 from exported')).rows).toEqual([{ n: 1001 }]);
      const rest = [];
      for await (const { n } of rows) rest.push(n);
      expect([rest.length, rest.at(-1)]).toEqual([2498, 2500]);
    });
  });

  it('are all in one file up to 100,000', async () => {
    const who = await mintPerson(tenant);
    await withTenant(tenant.id, (_db, client) =>
      client.query(
        `insert into flow_instance (enterprise_id, applicant_id, flow_type, subject_id, title, state, gmt_create)
         select $1, $2, 'courseRegistration', $2, '第 ' || n, 'withdrawn', timestamptz '2026-01-01' - n * interval '1 second'
         from generate_series(1, 100000) n`,
        [tenant.id, who.userId],
      ),
    );
    const { id } = await ok(who, 'POST /user/auth/flow/instance/export', { flow: 'mine' });
    expect(await make(id)).toBeUndefined();
    expect((await ok(who, LISTED)).list).toHaveLength(1);
    const rows = textsOf(await bytesOf(who, id));
    expect(rows).toHaveLength(100_001);
    expect(new Set(rows.slice(1).map(([title]) => title)).size).toBe(100_000);
    expect([rows[1]![0], rows.at(-1)![0]]).toEqual(['第 1', '第 100000']);
  }, 120_000);
});
