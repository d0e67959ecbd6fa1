import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { exam as examTable, examSection } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import {
  allow,
  BLANK_KEY,
  mintExam,
  readAttempt,
  REFERENCE,
  SECRET,
  setDeadline,
  type TestExam,
} from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const RESULT = 'GET /exam/auth/user/exam/result/view';
const MARK = 'POST /exam/auth/exam/marking/save';
const MARK_VIEW = 'GET /exam/auth/exam/marking/view';
const LATE_ANSWERS = 'GET /exam/auth/exam/marking/late/page';
const MINUTE = 60_000;

let tenant: TestTenant;
let who: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(async () => {
  who = await mintPerson(tenant);
});

/** Submits an attempt with only these answers. */
async function handIn(person: TestPerson, { id }: TestExam, answers: Record<string, string | boolean> = {}) {
  const { attemptId } = await ok(person, START, { id });
  const entries = Object.entries(answers).map(([questionId, answer]) => ({
    questionId,
    epoch: 1,
    revision: 1,
    answer,
  }));
  await ok(person, SUBMIT, { attemptId, epoch: 1, answers: entries });
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
const ended = (minutesAgo: number) => ({
  windowStart: new Date(Date.now() - 600 * MINUTE),
  windowEnd: new Date(Date.now() - minutesAgo * MINUTE),
});

const KEYS = [SECRET, REFERENCE, BLANK_KEY];
const tells = (data: unknown) => KEYS.filter((key) => JSON.stringify(data).includes(key));
const HIDDEN = { answer: null, analysis: null, mark: null, right: null, remark: null, withheld: true };

/** Returns whether the review of an attempt shows everything of all questions, or nothing of any. */
async function review(person: TestPerson, attemptId: string): Promise<'shown' | 'withheld'> {
  const result = await ok(person, RESULT, { attemptId });
  expect(result.review).toBe('open');
  const withheld = result.questions.filter((question) => question.withheld);
  if (withheld.length === 0) {
    expect(tells(result)).toEqual(KEYS);
    return 'shown';
  }
  expect(tells(result)).toEqual([]);
  for (const question of result.questions) expect(question).toMatchObject(HIDDEN);
  return 'withheld';
}

describe('review of an exam with a shared bank', () => {
  it('withholds correct answers of an exam with review after its window, before and during the window', async () => {
    const running = await mintExam(tenant, { reviewPolicy: 'after_window' });
    const practice = await mintExam(tenant, { sharing: running });
    const attemptId = await handIn(who, practice);
    expect(await review(who, attemptId)).toBe('withheld');
    // Also for an exam that this user will not take, because others do.
    await change(running, {
      windowStart: new Date(Date.now() + 60 * MINUTE),
      windowEnd: new Date(Date.now() + 90 * MINUTE),
    });
    expect(await review(who, attemptId)).toBe('withheld');
    await change(running, ended(1));
    expect(await review(who, attemptId)).toBe('shown');
    // Another user has extra time.
    const slow = await mintPerson(tenant);
    await allow(tenant, running.id, slow.userId, { extraSeconds: 600 });
    expect(await review(who, attemptId)).toBe('withheld');
    await change(running, ended(11));
    expect(await review(who, attemptId)).toBe('shown');
  });

  it('shows neither whether an answer is correct nor its score', async () => {
    const running = await mintExam(tenant, { reviewPolicy: 'after_window' });
    const practice = await mintExam(tenant, { sharing: running });
    const [first, second] = running.ids.single as [string, string];
    const attemptId = await handIn(who, practice, { [first]: 'B', [second]: 'A' });
    expect((await readAttempt(tenant, attemptId)).marks).toMatchObject({ [first]: 10, [second]: 0 });
    const seen = async () => {
      const { questions } = await ok(who, RESULT, { attemptId });
      return [first, second].map((id) => {
        const { mine: _mine, questionId: _id, stem: _stem, ...rest } = questions.find((q) => q.questionId === id)!;
        return rest;
      });
    };
    const [right, wrong] = await seen();
    expect(right).toEqual(wrong);
    await change(running, ended(1));
    expect(await seen()).toMatchObject([
      { mark: 10, right: true },
      { mark: 0, right: false },
    ]);
  });

  it('withholds everything while the user has an open attempt at the other exam', async () => {
    const other = await mintExam(tenant);
    const practice = await mintExam(tenant, { sharing: other });
    const attemptId = await handIn(who, practice);
    expect(await review(who, attemptId)).toBe('shown');
    const open = await ok(who, START, { id: other.id });
    expect(await review(who, attemptId)).toBe('withheld');
    // It is shown to other users.
    const friend = await mintPerson(tenant);
    expect(await review(friend, await handIn(friend, practice))).toBe('shown');
    // The other exam no longer uses this bank and is not published: its open paper still counts.
    const elsewhere = await mintExam(tenant);
    await withTenant(tenant.id, (db) =>
      db
        .update(examSection)
        .set({ bankId: elsewhere.bankId })
        .where(and(eq(examSection.enterpriseId, tenant.id), eq(examSection.examId, other.id))),
    );
    await change(other, { published: false });
    expect(await review(who, attemptId)).toBe('withheld');
    await setDeadline(tenant, open.attemptId, -60);
    expect(await review(who, attemptId)).toBe('shown');
  });

  it('withholds everything while the other exam has policy never, until it is unpublished', async () => {
    const secret = await mintExam(tenant, { reviewPolicy: 'never' });
    const practice = await mintExam(tenant, { sharing: secret });
    const attemptId = await handIn(who, practice);
    await change(secret, ended(1));
    expect(await review(who, attemptId)).toBe('withheld');
    const late = await mintPerson(tenant);
    await change(secret, { windowEnd: new Date(Date.now() + 60 * MINUTE) });
    const open = await ok(late, START, { id: secret.id });
    await change(secret, { published: false });
    // Another user still has an open attempt.
    expect(await review(who, attemptId)).toBe('withheld');
    await ok(late, SUBMIT, { attemptId: open.attemptId, epoch: 1, answers: [] });
    expect(await review(who, attemptId)).toBe('shown');
  });

  it('withholds everything of an exam whose only attempt is unused', async () => {
    const once = await mintExam(tenant, { maxAttempts: 1 });
    const practice = await mintExam(tenant, { sharing: once });
    const attemptId = await handIn(who, practice);
    expect(await review(who, attemptId)).toBe('withheld');
    // Unpublished while a user has an open attempt: no other user can start it.
    await ok(await mintPerson(tenant), START, { id: once.id });
    await change(once, { published: false });
    expect(await review(who, attemptId)).toBe('shown');
    await change(once, { published: true });
    expect(await review(who, attemptId)).toBe('withheld');
    const own = await handIn(who, once);
    expect(await review(who, attemptId)).toBe('shown');
    expect(await review(who, own)).toBe('shown');
  });

  it('withholds only the questions of the shared bank', async () => {
    const running = await mintExam(tenant, {
      reviewPolicy: 'after_window',
      counts: { multiple: 0, judge: 0, blank: 0, short: 0 },
    });
    const mixed = await mintExam(tenant, { counts: { single: 0, blank: 0, short: 0 } });
    await withTenant(tenant.id, (db) =>
      db.insert(examSection).values({
        enterpriseId: tenant.id,
        examId: mixed.id,
        title: 'single',
        bankId: running.bankId,
        type: 'single',
        count: 2,
        scoreEach: '10',
        sort: 9,
      }),
    );
    const { questions } = await ok(who, RESULT, { attemptId: await handIn(who, mixed) });
    const withheld = questions.filter((question) => question.withheld).map((question) => question.questionId);
    expect(withheld.sort()).toEqual([...running.ids.single].sort());
    for (const question of questions.filter((each) => !each.withheld))
      expect(question).toMatchObject({ analysis: SECRET, right: false, mark: 0 });
    expect(questions).toHaveLength(6);
  });
});

describe('search', () => {
  it('finds an exam by its title, but not by its questions and answers', async () => {
    await mintExam(tenant);
    await withTenant(tenant.id, (db) => indexAllDirty(db, tenant.id));
    const hits = async (keyword: string) => {
      const { totalCount, someWords } = await ok(who, 'POST /system/auth/search/page', { keyword });
      return someWords ? 0 : totalCount;
    };
    expect(await hits('安全生产考试')).toBeGreaterThan(0);
    for (const text of [...KEYS, '电压是', '选项']) expect(await hits(text), text).toBe(0);
  });
});

describe('marking by a lecturer who takes an exam of the same bank', () => {
  let lecturer: TestPerson;
  let colleague: TestPerson;
  let marked: TestExam;
  let paper: string;

  beforeEach(async () => {
    lecturer = await mintPerson(tenant, { userType: 2 });
    colleague = await mintPerson(tenant, { userType: 2 });
    marked = await mintExam(tenant);
    paper = await handIn(who, marked, { [marked.ids.short[0]!]: 'THE-BEST-ANSWER' });
  });

  async function marking(person: TestPerson): Promise<'shown' | 'withheld'> {
    const view = await ok(person, MARK_VIEW, { attemptId: paper });
    const [question] = view.questions.list;
    const late = await call(person, LATE_ANSWERS, { attemptId: paper, questionId: question!.questionId });
    if (question!.withheld) {
      expect(question).toMatchObject({
        reference: null,
        analysis: null,
        answer: '',
        mark: null,
        remark: null,
        lateCount: 0,
      });
      expect(late.code).toBe(409);
      expect(tells(view)).toEqual([]);
      expect(JSON.stringify(view)).not.toContain('THE-BEST-ANSWER');
      return 'withheld';
    }
    expect(question).toMatchObject({ reference: REFERENCE, answer: 'THE-BEST-ANSWER' });
    expect(late.code).toBe(200);
    return 'shown';
  }

  it.each(['the same exam', 'another exam'])('shows and accepts nothing while %s is open', async (which) => {
    const sat = which === 'the same exam' ? marked : await mintExam(tenant, { sharing: marked, maxAttempts: 1 });
    expect(await marking(lecturer)).toBe('shown');
    const { attemptId } = await ok(lecturer, START, { id: sat.id });
    expect(await marking(lecturer)).toBe('withheld');
    const marks = [{ questionId: marked.ids.short[0]!, score: 20 }];
    expect(await call(lecturer, MARK, { attemptId: paper, marks })).toMatchObject({ code: 409 });
    expect((await readAttempt(tenant, paper)).marks).not.toHaveProperty(marked.ids.short[0]!);
    expect(await marking(colleague)).toBe('shown');
    await ok(lecturer, SUBMIT, { attemptId, epoch: 1, answers: [] });
    // Failed: depends on whether another attempt is left.
    expect(await marking(lecturer)).toBe(which === 'the same exam' ? 'withheld' : 'shown');
    await change(marked, ended(1));
    expect(await marking(lecturer)).toBe('shown');
    expect((await call(lecturer, MARK, { attemptId: paper, marks })).code).toBe(200);
  });

  it('shows nothing to a lecturer to whom a task assigns the exam, until it is passed', async () => {
    await mintTask(tenant, [lecturer], [{ examId: marked.id }]);
    expect(await marking(lecturer)).toBe('withheld');
    expect(await marking(colleague)).toBe('shown');
    const own = await handIn(lecturer, marked);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ passed: true })
        .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, own))),
    );
    expect(await marking(lecturer)).toBe('shown');
  });

  it('shows the lecturer’s own attempt without correct answers, for every policy', async () => {
    const attemptId = await handIn(lecturer, marked, { [marked.ids.short[0]!]: '我的回答' });
    const view = await ok(lecturer, MARK_VIEW, { attemptId });
    expect(view).toMatchObject({
      own: true,
      questions: { list: [{ answer: '我的回答', reference: null, withheld: true }] },
    });
    expect(tells(view)).toEqual([]);
  });
});
