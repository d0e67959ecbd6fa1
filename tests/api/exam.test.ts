import { beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { allow, mintExam, readAttempt, right } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { indexTenant } from '../factories/search.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const PAGE = 'POST /exam/auth/user/exam/task/record/page';
const RESULT = 'GET /exam/auth/user/exam/result/view';

let tenant: TestTenant;
let person: TestPerson;

beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
});

/** Returns entries with correct answers to all questions of the paper. */
async function rightEntries(who: TestPerson, attemptId: string, revision = 1) {
  const { questions, epoch } = await ok(who, VIEW, { attemptId });
  return {
    epoch,
    answers: questions.map(({ questionId, type }) => ({
      questionId,
      epoch,
      revision,
      answer: right[type] as string | boolean | string[],
      flagged: false,
    })),
  };
}

describe('start', () => {
  it('creates one attempt and one job for fifty simultaneous starts', async () => {
    const { id } = await mintExam(tenant);
    const who = await mintPerson(tenant);
    const started = await Promise.all(Array.from({ length: 50 }, () => ok(who, START, { id })));
    expect(new Set(started.map((each) => each.attemptId)).size).toBe(1);
    expect(started.filter((each) => !each.resumed)).toHaveLength(1);
    const rows = await withTenant(tenant.id, (db) => db.select().from(examAttempt).where(eq(examAttempt.examId, id)));
    expect(rows).toHaveLength(1);
    const jobs = await withPortal(async (_db, client) => {
      const found = await client.query<{ start_after: Date }>(
        `select start_after from pgboss.job where name = 'close-exam' and data ->> 'attemptId' = $1`,
        [started[0]!.attemptId],
      );
      return found.rows;
    });
    expect(jobs).toHaveLength(1);
    expect(jobs[0]!.start_after.getTime() - rows[0]!.deadlineAt.getTime()).toBe(31_000);
  });

  it('sets the deadline to min(start + limit, window end) + extra time', async () => {
    const soon = new Date(Math.round(Date.now() / 1000) * 1000 + 600_000);
    const { id } = await mintExam(tenant, { windowEnd: soon });
    const plain = await ok(person, START, { id });
    expect((await readAttempt(tenant, plain.attemptId)).deadlineAt).toEqual(soon);
    const slow = await mintPerson(tenant);
    await allow(tenant, id, slow.userId, { extraSeconds: 900 });
    const { attemptId } = await ok(slow, START, { id });
    expect((await readAttempt(tenant, attemptId)).deadlineAt).toEqual(new Date(soon.getTime() + 900_000));
    const long = await mintExam(tenant, { limitSeconds: 120 });
    const limited = await readAttempt(tenant, (await ok(person, START, { id: long.id })).attemptId);
    expect(limited.deadlineAt.getTime() - limited.startedAt.getTime()).toBe(120_000);
  });

  it('rejects exams that cannot be taken', async () => {
    const day = 86_400_000;
    const early = await mintExam(tenant, {
      windowStart: new Date(Date.now() + day),
      windowEnd: new Date(Date.now() + 2 * day),
    });
    const over = await mintExam(tenant, {
      windowStart: new Date(Date.now() - 2 * day),
      windowEnd: new Date(Date.now() - day),
    });
    const hidden = await mintExam(tenant, { published: false });
    const thin = await mintExam(tenant, { counts: { single: 0, multiple: 0, judge: 0, blank: 0, short: 0 } });
    expect(await call(person, START, { id: early.id })).toMatchObject({ code: 409, msg: '考试时间未到' });
    expect(await call(person, START, { id: over.id })).toMatchObject({ code: 409, msg: '考试时间已结束' });
    expect((await call(person, START, { id: hidden.id })).code).toBe(409);
    expect((await call(person, START, { id: thin.id })).code).toBe(409);
    expect((await call(person, START, { id: randomUUID() })).code).toBe(404);
    expect((await call(person, START, { id: 'x' })).code).toBe(422);
    expect((await call(tenant.anonymous, START, { id: early.id })).code).toBe(300);
  });

  it('limits the attempts, including extra ones of the user', async () => {
    const { id } = await mintExam(tenant, { maxAttempts: 1 });
    const who = await mintPerson(tenant);
    const first = await ok(who, START, { id });
    await ok(who, SUBMIT, { attemptId: first.attemptId, epoch: 1 });
    expect(await call(who, START, { id })).toMatchObject({ code: 409, msg: '考试次数已用完' });
    await allow(tenant, id, who.userId, { extraAttempts: 1 });
    const second = await ok(who, START, { id });
    expect(second.attemptId).not.toBe(first.attemptId);
    expect((await readAttempt(tenant, second.attemptId)).number).toBe(2);
  });

  it('freezes a shuffled paper whose correct answers match the shuffled options', async () => {
    const { id } = await mintExam(tenant, { shuffleQuestions: true, shuffleOptions: true, counts: { single: 8 } });
    const papers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const who = await mintPerson(tenant);
        const { attemptId } = await ok(who, START, { id });
        return (await readAttempt(tenant, attemptId)).paper;
      }),
    );
    expect(new Set(papers.map((paper) => paper.map((question) => question.questionId).join())).size).toBeGreaterThan(1);
    for (const question of papers.flat()) {
      if (question.type !== 'single') continue;
      expect(question.options.map((option) => option.key)).toEqual(['A', 'B', 'C', 'D']);
      expect(question.options.find((option) => option.key === question.answer)!.text).toBe('选项 B');
    }
  });
});

describe('submit', () => {
  it('scores, grants rewards once, and returns the same receipt again', async () => {
    const { id, certificateId } = await mintExam(tenant, { counts: { short: 0 } });
    const who = await mintPerson(tenant);
    const { attemptId } = await ok(who, START, { id });
    const given = await rightEntries(who, attemptId);
    const first = await ok(who, SUBMIT, { attemptId, ...given });
    expect(first).toMatchObject({ examState: 'pass', lateCount: 0, receipt: { attemptId, answerCount: 8 } });
    expect(first).toMatchObject({ closedBy: 'person', questionCount: 8 });
    expect(first.receipt.hmac).toMatch(/^[0-9a-f]{64}$/);
    expect(await ok(who, SUBMIT, { attemptId, ...given })).toEqual(first);
    expect(await ok(who, RESULT, { attemptId })).toMatchObject({
      score: 80,
      passed: true,
      receipt: first.receipt,
      earned: { credits: 2.5, points: 30, certificateName: '安全上岗证', certificateId: expect.any(String) },
    });
    expect(await call(who, START, { id })).toMatchObject({ code: 409, msg: '你已通过这场考试，无需再考' });
    await withTenant(tenant.id, async (db) => {
      const lines = await db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, who.userId));
      expect(lines.map((line) => [line.source, line.amount]).sort()).toEqual([
        [`exam:${id}:credits`, '2.50'],
        [`exam:${id}:points`, '30.00'],
      ]);
      const held = await db.select().from(userCertificate).where(eq(userCertificate.userId, who.userId));
      expect(held.map((each) => each.certificateId)).toEqual([certificateId]);
    });
  });

  it('gives the full score only for the exact set, a share per blank, and normalises text', async () => {
    const { id } = await mintExam(tenant, { counts: { single: 0, judge: 0, short: 0 } });
    const { attemptId } = await ok(person, START, { id });
    const { questions, epoch } = await ok(person, VIEW, { attemptId });
    const [m1, m2, b1, b2] = questions.map((question) => question.questionId);
    const entry = (questionId: string, answer: string[]) => ({ questionId, epoch, revision: 1, answer });
    await ok(person, SUBMIT, {
      attemptId,
      epoch,
      answers: [
        entry(m1!, ['C', 'A']),
        entry(m2!, ['A']),
        entry(b1!, ['  key-of-the-BLANK ', '８0ｖ']),
        entry(b2!, ['wrong', '80V']),
      ],
    });
    const { marks, objectiveScore, passed } = await readAttempt(tenant, attemptId);
    expect(marks).toEqual({ [m1!]: 10, [m2!]: 0, [b1!]: 10, [b2!]: 5 });
    expect(objectiveScore).toBe('25.00');
    expect(passed).toBe(false);
  });

  it('rejects a superseded writer', async () => {
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(person, START, { id });
    const taken = await ok(person, TAKE, { attemptId });
    expect(taken.epoch).toBe(2);
    expect(await call(person, SUBMIT, { attemptId, epoch: 1 })).toMatchObject({ code: 409 });
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
    expect((await call(person, SUBMIT, { attemptId, epoch: 2 })).code).toBe(200);
  });
});

describe('list of exams', () => {
  it('returns each with its state', async () => {
    const own = await mintTenant();
    const who = await mintPerson(own);
    const day = 86_400_000;
    const passed = await mintExam(own, { title: '通过', counts: { short: 0 } });
    const awaiting = await mintExam(own, { title: '待批阅' });
    const failed = await mintExam(own, { title: '未通过', maxAttempts: 1, counts: { short: 0 } });
    const resit = await mintExam(own, { title: '补考', counts: { short: 0 } });
    const fresh = await mintExam(own, { title: '待考' });
    await mintExam(own, {
      title: '缺考',
      windowStart: new Date(Date.now() - 2 * day),
      windowEnd: new Date(Date.now() - day),
    });
    for (const each of [passed, awaiting]) {
      const { attemptId } = await ok(who, START, { id: each.id });
      await ok(who, SUBMIT, { attemptId, ...(await rightEntries(who, attemptId)) });
    }
    for (const each of [failed, resit]) {
      const { attemptId } = await ok(who, START, { id: each.id });
      await ok(who, SUBMIT, { attemptId, epoch: 1 });
    }
    const all = await ok(who, PAGE, { scope: 'all', pageSize: 100 });
    const states = Object.fromEntries(all.list.map((each) => [each.title, each.examState]));
    expect(states).toEqual({
      通过: 'pass',
      待批阅: 'awaitingMarking',
      未通过: 'fail',
      补考: 'resit',
      待考: 'waiting',
      缺考: 'absent',
    });
    expect(all.list.find((each) => each.id === fresh.id)).toMatchObject({
      mine: true,
      attemptsLeft: 3,
      questionCount: 9,
      totalScore: 100,
    });
    // An exam for everybody that is over is included only for those who took it.
    const mine = await ok(who, PAGE, {});
    expect(mine).toMatchObject({ pageSize: 10, totalCount: 5 });
    expect(mine.list.some(({ title }) => title === '缺考')).toBe(false);
    expect(await ok(who, 'POST /exam/auth/user/exam/task/record/current/user/count', {})).toEqual({
      waiting: 1,
      pass: 1,
      fail: 1,
      awaitingMarking: 1,
      absent: 0,
      resit: 1,
      total: 5,
    });
    expect((await ok(who, PAGE, { examState: 'resit' })).list.map((each) => each.title)).toEqual(['补考']);
    await indexTenant(own);
    expect((await ok(who, PAGE, { scope: 'all', keyword: '通过', pageSize: 1 })).totalPage).toBe(2);
    const beyond = await ok(who, PAGE, { scope: 'all', keyword: '通过', pageCurrent: 9 });
    expect(beyond).toMatchObject({ totalCount: 2, totalPage: 1, list: [] });
    expect((await call(who, PAGE, { examState: 'nonsense' as 'pass' })).code).toBe(422);
  });
});

describe('other people and tenants', () => {
  it('get 404', async () => {
    const { id } = await mintExam(tenant);
    const { attemptId } = await ok(person, START, { id });
    const { questions } = await ok(person, VIEW, { attemptId });
    const other = await mintTenant();
    const strangers = [await mintPerson(tenant), await mintPerson(other), await mintPerson(other, { isAdmin: true })];
    const answers = [{ questionId: questions[0]!.questionId, epoch: 1, revision: 1, answer: 'A' }];
    for (const stranger of strangers) {
      expect((await call(stranger, VIEW, { attemptId })).code).toBe(404);
      expect((await call(stranger, TAKE, { attemptId })).code).toBe(404);
      expect((await call(stranger, SAVE, { attemptId, epoch: 1, answers })).code).toBe(404);
      expect((await call(stranger, SUBMIT, { attemptId, epoch: 1, answers })).code).toBe(404);
      expect((await call(stranger, RESULT, { attemptId })).code).toBe(404);
      const away = { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null };
      expect((await call(stranger, 'POST /exam/auth/user/exam/switch/save', away)).code).toBe(404);
    }
    expect((await call(strangers[1]!, START, { id })).code).toBe(404);
    expect((await call(strangers[1]!, 'GET /exam/auth/user/exam/view', { id })).code).toBe(404);
    expect((await ok(strangers[1]!, PAGE, { scope: 'all' })).totalCount).toBe(0);
    const untouched = await readAttempt(tenant, attemptId);
    expect([untouched.status, untouched.writerEpoch]).toEqual(['open', 1]);
    expect((await ok(person, VIEW, { attemptId })).answers).toEqual([]);
  });
});
