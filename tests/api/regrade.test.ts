import { and, asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examJournal } from '#src/server/exam/tables/journal.ts';
import { examRegrade, examRegradeAttempt } from '#src/server/exam/tables/regrade.ts';
import { notice } from '#src/server/notice/tables.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry, ledgerTotal } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { grantPass } from '#src/server/exam/grant-pass.ts';
import { regradeExam } from '#src/server/jobs/regrade-exam.ts';
import { regradeBatch } from '#src/server/exam/regrade/run-regrade.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExam, readAttempt, right, SECRET, type TestExam } from '../factories/exam.ts';
import { mintShortExam, sit } from '../factories/exam-rules.ts';
import { disputeFileOf } from '../factories/journal.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /exam/auth/exam/regrade/view';
const PREVIEW = 'POST /exam/auth/exam/regrade/preview';
const EFFECTS = 'POST /exam/auth/exam/regrade/effects';
const SAVE = 'POST /exam/auth/exam/regrade/save';
const LIST = 'POST /exam/auth/exam/regrade/page';
const RESULT = 'GET /exam/auth/user/exam/result/view';

type Rule = { key: string[] | boolean | string[][] | null; score: number | null; void: 'full' | 'drop' | null };
const AS_ON_PAPER: Rule = { key: null, score: null, void: null };
const key = (...texts: string[]): Rule => ({ ...AS_ON_PAPER, key: texts });

let tenant: TestTenant;
let lecturer: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2, userName: '丁老师' });
});

const ofQuestion = ({ id, ids }: TestExam, type: 'single' | 'short' | 'judge' = 'single') => ({
  ...{ examId: id, questionId: ids[type][0]!, version: 1 },
});

/** Previews and stores a regrade. @returns its id */
async function store(exam: TestExam, rule: Rule, { keepPasses = false, question = ofQuestion(exam) } = {}) {
  const { fingerprint } = await ok(lecturer, PREVIEW, { ...question, rule });
  const { id } = await ok(lecturer, SAVE, { ...question, rule, keepPasses, fingerprint, reason: '答案有误' });
  return { enterpriseId: tenant.id, regradeId: id };
}

/** Stores a regrade, and applies it as the job does. */
async function regrade(exam: TestExam, rule: Rule, more: Parameters<typeof store>[2] = {}) {
  const which = await store(exam, rule, more);
  await regradeExam(which);
  return which;
}

const rewards = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const own = <T extends { userId: typeof ledgerEntry.userId }>(table: T) => eq(table.userId, userId);
    const entries = await db.select().from(ledgerEntry).where(own(ledgerEntry));
    const totals = await db.select().from(ledgerTotal).where(eq(ledgerTotal.userId, userId));
    const certificates = await db.select().from(userCertificate).where(eq(userCertificate.userId, userId));
    const sum = (kind: string) => entries.filter((e) => e.kind === kind).reduce((n, e) => n + Number(e.amount), 0);
    for (const { kind, total } of totals) expect(Number(total)).toBe(sum(kind));
    return {
      ...{ credits: sum('credits'), points: sum('points'), lines: entries.length },
      certificate: certificates.map(({ revokedAt }) => (revokedAt ? 'revoked' : 'held')).join(),
    };
  });
const GRANTED = { credits: 2.5, points: 30, certificate: 'held' };

/** Exam with one single choice: the key is B; one has chosen B and passed, one has chosen A and failed. */
async function mintSat() {
  const exam = await mintShortExam(tenant, { maxAttempts: 1 });
  const [good, bad] = [await mintPerson(tenant, { userName: '甲' }), await mintPerson(tenant, { userName: '乙' })];
  const papers = { good: await sit(good, exam, true), bad: await sit(bad, exam, false) };
  return { exam, good, bad, papers };
}

describe('preview', () => {
  it('says who crosses the pass mark, and what follows with and without lost passes; stores nothing', async () => {
    const { exam, good, bad } = await mintSat();
    const seen = await ok(lecturer, VIEW, { examId: exam.id, questionId: exam.ids.single[0]! });
    expect(seen).toMatchObject({ version: 1, key: ['选项 B'], rule: AS_ON_PAPER, blocked: null });
    const preview = await ok(lecturer, PREVIEW, { ...ofQuestion(exam), rule: key('选项 A') });
    const granted = { posted: 2.5, reversed: 0 };
    expect(preview).toMatchObject({
      ...{
        attemptCount: 2,
        waitingCount: 0,
        openCount: 0,
        raisedCount: 1,
        loweredCount: 1,
        gainedCount: 1,
        lostCount: 1,
      },
    });
    expect(await ok(lecturer, EFFECTS, { ...ofQuestion(exam), rule: key('选项 A') })).toMatchObject({
      keep: { certificatesIssued: 1, certificatesRevoked: 0, credits: granted },
      lose: {
        ...{ certificatesIssued: 1, certificatesRevoked: 1, credits: { posted: 2.5, reversed: 2.5 } },
        points: { posted: 30, reversed: 30 },
      },
      isPartial: false,
    });
    expect(preview.crossing.list).toMatchObject([
      { userName: '甲', scoreBefore: 10, scoreAfter: 0, passMark: 10, change: 'fails' },
      { userName: '乙', scoreBefore: 0, scoreAfter: 10, change: 'passes' },
    ]);
    expect(await rewards(good)).toMatchObject({ ...GRANTED, lines: 2 });
    expect(await rewards(bad)).toMatchObject({ credits: 0, certificate: '' });
    expect((await ok(lecturer, LIST, { ...ofQuestion(exam) })).totalCount).toBe(0);
  });

  it('computes the hours of courses that the exam completes, and a regrade changes them', async () => {
    const { exam, good, bad } = await mintSat();
    const courseId = await mintCourse(tenant, { classHours: '3', hourKind: 'required' });
    await mintResource(tenant, courseId, {
      contentType: 3,
      resourceType: null,
      totalDuration: 0,
      fileId: null,
      examId: exam.id,
    });
    await grantAgain(exam, good);
    const rule = key('选项 A');
    const effects = await ok(lecturer, EFFECTS, { ...ofQuestion(exam), rule });
    expect(effects.lose.hours).toEqual({ posted: 3, reversed: 3 });
    expect(await hoursOf(good)).toBe(3);
    await regrade(exam, rule);
    expect([await hoursOf(good), await hoursOf(bad)]).toEqual([0, 3]);
  });
});

/** The course was made after the pass: it is granted again, which completes the course. */
const grantAgain = ({ id }: TestExam, { userId }: TestPerson) =>
  withTenant(tenant.id, (db) => grantPass(db, { enterpriseId: tenant.id, userId, examId: id, at: new Date() }));
const hoursOf = async ({ userId }: TestPerson) => {
  const [row] = await withTenant(tenant.id, (db) =>
    db
      .select({ sum: sql<string>`coalesce(sum(amount), 0)` })
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.userId, userId), eq(ledgerEntry.kind, 'hours'))),
  );
  return Number(row!.sum);
};

const journalOf = (attemptId: string) =>
  withTenant(tenant.id, (db) =>
    db.select().from(examJournal).where(eq(examJournal.attemptId, attemptId)).orderBy(asc(examJournal.seq)),
  );
const noticesOf = async ({ userId }: TestPerson) =>
  (await withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, userId)))).filter(({ kind }) =>
    kind.startsWith('examRegraded'),
  );

describe('a corrected key', () => {
  it('moves people across the pass mark, and the opposite regrade restores everything', async () => {
    const { exam, good, bad, papers } = await mintSat();
    await regrade(exam, key('选项 A'));
    expect(await rewards(good)).toMatchObject({ credits: 0, points: 0, certificate: 'revoked' });
    expect(await rewards(bad)).toMatchObject({ ...GRANTED, lines: 2 });
    expect(await readAttempt(tenant, papers.good)).toMatchObject({ passed: false, objectiveScore: '0.00' });
    expect(await ok(bad, RESULT, { attemptId: papers.bad })).toMatchObject({ passed: true, score: 10 });
    expect((await noticesOf(bad)).map((n) => [n.kind, n.detail])).toEqual([
      ['examRegradedPass', { title: '安全生产考试', reason: '答案有误', before: 0, after: 10 }],
    ]);
    expect((await noticesOf(good)).map(({ kind }) => kind)).toEqual(['examRegradedFail']);
    const last = (await journalOf(papers.bad)).at(-1)!;
    expect(last.kind).toBe('regrade');
    expect(last.content?.value).toMatchObject({ markBefore: 0, markAfter: 10, passedBefore: false, passedAfter: true });

    await regrade(exam, AS_ON_PAPER);
    expect(await rewards(good)).toMatchObject({ ...GRANTED, lines: 6 });
    expect(await rewards(bad)).toMatchObject({ credits: 0, points: 0, certificate: 'revoked', lines: 4 });
    await regrade(exam, key('选项 A', '选项 B'));
    expect(await rewards(good)).toMatchObject(GRANTED);
    expect(await rewards(bad)).toMatchObject(GRANTED);
    const { list } = await ok(lecturer, LIST, ofQuestion(exam));
    expect(
      list.map(({ changedCount, gainedCount, lostCount, doneAt }) => [changedCount, gainedCount, lostCount, !!doneAt]),
    ).toEqual([
      [1, 1, 0, true],
      [2, 1, 1, true],
      [2, 1, 1, true],
    ]);
  });

  it('finds options by their texts on papers with shuffled letters', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 1, shuffleOptions: true });
    const people = await Promise.all(Array.from({ length: 4 }, () => mintPerson(tenant)));
    const chosen: string[] = [];
    for (const person of people) {
      const attemptId = await sit(person, exam, false);
      const { paper } = await readAttempt(tenant, attemptId);
      chosen.push(paper[0]!.options.find((option) => option.key === 'A')!.text);
    }
    await regrade(exam, key('选项 C', '选项 D'));
    for (const [i, person] of people.entries()) {
      const passes = ['选项 C', '选项 D'].includes(chosen[i]!);
      expect((await rewards(person)).credits).toBe(passes ? 2.5 : 0);
    }
  });

  it('leaves a pass when the regrade says that nobody loses one; a later regrade can take it', async () => {
    const { exam, good, papers } = await mintSat();
    await regrade(exam, key('选项 A'), { keepPasses: true });
    expect(await readAttempt(tenant, papers.good)).toMatchObject({
      passed: true,
      passKept: true,
      objectiveScore: '0.00',
    });
    expect(await rewards(good)).toMatchObject({ ...GRANTED, lines: 2 });
    await regrade(exam, key('选项 C'));
    expect(await readAttempt(tenant, papers.good)).toMatchObject({ passed: false, passKept: false });
    expect(await rewards(good)).toMatchObject({ credits: 0, certificate: 'revoked' });
  });

  it('takes no reward while another attempt counts as passed, by the rules of the exam', async () => {
    const rules = { maxAttempts: 2, stopAfterPass: false };
    const [best, last] = [
      await mintShortExam(tenant, rules),
      await mintShortExam(tenant, { ...rules, countedAttempt: 'last' }),
    ];
    for (const exam of [best, last]) {
      const person = await mintPerson(tenant);
      // B passes by the frozen key, A by the new one.
      await sit(person, exam, false);
      await sit(person, exam, true);
      expect(await rewards(person)).toMatchObject(GRANTED);
      await regrade(exam, key('选项 A'));
      expect(await rewards(person)).toMatchObject(exam === best ? GRANTED : { credits: 0, certificate: 'revoked' });
    }
  });
});

describe('score and void', () => {
  /** Four single choices of 10 points, 30 to pass: two are right. */
  async function mintHalf() {
    const exam = await mintExam(tenant, {
      ...{ counts: { single: 4, multiple: 0, judge: 0, blank: 0, short: 0 }, passScore: '30', maxAttempts: 1 },
    });
    const person = await mintPerson(tenant);
    const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const answers = exam.ids.single.map((questionId, i) => ({
      ...{ questionId, epoch: 1, revision: 1, answer: i < 2 ? 'A' : 'B' },
    }));
    await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    return { exam, person, attemptId };
  }
  const result = async (person: TestPerson, attemptId: string) => {
    const { score, totalScore, passScore, passed } = await ok(person, RESULT, { attemptId });
    return [score, totalScore, passScore, passed];
  };

  it('void with full score gives it to everybody; the same question out of the paper shrinks total and pass mark', async () => {
    const { exam, person, attemptId } = await mintHalf();
    expect(await result(person, attemptId)).toEqual([20, 40, 30, false]);
    await regrade(exam, { ...AS_ON_PAPER, void: 'full' });
    expect(await result(person, attemptId)).toEqual([30, 40, 30, true]);
    await regrade(exam, { ...AS_ON_PAPER, void: 'drop' });
    expect(await result(person, attemptId)).toEqual([20, 30, 22.5, false]);
    const second = { ...ofQuestion(exam), questionId: exam.ids.single[1]! };
    await regrade(exam, { ...AS_ON_PAPER, void: 'drop' }, { question: second });
    expect(await result(person, attemptId)).toEqual([20, 20, 15, true]);
    expect(await rewards(person)).toMatchObject(GRANTED);
    await regrade(exam, AS_ON_PAPER);
    await regrade(exam, AS_ON_PAPER, { question: second });
    expect(await result(person, attemptId)).toEqual([20, 40, 30, false]);
    expect(await rewards(person)).toMatchObject({ credits: 0, certificate: 'revoked' });
  });

  it('another score of a question with marks of people keeps their proportion, exactly undone', async () => {
    const exam = await mintExam(tenant, {
      counts: { multiple: 0, judge: 0, blank: 0 },
      passScore: '20',
      maxAttempts: 1,
    });
    const person = await mintPerson(tenant);
    const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const [short] = exam.ids.short as [string];
    const answers = [{ questionId: short, epoch: 1, revision: 1, answer: right.short }];
    await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    await ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks: [{ questionId: short, score: 13 }] });
    const question = ofQuestion(exam, 'short');
    await regrade(exam, { ...AS_ON_PAPER, score: 7 }, { question });
    expect((await readAttempt(tenant, attemptId)).marks).toMatchObject({ [short]: 4.55 });
    await regrade(exam, { ...AS_ON_PAPER, void: 'drop' }, { question });
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ totalScore: '20.00', subjectiveScore: '0.00' });
    await regrade(exam, AS_ON_PAPER, { question });
    const restored = await readAttempt(tenant, attemptId);
    expect(restored).toMatchObject({ totalScore: '40.00', subjectiveScore: '13.00', marks: { [short]: 13 } });
  });
});

describe('attempts that are not final when it is applied', () => {
  it('follow the rule when they are submitted, and when their marks are given', async () => {
    const exam = await mintExam(tenant, {
      counts: { single: 1, multiple: 0, judge: 0, blank: 0 },
      passScore: '30',
      maxAttempts: 1,
    });
    const [waiting, open] = [await mintPerson(tenant), await mintPerson(tenant)];
    const [single, short] = [exam.ids.single[0]!, exam.ids.short[0]!];
    const start = async (person: TestPerson) =>
      (await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id })).attemptId;
    const answers = [
      { questionId: single, epoch: 1, revision: 1, answer: 'D' },
      { questionId: short, epoch: 1, revision: 1, answer: right.short },
    ];
    const submit = (person: TestPerson, attemptId: string) =>
      ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    const papers = [await start(waiting), await start(open)] as const;
    await submit(waiting, papers[0]);
    const rule = { ...key('选项 D'), score: 15 };
    const preview = await ok(lecturer, PREVIEW, { ...ofQuestion(exam), rule });
    expect(preview).toMatchObject({ attemptCount: 1, waitingCount: 1, openCount: 1, gainedCount: 0 });
    await regrade(exam, rule);
    expect(await readAttempt(tenant, papers[0])).toMatchObject({ status: 'submitted', objectiveScore: '15.00' });
    expect(await noticesOf(waiting)).toEqual([]);
    await submit(open, papers[1]);
    for (const attemptId of papers) {
      await ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks: [{ questionId: short, score: 15 }] });
      expect(await readAttempt(tenant, attemptId)).toMatchObject({ passed: true, totalScore: '35.00' });
    }
    const review = await ok(open, RESULT, { attemptId: papers[1] });
    expect(review.questions[0]).toMatchObject({
      answer: ['D'],
      score: 15,
      regrade: { void: null, reason: '答案有误' },
    });
    expect(review).toMatchObject({ score: 30, totalScore: 35, passed: true });
  });

  it('tell no key and no reason before the review opens', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 1, reviewPolicy: 'never' });
    const person = await mintPerson(tenant);
    const attemptId = await sit(person, exam, false);
    await regrade(exam, key('选项 C'));
    const review = await ok(person, RESULT, { attemptId });
    expect(review.questions[0]).toMatchObject({ answer: null, regrade: null, mark: null });
    const text = await disputeFileOf(person, attemptId);
    expect(text).toContain('regradeId');
    expect(text).not.toContain('markAfter');
    expect(text).not.toContain(SECRET);
  });
});

describe('applying', () => {
  it('is refused when the state has changed since the preview, or while another one is applied', async () => {
    const { exam } = await mintSat();
    const question = ofQuestion(exam);
    const rule = key('选项 A');
    const { fingerprint } = await ok(lecturer, PREVIEW, { ...question, rule });
    await sit(await mintPerson(tenant), exam, true);
    const input = { ...question, rule, keepPasses: false, reason: '答案有误' };
    expect(await call(lecturer, SAVE, { ...input, fingerprint })).toMatchObject({
      ...{ code: 409, msg: '预览之后成绩有变化，请查看新的预览' },
    });
    const again = await ok(lecturer, PREVIEW, { ...question, rule });
    expect(again.attemptCount).toBe(3);
    await ok(lecturer, SAVE, { ...input, fingerprint: again.fingerprint });
    const other = { ...input, rule: AS_ON_PAPER };
    const third = await ok(lecturer, PREVIEW, other);
    expect((await call(lecturer, SAVE, { ...other, fingerprint: third.fingerprint })).code).toBe(409);
  });

  it('goes on after it was killed, and changes each attempt once', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 1 });
    const people = [];
    for (let i = 0; i < 4; i++) people.push(await mintPerson(tenant));
    const papers: string[] = [];
    for (const person of people) papers.push(await sit(person, exam, true));
    const which = await store(exam, key('选项 A'));
    await regradeBatch(which, new Date());
    // The connection of the next batch ends while it waits for an attempt that somebody else has locked.
    const admin = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
    await admin.connect();
    const blocked = await withTenant(tenant.id, async (db) => {
      await db.select().from(examAttempt).where(eq(examAttempt.id, papers[2]!)).for('update');
      const own = await db.execute<{ pid: number }>('select pg_backend_pid() as pid');
      await regradeBatch(which, new Date());
      const batch = regradeBatch(which, new Date()).then(
        () => 'done',
        () => 'killed',
      );
      const kill = `select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`;
      await expect.poll(async () => (await admin.query(kill, [own.rows[0]!.pid])).rowCount).toBe(1);
      return batch;
    });
    await admin.end();
    expect(blocked).toBe('killed');
    await Promise.all([regradeExam(which), regradeExam(which)]);
    await regradeExam(which);
    for (const [i, person] of people.entries()) {
      expect(await rewards(person)).toMatchObject({ credits: 0, points: 0, certificate: 'revoked', lines: 4 });
      expect((await journalOf(papers[i]!)).filter(({ kind }) => kind === 'regrade')).toHaveLength(1);
      expect(await noticesOf(person)).toHaveLength(1);
    }
    const done = await withTenant(tenant.id, (db) =>
      db.select().from(examRegradeAttempt).where(eq(examRegradeAttempt.regradeId, which.regradeId)),
    );
    expect(done).toHaveLength(4);
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(examRegrade).where(eq(examRegrade.id, which.regradeId)),
    );
    expect(row!.doneAt).not.toBeNull();
  });

  it('is for those who mark, but not for candidates with the question, and not for other enterprises', async () => {
    const { exam, good } = await mintSat();
    const question = ofQuestion(exam);
    const input = { ...question, rule: key('选项 A') };
    expect((await call(good, PREVIEW, input)).code).toBe(403);
    const stranger = await mintPerson(await mintTenant(), { userType: 2 });
    expect((await call(stranger, PREVIEW, input)).code).toBe(404);
    const candidate = await mintPerson(tenant, { userType: 2 });
    await sit(candidate, exam, false);
    expect((await call(candidate, PREVIEW, input)).code).toBe(403);
    expect(await ok(candidate, VIEW, question)).toMatchObject({ blocked: 'own', key: null });
  });

  it('wants a rule that the question can have, and that changes something', async () => {
    const { exam } = await mintSat();
    const fields = async (rule: Rule) =>
      Object.values((await call(lecturer, PREVIEW, { ...ofQuestion(exam), rule })).data ?? {}).flat();
    expect(await fields(key('选项 X'))).toMatchObject([{ field: 'rule.key' }]);
    expect(await fields({ ...AS_ON_PAPER, key: true })).toMatchObject([{ field: 'rule.key' }]);
    expect(await fields(AS_ON_PAPER)).toMatchObject([{ field: 'rule' }]);
    expect(await fields({ ...AS_ON_PAPER, void: 'drop' })).toMatchObject([{ field: 'rule.void' }]);
  });
});
