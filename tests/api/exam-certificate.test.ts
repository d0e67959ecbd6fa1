import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { examCertificateNeed } from '#src/server/exam/tables/rules.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { courseProgress, studyTaskUser } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepCertificates } from '#src/server/jobs/sweep-certificates.ts';
import { mintCourse } from '../factories/course.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { mintShortExam, sit } from '../factories/exam-rules.ts';
import { decide } from '../factories/flow.ts';
import { examSettings, saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Certificates of exams by rule and by hand (decision 061). */

const VIEW = 'GET /exam/auth/user/exam/view';
const PEOPLE = 'POST /exam/auth/exam/analysis/candidate/page';
const SETTINGS = 'GET /exam/auth/exam/admin/view';
const SAVE = 'POST /exam/auth/exam/admin/save';

let tenant: TestTenant;
let who: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  who = await mintPerson(tenant);
  admin = await mintPerson(tenant, { isAdmin: true });
});

const held = (certificateId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(userCertificate)
      .where(and(eq(userCertificate.userId, who.userId), eq(userCertificate.certificateId, certificateId))),
  );
const sweep = async () => {
  const failed: unknown[] = [];
  await sweepCertificates((error) => failed.push(error));
  expect(failed).toEqual([]);
};
const needs = (exam: TestExam, rows: { courseId?: string; taskId?: string }[]) =>
  withTenant(tenant.id, (db) =>
    db.insert(examCertificateNeed).values(rows.map((row) => ({ enterpriseId: tenant.id, examId: exam.id, ...row }))),
  );
const complete = (courseId: string) =>
  withTenant(tenant.id, (db) =>
    db.insert(courseProgress).values({
      ...{ enterpriseId: tenant.id, userId: who.userId, courseId, studyProgress: 100, status: 'completed' },
      completedAt: new Date(),
    }),
  );

describe('a certificate by rule', () => {
  it('is issued from its score on, valid as long as the exam says', async () => {
    const counts = { single: 2, multiple: 0, judge: 0, blank: 0, short: 0 };
    const rules = { certificateScore: '20', certificateMonths: 6, stopAfterPass: false, maxAttempts: 3 };
    const exam = await mintExam(tenant, { counts, passScore: '10', ...rules });
    const [first, second] = exam.ids.single as [string, string];
    const answer = async (right: string[]) => {
      const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
      const answers = right.map((questionId) => ({ questionId, epoch: 1, revision: 1, answer: 'B' }));
      await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    };
    expect((await ok(who, VIEW, { id: exam.id })).certificate).toEqual({ way: 'automatic', score: 20, needs: [] });
    await answer([first]);
    expect(await ok(who, VIEW, { id: exam.id })).toMatchObject({ examState: 'pass' });
    expect(await held(exam.certificateId)).toEqual([]);
    await answer([first, second]);
    const [issued] = await held(exam.certificateId);
    expect(issued).toMatchObject({ issueWay: 'automatic', source: `exam:${exam.id}` });
    const later = new Date(issued!.issuedAt);
    later.setUTCMonth(later.getUTCMonth() + 6);
    expect(Math.abs(issued!.expiresAt!.getTime() - later.getTime())).toBeLessThan(4 * 86_400_000);
  });

  it('waits until its courses and tasks are complete, and is issued once', async () => {
    const exam = await mintShortExam(tenant);
    const courseId = await mintCourse(tenant);
    const taskId = await mintTask(tenant, [who], [{ courseId }]);
    await needs(exam, [{ courseId }, { taskId }]);
    await sit(who, exam, true);
    await sweep();
    expect(await held(exam.certificateId)).toEqual([]);
    await complete(courseId);
    await sweep();
    expect(await held(exam.certificateId)).toEqual([]);
    const needed = (await ok(who, VIEW, { id: exam.id })).certificate!.needs;
    expect(needed.map(({ kind, isComplete }) => [kind, isComplete])).toEqual([
      ['course', true],
      ['task', false],
    ]);
    await withTenant(tenant.id, (db) =>
      db
        .update(studyTaskUser)
        .set({ studyProgress: 100, completedAt: new Date() })
        .where(eq(studyTaskUser.taskId, taskId)),
    );
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await held(exam.certificateId)).toHaveLength(1);
  });

  it('is issued with the pass when everything else is complete already', async () => {
    const exam = await mintShortExam(tenant);
    const courseId = await mintCourse(tenant);
    await needs(exam, [{ courseId }]);
    await complete(courseId);
    await sit(who, exam, false);
    await sweep();
    expect(await held(exam.certificateId)).toEqual([]);
    await sit(who, exam, true);
    expect(await held(exam.certificateId)).toHaveLength(1);
  });
});

it('a certificate by hand is issued to chosen people only, and its revocation is shown in the results', async () => {
  const exam = await mintShortExam(tenant, { certificateWay: 'manual' });
  await sit(who, exam, true);
  await sweep();
  expect(await held(exam.certificateId)).toEqual([]);
  const second = await mintPerson(tenant, { isAdmin: true });
  const decideOne = async () => {
    const { list } = await ok(second, 'POST /user/auth/flow/instance/undo', { pageSize: 100 });
    await decide(second, list.at(-1)!.id);
  };
  const input = { certificateId: exam.certificateId, userIds: [who.userId], reason: '成绩核实无误' };
  await ok(admin, 'POST /course/auth/certificate/issue', input);
  await decideOne();
  const listed = async () => (await ok(admin, PEOPLE, { examId: exam.id, examState: 'pass' })).list[0]!;
  const [issued] = await held(exam.certificateId);
  expect(issued).toMatchObject({ issueWay: 'manual' });
  expect(await listed()).toMatchObject({ certificateNo: issued!.certificateNo, certificateRevoked: false });
  await ok(admin, 'POST /course/auth/certificate/revoke', { id: issued!.id, reason: '替考' });
  await decideOne();
  expect(await listed()).toMatchObject({ certificateNo: issued!.certificateNo, certificateRevoked: true });
  const { total } = await ok(admin, 'GET /exam/auth/exam/analysis/results/view', { examId: exam.id });
  expect(total.certificates).toBe(0);
});

it('the conditions are settings of the exam', async () => {
  const bank = await mintShortExam(tenant);
  const courseId = await mintCourse(tenant);
  const taskId = await mintTask(tenant, [who], [{ courseId }]);
  const rule = {
    ...{ certificateId: bank.certificateId, certificateWay: 'automatic' as const, certificateScore: 10 },
    ...{ certificateMonths: 3, certificateCourses: [courseId], certificateTasks: [taskId] },
  };
  const settings = { ...examSettings({ world: { exam: bank, mark: 'rule' } }), ...rule };
  const { id } = await ok(admin, SAVE, settings);
  expect(await ok(admin, SETTINGS, { id })).toMatchObject(rule);
  await saveAgain(admin, { ...settings, id, certificateScore: null, certificateTasks: [] });
  expect(await ok(admin, SETTINGS, { id })).toMatchObject({ certificateScore: null, certificateTasks: [] });
  const tooHigh = await call(admin, SAVE, { ...settings, certificateScore: 11 });
  expect(tooHigh).toMatchObject({ code: 422, data: [expect.objectContaining({ field: 'certificateScore' })] });
  const elsewhere = await mintCourse(await mintTenant());
  expect((await call(admin, SAVE, { ...settings, certificateCourses: [elsewhere] })).code).toBe(404);
});
