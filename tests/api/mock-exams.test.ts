import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import type { Input } from '#src/contract/calls.ts';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { practiceAnswer, practiceRun } from '#src/server/practice/tables.ts';
import { MAX_A_DAY } from '#src/server/practice/start-practice.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse } from '../factories/course.ts';
import { BLANK_KEY, mintExam, REFERENCE, right, SECRET, type TestExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintMockExam, openBank, startBank } from '../factories/practice.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/practice/start';
const VIEW = 'GET /exam/auth/user/practice/view';
const CHECK = 'POST /exam/auth/user/practice/answer/check';
const SAVE = 'POST /exam/auth/user/practice/answer/save';
const ASSESS = 'POST /exam/auth/user/practice/answer/assess';
const FINISH = 'POST /exam/auth/user/practice/finish';
const PAGE = 'POST /exam/auth/user/practice/page';
const TAKE = 'POST /exam/auth/user/exam/start';
const BANKS = 'POST /exam/auth/user/practice/bank/page';
const BANK = 'GET /exam/auth/user/practice/bank/view';
const MOCKS = 'POST /exam/auth/user/practice/exam/page';
const SECRETS = [SECRET, REFERENCE, BLANK_KEY];

let tenant: TestTenant;
let who: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(async () => {
  who = await mintPerson(tenant);
});

const secretsIn = (reply: unknown) => SECRETS.filter((each) => JSON.stringify(reply).includes(each));
const ALL_RIGHT = ['single', 'multiple', 'judge', 'blank'] as const;

async function change({ id }: TestExam, values: Partial<typeof examTable.$inferInsert>) {
  await withTenant(tenant.id, (db) =>
    db
      .update(examTable)
      .set(values)
      .where(and(eq(examTable.enterpriseId, tenant.id), eq(examTable.id, id))),
  );
}

async function stored(id: string) {
  return withTenant(tenant.id, async (db) => {
    const [run] = await db
      .select()
      .from(practiceRun)
      .where(and(eq(practiceRun.enterpriseId, tenant.id), eq(practiceRun.id, id)));
    const answers = await db
      .select()
      .from(practiceAnswer)
      .where(and(eq(practiceAnswer.enterpriseId, tenant.id), eq(practiceAnswer.runId, id)));
    return { run: run!, answers };
  });
}

/** The right answer by the letters of the practice, whose options are shuffled. */
async function rightOf(id: string, questionId: string) {
  const { run } = await stored(id);
  const { type, answer } = run.paper.find((each) => each.questionId === questionId)!;
  return (type === 'blank' ? [...right.blank] : answer) as Input<typeof CHECK>['answer'];
}

describe('answers at once', () => {
  it('shows the right answer and the explanation of a question after its answer, never before', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const begun = await ok(who, VIEW, { id });
    expect(begun.questions).toHaveLength(9);
    expect(secretsIn(begun)).toEqual([]);
    expect(secretsIn(await ok(who, BANK, { id: mock.bankId }))).toEqual([]);
    expect(secretsIn(await ok(who, PAGE, {}))).toEqual([]);

    const questionId = mock.ids.blank[0]!;
    const checked = await ok(who, CHECK, { id, questionId, answer: ['wrong', 'wrong'] });
    expect(checked).toMatchObject({ right: false, analysis: SECRET, mine: ['wrong', 'wrong'] });
    expect(JSON.stringify(checked.answer)).toContain(BLANK_KEY);
    const after = await ok(who, VIEW, { id });
    const others = after.questions.filter((each) => each.questionId !== questionId);
    expect(secretsIn(others)).toEqual([]);
    expect(after.questions.find((each) => each.questionId === questionId)?.key).toMatchObject({ right: false });
    expect(after).toMatchObject({ answeredCount: 1, rightCount: 0 });
  });

  it.each(ALL_RIGHT)('recognises a right answer of type %s', async (type) => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const questionId = mock.ids[type][0]!;
    const checked = await ok(who, CHECK, { id, questionId, answer: await rightOf(id, questionId) });
    expect(checked.right).toBe(true);
    const { run, answers } = await stored(id);
    expect(run).toMatchObject({ answeredCount: 1, rightCount: 1 });
    expect(answers).toMatchObject([{ questionId, right: true }]);
  });

  it('keeps the first answer when it is sent again', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const questionId = mock.ids.judge[0]!;
    await ok(who, CHECK, { id, questionId, answer: false });
    expect(await ok(who, CHECK, { id, questionId, answer: true })).toMatchObject({ right: false, mine: false });
    expect((await stored(id)).run).toMatchObject({ answeredCount: 1, rightCount: 0 });
  });

  it('lets the author of a short answer compare it with the reference and assess it once', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const asked = { id, questionId: mock.ids.short[0]! };
    expect(await call(who, ASSESS, { ...asked, right: true })).toMatchObject({ code: 409 });
    expect(await ok(who, CHECK, { ...asked, answer: 'Mine' })).toMatchObject({ answer: REFERENCE, right: null });
    expect(await ok(who, ASSESS, { ...asked, right: true })).toEqual({ right: true });
    expect(await ok(who, ASSESS, { ...asked, right: false })).toEqual({ right: true });
    expect((await stored(id)).run).toMatchObject({ answeredCount: 1, rightCount: 1 });
  });

  it('refuses answers that do not fit the question, and those after the end', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const questionId = mock.ids.single[0]!;
    expect(await call(who, CHECK, { id, questionId, answer: 'Z' })).toMatchObject({ code: 422 });
    expect(await call(who, CHECK, { id, questionId: id, answer: 'A' })).toMatchObject({ code: 404 });
    await ok(who, FINISH, { id });
    expect(await call(who, CHECK, { id, questionId, answer: 'A' })).toMatchObject({ code: 409 });
    expect(await ok(who, SAVE, { id, questionId, answer: 'A' })).toEqual({ saved: false });
    expect((await ok(who, PAGE, {})).list).toMatchObject([{ id, kind: 'bank', answeredCount: 0 }]);
  });

  it('keeps drafts, which reveal nothing', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const questionId = mock.ids.short[0]!;
    expect(await ok(who, SAVE, { id, questionId, answer: 'Half a sentence' })).toEqual({ saved: true });
    const view = await ok(who, VIEW, { id });
    expect(view.questions.find((each) => each.questionId === questionId)).toMatchObject({
      ...{ mine: 'Half a sentence', checked: false, key: null },
    });
    expect(secretsIn(view)).toEqual([]);
    const other = await mintPerson(tenant);
    expect(await call(other, VIEW, { id })).toMatchObject({ code: 404 });
    expect(await call(other, SAVE, { id, questionId, answer: 'x' })).toMatchObject({ code: 404 });
  });
});

describe('what can be practised', () => {
  it('only banks that are open, and for the audience of their exams', async () => {
    const mock = await mintMockExam(tenant, { audience: 'departments' });
    const listed = async () => (await ok(who, BANKS, { pageSize: 100 })).list.map(({ id }) => id);
    expect(await listed()).toContain(mock.bankId);
    for (const practice of ['none', 'audience'] as const) {
      await openBank(tenant, mock.bankId, practice);
      expect(await listed()).not.toContain(mock.bankId);
      expect(await call(who, BANK, { id: mock.bankId })).toMatchObject({ code: 404 });
      expect(await call(who, START, { kind: 'bank', bankId: mock.bankId })).toMatchObject({ code: 404 });
    }
    await change(mock, { audience: 'everyone' });
    expect(await listed()).toContain(mock.bankId);
  });

  it('a mock exam by its own rules, in its audience only', async () => {
    const mock = await mintMockExam(tenant, { counts: { single: 2, multiple: 0, judge: 1, blank: 0, short: 0 } });
    expect((await ok(who, MOCKS, { pageSize: 100 })).list.find(({ id }) => id === mock.id)?.questionCount).toBe(3);
    const { id } = await ok(who, START, { kind: 'exam', examId: mock.id });
    const types = (await ok(who, VIEW, { id })).questions.map(({ type }) => type);
    expect([...types].sort()).toEqual(['judge', 'single', 'single']);
    await change(mock, { audience: 'departments' });
    expect(await call(who, START, { kind: 'exam', examId: mock.id })).toMatchObject({ code: 404 });
    await change(mock, { audience: 'everyone', practice: false });
    expect(await call(who, START, { kind: 'exam', examId: mock.id })).toMatchObject({ code: 404 });
  });

  it('not the questions of an exam that the user can still join by starting its course', async () => {
    const mock = await mintMockExam(tenant);
    const courseId = await mintCourse(tenant);
    const id = await startBank(who, mock.bankId);
    const questionId = mock.ids.single[0]!;
    const answer = { id, questionId, answer: right.single };
    const running = await mintExam(tenant, { sharing: mock, audience: 'course', courseId });
    const withheld = async () => (await ok(who, BANK, { id: mock.bankId })).withheldCount;
    const total = Object.values(mock.ids).flat().length;
    // Not yet in its audience, but a click away from it.
    expect(await call(who, TAKE, { id: running.id })).not.toMatchObject({ code: 200 });
    expect(await withheld()).toBe(total);
    expect(await call(who, START, { kind: 'bank', bankId: mock.bankId })).toMatchObject({ code: 409 });
    expect(await call(who, CHECK, answer)).toMatchObject({ code: 409 });
    expect(secretsIn(await ok(who, VIEW, { id }))).toEqual([]);
    await change(running, { windowEnd: new Date(Date.now() - 1_800_000) });
    expect(await withheld()).toBe(0);
    await ok(who, CHECK, answer);
  });

  it('leaves out the questions of a mock exam whose bank is not open', async () => {
    const mock = await mintMockExam(tenant);
    await openBank(tenant, mock.bankId, 'none');
    expect(await call(who, START, { kind: 'exam', examId: mock.id })).toMatchObject({ code: 409 });
  });

  it('at most so many within a day, also at the same time', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    await ok(who, FINISH, { id });
    const { run } = await stored(id);
    const copies = (count: number, startedAt: Date) =>
      Array.from({ length: count }, () => ({ ...run, id: randomUUID(), startedAt }));
    await withTenant(tenant.id, (db) =>
      db
        .insert(practiceRun)
        .values([...copies(MAX_A_DAY - 2, run.startedAt), ...copies(5, new Date(Date.now() - 90_000_000))]),
    );
    const start = () => call(who, START, { kind: 'bank', bankId: mock.bankId });
    const codes = (await Promise.all([start(), start(), start()])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 429, 429]);
  });

  it('new questions only', async () => {
    const mock = await mintMockExam(tenant);
    const first = await startBank(who, mock.bankId);
    await ok(who, CHECK, { id: first, questionId: mock.ids.judge[0]!, answer: false });
    const wish = { kind: 'bank', bankId: mock.bankId, count: 100 } as const;
    const fresh = await ok(who, START, { ...wish, only: 'new' });
    const ids = (await ok(who, VIEW, { id: fresh.id })).questions.map(({ questionId }) => questionId);
    expect(ids).toHaveLength(8);
    expect(ids).not.toContain(mock.ids.judge[0]);
    const again = await ok(who, START, { ...wish, only: 'mistakes' });
    expect((await stored(again.id)).run.paper.map(({ questionId }) => questionId)).toEqual([mock.ids.judge[0]]);
    expect(await ok(who, BANK, { id: mock.bankId })).toMatchObject({ newCount: 8, mistakeCount: 1 });
  });
});

describe('questions of exams', () => {
  it('are not practised while an exam that uses their bank is not over for the user', async () => {
    const exam = await mintExam(tenant, { maxAttempts: 1, reviewPolicy: 'immediately', reviewEarly: true });
    await openBank(tenant, exam.bankId);
    expect(await ok(who, BANK, { id: exam.bankId })).toMatchObject({ questionCount: 0, withheldCount: 9 });
    expect(await call(who, START, { kind: 'bank', bankId: exam.bankId })).toMatchObject({ code: 409 });
    const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1 });
    expect(await ok(who, BANK, { id: exam.bankId })).toMatchObject({ questionCount: 9, withheldCount: 0 });
  });

  it('reveal nothing any more in a practice that was begun before the exam', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const [first, second] = mock.ids.judge;
    await ok(who, CHECK, { id, questionId: first!, answer: false });
    const exam = await mintExam(tenant, { sharing: mock, reviewPolicy: 'after_window' });
    expect(await call(who, CHECK, { id, questionId: second!, answer: false })).toMatchObject({ code: 409 });
    // Neither what was shown before.
    expect(await call(who, CHECK, { id, questionId: first!, answer: false })).toMatchObject({ code: 409 });
    const view = await ok(who, VIEW, { id });
    expect(secretsIn(view)).toEqual([]);
    expect(view.questions.every(({ withheld, key }) => withheld && key === null)).toBe(true);
    await change(exam, { published: false });
    expect(await ok(who, CHECK, { id, questionId: second!, answer: false })).toMatchObject({ analysis: SECRET });
  });

  it('are withheld during an attempt also when its exam was withdrawn', async () => {
    const mock = await mintMockExam(tenant);
    const id = await startBank(who, mock.bankId);
    const exam = await mintExam(tenant, { sharing: mock });
    await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
    await change(exam, { published: false });
    expect(await call(who, CHECK, { id, questionId: mock.ids.judge[0]!, answer: false })).toMatchObject({ code: 409 });
  });
});
