import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import type { JournalRow } from '#src/server/exam/journal-hash.ts';
import { verifyJournal } from '#src/server/exam/verify-journal.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { mintExam, right, setDeadline } from '../factories/exam.ts';
import { journalOf } from '../factories/journal.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The journal of an attempt (docs/decisions/056). */

const START = 'POST /exam/auth/user/exam/start';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

async function startAttempt(options: Parameters<typeof mintExam>[1] = {}) {
  const exam = await mintExam(tenant, options);
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  return { exam, who, attemptId };
}
const save = (who: TestPerson, attemptId: string, questionId: string, revision: number, answer: unknown, epoch = 1) =>
  ok(who, SAVE, { attemptId, epoch, answers: [{ questionId, epoch, revision, answer }] });
const said = (rows: JournalRow[], kind: string) =>
  rows
    .filter((row) => row.kind === kind)
    .map(({ data, content }): Record<string, unknown> => ({ ...data, value: content?.value }));

describe('the journal', () => {
  it('has one row for everything that was acknowledged, and proves the receipt', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const [single, other] = exam.ids.single as [string, string];
    const [short] = exam.ids.short as [string];
    await save(who, attemptId, single, 1, 'A');
    await save(who, attemptId, single, 2, 'B');
    // Loses, because a newer revision is there; acknowledged nevertheless.
    await save(who, attemptId, single, 1, 'C');
    await save(who, attemptId, other, 1, 'D');
    await save(who, attemptId, other, 2, null);
    await ok(who, TAKE_OVER, { attemptId });
    await save(who, attemptId, short, 1, 'from the old window', 1);
    const answers = [{ questionId: short, epoch: 2, revision: 1, answer: 'from the new one\0' }];
    await ok(who, SUBMIT, { attemptId, epoch: 2, answers });
    await ok(who, SUBMIT, { attemptId, epoch: 2, answers });
    await save(who, attemptId, short, 7, 'too late', 2);
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const marks = [{ questionId: short, score: 12.5, remark: 'good' }];
    await ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks });

    const { rows, kinds, problems, answers: counted, attempt } = await journalOf(tenant, attemptId);
    expect(problems).toEqual([]);
    expect(kinds).toEqual([
      ...['start', 'answer', 'answer', 'answer', 'answer', 'answer', 'takeover', 'answer'],
      // The second submission is acknowledged again.
      ...['answer', 'submit', 'close', 'answer', 'answer', 'mark', 'mark'],
    ]);
    expect(
      said(rows, 'answer').map(({ questionId, revision, state, value }) => [questionId, revision, state, value]),
    ).toEqual([
      [single, 1, 'saved', 'A'],
      [single, 2, 'saved', 'B'],
      [single, 1, 'saved', 'C'],
      [other, 1, 'saved', 'D'],
      [other, 2, 'saved', null],
      [short, 1, 'superseded', 'from the old window'],
      [short, 1, 'saved', 'from the new one'],
      [short, 1, 'saved', 'from the new one'],
      [short, 7, 'closed', 'too late'],
    ]);
    expect(counted).toEqual({ [single]: 'B', [short]: 'from the new one' });
    expect(counted).toEqual(attempt.submittedAnswers);
    expect(said(rows, 'mark')).toMatchObject([
      { questionId: short, round: 1, outcome: 'final', value: { score: 12.5, remark: 'good' } },
      { status: 'marked', value: { marks: { [short]: 12.5 }, passed: false } },
    ]);
    expect(said(rows, 'takeover')).toMatchObject([{ epoch: 2, device: 'first' }]);
  });

  it('keeps every revision of a request with several, and records nothing that was rejected', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const [single] = exam.ids.single as [string];
    const entry = (revision: number, answer: unknown, epoch = 1) => ({ questionId: single, epoch, revision, answer });
    const answers = [entry(2, 'B'), entry(1, 'A'), entry(3, 'nonsense'), entry(4, 'C', 9)];
    const reply = await ok(who, SAVE, { attemptId, epoch: 1, answers });
    expect(reply.rejected).toHaveLength(2);
    const { rows, answers: counted, problems } = await journalOf(tenant, attemptId);
    expect(said(rows, 'answer').map(({ revision, value }) => [revision, value])).toEqual([
      [2, 'B'],
      [1, 'A'],
    ]);
    expect([counted, problems]).toEqual([{ [single]: 'B' }, []]);
  });

  it('records beats, but not each of a flood', async () => {
    const { who, attemptId } = await startAttempt();
    const beat = () => ok(who, SAVE, { attemptId, epoch: 1, answers: [], awakeSeconds: 1 });
    await beat();
    expect((await journalOf(tenant, attemptId)).kinds).toEqual(['start']);
    await withTenant(tenant.id, (db) =>
      pgClientOf(db).query(`update exam_journal_head set seen_at = seen_at - interval '20 s' where attempt_id = $1`, [
        attemptId,
      ]),
    );
    await Promise.all([beat(), beat(), beat()]);
    const { kinds, problems } = await journalOf(tenant, attemptId);
    expect([kinds, problems]).toEqual([['start', 'beat'], []]);
  });

  it('has a limit in bytes: Chinese characters count three, as they are stored', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const bytes = () =>
      withTenant(tenant.id, async (db) => {
        const sql = 'select bytes from exam_journal_head where attempt_id = $1';
        return (await pgClientOf(db).query<{ bytes: number }>(sql, [attemptId])).rows[0]!.bytes;
      });
    const before = await bytes();
    await save(who, attemptId, exam.ids.short[0]!, 1, '长'.repeat(10_000));
    expect((await bytes()) - before).toBeGreaterThan(30_000);
  });

  it('is complete when many requests write to it at once', async () => {
    const { exam, who, attemptId } = await startAttempt({ counts: { single: 20 } });
    const more = await startAttempt({ counts: { single: 20 } });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => [
        save(who, attemptId, exam.ids.single[n % 20]!, n + 1, 'ABCD'[n % 4]),
        save(more.who, more.attemptId, more.exam.ids.single[n % 20]!, n + 1, 'ABCD'[n % 4]),
        n === 30
          ? ok(who, 'POST /exam/auth/user/exam/switch/save', {
              attemptId,
              epoch: 1,
              clientKey: randomUUID(),
              dwellSeconds: 1,
            })
          : null,
      ]).flat(),
    );
    await Promise.all([
      ok(who, SUBMIT, { attemptId, epoch: 1 }),
      ok(more.who, SUBMIT, { attemptId: more.attemptId, epoch: 1 }),
    ]);
    for (const id of [attemptId, more.attemptId]) {
      const { rows, problems, answers, attempt } = await journalOf(tenant, id);
      expect(problems).toEqual([]);
      expect(said(rows, 'answer')).toHaveLength(60);
      expect(answers).toEqual(attempt.submittedAnswers);
    }
  });

  it('ends with the sweep, too, and nothing can be changed or removed', async () => {
    const { exam, who, attemptId } = await startAttempt();
    await save(who, attemptId, exam.ids.single[0]!, 1, right.single);
    await setDeadline(tenant, attemptId, -60);
    await sweepExams((error) => {
      throw error;
    });
    const { rows, problems } = await journalOf(tenant, attemptId);
    expect(said(rows, 'close')).toMatchObject([{ closedBy: 'sweep', answerCount: 1 }]);
    expect(problems).toEqual([]);
    for (const statement of ['delete from exam_journal', `update exam_journal set data = '{}'`]) {
      const change = withTenant(tenant.id, (_db, client) => client.query(statement));
      await expect(change).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('stays valid when the person is erased, without a word of theirs', async () => {
    const { exam, who, attemptId } = await startAttempt();
    await save(who, attemptId, exam.ids.short[0]!, 1, 'MY-WORDS');
    await ok(who, SUBMIT, { attemptId, epoch: 1 });
    const erase = () =>
      withTenant(tenant.id, (_db, client) => client.query('select portal.erase_exam_journal($1)', [who.userId]));
    await expect(erase()).rejects.toMatchObject({ code: '23514' });
    await withTenant(tenant.id, (_db, client) =>
      client.query(`update enterprise_user set status = 'disabled', erased_at = now() where user_id = $1`, [
        who.userId,
      ]),
    );
    expect(JSON.stringify((await journalOf(tenant, attemptId)).rows)).toContain('MY-WORDS');
    await erase();
    const { rows, problems, withheld } = await journalOf(tenant, attemptId);
    expect([JSON.stringify(rows).includes('MY-WORDS'), problems, withheld]).toEqual([false, [], 2]);
  });

  it('of an attempt that a version without journals has started begins with its next event', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const owner = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await owner.connect();
    await owner.query(`select set_config('app.enterprise_id', $1, false)`, [tenant.id]);
    for (const table of ['exam_journal', 'exam_journal_head'])
      await owner.query(`delete from ${table} where attempt_id = $1`, [attemptId]);
    await owner.end();
    await Promise.all(exam.ids.single.map((id) => save(who, attemptId, id, 1, 'A')));
    await ok(who, SUBMIT, { attemptId, epoch: 1 });
    const { kinds, problems } = await journalOf(tenant, attemptId);
    expect([kinds, problems]).toEqual([['adopted', 'answer', 'answer', 'submit', 'close'], []]);
  });
});

describe('a change of the journal is found:', () => {
  let given: Awaited<ReturnType<typeof journalOf>>;
  beforeAll(async () => {
    const { exam, who, attemptId } = await startAttempt();
    for (const [n, id] of exam.ids.single.entries()) await save(who, attemptId, id, n + 1, 'A');
    await ok(who, SUBMIT, { attemptId, epoch: 1 });
    given = await journalOf(tenant, attemptId);
  });
  const check = (change: (rows: JournalRow[]) => unknown) => {
    const rows = structuredClone(given.rows);
    const paper = structuredClone(given.paper);
    const { receipt } = given;
    change(rows);
    return verifyJournal({ attempt: { id: given.attempt.id }, paper, receipt, rows }).problems;
  };
  const changes: Record<string, (rows: JournalRow[]) => unknown> = {
    'a removed row': (rows) => rows.splice(1, 1),
    'a removed end': (rows) => rows.pop(),
    'a repeated row': (rows) => rows.splice(2, 0, rows[1]!),
    'moved rows': (rows) => rows.splice(1, 2, rows[2]!, rows[1]!),
    'another answer': (rows) => (rows[1]!.content!.value = 'B'),
    'another salt': (rows) => (rows[1]!.content!.salt = '00'),
    'another time': (rows) => (rows[1]!.at = '2026-01-01T00:00:00.000Z'),
    'another kind': (rows) => (rows[1]!.kind = 'beat'),
    'other data': (rows) => (rows[1]!.data['revision'] = 9),
    'another hash': (rows) => (rows[1]!.hash = rows[0]!.hash),
    'another attempt': (rows) => (rows[1]!.attemptId = randomUUID()),
  };
  it.each(Object.entries(changes))('%s', (_name, change) => {
    expect(check(() => undefined)).toEqual([]);
    expect(check(change)).not.toEqual([]);
  });
});

it('300 answers with one that is refused: the others count, and two submissions give one result', async () => {
  const { exam, who, attemptId } = await startAttempt({ counts: { single: 300 } });
  const ids = exam.ids.single;
  const entries = ids.map((questionId) => ({ questionId, epoch: 1, revision: 1, answer: 'B' as unknown }));
  const wrong: unknown[] = [
    { A: 1 },
    ['A', 'B'],
    true,
    7,
    'E',
    [[]],
    '\u0000',
    { toString: 'A' },
    -0,
    'B'.repeat(30_000),
  ];
  entries[150]!.answer = 'no such option';
  for (const part of [entries.slice(0, 200), entries.slice(200)])
    expect((await ok(who, SAVE, { attemptId, epoch: 1, answers: part })).acks.length).toBeGreaterThan(99);
  for (const [n, answer] of wrong.entries()) {
    const answers = [{ questionId: ids[150]!, epoch: 1, revision: n + 2, answer }];
    expect(await ok(who, SAVE, { attemptId, epoch: 1, answers })).toMatchObject({ acks: [], rejected: [{}] });
  }
  const submit = (answer: string) =>
    ok(who, SUBMIT, { attemptId, epoch: 1, answers: [{ questionId: ids[0]!, epoch: 1, revision: 2, answer }] });
  const [one, two] = await Promise.all([submit('A'), submit('C')]);
  expect(one.receipt).toEqual(two.receipt);
  expect(one.receipt.answerCount).toBe(299);
  const { rows, problems, answers, attempt } = await journalOf(tenant, attemptId);
  expect(problems).toEqual([]);
  expect(answers).toEqual(attempt.submittedAnswers);
  // Which of the two came first is in the journal; the second is acknowledged and changes nothing.
  const of = rows.filter(({ data }) => data['questionId'] === ids[0] && data['revision'] === 2);
  expect(of.map(({ content }) => content!.value).sort()).toEqual(['A', 'C']);
  expect(attempt.submittedAnswers![ids[0]!]).toBe(of[0]!.content!.value);
});

it('appends to the journals of several attempts in one transaction, which roll back together', async () => {
  const [one, two] = [await startAttempt(), await startAttempt()];
  const events = [one, two, one].map(({ attemptId }) => ({
    ...{ attemptId, kind: 'pause' as const, at: new Date(), data: { by: 'test' } },
  }));
  await withTenant(tenant.id, (db) => appendJournal(pgClientOf(db), tenant.id, events));
  const failed = withTenant(tenant.id, async (db) => {
    await appendJournal(pgClientOf(db), tenant.id, events);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  const journals = await Promise.all([one, two].map(({ attemptId }) => journalOf(tenant, attemptId)));
  expect(journals.map(({ kinds, problems }) => [kinds, problems])).toEqual([
    [['start', 'pause', 'pause'], []],
    [['start', 'pause'], []],
  ]);
});
