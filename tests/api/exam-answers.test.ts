import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { examAnswer, examLateAnswer } from '#src/server/db/schema/exam.ts';
import { withTenant } from '#src/server/db/tenant.ts';
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

async function sit() {
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
  it('keeps the highest revision whatever the order of arrival, and acknowledges each', async () => {
    const { attemptId, entry, save } = await sit();
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
    // The same one again changes nothing, within one batch neither.
    await save([entry(q!, 'D', 4), entry(q!, 'D', 4), entry(q!, 'A', 2)]);
    expect((await stored(attemptId)).map(({ revision, answer }) => [revision, answer])).toEqual([[4, 'D']]);
    expect(await aside(attemptId)).toEqual([]);
  });

  it('stores answers in one form, and survives what JSON in PostgreSQL does not take', async () => {
    const { who, attemptId, entry, save } = await sit();
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
    // What was taken back does not count as answered.
    expect((await ok(who, SUBMIT, { attemptId, epoch: 1 })).receipt.answerCount).toBe(4);
  });

  it('lets a bad answer fail its own request only', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, sit));
    const [q] = exam.ids.single;
    const bad = [
      () => people[0]!.save([people[0]!.entry(q!, 'Z')]),
      () => people[1]!.save([people[1]!.entry(randomUUID(), 'A')]),
      () => people[2]!.save([people[2]!.entry(exam.ids.blank[0]!, ['only one'])]),
      () => people[3]!.save([people[3]!.entry(exam.ids.judge[0]!, 'true'), people[3]!.entry(q!, 'A')]),
      () =>
        call(people[4]!.who, SAVE, { attemptId: people[0]!.attemptId, epoch: 1, answers: [people[4]!.entry(q!, 'A')] }),
    ];
    const replies = await Promise.all([...bad.map((send) => send()), people[5]!.save([people[5]!.entry(q!, 'A')])]);
    expect(replies.map((reply) => reply.code)).toEqual([422, 422, 422, 422, 404, 200]);
    expect(replies[3]!.data).toEqual([{ field: 'answers.0.answer', message: '答案格式与题目不符' }]);
    expect(await stored(people[3]!.attemptId)).toEqual([]);
    expect(await stored(people[5]!.attemptId)).toHaveLength(1);
    const { who, attemptId, entry } = people[5]!;
    const malformed = [{ ...entry(q!, 'A'), revision: 0 }];
    expect((await call(who, SAVE, { attemptId, epoch: 1, answers: malformed })).code).toBe(422);
    expect((await call(who, SAVE, { attemptId, epoch: 1, answers: [entry(q!, 'x'.repeat(20_001))] })).code).toBe(422);
  });

  it('tells the first writer that a second one took over, and keeps what it still sent', async () => {
    const { who, attemptId, entry, save } = await sit();
    const [q] = exam.ids.single;
    await save([entry(q!, 'A', 1)]);
    const taken = await ok(who, TAKE, { attemptId });
    expect(taken).toMatchObject({ epoch: 2, answers: [{ questionId: q, epoch: 1, revision: 1, answer: 'A' }] });
    const stale = await save([entry(q!, 'B', 9)]);
    expect(stale.data).toMatchObject({ superseded: true, epoch: 2, acks: [{ state: 'superseded' }] });
    expect((await stored(attemptId))[0]!.answer).toBe('A');
    expect((await aside(attemptId)).map(({ answer, reason }) => [answer, reason])).toEqual([['B', 'superseded']]);
    // A lower revision of the new writer wins over a higher one of the old.
    await save([entry(q!, 'C', 1, 2)], 2);
    expect((await stored(attemptId))[0]).toMatchObject({ answer: 'C', epoch: 2, revision: 1 });
    // Nothing to save: only the clock and the writer.
    expect((await save([], 2)).data).toMatchObject({ superseded: false, acks: [] });
  });

  it('counts answers until 30 s after the deadline, and keeps later ones aside', async () => {
    const { who, attemptId, entry, save } = await sit();
    const [q1, q2] = exam.ids.single;
    await setDeadline(tenant, attemptId, -25);
    expect((await save([entry(q1!, 'B')])).data.acks[0]!.state).toBe('saved');
    await setDeadline(tenant, attemptId, -35);
    expect((await save([entry(q2!, 'B')])).data.acks[0]!.state).toBe('late');
    expect((await aside(attemptId)).map(({ questionId, reason }) => [questionId, reason])).toEqual([[q2, 'late']]);
    const done = await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [entry(q2!, 'C', 2)] });
    expect(done).toMatchObject({ receipt: { answerCount: 1 }, lateCount: 2 });
    const attempt = await readAttempt(tenant, attemptId);
    expect(attempt).toMatchObject({ closedBy: 'timer', submittedAnswers: { [q1!]: 'B' } });
    expect((await save([entry(q2!, 'D', 3), entry(q1!, 'B')])).data.acks.map((ack) => ack.state)).toEqual([
      'closed',
      // It was saved in time, whatever this request came too late for.
      'saved',
    ]);
    // What is stored already is not kept a second time.
    expect((await aside(attemptId)).map(({ answer, reason }) => [answer, reason])).toEqual([
      ['B', 'late'],
      ['C', 'closed'],
      ['D', 'closed'],
    ]);
  });

  it('loses nothing acknowledged and diverges nowhere in 300 races of saves with a submit', async () => {
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
            await new Promise((resolve) => setTimeout(resolve, ((n * 7 + k * 11) % 13) + k));
            const answers = raced.ids.single.map((questionId, j) => ({
              questionId,
              epoch: 1,
              revision: k + 1,
              answer: 'ABCD'[(k + j) % 4]!,
            }));
            return ok(who, SAVE, { attemptId, epoch: 1, answers });
          });
          await new Promise((resolve) => setTimeout(resolve, (n * 5) % 17));
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
