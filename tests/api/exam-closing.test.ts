import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import { closeExam } from '#src/server/jobs/close-exam.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { postEntry } from '#src/server/record/post-entry.ts';
import { lockCourseProgress } from '#src/server/study/update-course-progress.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExam, readAttempt, right, setDeadline } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const SWITCH = 'POST /exam/auth/user/exam/switch/save';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

async function startAttempt(options: Parameters<typeof mintExam>[1] = {}, of = tenant) {
  const exam = await mintExam(of, options);
  const who = await mintPerson(of);
  const { attemptId } = await ok(who, START, { id: exam.id });
  const q = exam.ids.single[0]!;
  const answers = [{ questionId: q, epoch: 1, revision: 1, answer: right.single }];
  await ok(who, SAVE, { attemptId, epoch: 1, answers });
  return { exam, who, attemptId, q };
}

describe('an expired attempt', () => {
  it('is closed by its job, but not within the grace period', async () => {
    const { attemptId, q } = await startAttempt();
    const job = { enterpriseId: tenant.id, attemptId };
    await closeExam(job);
    await setDeadline(tenant, attemptId, -20);
    await closeExam(job);
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
    await setDeadline(tenant, attemptId, -31);
    await closeExam(job);
    const closed = await readAttempt(tenant, attemptId);
    // The short answer may still arrive late, so it must be marked.
    expect(closed).toMatchObject({
      status: 'submitted',
      closedBy: 'timer',
      answerCount: 1,
      submittedAnswers: { [q]: 'B' },
    });
    // A job may run twice.
    await closeExam(job);
    expect((await readAttempt(tenant, attemptId)).receipt).toBe(closed.receipt);
  });

  it('is closed by the sweep in every tenant, also by two simultaneous sweeps', async () => {
    const other = await mintTenant();
    const here = await Promise.all(Array.from({ length: 25 }, () => startAttempt()));
    const there = await startAttempt({}, other);
    const open = await startAttempt();
    for (const { attemptId } of here) await setDeadline(tenant, attemptId, -60);
    await setDeadline(other, there.attemptId, -60);
    const errors: unknown[] = [];
    await Promise.all([sweepExams((error) => errors.push(error)), sweepExams((error) => errors.push(error))]);
    expect(errors).toEqual([]);
    for (const { attemptId } of here)
      expect(await readAttempt(tenant, attemptId)).toMatchObject({ closedBy: 'sweep', status: 'submitted' });
    expect((await readAttempt(other, there.attemptId)).closedBy).toBe('sweep');
    expect((await readAttempt(tenant, open.attemptId)).status).toBe('open');
  });

  it('is closed by reads', async () => {
    const reads = [
      (who: Awaited<ReturnType<typeof startAttempt>>) => ok(who.who, VIEW, { attemptId: who.attemptId }),
      (who: Awaited<ReturnType<typeof startAttempt>>) =>
        ok(who.who, 'GET /exam/auth/user/exam/view', { id: who.exam.id }),
      (who: Awaited<ReturnType<typeof startAttempt>>) => ok(who.who, 'POST /exam/auth/user/exam/task/record/page', {}),
      (who: Awaited<ReturnType<typeof startAttempt>>) =>
        ok(who.who, 'GET /exam/auth/user/exam/result/view', { attemptId: who.attemptId }),
      (who: Awaited<ReturnType<typeof startAttempt>>) =>
        ok(who.who, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId: who.attemptId }),
    ];
    for (const read of reads) {
      const sitting = await startAttempt();
      await setDeadline(tenant, sitting.attemptId, -31);
      await read(sitting);
      expect((await readAttempt(tenant, sitting.attemptId)).status).toBe('submitted');
    }
  });
});

describe('screen switches', () => {
  it('are stored once each', async () => {
    const { who, attemptId } = await startAttempt({ switchPolicy: 'warn', switchDwellSeconds: 0 });
    const clientKey = randomUUID();
    const left = { attemptId, epoch: 1, clientKey, dwellSeconds: null };
    expect(await ok(who, SWITCH, left)).toMatchObject({ switchCount: 1, outcome: 'warned', status: 'open' });
    expect(await ok(who, SWITCH, { ...left, dwellSeconds: 12.4 })).toMatchObject({ switchCount: 1 });
    expect((await ok(who, VIEW, { attemptId })).switchCount).toBe(1);
  });

  it('close the attempt at the first or beyond the limit, after saving the last answers', async () => {
    const strict = await startAttempt({ switchPolicy: 'at_once', switchDwellSeconds: 0 });
    const answers = [{ questionId: strict.q, epoch: 1, revision: 2, answer: 'C' }];
    const away = { attemptId: strict.attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null, answers };
    expect(await ok(strict.who, SWITCH, away)).toMatchObject({ outcome: 'notAllowed', status: 'submitted' });
    expect(await readAttempt(tenant, strict.attemptId)).toMatchObject({
      closedBy: 'switch',
      submittedAnswers: { [strict.q]: 'C' },
    });
    const lenient = await startAttempt({ switchPolicy: 'limit', switchLimit: 2, switchDwellSeconds: 0 });
    const outcomes: string[] = [];
    for (let i = 0; i < 3; i++) {
      const reply = await ok(lenient.who, SWITCH, {
        attemptId: lenient.attemptId,
        epoch: 1,
        clientKey: randomUUID(),
        dwellSeconds: 3,
      });
      outcomes.push(reply.outcome);
    }
    expect(outcomes).toEqual(['warned', 'warned', 'exceeded']);
  });

  it('of a superseded tab do not close the attempt', async () => {
    const { who, attemptId } = await startAttempt({ switchPolicy: 'at_once' });
    await ok(who, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId });
    const stale = { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null };
    expect(await ok(who, SWITCH, stale)).toMatchObject({ switchCount: 0, status: 'open' });
  });
});

it('a passed exam and a study report that complete the same course do not deadlock', async () => {
  const counts = { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 };
  const exam = await mintExam(tenant, { counts, passScore: '10' });
  const courseId = await mintCourse(tenant);
  const content = { contentType: 3, resourceType: null, totalDuration: 0, fileId: null };
  await mintResource(tenant, courseId, { ...content, examId: exam.id });
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  const answers = [{ questionId: exam.ids.single[0]!, epoch: 1, revision: 1, answer: right.single }];
  const learner = { enterpriseId: tenant.id, userId: who.userId, at: new Date(), timeZone: 'Asia/Shanghai' };
  const submission = await withTenant(tenant.id, async (db) => {
    // What a report does first and last.
    await lockCourseProgress(db, learner, { courseId });
    const submitted = ok(who, SUBMIT, { attemptId, epoch: 1, answers });
    await expect
      .poll(async () => {
        const blocked = 'select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))';
        return (await pgClientOf(db).query(blocked)).rowCount;
      })
      .toBe(1);
    await postEntry(db, { ...learner, kind: 'points', amount: '1', source: 'test:deadlock', title: 'Points' });
    return { submitted };
  });
  await submission.submitted;
  expect(await readAttempt(tenant, attemptId)).toMatchObject({ status: 'marked', passed: true });
});
