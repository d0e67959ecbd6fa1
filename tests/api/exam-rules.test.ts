import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examTarget } from '#src/server/exam/tables/rules.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settleExam } from '#src/server/jobs/settle-exam.ts';
import { allow } from '../factories/exam.ts';
import { changeExam, minutesFromNow, mintResit, mintShortExam, sit } from '../factories/exam-rules.ts';
import { placeIn } from '../factories/evaluation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/view';
const RESULT = 'GET /exam/auth/user/exam/result/view';
const PAGE = 'POST /exam/auth/user/exam/task/record/page';

let tenant: TestTenant;
let who: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  who = await mintPerson(tenant);
});

const view = (id: string) => ok(who, VIEW, { id });
const start = (id: string) => call(who, START, { id });
const posted = async (examId: string) =>
  (
    await withTenant(tenant.id, (db) =>
      db
        .select({ amount: ledgerEntry.amount })
        .from(ledgerEntry)
        .where(and(eq(ledgerEntry.userId, who.userId), like(ledgerEntry.source, `exam:${examId}:credits`))),
    )
  ).length;

describe('the result of several attempts', () => {
  it('is that of the best one: a failure after a pass changes nothing, and rewards are posted once', async () => {
    const exam = await mintShortExam(tenant, { stopAfterPass: false, maxAttempts: 3 });
    await sit(who, exam, true);
    const failed = await sit(who, exam, false);
    expect(await view(exam.id)).toMatchObject({ examState: 'pass', attemptsLeft: 1, canStart: 'ok', bestScore: 10 });
    expect(await ok(who, RESULT, { attemptId: failed })).toMatchObject({ passed: false, isCounting: false });
    await sit(who, exam, true);
    expect(await view(exam.id)).toMatchObject({ examState: 'pass', attemptsLeft: 0, canStart: 'noAttemptsLeft' });
    expect(await posted(exam.id)).toBe(1);
  });

  it('stays a pass while a later attempt waits for marks, unless the last one counts', async () => {
    for (const [countedAttempt, examState] of [
      ['best', 'pass'],
      ['last', 'awaitingMarking'],
    ] as const) {
      const exam = await mintShortExam(tenant, { stopAfterPass: false, countedAttempt, maxAttempts: 3 });
      await sit(who, exam, true);
      const later = await sit(who, exam, false);
      await withTenant(tenant.id, (db) =>
        db.update(examAttempt).set({ status: 'submitted', passed: null }).where(eq(examAttempt.id, later)),
      );
      expect((await view(exam.id)).examState).toBe(examState);
    }
  });

  it('is that of the last one: a pass is granted when no later attempt can replace it', async () => {
    const exam = await mintShortExam(tenant, { stopAfterPass: false, countedAttempt: 'last', maxAttempts: 3 });
    await sit(who, exam, true);
    expect(await view(exam.id)).toMatchObject({ examState: 'pass', attemptsLeft: 2 });
    expect(await posted(exam.id)).toBe(0);
    await sit(who, exam, false);
    expect(await view(exam.id)).toMatchObject({ examState: 'resit', attemptsLeft: 1 });
    await sit(who, exam, true);
    expect(await view(exam.id)).toMatchObject({ examState: 'pass', attemptsLeft: 0 });
    expect(await posted(exam.id)).toBe(1);
  });

  it('is granted at the end of the window when attempts are left unused', async () => {
    const exam = await mintShortExam(tenant, { stopAfterPass: false, countedAttempt: 'last' });
    await sit(who, exam, true);
    const job = { enterpriseId: tenant.id, examId: exam.id, userId: who.userId };
    await settleExam(job, new Date());
    expect(await posted(exam.id)).toBe(0);
    await settleExam(job, minutesFromNow(24 * 60 + 1));
    await settleExam(job, minutesFromNow(24 * 60 + 2));
    expect(await posted(exam.id)).toBe(1);
  });

  it('is that of the first one: further attempts do not count, and the review is open', async () => {
    const exam = await mintShortExam(tenant, { countedAttempt: 'first', maxAttempts: 2 });
    const attemptId = await sit(who, exam, false);
    expect(await view(exam.id)).toMatchObject({ examState: 'fail', attemptsLeft: 1, canStart: 'ok' });
    expect((await ok(who, RESULT, { attemptId })).review).toBe('open');
    await sit(who, exam, true);
    expect(await view(exam.id)).toMatchObject({ examState: 'fail', attemptsLeft: 0 });
    expect(await posted(exam.id)).toBe(0);
  });
});

it('a pass ends the attempts, unless the exam says otherwise', async () => {
  const exam = await mintShortExam(tenant);
  await sit(who, exam, true);
  expect(await view(exam.id)).toMatchObject({ canStart: 'passed', attemptsLeft: 0 });
  expect((await start(exam.id)).code).toBe(409);
});

it('the waiting time between attempts is observed and shown', async () => {
  const exam = await mintShortExam(tenant, { waitSeconds: 3600 });
  await sit(who, exam, false);
  const shown = await view(exam.id);
  expect(shown).toMatchObject({ examState: 'resit', canStart: 'waitingTime', attemptsLeft: 2, waitSeconds: 3600 });
  expect(Date.parse(shown.nextStart!) - Date.parse(shown.attempts[0]!.submittedAt!)).toBe(3_600_000);
  expect(await start(exam.id)).toMatchObject({ code: 409, msg: expect.stringContaining('等待') });
  await changeExam(tenant, exam.id, { waitSeconds: 0 });
  expect((await start(exam.id)).code).toBe(200);
});

describe('a resit', () => {
  const over = { windowStart: minutesFromNow(-120), windowEnd: minutesFromNow(-60) };

  it('is open to those who have failed, for its own number of attempts', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 1 });
    await sit(who, exam, false);
    expect(await view(exam.id)).toMatchObject({ examState: 'fail', canStart: 'noAttemptsLeft' });
    await mintResit(tenant, exam.id, [30, 60], 2);
    const later = await view(exam.id);
    expect(later).toMatchObject({ examState: 'resit', canStart: 'notOpen', attemptsLeft: 2, windowNumber: 1 });
    expect((await start(exam.id)).code).toBe(409);

    const second = await mintShortExam(tenant, { ...over, maxAttempts: 5 });
    await mintResit(tenant, second.id, [-10, 60], 1);
    expect(await view(second.id)).toMatchObject({
      examState: 'resit',
      canStart: 'ok',
      attemptsLeft: 1,
      maxAttempts: 1,
    });
    expect((await ok(who, PAGE, { scope: 'all', examState: 'resit' })).list.map(({ id }) => id)).toContain(second.id);
    await sit(who, second, true);
    expect(await view(second.id)).toMatchObject({ examState: 'pass', canStart: expect.not.stringMatching('ok') });
    expect(await posted(second.id)).toBe(1);
  });

  it('is closed to those who have passed, also when attempts go on after a pass', async () => {
    const exam = await mintShortExam(tenant, { stopAfterPass: false, maxAttempts: 1 });
    await sit(who, exam, true);
    await changeExam(tenant, exam.id, over);
    await mintResit(tenant, exam.id, [-10, 60]);
    expect((await view(exam.id)).canStart).not.toBe('ok');
    expect((await start(exam.id)).code).toBe(409);
  });

  it('keeps the reviews closed until it is over, for those who may sit it', async () => {
    for (const reviewPolicy of ['immediately', 'after_last', 'after_window'] as const) {
      const exam = await mintShortExam(tenant, { maxAttempts: 1, reviewPolicy });
      const attemptId = await sit(who, exam, false);
      await mintResit(tenant, exam.id, [2000, 3000]);
      await changeExam(tenant, exam.id, over);
      const result = await ok(who, RESULT, { attemptId });
      expect(result).toMatchObject({ review: reviewPolicy === 'after_window' ? 'later' : 'afterLast' });
      expect(Date.parse(result.reviewOpensAt!)).toBeGreaterThan(minutesFromNow(2999).getTime());
      expect(JSON.stringify(result)).not.toContain('"answer":"B"');
    }
  });
});

describe('a review', () => {
  it('does not open while an attempt that counts is left, unless the enterprise says so', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 2 });
    const attemptId = await sit(who, exam, false);
    expect((await ok(who, RESULT, { attemptId })).review).toBe('afterLast');
    await changeExam(tenant, exam.id, { reviewEarly: true });
    expect((await ok(who, RESULT, { attemptId })).review).toBe('open');
    await changeExam(tenant, exam.id, { reviewEarly: false });
    await sit(who, exam, false);
    expect((await ok(who, RESULT, { attemptId })).review).toBe('open');
  });

  it('does not open after a pass while a better attempt is possible', async () => {
    const exam = await mintShortExam(tenant, { maxAttempts: 2, stopAfterPass: false, reviewPolicy: 'after_last' });
    const attemptId = await sit(who, exam, true);
    expect((await ok(who, RESULT, { attemptId })).review).toBe('afterLast');
  });
});

it('an own window replaces that of the exam, and extra attempts are used once over all windows', async () => {
  const exam = await mintShortExam(tenant, {
    ...{ windowStart: minutesFromNow(-120), windowEnd: minutesFromNow(-60), maxAttempts: 1 },
  });
  expect((await view(exam.id)).examState).toBe('absent');
  await allow(tenant, exam.id, who.userId, {
    ...{ extraAttempts: 1, windowStart: minutesFromNow(-5), windowEnd: minutesFromNow(5) },
  });
  expect(await view(exam.id)).toMatchObject({ examState: 'waiting', canStart: 'ok', attemptsLeft: 2 });
  await sit(who, exam, false);
  await sit(who, exam, false);
  await mintResit(tenant, exam.id, [-1, 60]);
  expect(await view(exam.id)).toMatchObject({ canStart: 'ok', attemptsLeft: 1, windowNumber: 1 });
  await sit(who, exam, false);
  expect((await start(exam.id)).code).toBe(409);
});

describe('the audience', () => {
  it('by department, task or course is checked on the server, and others do not see the exam', async () => {
    const byTask = await mintShortExam(tenant, { audience: 'task' });
    const byDepartment = await mintShortExam(tenant, { audience: 'departments' });
    await withTenant(tenant.id, (db) =>
      db.insert(examTarget).values({ enterpriseId: tenant.id, examId: byDepartment.id, department: 'Operations' }),
    );
    const near = await mintPerson(tenant);
    await placeIn(tenant, near, 'Operations (old)', false);
    for (const { id } of [byTask, byDepartment]) {
      expect((await call(near, VIEW, { id })).code).toBe(404);
      expect((await call(near, START, { id })).code).toBe(404);
    }
    const listed = async (scope: 'mine' | 'all') =>
      (await ok(near, PAGE, { scope, pageSize: 100 })).list.map(({ id }) => id);
    for (const scope of ['mine', 'all'] as const)
      for (const { id } of [byTask, byDepartment]) expect(await listed(scope)).not.toContain(id);
    await mintTask(tenant, [near], [{ examId: byTask.id }], 10, { published: false });
    expect((await call(near, VIEW, { id: byTask.id })).code).toBe(404);
    await mintTask(tenant, [near], [{ examId: byTask.id }]);
    await placeIn(tenant, near, 'Operations/Night', false);
    for (const { id } of [byTask, byDepartment]) expect((await call(near, START, { id })).code).toBe(200);
    expect(await listed('mine')).toEqual(expect.arrayContaining([byTask.id, byDepartment.id]));
  });
});
