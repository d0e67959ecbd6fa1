import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, readAttempt, right, setDeadline, type TestExam } from '../factories/exam.ts';
import { journalOf } from '../factories/journal.ts';
import { call, ok } from '../factories/portal.ts';
import { countedPool } from '../factories/statements.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Submissions that arrive at the same time share a transaction (decision 074). */

const START = 'POST /exam/auth/user/exam/start';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';

let tenant: TestTenant;
let counted: Awaited<ReturnType<typeof countedPool>>;
beforeAll(async () => {
  counted = await countedPool();
  tenant = await mintTenant();
});
afterAll(() => counted.close());

type Sitting = { who: TestPerson; attemptId: string };

async function sit(exam: TestExam): Promise<Sitting> {
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  return { who, attemptId };
}
const sitMany = async (exam: TestExam, n: number) => {
  const all: Sitting[] = [];
  for (let i = 0; i < n; i++) all.push(await sit(exam));
  return all;
};

/** All answers of the paper, right ones or wrong ones. */
const answersTo = ({ ids }: TestExam, isRight = true) =>
  (['single', 'multiple', 'judge', 'blank'] as const).flatMap((type) =>
    ids[type].map((questionId) => {
      const wrong = { single: 'C', multiple: ['B'], judge: false, blank: ['?', '?'] }[type];
      const given = isRight ? right[type] : wrong;
      return { questionId, epoch: 1, revision: 1, answer: Array.isArray(given) ? [...given] : (given as string) };
    }),
  );
const submission = (exam: TestExam, { attemptId }: Sitting, isRight = true) => ({
  ...{ attemptId, epoch: 1, answers: answersTo(exam, isRight) },
});

it('takes about as many statements for many candidates as for one', async () => {
  const exam = await mintExam(tenant, { counts: { short: 0 }, certificateId: null, maxAttempts: 1 });
  const [alone, ...others] = await sitMany(exam, 21);
  const submit = (each: Sitting) => ok(each.who, SUBMIT, submission(exam, each));
  await submit(await sit(exam));
  const one = await counted.once(() => submit(alone!));
  const twenty = await counted.once(() => Promise.all(others.map(submit)));
  // Not twenty times as many: at most three batches, and one lookup of sessions more.
  expect(twenty).toBeLessThanOrEqual(3 * one + 3);
  for (const { attemptId } of [alone!, ...others])
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ status: 'marked', passed: true, answerCount: 8 });
});

it('gives everybody their own result, rewards and receipt', async () => {
  const exam = await mintExam(tenant, { counts: { short: 0 }, maxAttempts: 1 });
  const all = await sitMany(exam, 10);
  const replies = await Promise.all(all.map((each, n) => ok(each.who, SUBMIT, submission(exam, each, n % 2 === 0))));
  expect(replies.map(({ examState }) => examState)).toEqual(all.map((_, n) => (n % 2 ? 'fail' : 'pass')));
  for (const [n, { who, attemptId }] of all.entries()) {
    const stored = await readAttempt(tenant, attemptId);
    const score = n % 2 ? '0.00' : '80.00';
    expect(stored).toMatchObject({ closedBy: 'person', passed: n % 2 === 0, objectiveScore: score, answerCount: 8 });
    expect(replies[n]!.receipt).toMatchObject({ attemptId, hmac: stored.receipt, answerCount: 8 });
    expect(replies[n]!.acks.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'saved'));
    const journal = await journalOf(tenant, attemptId);
    expect(journal.problems).toEqual([]);
    expect(journal.kinds).toEqual(['start', ...Array.from({ length: 8 }, () => 'answer'), 'submit', 'close']);
    const { earned, certificates } = await earnedBy(who.userId, exam.id);
    expect(earned).toEqual(n % 2 ? [] : ['credits 2.50', 'points 30.00']);
    expect(certificates).toBe(n % 2 ? 0 : 1);
  }
});

it('refuses, closes late and repeats only where it must', async () => {
  const exam = await mintExam(tenant);
  const [plain, takenOver, expired, twice] = (await sitMany(exam, 4)) as [Sitting, Sitting, Sitting, Sitting];
  const stranger = await mintPerson(tenant);
  await ok(takenOver.who, 'POST /exam/auth/user/exam/attempt/take-over', { attemptId: takenOver.attemptId });
  const before = [{ ...answersTo(exam)[0]!, revision: 1 }];
  await ok(expired.who, SAVE, { attemptId: expired.attemptId, epoch: 1, answers: before });
  await setDeadline(tenant, expired.attemptId, -31);
  const newer = answersTo(exam).map((answer) => ({ ...answer, revision: 2 }));
  const [a, b, c, d1, d2, e] = await Promise.all([
    call(plain.who, SUBMIT, submission(exam, plain)),
    call(takenOver.who, SUBMIT, submission(exam, takenOver)),
    call(expired.who, SUBMIT, { ...submission(exam, expired), answers: newer }),
    call(twice.who, SUBMIT, submission(exam, twice)),
    call(twice.who, SUBMIT, submission(exam, twice)),
    call(stranger, SUBMIT, submission(exam, plain)),
  ]);
  expect([a, b, c, d1, d2, e].map(({ code }) => code)).toEqual([200, 409, 200, 200, 200, 404]);
  expect((await readAttempt(tenant, plain.attemptId)).answerCount).toBe(8);
  expect((await readAttempt(tenant, takenOver.attemptId)).status).toBe('open');
  expect(await readAttempt(tenant, expired.attemptId)).toMatchObject({ closedBy: 'timer', answerCount: 1 });
  expect(c.data.acks.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'closed'));
  expect(c.data.lateCount).toBe(8);
  expect(d2.data.receipt).toEqual(d1.data.receipt);
  for (const { attemptId } of [plain, expired, twice])
    expect((await journalOf(tenant, attemptId)).problems).toEqual([]);
});

async function earnedBy(userId: string, examId: string) {
  return withTenant(tenant.id, async (db) => {
    const lines = await db
      .select()
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.enterpriseId, tenant.id), eq(ledgerEntry.userId, userId)));
    const certificates = await db
      .select()
      .from(userCertificate)
      .where(and(eq(userCertificate.userId, userId), eq(userCertificate.source, `exam:${examId}`)));
    return { earned: lines.map(({ kind, amount }) => `${kind} ${amount}`).sort(), certificates: certificates.length };
  });
}
