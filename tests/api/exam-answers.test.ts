import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { examAnswer, examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, readAttempt, setDeadline, type TestExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';

let tenant: TestTenant;
let exam: TestExam;

beforeAll(async () => {
  tenant = await mintTenant();
  exam = await mintExam(tenant);
});

/** Waits for a number of turns of the event loop, so that saves and submits interleave in every order. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

async function startAttempt() {
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  const entry = (questionId: string, answer: null | boolean | string | string[], revision = 1, epoch = 1) => ({
    questionId,
    epoch,
    revision,
    answer,
  });
  const save = (answers: ReturnType<typeof entry>[], epoch = 1) => call(who, SAVE, { attemptId, epoch, answers });
  return { who, attemptId, entry, save };
}

const stored = (attemptId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(examAnswer)
      .where(and(eq(examAnswer.enterpriseId, tenant.id), eq(examAnswer.attemptId, attemptId))),
  );
const aside = (attemptId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select()
      .from(examLateAnswer)
      .where(and(eq(examLateAnswer.enterpriseId, tenant.id), eq(examLateAnswer.attemptId, attemptId)))
      .orderBy(asc(examLateAnswer.id)),
  );

describe('saving', () => {
  it('keeps the highest revision in any order of arrival, and acknowledges each entry', async () => {
    const { attemptId, entry, save } = await startAttempt();
    const [q] = exam.ids.single;
    expect((await save([entry(q!, 'C', 3)])).data).toMatchObject({
      attemptId,
      status: 'open',
      epoch: 1,
      superseded: false,
      acks: [{ questionId: q, epoch: 1, revision: 3, state: 'saved' }],
    });
    expect((await save([entry(q!, 'A', 1), entry(q!, 'B', 2)])).data.acks.map((ack) => ack.state)).toEqual([
      'saved',
      'saved',
    ]);
    expect((await stored(attemptId)).map(({ revision, answer }) => [revision, answer])).toEqual([[3, 'C']]);
    // A repeated entry changes nothing, also within one batch.
    await save([entry(q!, 'D', 4), entry(q!, 'D', 4), entry(q!, 'A', 2)]);
    expect((await stored(attemptId)).map(({ revision, answer }) => [revision, answer])).toEqual([[4, 'D']]);
    expect(await aside(attemptId)).toEqual([]);
  });

  it('stores answers in canonical form, without characters that PostgreSQL does not accept in JSON', async () => {
    const { who, attemptId, entry, save } = await startAttempt();
    const { single, multiple, judge, blank, short } = exam.ids;
    const reply = await save([
      entry(multiple[0]!, ['C', 'A', 'C']),
      entry(judge[0]!, false),
      entry(blank[0]!, ['a\0b', '']),
      entry(short[0]!, 'half a pair \ud800 and 中文 😀'),
      entry(single[0]!, ''),
    ]);
    expect(reply.code).toBe(200);
    const { answers } = await ok(who, VIEW, { attemptId });
    expect(Object.fromEntries(answers.map((each) => [each.questionId, each.answer]))).toEqual({
      [multiple[0]!]: ['A', 'C'],
      [judge[0]!]: false,
      [blank[0]!]: ['ab', ''],
      [short[0]!]: 'half a pair \ufffd and 中文 😀',
      [single[0]!]: null,
    });
    // Removed answers do not count.
    expect((await ok(who, SUBMIT, { attemptId, epoch: 1 })).receipt.answerCount).toBe(4);
  });

  it('rejects an invalid answer, and saves the others of the request', async () => {
    const { who, attemptId, entry } = await startAttempt();
    const { single, multiple, judge, blank, short } = exam.ids;
    const elsewhere = randomUUID();
    const reply = await ok(who, SAVE, {
      attemptId,
      epoch: 1,
      answers: [
        entry(single[0]!, 'A'),
        entry(single[1]!, 'Z'),
        entry(elsewhere, 'A'),
        entry('not an id', 'A'),
        entry(blank[0]!, ['only one']),
        entry(blank[1]!, ['x'.repeat(501), '']),
        entry(short[0]!, 'x'.repeat(20_001)),
        { ...entry(judge[0]!, true), revision: 0 },
        entry(judge[1]!, true, 1, 7),
        { ...entry(multiple[0]!, null), answer: { $gt: 1 } },
        entry(multiple[1]!, ['A']),
      ],
    });
    expect(reply.acks.map(({ questionId, state }) => [questionId, state])).toEqual([
      [single[0], 'saved'],
      [multiple[1], 'saved'],
    ]);
    expect(reply.rejected.map(({ questionId, reason }) => [questionId, reason])).toEqual([
      [single[1], 'invalid'],
      [elsewhere, 'unknownQuestion'],
      ['not an id', 'unknownQuestion'],
      [blank[0], 'invalid'],
      [blank[1], 'tooLong'],
      [short[0], 'tooLong'],
      [judge[0], 'invalid'],
      [judge[1], 'epoch'],
      [multiple[0], 'invalid'],
    ]);
    expect((await stored(attemptId)).map((row) => row.questionId).sort()).toEqual([single[0]!, multiple[1]!].sort());
    expect(await aside(attemptId)).toEqual([]);
  });

  it('rejects an invalid answer at submit and at a screen switch, and signs the answers that count', async () => {
    const { who, attemptId, entry } = await startAttempt();
    const [q1, q2] = exam.ids.single;
    const away = { attemptId, epoch: 1, clientKey: randomUUID(), dwellSeconds: null };
    const left = await ok(who, 'POST /exam/auth/user/exam/switch/save', {
      ...away,
      answers: [entry(q1!, 'A'), entry(q2!, 'Z')],
    });
    expect(left.acks).toMatchObject([{ questionId: q1, state: 'saved' }]);
    expect(left.rejected).toMatchObject([{ questionId: q2, reason: 'invalid' }]);
    const answers = [entry(q2!, 'Z'), entry(exam.ids.judge[0]!, true), entry(randomUUID(), 'A')];
    const done = await ok(who, SUBMIT, { attemptId, epoch: 1, answers });
    expect(done.rejected.map(({ reason }) => reason)).toEqual(['invalid', 'unknownQuestion']);
    expect(done.receipt.answerCount).toBe(2);
    // A repeat gets the same receipt, and saved answers are acknowledged as saved.
    const again = await ok(who, SUBMIT, { attemptId, epoch: 1, answers });
    expect(again.receipt).toEqual(done.receipt);
    expect(again.acks).toEqual(done.acks);
    expect(await aside(attemptId)).toEqual([]);
    const result = await ok(who, 'GET /exam/auth/user/exam/result/view', { attemptId });
    expect(result).toMatchObject({ rejectedCount: 5, lateCount: 0 });
  });

  it('rejects the whole request for an attempt of another user or a malformed entry', async () => {
    const [mine, other] = await Promise.all([startAttempt(), startAttempt()]);
    const [q] = exam.ids.single;
    const [stolen, unnamed, good] = await Promise.all([
      call(other.who, SAVE, { attemptId: mine.attemptId, epoch: 1, answers: [mine.entry(q!, 'A')] }),
      call(mine.who, SAVE, { attemptId: mine.attemptId, epoch: 1, answers: [{ answer: 'A' } as never] }),
      other.save([other.entry(q!, 'A')]),
    ]);
    expect([stolen.code, unnamed.code, good.code]).toEqual([404, 422, 200]);
    expect(await stored(mine.attemptId)).toEqual([]);
    expect(await stored(other.attemptId)).toHaveLength(1);
  });

  it('returns superseded to the first writer after a take-over, and stores its answers as evidence', async () => {
    const { who, attemptId, entry, save } = await startAttempt();
    const [q] = exam.ids.single;
    await save([entry(q!, 'A', 1)]);
    const taken = await ok(who, TAKE, { attemptId });
    expect(taken).toMatchObject({ epoch: 2, answers: [{ questionId: q, epoch: 1, revision: 1, answer: 'A' }] });
    const stale = await save([entry(q!, 'B', 9)]);
    expect(stale.data).toMatchObject({ superseded: true, epoch: 2, acks: [{ state: 'superseded' }] });
    expect((await stored(attemptId))[0]!.answer).toBe('A');
    expect((await aside(attemptId)).map(({ answer, reason }) => [answer, reason])).toEqual([['B', 'superseded']]);
    // A lower revision of the new writer takes precedence over a higher one of the old writer.
    await save([entry(q!, 'C', 1, 2)], 2);
    expect((await stored(attemptId))[0]).toMatchObject({ answer: 'C', epoch: 2, revision: 1 });
    // Without answers: returns only server time and epoch.
    expect((await save([], 2)).data).toMatchObject({ superseded: false, acks: [] });
  });

  it('rejects an epoch that no writer ever had, in the request and its entries, and keeps nothing of it', async () => {
    const { who, attemptId, entry, save } = await startAttempt();
    const [q] = exam.ids.single;
    await save([entry(q!, 'A', 1)]);
    const invented = { acks: [], rejected: [{ questionId: q, epoch: 7, revision: 1, reason: 'epoch' }] };
    expect((await save([entry(q!, 'B', 1, 7)], 7)).data).toMatchObject({ ...invented, superseded: true, epoch: 1 });
    expect(await aside(attemptId)).toEqual([]);
    await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [] });
    expect((await save([entry(q!, 'C', 1, 7)], 7)).data).toMatchObject(invented);
    expect(await aside(attemptId)).toEqual([]);
    expect((await stored(attemptId)).map(({ answer, epoch }) => [answer, epoch])).toEqual([['A', 1]]);
  });

  it('counts answers until 30 s after the deadline, and stores later ones as evidence', async () => {
    const { who, attemptId, entry, save } = await startAttempt();
    const [q1, q2] = exam.ids.single;
    await setDeadline(tenant, attemptId, -25);
    expect((await save([entry(q1!, 'B')])).data.acks[0]!.state).toBe('saved');
    await setDeadline(tenant, attemptId, -35);
    expect((await save([entry(q2!, 'B')])).data.acks[0]!.state).toBe('late');
    expect((await aside(attemptId)).map(({ questionId, reason }) => [questionId, reason])).toEqual([[q2, 'late']]);
    const done = await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [entry(q2!, 'C', 2)] });
    expect(done).toMatchObject({ closedBy: 'timer', receipt: { answerCount: 1 }, lateCount: 2 });
    const attempt = await readAttempt(tenant, attemptId);
    expect(attempt).toMatchObject({ closedBy: 'timer', submittedAnswers: { [q1!]: 'B' } });
    expect((await save([entry(q2!, 'D', 3), entry(q1!, 'B')])).data.acks.map((ack) => ack.state)).toEqual([
      'closed',
      // It was already saved in time, although this request is late.
      'saved',
    ]);
    // Saved answers are not stored again as evidence.
    expect((await aside(attemptId)).map(({ answer, reason }) => [answer, reason])).toEqual([
      ['B', 'late'],
      ['C', 'closed'],
      ['D', 'closed'],
    ]);
  });

  it('loses no acknowledged answer in 300 races of saves with a submit', async () => {
    const own = await mintTenant();
    const raced = await mintExam(own, { counts: { single: 6 } });
    const people: TestPerson[] = [];
    for (let i = 0; i < 30; i++) people.push(await mintPerson(own));
    let races = 0;
    let divergent = 0;
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        people.map(async (who, n) => {
          const { attemptId } = await ok(who, START, { id: raced.id });
          const sends = Array.from({ length: 4 }, async (_, k) => {
            await turns(((n * 7 + k * 11) % 13) + k);
            const answers = raced.ids.single.map((questionId, j) => ({
              questionId,
              epoch: 1,
              revision: k + 1,
              answer: 'ABCD'[(k + j) % 4]!,
            }));
            return ok(who, SAVE, { attemptId, epoch: 1, answers });
          });
          await turns((n * 5) % 17);
          const submits = [ok(who, SUBMIT, { attemptId, epoch: 1 }), ok(who, SUBMIT, { attemptId, epoch: 1 })];
          const [replies, receipts] = await Promise.all([Promise.all(sends), Promise.all(submits)]);
          races += sends.length;
          expect(receipts[0]!.receipt).toEqual(receipts[1]!.receipt);
          const attempt = await readAttempt(own, attemptId);
          const kept = await withTenant(own.id, (db) =>
            db.select().from(examAnswer).where(eq(examAnswer.attemptId, attemptId)),
          );
          const asStored = Object.fromEntries(kept.map((row) => [row.questionId, row.answer]));
          if (
            JSON.stringify(Object.entries(asStored).sort()) !==
            JSON.stringify(Object.entries(attempt.submittedAnswers!).sort())
          )
            divergent++;
          for (const ack of replies.flatMap((reply) => reply.acks)) {
            const row = kept.find((each) => each.questionId === ack.questionId);
            if (ack.state === 'saved') expect(row?.revision).toBeGreaterThanOrEqual(ack.revision);
          }
        }),
      );
    }
    expect(races).toBeGreaterThanOrEqual(300);
    expect(divergent).toBe(0);
  });
});
