import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { computeSums } from '#src/server/analysis/read-sums.ts';
import { refreshSums } from '#src/server/analysis/store-sums.ts';
import { examResultChange, examSums } from '#src/server/analysis/tables.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepAnalysis } from '#src/server/jobs/sweep-analysis.ts';
import { type Choice, sit, sitAll } from '../factories/analysis.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /exam/auth/exam/analysis/view';
const START = new Date('2026-03-02T01:00:00Z');
const COUNTINGS = ['first', 'last', 'best'] as const;
const FEW = 4;

let tenant: TestTenant;
let lecturer: TestPerson;
let people: TestPerson[];
let clock = START.getTime();

/** A later moment at each call, so that sums are due again. */
const later = () => new Date((clock += 86_400_000));
const refresh = (now = later()) => refreshSums({ enterpriseId: tenant.id, now, storedFrom: FEW });
const mintTable = () =>
  mintExam(tenant, { counts: { single: 3, multiple: 0, judge: 0, blank: 0, short: 0 }, passScore: '30' });
const stored = (examId: string) =>
  withTenant(tenant.id, (db) => db.select().from(examSums).where(eq(examSums.examId, examId)));
const pending = (examId: string) =>
  withTenant(tenant.id, (db) => db.$count(examResultChange, eq(examResultChange.examId, examId)));
const change = (attemptId: string, values: Partial<typeof examAttempt.$inferInsert>) =>
  withTenant(tenant.id, (db) =>
    db
      .update(examAttempt)
      .set(values)
      .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
  );

/** Compares the stored sums with those computed from the results now. */
async function expectExact(examId: string): Promise<void> {
  const rows = await stored(examId);
  expect(rows.map(({ counting }) => counting).toSorted()).toEqual(COUNTINGS.toSorted());
  for (const { counting, sums } of rows) {
    const counted = { enterpriseId: tenant.id, examId, counting, timeZone: 'Asia/Shanghai' };
    expect(sums).toEqual(await withTenant(tenant.id, (db) => computeSums(db, counted)));
  }
}

beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  people = await Promise.all(Array.from({ length: 6 }, () => mintPerson(tenant)));
});

const choice = fc.constantFrom<Choice>('A', 'B', 'C', 'D', null);
const changes = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('sit' as const),
      who: fc.nat(5),
      choices: fc.tuple(choice, choice, choice),
      version: fc.integer({ min: 1, max: 2 }),
    }),
    // Marked again with other marks, or with a question that is void.
    fc.record({ kind: fc.constant('mark' as const), which: fc.nat(), marks: fc.array(fc.nat(10), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('reopen' as const), which: fc.nat() }),
  ),
  { minLength: 1, maxLength: 12 },
);

it('are the exact sums after any changes', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const exam = await mintTable();
      const attempts: string[] = [];
      for (const [i, person] of people.slice(0, FEW).entries())
        attempts.push(await sit(tenant, { exam, person, choices: ['B', 'A', null], at: minutes(i), version: 1 }));
      const used = new Map(people.map((_, i) => [i, i < FEW ? 1 : 0]));
      for (const round of rounds) {
        for (const each of round) {
          if (each.kind === 'sit') {
            const number = used.get(each.who)! + 1;
            used.set(each.who, number);
            const { choices, version } = each;
            const at = minutes(attempts.length);
            attempts.push(await sit(tenant, { exam, person: people[each.who]!, choices, number, at, version }));
          } else if (each.kind === 'mark') {
            const marks = Object.fromEntries(each.marks.map((score, q) => [exam.ids.single[q]!, score]));
            const score = each.marks.reduce((sum, mark) => sum + mark, 0);
            const values = { marks, objectiveScore: String(score), status: 'marked', passed: score >= 30 } as const;
            await change(attempts[each.which % attempts.length]!, values);
          } else await change(attempts[each.which % attempts.length]!, { status: 'submitted', passed: null });
        }
        await refresh();
        expect(await pending(exam.id)).toBe(0);
        if ((await stored(exam.id)).length > 0) await expectExact(exam.id);
        else expect(await results(exam)).toBeLessThan(FEW);
      }
    }),
    { numRuns: 15, seed: 61 },
  );
});

const minutes = (n: number) => new Date(START.getTime() + n * 60_000);

async function results({ id }: TestExam): Promise<number> {
  const { rows } = await withTenant(tenant.id, (db) =>
    db.execute<{ n: number }>(sql`select count(*)::int as n from exam_result where exam_id = ${id}`),
  );
  return rows[0]!.n;
}

it('lack no attempt that is stored while they are computed', async () => {
  const exam = await mintTable();
  const rows: Choice[][] = Array.from({ length: FEW }, () => ['B', 'B', 'A']);
  await sitAll(tenant, exam, rows, START);
  await Promise.all([
    ...people.map((person, i) => sit(tenant, { exam, person, choices: ['B', null, 'C'], at: minutes(i) })),
    ...[1, 2, 3].map(() => refresh()),
  ]);
  await refresh();
  await expectExact(exam.id);
  expect((await stored(exam.id))[0]!.sums.scores.count).toBe(FEW + people.length);
});

it('are shown with their time, and computed again after a rest', async () => {
  const exam = await mintTable();
  await sitAll(
    tenant,
    exam,
    Array.from({ length: FEW }, () => ['B', 'B', 'B']),
    START,
  );
  expect(await ok(lecturer, VIEW, { examId: exam.id })).toMatchObject({ count: FEW, asOf: null });
  const at = later();
  await refresh(at);
  await sit(tenant, { exam, person: people[0]!, choices: ['A', 'A', 'A'], at: minutes(9) });
  expect(await ok(lecturer, VIEW, { examId: exam.id })).toMatchObject({ count: FEW, asOf: at.toISOString() });
  // A period is added up at once.
  const period = { examId: exam.id, from: '2026-03-01' };
  expect(await ok(lecturer, VIEW, period)).toMatchObject({ count: FEW + 1, asOf: null });
  await refresh(new Date(at.getTime() + 10_000));
  expect(await pending(exam.id)).toBe(1);
  await refresh(new Date(at.getTime() + 60_000));
  expect(await ok(lecturer, VIEW, { examId: exam.id })).toMatchObject({ count: FEW + 1 });
});

it('are not stored for few attempts, and removed when there are few', async () => {
  const exam = await mintTable();
  const sat = await sitAll(
    tenant,
    exam,
    Array.from({ length: FEW }, () => ['B', 'B', 'B']),
    START,
  );
  const failed: unknown[] = [];
  await sweepAnalysis((error) => failed.push(error));
  expect(failed).toEqual([]);
  expect(await pending(exam.id)).toBe(0);
  expect(await stored(exam.id)).toEqual([]);
  await change(sat[0]!.attemptId, { marks: {} });
  await refresh();
  expect(await stored(exam.id)).toHaveLength(3);
  await change(sat[0]!.attemptId, { status: 'submitted', passed: null });
  await refresh();
  expect(await stored(exam.id)).toEqual([]);
});

it('keep versions of a question apart, and α together', async () => {
  const exam = await mintTable();
  for (let i = 0; i < 12; i++) {
    const person = i < people.length ? people[i]! : await mintPerson(tenant);
    const choices: Choice[] = [i % 2 === 0 ? 'B' : 'A', i < 6 ? 'B' : 'C', i % 3 === 0 ? 'B' : 'D'];
    await sit(tenant, { exam, person, choices, at: minutes(i), version: i < 4 ? 1 : 2 });
  }
  const { items, samePaper, alpha } = await ok(lecturer, VIEW, { examId: exam.id });
  expect(items.map(({ number, version, count, stem }) => [number, version, count, stem])).toEqual([
    [1, 2, 8, '题目 single 0 v2'],
    [2, 1, 4, '题目 single 0 v1'],
    [3, 2, 8, '题目 single 1 v2'],
    [4, 1, 4, '题目 single 1 v1'],
    [5, 2, 8, '题目 single 2 v2'],
    [6, 1, 4, '题目 single 2 v1'],
  ]);
  expect(items.map(({ facility }) => facility)).toEqual([0.5, 0.5, 0.25, 1, 0.25, 0.5]);
  expect(samePaper).toBe(true);
  expect(alpha).not.toBeNull();
});
