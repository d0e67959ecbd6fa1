import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examAnswer, examSaveCount } from '#src/server/exam/tables/answer.ts';
import { examJournalHead } from '#src/server/exam/tables/journal.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { SAVES_BASE, SAVES_PER_SECOND } from '#src/server/exam/limits.ts';
import { mintExam, readAttempt, setDeadline, type TestExam } from '../factories/exam.ts';
import { journalOf } from '../factories/journal.ts';
import { call, ok } from '../factories/portal.ts';
import { countedPool } from '../factories/statements.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Saves that arrive at the same time share a statement (decision 083). */

const START = 'POST /exam/auth/user/exam/start';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';

let tenant: TestTenant;
let exam: TestExam;
let counted: Awaited<ReturnType<typeof countedPool>>;
beforeAll(async () => {
  counted = await countedPool();
  tenant = await mintTenant();
  exam = await mintExam(tenant);
});
afterAll(() => counted.close());

type Sitting = { who: TestPerson; attemptId: string };

async function sit(): Promise<Sitting> {
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  return { who, attemptId };
}
const sitMany = (n: number) => Promise.all(Array.from({ length: n }, sit));

type Given = { revision: number; answer: string; epoch?: number; questionId?: string };
const save = ({ who, attemptId }: Sitting, ...given: Given[]) => {
  const epoch = given[0]?.epoch ?? 1;
  const entries = given.map((entry) => ({ questionId: exam.ids.single[0]!, ...entry, epoch }));
  return call(who, SAVE, { attemptId, epoch, answers: entries });
};
const stored = ({ attemptId }: Sitting) =>
  withTenant(tenant.id, async (db) => {
    const answers = await db.select().from(examAnswer).where(eq(examAnswer.attemptId, attemptId));
    const [used] = await db.select().from(examSaveCount).where(eq(examSaveCount.attemptId, attemptId));
    const [head] = await db.select().from(examJournalHead).where(eq(examJournalHead.attemptId, attemptId));
    return { answers: answers.map(({ revision, answer }) => [revision, answer]), saves: used?.saves ?? 0, head: head! };
  });
const setHead = ({ attemptId }: Sitting, values: Partial<typeof examJournalHead.$inferInsert>) =>
  withTenant(tenant.id, (db) => db.update(examJournalHead).set(values).where(eq(examJournalHead.attemptId, attemptId)));
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('whether an answer counts', () => {
  const DEADLINE = Date.UTC(2026, 2, 1, 8);
  const at = (seconds: number) => new Date(DEADLINE + seconds * 1000).toISOString();
  /** The rule that the statement of a save and the answer to a device have in common; times are seconds after the deadline. */
  async function stateOf(entry: { at: number; epoch?: number }, attempt: Record<string, number | string | null> = {}) {
    const time = (name: string) => (typeof attempt[name] === 'number' ? at(attempt[name]) : null);
    const { rows } = await withTenant(tenant.id, (db) =>
      db.execute<{ state: string }>(sql`
        select portal.answer_state(${attempt.status ?? 'open'}, 2, ${entry.epoch ?? 2}, ${at(0)}, ${time('sectionEnd')},
          ${time('breakUntil')}, ${time('pausedAt')}, ${at(entry.at)}, 30) as state`),
    );
    return rows[0]!.state;
  }

  it('depends on the status of the attempt first, then on the epoch, then on the deadline and its grace period', async () => {
    expect(await stateOf({ at: 30 })).toBe('saved');
    expect(await stateOf({ at: 30.001 })).toBe('late');
    for (const epoch of [1, 3]) expect(await stateOf({ at: -1, epoch })).toBe('superseded');
    expect(await stateOf({ at: 31, epoch: 1 })).toBe('superseded');
    for (const status of ['submitted', 'marked'])
      expect(await stateOf({ at: 31, epoch: 1 }, { status })).toBe('closed');
  });

  it('depends on the end of the section, on a break, and on a pause, which stops the clock', async () => {
    expect(await stateOf({ at: -70 }, { sectionEnd: -100 })).toBe('saved');
    expect(await stateOf({ at: -69 }, { sectionEnd: -100 })).toBe('late');
    expect(await stateOf({ at: 31 }, { sectionEnd: 100 })).toBe('late');
    expect(await stateOf({ at: -10 }, { breakUntil: -9 })).toBe('late');
    expect(await stateOf({ at: -9 }, { breakUntil: -9 })).toBe('saved');
    expect(await stateOf({ at: 500 }, { pausedAt: 30 })).toBe('saved');
    expect(await stateOf({ at: 500 }, { pausedAt: 31 })).toBe('late');
    expect(await stateOf({ at: 500 }, { pausedAt: -70, sectionEnd: -100 })).toBe('saved');
  });
});

it('takes two statements for a save, and no more for twenty; a beat as many', async () => {
  const [warm, alone, ...others] = (await sitMany(22)) as [Sitting, Sitting, ...Sitting[]];
  await save(warm, { revision: 1, answer: 'A' });
  await Promise.all([alone, ...others].map((each) => save(each, { revision: 1, answer: 'A' })));
  expect(await counted.once(() => save(alone, { revision: 2, answer: 'B' }))).toBe(2);
  // At most three batches of saves and as many lookups of sessions.
  const twenty = await counted.once(() => Promise.all(others.map((each) => save(each, { revision: 2, answer: 'B' }))));
  expect(twenty).toBeLessThanOrEqual(6);
  for (const each of [alone, ...others]) {
    expect((await stored(each)).answers).toEqual([[2, 'B']]);
    expect(await journalOf(tenant, each.attemptId)).toMatchObject({
      problems: [],
      kinds: ['start', 'answer', 'answer'],
      answers: { [exam.ids.single[0]!]: 'B' },
    });
  }
  await setHead(alone, { seenAt: ago(20) });
  expect(await counted.once(() => save(alone))).toBe(2);
  const journal = await journalOf(tenant, alone.attemptId);
  expect(journal).toMatchObject({ problems: [], kinds: ['start', 'answer', 'answer', 'beat'] });
  expect((await stored(alone)).head.seenAt.getTime()).toBeGreaterThan(ago(10).getTime());
});

it('gives each request of a batch its own outcome', async () => {
  const all = await sitMany(9);
  const [plain, older, late, takenOver, invalid, silent, used, twice, full] = all as [Sitting, ...Sitting[]] &
    Sitting[];
  await save(older!, { revision: 5, answer: 'C' });
  await setDeadline(tenant, late!.attemptId, -31);
  await ok(takenOver!.who, TAKE, { attemptId: takenOver!.attemptId });
  await setHead(silent!, { seenAt: ago(100) });
  await withTenant(tenant.id, async (db) => {
    const { startedAt, deadlineAt } = await readAttempt(tenant, used!.attemptId);
    const allowed = SAVES_BASE + SAVES_PER_SECOND * Math.ceil((deadlineAt.getTime() - startedAt.getTime()) / 1000);
    await db.insert(examSaveCount).values({ enterpriseId: tenant.id, attemptId: used!.attemptId, saves: allowed });
  });
  await setHead(full!, { bytes: 2 ** 30 });
  const [a, b, c, d, e, f, g, h1, h2, i] = await Promise.all([
    save(plain, { revision: 1, answer: 'A' }),
    save(older!, { revision: 4, answer: 'B' }),
    save(late!, { revision: 1, answer: 'A' }),
    save(takenOver!, { revision: 1, answer: 'A' }),
    save(
      invalid!,
      { revision: 1, answer: 'A' },
      { revision: 1, answer: 'no such key', questionId: exam.ids.single[1]! },
    ),
    save(silent!, { revision: 1, answer: 'A' }),
    save(used!, { revision: 1, answer: 'A' }),
    save(twice!, { revision: 1, answer: 'A' }),
    save(twice!, { revision: 2, answer: 'B' }),
    save(full!, { revision: 1, answer: 'A' }),
  ]);
  expect([a, b, c, d, e, f, g, h1, h2, i].map(({ code }) => code)).toEqual([
    ...[200, 200, 200, 200, 200, 200, 429, 200, 200, 200],
  ]);
  expect([a, b, c, d, e, f, h1, h2, i].map(({ data }) => data.acks.map(({ state }) => state))).toEqual([
    ...[['saved'], ['saved'], ['late'], ['superseded'], ['saved'], ['saved'], ['saved'], ['saved'], ['saved']],
  ]);
  expect(e.data.rejected).toMatchObject([{ reason: 'invalid' }]);
  expect(d.data.superseded).toBe(true);
  const found = await Promise.all(all.map(stored));
  expect(found.map(({ answers }) => answers)).toEqual([
    ...[[[1, 'A']], [[5, 'C']], [], [], [[1, 'A']], [[1, 'A']], [], [[2, 'B']], [[1, 'A']]],
  ]);
  expect(found.map(({ saves }) => saves).toSpliced(6, 1)).toEqual([1, 2, 1, 1, 1, 1, 2, 1]);
  const journals = await Promise.all(all.map(({ attemptId }) => journalOf(tenant, attemptId)));
  for (const { problems } of journals) expect(problems).toEqual([]);
  expect(journals.map(({ kinds }) => kinds.slice(1).join(' '))).toEqual([
    ...[
      'answer',
      'answer answer',
      'answer',
      'takeover answer',
      'answer',
      'switch answer',
      '',
      'answer answer',
      'answer',
    ],
  ]);
  // Beyond its size the journal keeps digests only.
  expect(journals[8]!.rows.at(-1)).toMatchObject({ content: null, data: { state: 'saved' } });
});

it('a save and a journal row are there together or not at all', async () => {
  const sitting = await sit();
  await save(sitting, { revision: 1, answer: 'A' });
  // The next row of the journal is taken: the statement fails as a whole.
  const { head } = await stored(sitting);
  await withTenant(tenant.id, (db) =>
    db.execute(
      `insert into exam_journal (enterprise_id, attempt_id, seq, kind, at, data, prev, hash)
       values ('${tenant.id}', '${sitting.attemptId}', ${head.seq + 1}, 'beat', now(), '{}', '', '')`,
    ),
  );
  expect((await save(sitting, { revision: 2, answer: 'B' })).code).toBe(500);
  expect((await stored(sitting)).answers).toEqual([[1, 'A']]);
});
