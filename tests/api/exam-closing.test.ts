import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeExam } from '#src/server/jobs/close-exam.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { mintExam, readAttempt, right, setDeadline } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SWITCH = 'POST /exam/auth/user/exam/switch/save';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

async function sit(wish: Parameters<typeof mintExam>[1] = {}, of = tenant) {
  const exam = await mintExam(of, wish);
  const who = await mintPerson(of);
  const { attemptId } = await ok(who, START, { id: exam.id });
  const q = exam.ids.single[0]!;
  const answers = [{ questionId: q, epoch: 1, revision: 1, answer: right.single }];
  await ok(who, SAVE, { attemptId, epoch: 1, answers });
  return { exam, who, attemptId, q };
}

describe('an expired attempt', () => {
  it('is closed by its job, and not before its grace is over', async () => {
    const { attemptId, q } = await sit();
    const job = { enterpriseId: tenant.id, attemptId };
    await closeExam(job);
    await setDeadline(tenant, attemptId, -20);
    await closeExam(job);
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
    await setDeadline(tenant, attemptId, -31);
    await closeExam(job);
    const closed = await readAttempt(tenant, attemptId);
    // The short answer may still arrive late, so the marker decides.
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

  it('is closed by the sweep, in every tenant, also when two sweep at once', async () => {
    const other = await mintTenant();
    const here = await Promise.all(Array.from({ length: 25 }, () => sit()));
    const there = await sit({}, other);
    const open = await sit();
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

  it('is closed by whoever reads it', async () => {
    const reads = [
      (who: Awaited<ReturnType<typeof sit>>) => ok(who.who, VIEW, { attemptId: who.attemptId }),
      (who: Awaited<ReturnType<typeof sit>>) => ok(who.who, 'GET /exam/auth/user/exam/view', { id: who.exam.id }),
      (who: Awaited<ReturnType<typeof sit>>) => ok(who.who, 'POST /exam/auth/user/exam/task/record/page', {}),
      (who: Awaited<ReturnType<typeof sit>>) =>
        ok(who.who, 'GET /exam/auth/user/exam/result/view', { attemptId: who.attemptId }),
      (who: Awaited<ReturnType<typeof sit>>) =>
        ok(who.who, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId: who.attemptId }),
    ];
    for (const read of reads) {
      const sitting = await sit();
      await setDeadline(tenant, sitting.attemptId, -31);
      await read(sitting);
      expect((await readAttempt(tenant, sitting.attemptId)).status).toBe('submitted');
    }
  });
});

describe('screen switches', () => {
  it('are logged once each, with dwell time', async () => {
    const { who, attemptId } = await sit({ switchPolicy: 'warn' });
    const clientKey = randomUUID();
    const left = { attemptId, epoch: 1, clientKey, dwellSeconds: null };
    expect(await ok(who, SWITCH, left)).toMatchObject({ switchCount: 1, outcome: 'warned', status: 'open' });
    expect(await ok(who, SWITCH, { ...left, dwellSeconds: 12.4 })).toMatchObject({ switchCount: 1 });
    expect((await ok(who, VIEW, { attemptId })).switchCount).toBe(1);
  });

  it('close the attempt at the first, or beyond the limit, with the last answers saved', async () => {
    const strict = await sit({ switchPolicy: 'at_once' });
    const answers = [{ questionId: strict.q, epoch: 1, revision: 2, answer: 'C' }];
    const away = { attemptId: strict.attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null, answers };
    expect(await ok(strict.who, SWITCH, away)).toMatchObject({ outcome: 'notAllowed', status: 'submitted' });
    expect(await readAttempt(tenant, strict.attemptId)).toMatchObject({
      closedBy: 'switch',
      submittedAnswers: { [strict.q]: 'C' },
    });
    const lenient = await sit({ switchPolicy: 'limit', switchLimit: 2 });
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

  it('of a tab that was taken over close nothing', async () => {
    const { who, attemptId } = await sit({ switchPolicy: 'at_once' });
    await ok(who, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId });
    const stale = { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null };
    expect(await ok(who, SWITCH, stale)).toMatchObject({ switchCount: 0, status: 'open' });
  });
});
