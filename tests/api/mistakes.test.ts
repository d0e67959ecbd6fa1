import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { and, eq, sql } from 'drizzle-orm';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { mistake } from '#src/server/practice/tables.ts';
import { question } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, right, SECRET, setDeadline, type TestExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { makeMistake, mintMockExam, openBank } from '../factories/practice.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/practice/start';
const VIEW = 'GET /exam/auth/user/practice/view';
const CHECK = 'POST /exam/auth/user/practice/answer/check';
const ASSESS = 'POST /exam/auth/user/practice/answer/assess';
const BOOK = 'POST /exam/auth/user/mistake/page';
const COUNTS = 'GET /exam/auth/user/mistake/view';
const SETTING = 'PUT /exam/auth/user/mistake/setting/save';
const JUDGES = { single: 0, multiple: 0, judge: 3, blank: 0, short: 0 };

let tenant: TestTenant;
let who: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(async () => {
  who = await mintPerson(tenant);
});

/** Submits an attempt: the answers to its three questions. */
async function sit({ id, ids }: TestExam, answers: boolean[]) {
  const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id });
  const entries = answers.map((answer, i) => ({ questionId: ids.judge[i]!, epoch: 1, revision: 1, answer }));
  await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers: entries });
  return attemptId;
}

async function change({ id }: TestExam, values: Partial<typeof examTable.$inferInsert>) {
  await withTenant(tenant.id, (db) =>
    db
      .update(examTable)
      .set(values)
      .where(and(eq(examTable.enterpriseId, tenant.id), eq(examTable.id, id))),
  );
}

const rowsOf = (person: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(mistake)
      .where(and(eq(mistake.enterpriseId, tenant.id), eq(mistake.userId, person.userId))),
  );

const inBook = async (filter = {}) => (await ok(who, BOOK, { pageSize: 100, ...filter })).list;
const idsIn = async (filter = {}) => (await inBook(filter)).map(({ questionId }) => questionId).sort();

/** Practises the mistakes and answers all of them. */
async function retry(answer: boolean, more = {}) {
  const { id } = await ok(who, START, { kind: 'mistakes', ...more });
  const { questions } = await ok(who, VIEW, { id });
  for (const { questionId } of questions) await ok(who, CHECK, { id, questionId, answer });
  return questions.length;
}

describe('mistakes of exams', () => {
  it('are in the book with own and right answer, once the review is open', async () => {
    const exam = await mintExam(tenant, { counts: JUDGES, maxAttempts: 1, title: 'Pumps' });
    await sit(exam, [false, true]);
    // Also a question without an answer.
    expect(await idsIn()).toEqual([exam.ids.judge[0], exam.ids.judge[2]].sort());
    const first = (await inBook()).find(({ questionId }) => questionId === exam.ids.judge[0]);
    expect(first).toMatchObject({
      ...{ mine: false, answer: true, analysis: SECRET, wrongCount: 1, examTitle: 'Pumps', archivedAt: null },
    });
    expect(await ok(who, COUNTS, {})).toMatchObject({
      ...{ count: 2, archivedCount: 0, rightInRow: 1, exams: [{ id: exam.id, title: 'Pumps', count: 2 }] },
    });
  });

  it.each([
    ['after_window', { windowEnd: new Date(Date.now() - 3_600_000), windowStart: new Date(Date.now() - 7_200_000) }, 3],
    ['after_last', { maxAttempts: 1 }, 3],
    ['immediately', { maxAttempts: 1 }, 3],
    ['never', { maxAttempts: 1, published: false }, 0],
  ] as const)('with the policy %s stay hidden until then', async (reviewPolicy, later, shown) => {
    const exam = await mintExam(tenant, { counts: JUDGES, reviewPolicy, maxAttempts: 2 });
    const attemptId = await sit(exam, [false, false, false]);
    expect(await rowsOf(who)).toHaveLength(3);
    expect(await inBook()).toEqual([]);
    expect(await ok(who, COUNTS, {})).toMatchObject({ count: 0, topics: [], exams: [], banks: [] });
    expect(await call(who, START, { kind: 'mistakes', questionIds: exam.ids.judge })).toMatchObject({ code: 409 });
    await setDeadline(tenant, attemptId, -7000);
    await change(exam, later);
    expect(await inBook()).toHaveLength(shown);
  });

  it('are hidden while another exam that uses the question is not over', async () => {
    const exam = await mintExam(tenant, { counts: JUDGES, maxAttempts: 1 });
    await sit(exam, [false, true, true]);
    const { id } = await ok(who, START, { kind: 'mistakes' });
    const other = await mintExam(tenant, { sharing: exam });
    expect(await inBook()).toEqual([]);
    expect(await call(who, CHECK, { id, questionId: exam.ids.judge[0]!, answer: false })).toMatchObject({ code: 409 });
    await change(other, { published: false });
    expect(await idsIn()).toEqual([exam.ids.judge[0]]);
  });

  it('follow marks that are changed later, and withdrawn questions', async () => {
    const exam = await mintExam(tenant, { counts: JUDGES, maxAttempts: 1 });
    const attemptId = await sit(exam, [false, false, false]);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ marks: sql`${examAttempt.marks} || ${JSON.stringify({ [exam.ids.judge[0]!]: 10 })}::jsonb` })
        .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
    );
    expect(await idsIn()).toEqual(exam.ids.judge.slice(1).sort());
    await withTenant(tenant.id, (db) =>
      db
        .update(question)
        .set({ published: false })
        .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, exam.ids.judge[1]!))),
    );
    expect(await idsIn()).toEqual([exam.ids.judge[2]]);
    expect((await rowsOf(who)).map(({ questionId }) => questionId)).toEqual([exam.ids.judge[2]]);
  });

  it('can be practised although their bank is not open, and are counted again', async () => {
    const exam = await mintExam(tenant, { counts: JUDGES, maxAttempts: 2, stopAfterPass: false });
    await sit(exam, [false, true, true]);
    await sit(exam, [false, true, false]);
    expect((await inBook()).map(({ wrongCount }) => wrongCount).sort()).toEqual([1, 2]);
    expect(await retry(true)).toBe(2);
    expect(await inBook()).toEqual([]);
    expect(await idsIn({ archived: true })).toEqual([exam.ids.judge[0], exam.ids.judge[2]].sort());
  });
});

describe('mistakes of practices', () => {
  it('leave the book after as many right answers in a row as the user has set, and stay in the archive', async () => {
    const mock = await mintMockExam(tenant, { counts: JUDGES });
    const { questionId } = await makeMistake(who, mock);
    expect(await ok(who, SETTING, { rightInRow: 2 })).toEqual({ rightInRow: 2 });
    await retry(true);
    expect(await inBook()).toMatchObject([{ questionId, rightInRow: 1, wrongCount: 1 }]);
    await retry(false);
    expect(await inBook()).toMatchObject([{ questionId, rightInRow: 0, wrongCount: 2, examTitle: null }]);
    await retry(true);
    await retry(true);
    expect(await inBook()).toEqual([]);
    expect(await inBook({ archived: true })).toMatchObject([{ questionId, wrongCount: 2, mine: !right.judge }]);
    expect(await ok(who, COUNTS, {})).toMatchObject({ count: 0, archivedCount: 1, rightInRow: 2 });
    expect(await call(who, START, { kind: 'mistakes' })).toMatchObject({ code: 409 });
  });

  it('come back from the archive when they are answered wrongly again', async () => {
    const mock = await mintMockExam(tenant, { counts: JUDGES });
    const { questionId } = await makeMistake(who, mock);
    await retry(true);
    expect(await inBook()).toEqual([]);
    await makeMistake(who, mock);
    expect(await inBook()).toMatchObject([{ questionId, wrongCount: 2, archivedAt: null }]);
  });

  it('contain short answers that their author assessed as wrong', async () => {
    const mock = await mintMockExam(tenant);
    const { id } = await ok(who, START, { kind: 'bank', bankId: mock.bankId, count: 100 });
    const asked = { id, questionId: mock.ids.short[0]! };
    await ok(who, CHECK, { ...asked, answer: 'Mine' });
    expect(await inBook()).toEqual([]);
    await ok(who, ASSESS, { ...asked, right: false });
    expect(await inBook()).toMatchObject([{ questionId: asked.questionId, mine: 'Mine', type: 'short' }]);
  });

  it('are hidden once their bank is closed', async () => {
    const mock = await mintMockExam(tenant, { counts: JUDGES });
    await makeMistake(who, mock);
    expect(await inBook()).toHaveLength(1);
    await openBank(tenant, mock.bankId, 'none');
    expect(await inBook()).toEqual([]);
    expect(await call(who, START, { kind: 'mistakes' })).toMatchObject({ code: 409 });
  });

  it('are filtered by topic, exam, bank and time, and belong to their user', async () => {
    const exam = await mintExam(tenant, { counts: JUDGES, maxAttempts: 1 });
    await sit(exam, [false, true, true]);
    const mock = await mintMockExam(tenant, { counts: JUDGES });
    await makeMistake(who, mock);
    await withTenant(tenant.id, (db) =>
      db
        .update(question)
        .set({ topic: 'Valves' })
        .where(and(eq(question.enterpriseId, tenant.id), eq(question.id, mock.ids.judge[0]!))),
    );
    expect(await idsIn()).toHaveLength(2);
    expect(await idsIn({ topic: 'Valves' })).toEqual([mock.ids.judge[0]]);
    expect(await idsIn({ examId: exam.id })).toEqual([exam.ids.judge[0]]);
    expect(await idsIn({ bankId: mock.bankId })).toEqual([mock.ids.judge[0]]);
    expect(await idsIn({ questionId: exam.ids.judge[0] })).toEqual([exam.ids.judge[0]]);
    expect(await idsIn({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await idsIn({ since: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(2);
    expect((await ok(who, COUNTS, {})).topics).toEqual([
      { topic: 'Valves', count: 1 },
      { topic: null, count: 1 },
    ]);
    expect(await retry(true, { topic: 'Valves' })).toBe(1);
    expect(await idsIn()).toEqual([exam.ids.judge[0]]);
    expect(await ok(await mintPerson(tenant), BOOK, {})).toMatchObject({ totalCount: 0 });
  });
});
