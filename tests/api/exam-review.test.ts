import { beforeAll, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '#src/server/core/tables.ts';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { BLANK_KEY, mintExam, readAttempt, REFERENCE, right, SECRET } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const RESULT = 'GET /exam/auth/user/exam/result/view';
const MARK = 'POST /exam/auth/exam/marking/save';
const MARK_VIEW = 'GET /exam/auth/exam/marking/view';
const MARK_PAGE = 'POST /exam/auth/exam/marking/page';

let tenant: TestTenant;
let who: TestPerson;
let lecturer: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  who = await mintPerson(tenant);
  lecturer = await mintPerson(tenant, { userType: 2 });
});

async function submitPaper(person: TestPerson, id: string) {
  const { attemptId } = await ok(person, START, { id });
  const { questions } = await ok(person, VIEW, { attemptId });
  const answers = questions.map(({ questionId, type }) => ({
    questionId,
    epoch: 1,
    revision: 1,
    answer: type === 'single' ? 'A' : (right[type] as string | boolean | string[]),
  }));
  const submitted = await ok(person, SUBMIT, { attemptId, epoch: 1, answers });
  return { attemptId, submitted };
}

/** Returns all responses that a learner can get about an exam, as text. */
async function everything(person: TestPerson, id: string, attemptId: string): Promise<string> {
  const attempt = { attemptId };
  const replies = [
    await call(person, 'GET /exam/auth/user/exam/view', { id }),
    await call(person, 'POST /exam/auth/user/exam/task/record/page', { scope: 'all', pageSize: 100 }),
    await call(person, 'POST /exam/auth/user/exam/task/record/current/user/count', {}),
    await call(person, START, { id }),
    await call(person, VIEW, attempt),
    await call(person, 'POST /exam/auth/user/exam/attempt/take-over', attempt),
    await call(person, 'POST /exam/auth/user/exam/answer/save', { ...attempt, epoch: 1, answers: [] }),
    await call(person, RESULT, attempt),
    await call(person, MARK_VIEW, attempt),
    await call(person, MARK_PAGE, {}),
  ];
  return JSON.stringify(replies);
}

const tells = (text: string) => [SECRET, REFERENCE, `[["${BLANK_KEY}`, '第二种'].filter((key) => text.includes(key));

describe('correct answers', () => {
  it('are not sent while an attempt is open', async () => {
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(who, START, { id });
    expect(tells(await everything(who, id, attemptId))).toEqual([]);
    const { questions } = await ok(who, VIEW, { attemptId });
    expect(new Set(questions.flatMap((question) => Object.keys(question)))).toEqual(
      new Set([
        ...['questionId', 'section', 'type', 'lang', 'stem', 'options', 'html', 'other', 'blanks', 'score', 'endsAt'],
      ]),
    );
  });

  it('are sent immediately, after the window, or never, according to the policy', async () => {
    const open = await mintExam(tenant, { reviewPolicy: 'immediately', maxAttempts: 1 });
    const later = await mintExam(tenant, { reviewPolicy: 'after_window', maxAttempts: 1 });
    const never = await mintExam(tenant, { reviewPolicy: 'never', maxAttempts: 1 });
    const now = await submitPaper(who, open.id);
    const seen = await ok(who, RESULT, { attemptId: now.attemptId });
    expect(seen.review).toBe('open');
    // Verifies that the check can find correct answers.
    expect(tells(JSON.stringify(seen))).toHaveLength(4);
    expect(seen.questions.find((question) => question.type === 'single')).toMatchObject({
      mine: 'A',
      answer: 'B',
      right: false,
      mark: 0,
    });
    for (const hidden of [later, never]) {
      const { attemptId } = await submitPaper(who, hidden.id);
      expect(tells(await everything(who, hidden.id, attemptId))).toEqual([]);
      const { questions, review } = await ok(who, RESULT, { attemptId });
      expect(review).toBe(hidden === later ? 'later' : 'never');
      for (const question of questions)
        expect([question.answer, question.analysis, question.mark, question.right, question.remark]).toEqual(
          Array(5).fill(null),
        );
      // The window ends.
      const past = { windowStart: new Date(Date.now() - 7_200_000), windowEnd: new Date(Date.now() - 60_000) };
      await withTenant(tenant.id, (db) =>
        db
          .update(examTable)
          .set(past)
          .where(and(eq(examTable.enterpriseId, tenant.id), eq(examTable.id, hidden.id))),
      );
      expect((await ok(who, RESULT, { attemptId })).review).toBe(hidden === later ? 'open' : 'never');
    }
  });

  it('are sent after the last attempt, a pass or the window, not while attempts are left', async () => {
    const { id, ids } = await mintExam(tenant, { reviewPolicy: 'after_last', maxAttempts: 2 });
    const shown = async (person: TestPerson, attemptId: string) => {
      const { review, reviewOpensAt, questions } = await ok(person, RESULT, { attemptId });
      expect(tells(JSON.stringify(questions))).toHaveLength(review === 'open' ? 4 : 0);
      expect(reviewOpensAt === null).toBe(review === 'open');
      return review;
    };
    const endWindow = () =>
      withTenant(tenant.id, (db) =>
        db
          .update(examTable)
          .set({ windowStart: new Date(Date.now() - 7_200_000), windowEnd: new Date(Date.now() - 60_000) })
          .where(and(eq(examTable.enterpriseId, tenant.id), eq(examTable.id, id))),
      );
    const twice = await mintPerson(tenant);
    const first = await submitPaper(twice, id);
    expect(await shown(twice, first.attemptId)).toBe('afterLast');
    expect(tells(await everything(twice, id, first.attemptId))).toEqual([]);
    // The second attempt was started by `everything`.
    const { attemptId } = await submitPaper(twice, id);
    expect([await shown(twice, attemptId), await shown(twice, first.attemptId)]).toEqual(['open', 'open']);

    const passing = await mintPerson(tenant);
    const passed = await submitPaper(passing, id);
    expect(await shown(passing, passed.attemptId)).toBe('afterLast');
    const marks = ids.short.map((questionId) => ({ questionId, score: 20 }));
    const marker = await mintPerson(tenant, { userType: 2 });
    const { status } = await ok(marker, MARK, { attemptId: passed.attemptId, marks });
    expect(status).toBe('marked');
    const { passed: hasPassed, attemptsLeft } = await ok(passing, RESULT, { attemptId: passed.attemptId });
    expect([hasPassed, attemptsLeft, await shown(passing, passed.attemptId)]).toEqual([true, 0, 'open']);
    // Whoever has seen the key after passing does not sit the exam again.
    expect((await call(passing, START, { id })).msg).toBe('你已通过这场考试，无需再考');
    expect((await ok(passing, 'GET /exam/auth/user/exam/view', { id })).canStart).toBe('passed');

    const waiting = await mintPerson(tenant);
    const only = await submitPaper(waiting, id);
    expect(await shown(waiting, only.attemptId)).toBe('afterLast');
    await endWindow();
    expect(await shown(waiting, only.attemptId)).toBe('open');
  });

  it('are not sent while the user has another open attempt', async () => {
    const { id } = await mintExam(tenant);
    const first = await submitPaper(who, id);
    expect((await ok(who, RESULT, { attemptId: first.attemptId })).review).toBe('open');
    await ok(who, START, { id });
    expect((await ok(who, RESULT, { attemptId: first.attemptId })).review).toBe('afterAttempt');
    expect(tells(await everything(who, id, first.attemptId))).toEqual([]);
  });
});

describe('marking', () => {
  it('makes the result final, and grants the rewards of a pass', async () => {
    const person = await mintPerson(tenant, { userName: '待批阅的人' });
    const exam = await mintExam(tenant, { passScore: '70' });
    const { attemptId, submitted } = await submitPaper(person, exam.id);
    expect(submitted.examState).toBe('awaitingMarking');
    expect(await ok(person, RESULT, { attemptId })).toMatchObject({ objectiveScore: 60, score: null, passed: null });
    const waiting = await ok(lecturer, MARK_PAGE, { examId: exam.id });
    expect(waiting.list).toMatchObject([{ attemptId, userName: '待批阅的人', shortCount: 1, unmarkedCount: 1 }]);
    const view = await ok(lecturer, MARK_VIEW, { attemptId });
    expect(view.questions.list).toMatchObject([{ answer: '我的回答', reference: REFERENCE, score: 20, mark: null }]);
    const [questionId] = exam.ids.short;
    const mark = (score: number, id = questionId!) =>
      call(lecturer, MARK, { attemptId, marks: [{ questionId: id, score, remark: '不错' }] });
    expect((await mark(20.5)).code).toBe(422);
    expect((await mark(-1)).code).toBe(422);
    expect((await ok(person, 'POST /user/auth/notice/page')).list).toEqual([]);
    expect((await mark(1, exam.ids.single[0])).code).toBe(422);
    expect((await mark(12.5)).data).toEqual({ status: 'marked', unmarkedCount: 0, passed: true });
    expect((await mark(1)).code).toBe(409);
    expect((await ok(person, 'POST /user/auth/notice/page')).list).toMatchObject([
      { kind: 'examMarked', path: `/account/exam/examSuccess?id=${attemptId}`, read: false },
    ]);
    expect((await ok(person, 'POST /user/auth/announcement/user/record/wait/read/count')).notices).toBe(1);
    const { markedExams } = await ok(person, 'GET /data/auth/user/home/view');
    expect(markedExams).toMatchObject([{ title: '安全生产考试', path: `/account/exam/examSuccess?id=${attemptId}` }]);
    expect(await ok(person, RESULT, { attemptId })).toMatchObject({ score: 72.5, passed: true, examState: 'pass' });
    // Seen, so the portal tells it no longer.
    expect((await ok(person, 'POST /user/auth/announcement/user/record/wait/read/count')).notices).toBe(0);
    expect((await ok(person, 'GET /data/auth/user/home/view')).markedExams).toEqual([]);
    expect((await readAttempt(tenant, attemptId)).markedBy).toBe(lecturer.userId);
    await withTenant(tenant.id, async (db) => {
      expect(await db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, person.userId))).toHaveLength(2);
      const lines = await db.select().from(auditLog).where(eq(auditLog.userId, lecturer.userId));
      expect(lines.map((line) => line.action)).toEqual(['exam.marked']);
    });
  });

  it('grants the rewards of a pass once, also when two attempts are marked', async () => {
    const { id, ids } = await mintExam(tenant);
    const learner = await mintPerson(tenant);
    const marker = await mintPerson(tenant, { userType: 2 });
    const both = [await submitPaper(learner, id), await submitPaper(learner, id)];
    const marks = ids.short.map((questionId) => ({ questionId, score: 20 }));
    for (const { attemptId } of both)
      expect(await ok(marker, MARK, { attemptId, marks })).toMatchObject({ passed: true });
    await withTenant(tenant.id, async (db) => {
      const lines = await db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, learner.userId));
      expect(lines.map(({ source }) => source).sort()).toEqual([`exam:${id}:credits`, `exam:${id}:points`]);
    });
  });

  it('is allowed to lecturers of this tenant only, and not for their own attempts', async () => {
    const exam = await mintExam(tenant);
    const { attemptId } = await submitPaper(lecturer, exam.id);
    const marks = [{ questionId: exam.ids.short[0]!, score: 20 }];
    expect((await call(who, MARK_PAGE, {})).code).toBe(403);
    expect((await call(who, MARK_VIEW, { attemptId })).code).toBe(403);
    expect((await call(who, MARK, { attemptId, marks })).code).toBe(403);
    expect((await call(lecturer, MARK, { attemptId, marks })).code).toBe(403);
    const foreign = await mintPerson(await mintTenant(), { userType: 2 });
    expect((await call(foreign, MARK_VIEW, { attemptId })).code).toBe(404);
    expect((await call(foreign, MARK, { attemptId, marks })).code).toBe(404);
    expect((await ok(foreign, MARK_PAGE, {})).totalCount).toBe(0);
    const open = await ok(who, START, { id: exam.id });
    expect((await call(lecturer, MARK_VIEW, { attemptId: open.attemptId })).code).toBe(404);
    expect((await call(lecturer, MARK, { attemptId: open.attemptId, marks })).code).toBe(409);
  });
});
