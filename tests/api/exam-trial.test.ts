import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { question } from '#src/server/question/tables.ts';
import { mintExam, readAttempt, right, type TestExam } from '../factories/exam.ts';
import { sit } from '../factories/exam-rules.ts';
import { call, ok } from '../factories/portal.ts';
import { definitionOf } from '../factories/report.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const TRIAL = 'POST /exam/auth/exam/admin/trial/start';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const RESULT = 'GET /exam/auth/user/exam/result/view';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** Sits a trial as the hall does, with right answers. */
async function tryOut(who: TestPerson, id: string) {
  const { attemptId } = await ok(who, TRIAL, { id });
  const hall = await ok(who, TAKE_OVER, { attemptId });
  expect(hall).toMatchObject({ trial: true, status: 'open' });
  const answers = hall.questions.map(({ questionId, type }) => ({
    ...{ questionId, epoch: hall.epoch, revision: 1 },
    answer: structuredClone(right[type]) as string,
  }));
  await ok(who, 'POST /exam/auth/user/exam/answer/save', { attemptId, epoch: hall.epoch, answers });
  await ok(who, SUBMIT, { attemptId, epoch: hall.epoch, answers: [] });
  return attemptId;
}

/** What is shown of an exam and its manager, in lists and in figures. */
async function figures({ id, bankId }: TestExam) {
  const paged = { pageCurrent: 1, pageSize: 100 };
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute(sql`select (select count(*)::int from exam_result) as results, (select count(*)::int from mistake) as mistakes,
      (select count(*)::int from marking_answer) as queued, (select count(*)::int from ledger_entry) as entries,
      (select count(*)::int from user_certificate) as certificates, (select count(*)::int from notice) as notices,
      (select count(*)::int from portal.exams_under_way(now() - interval '1 hour', now()) u
       where u.enterprise_id = ${tenant.id} and u.sitting) as sitting`),
  );
  return {
    rows,
    managed: await ok(admin, 'POST /exam/auth/exam/admin/page', paged),
    own: await ok(admin, 'POST /exam/auth/user/exam/task/record/page', { ...paged, scope: 'mine' }),
    all: await ok(admin, 'POST /exam/auth/user/exam/task/record/page', { ...paged, scope: 'all' }),
    counts: await ok(admin, 'POST /exam/auth/user/exam/task/record/current/user/count', {}),
    analysis: await ok(admin, 'POST /exam/auth/exam/analysis/page', paged),
    results: await ok(admin, 'GET /exam/auth/exam/analysis/results/view', { examId: id }),
    marking: await ok(admin, 'POST /exam/auth/exam/marking/exam/page', paged),
    marked: await ok(admin, 'POST /exam/auth/exam/marking/page', { ...paged, status: 'marked' }),
    waiting: await ok(admin, 'GET /exam/auth/exam/marking/waiting/count', {}),
    control: await ok(admin, 'POST /exam/auth/exam/control/page', paged),
    person: await ok(admin, 'GET /user/auth/people/view', { userId: admin.userId }),
    attempts: await ok(admin, 'POST /user/auth/people/exam/page', { ...paged, userId: admin.userId }),
    bank: await ok(admin, 'GET /exam/auth/question/bank/view', { id: bankId }),
    last: await ok(admin, 'GET /exam/auth/user/exam/attempt/last/view', {}),
    year: await ok(admin, 'GET /data/auth/user/contribution/view', {}),
    report: (
      await ok(admin, 'POST /report/auth/report/run', {
        definition: definitionOf('exams', { groups: ['exam'], measures: [{ aggregate: 'count', field: null }] }),
      })
    ).list,
    bulk: await ok(admin, 'POST /user/auth/people/bulk/consequences', { ids: [admin.userId] }),
    statement: (await ok(admin, 'POST /data/auth/statement/issue', { year: new Date().getFullYear() })).id,
  };
}

describe('a trial sitting', () => {
  it('is a real one in the hall, is final at once, and nothing knows of it', async () => {
    const exam = await mintExam(tenant, { passScore: '10', markers: 1 });
    await sit(await mintPerson(tenant), exam, true);
    const before = await figures(exam);
    const attemptId = await tryOut(admin, exam.id);
    const result = await ok(admin, RESULT, { attemptId });
    // Short answers have no points: nobody marks them.
    expect(result).toMatchObject({ trialOf: exam.id, status: 'marked', passed: true, score: 80, subjectiveScore: 0 });
    expect(result.earned).toMatchObject({ credits: 0, points: 0, certificateName: null });
    expect(await figures(exam)).toEqual(before);
    expect((await readAttempt(tenant, attemptId)).shortCount).toBe(0);
    // While one is open, too.
    await ok(admin, TRIAL, { id: exam.id });
    expect(await figures(exam)).toEqual(before);
  });

  it('of a draft is possible, continues, and can be repeated with the rules as they are then', async () => {
    const exam = await mintExam(tenant, { published: false, counts: { short: 0 }, maxAttempts: 1 });
    const { attemptId } = await ok(admin, TRIAL, { id: exam.id });
    expect(await ok(admin, TRIAL, { id: exam.id })).toEqual({ attemptId, resumed: true });
    await ok(admin, SUBMIT, { attemptId, epoch: 1, answers: [] });
    await withTenant(tenant.id, (db) => db.execute(sql`update exam set title = 'New title' where id = ${exam.id}`));
    const again = await tryOut(admin, exam.id);
    expect(again).not.toBe(attemptId);
    expect(await ok(admin, RESULT, { attemptId: again })).toMatchObject({ title: 'New title', number: 2 });
    const { published, revision } = await ok(admin, 'GET /exam/auth/exam/admin/view', { id: exam.id });
    expect({ published, revision }).toEqual({ published: false, revision: 1 });
  });

  it('does not make its questions used ones, and does not hide their answers', async () => {
    const exam = await mintExam(tenant, { published: false });
    await ok(admin, TRIAL, { id: exam.id });
    const drawn = await withTenant(tenant.id, (db) =>
      db.$count(question, and(eq(question.bankId, exam.bankId), eq(question.drawn, true))),
    );
    expect(drawn).toBe(0);
    await ok(admin, 'GET /exam/auth/question/view', { id: exam.ids.single[0]! });
  });

  it('belongs to those who manage the exam, and only its own sitter sees it', async () => {
    const exam = await mintExam(tenant);
    const [learner, lecturer] = [await mintPerson(tenant), await mintPerson(tenant, { userType: 2 })];
    expect((await call(learner, TRIAL, { id: exam.id })).code).toBe(403);
    expect((await call(lecturer, TRIAL, { id: exam.id })).code).toBe(404);
    const attemptId = await tryOut(admin, exam.id);
    const other = await mintPerson(tenant, { isAdmin: true });
    expect((await call(other, RESULT, { attemptId })).code).toBe(404);
    const { examId } = await ok(admin, RESULT, { attemptId });
    const subject = { subjectType: 'exam' as const, subjectId: examId };
    expect((await call(admin, 'GET /community/auth/post/subject/view', subject)).code).toBe(404);
    // The exam of the trials can neither be entered nor edited.
    for (const who of [learner, admin])
      expect((await call(who, 'POST /exam/auth/user/exam/start', { id: examId })).code).toBe(404);
    expect((await call(admin, 'GET /exam/auth/exam/admin/view', { id: examId })).code).toBe(404);
    expect((await call(admin, TRIAL, { id: examId })).code).toBe(404);
  });
});
