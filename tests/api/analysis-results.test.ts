import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { examPeople } from '#src/server/analysis/exam-people.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examResit, examTarget } from '#src/server/exam/tables/rules.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { examStatesOf } from '#src/server/exam/exam-states.ts';
import { allow } from '../factories/exam.ts';
import { changeExam, mintShortExam } from '../factories/exam-rules.ts';
import { study } from '../factories/centre.ts';
import { mintPaidCourse } from '../factories/order.ts';
import { ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const RESULTS = 'GET /exam/auth/exam/analysis/results/view';
const PEOPLE = 'POST /exam/auth/exam/analysis/candidate/page';
const DAY = 86_400_000;
const FIRST = Date.parse('2026-03-02T00:00:00Z');
const day = (n: number) => new Date(FIRST + n * DAY);

let tenant: TestTenant;
let lecturer: TestPerson;
let people: TestPerson[];
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  people = await Promise.all(Array.from({ length: 5 }, () => mintPerson(tenant)));
});

type Attempt = { window: number; status: 'open' | 'submitted' | 'marked'; score: number };

/** Stores the attempts of a person one after another, an hour apart, on the first day of their window. */
async function store(examId: string, { userId }: TestPerson, attempts: Attempt[]): Promise<void> {
  for (const [i, { window, status, score }] of attempts.entries()) {
    const at = new Date(day(window * 10).getTime() + i * 3_600_000);
    await withTenant(tenant.id, (db) =>
      db.insert(examAttempt).values({
        ...{ enterpriseId: tenant.id, examId, userId, number: i + 1, windowNumber: window, paper: [], status },
        ...{ startedAt: at, deadlineAt: at, totalScore: '10' },
        ...(status !== 'open' && { submittedAt: at, closedBy: 'person', objectiveScore: String(score) }),
        ...(status === 'marked' && { subjectiveScore: '0', passed: score >= 6 }),
      }),
    );
  }
}

/** An exam of days 0 to 9 with resits on days 10 to 14 and 20 to 24, or fewer. */
async function mintWithResits(rules: Partial<typeof examTable.$inferInsert>, resits = 2): Promise<string> {
  const { id } = await mintShortExam(tenant, { windowStart: day(0), windowEnd: day(9), ...rules });
  for (const number of [1, 2].slice(0, resits)) {
    const window = { windowStart: day(number * 10), windowEnd: day(number * 10 + 4) };
    await withTenant(tenant.id, (db) =>
      db.insert(examResit).values({ enterpriseId: tenant.id, examId: id, number, ...window }),
    );
  }
  return id;
}

const attempt = fc.record({
  window: fc.nat(2),
  status: fc.constantFrom('submitted' as const, 'marked' as const, 'marked' as const),
  score: fc.constantFrom(2, 6, 9),
});
const sat = fc
  .tuple(fc.array(attempt, { maxLength: 4 }), fc.boolean())
  .map(([attempts, open]) => [...attempts, ...(open ? [{ window: 0, status: 'open' as const, score: 0 }] : [])])
  .map((attempts) => attempts.toSorted((a, b) => a.window - b.window));

it('states of all people are those that each person sees', { timeout: 120_000 }, async () => {
  const rules = fc.record({
    countedAttempt: fc.constantFrom('best' as const, 'last' as const, 'first' as const),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    stopAfterPass: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rules,
        resits: fc.nat(2),
        all: fc.tuple(sat, sat, sat, sat),
        extra: fc.nat(2),
        now: fc.constantFrom(-1, 1, 5, 8, 11, 17, 21, 26),
      }),
      async ({ rules, resits, all, extra, now }) => {
        const id = await mintWithResits({ ...rules, audience: 'departments' }, resits);
        await withTenant(tenant.id, async (db) => {
          await db.insert(examTarget).values({ enterpriseId: tenant.id, examId: id, department: `部门 ${id}` });
          await db
            .update(enterpriseUser)
            .set({ department: `部门 ${id}` })
            .where(eq(enterpriseUser.enterpriseId, tenant.id));
        });
        for (const [i, attempts] of all.entries()) {
          const possible = attempts.filter(({ window }) => window <= resits);
          await store(id, people[i]!, possible);
        }
        await allow(tenant, id, people[0]!.userId, { extraAttempts: extra });
        const asked = { enterpriseId: tenant.id, examId: id, now: day(now), timeZone: 'Asia/Shanghai' };
        const seen = await withTenant(tenant.id, async (db) => {
          const { rows } = await db.execute<{ user_id: string; state: string; attempts: number; best: number }>(
            sql`select user_id, state, attempts, best from (${examPeople(asked)}) p`,
          );
          return Object.fromEntries(
            rows.map(({ user_id, state, attempts, best }) => [user_id, { state, attempts, best: best && best / 100 }]),
          );
        });
        for (const { userId } of people) {
          const { rows } = await withTenant(tenant.id, (db) =>
            db.execute<{ examState: string; attemptsUsed: number; bestScore: string | null }>(
              examStatesOf({ ...asked, user: sql`${userId}::uuid`, from: sql`exam e` }, { examId: id }),
            ),
          );
          const { examState: state, attemptsUsed: attempts, bestScore } = rows[0]!;
          expect(seen[userId]).toEqual({ state, attempts, best: bestScore && Number(bestScore) });
          const { rows: passes } = await withTenant(tenant.id, (db) =>
            db.execute<{ passed: boolean; passes: boolean }>(sql`
              select (select p.passed from portal.exam_progress(${tenant.id}, ${id}, ${userId}, now()) p),
                     exists (select from portal.exam_passes(${tenant.id}) a where a.exam_id = ${id} and a.user_id = ${userId}) as passes`),
          );
          expect(passes[0]!.passes).toBe(passes[0]!.passed);
        }
      },
    ),
    { numRuns: 80, seed: 7 },
  );
});

describe('results of a window', () => {
  let examId: string;
  const results = (filter: object) => ok(lecturer, RESULTS, { examId, ...filter });
  beforeAll(async () => {
    tenant = await mintTenant();
    lecturer = await mintPerson(tenant, { userType: 2 });
    people = await Promise.all(Array.from({ length: 5 }, () => mintPerson(tenant)));
    examId = await mintWithResits({ maxAttempts: 1, audience: 'departments' });
    await withTenant(tenant.id, async (db) => {
      await db.insert(examTarget).values({ enterpriseId: tenant.id, examId, department: '生产部' });
      for (const { userId } of people)
        await db
          .update(enterpriseUser)
          .set({ department: '生产部/一车间' })
          .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
    });
    const [passes, fails, failsTwice, isAbsent] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
    await store(examId, passes, [{ window: 0, status: 'marked', score: 9 }]);
    await store(examId, fails, [
      { window: 0, status: 'marked', score: 2 },
      { window: 1, status: 'marked', score: 6 },
    ]);
    await store(examId, failsTwice, [
      { window: 0, status: 'marked', score: 3 },
      { window: 1, status: 'submitted', score: 1 },
    ]);
    await store(examId, isAbsent, []);
  });

  it('count its attempts alone; people of a resit are those who had not passed', async () => {
    const { total, resits } = await results({});
    expect(resits).toHaveLength(2);
    expect(total).toMatchObject({ audience: 5, taken: 3, passed: 2, awaitingMarking: 1, absent: 2, resits: 2 });
    expect((await results({ window: 0 })).total).toMatchObject({
      ...{ audience: 5, taken: 3, passed: 1, failed: 2, absent: 2, resits: 0, passRate: 1 / 3 },
    });
    expect((await results({ window: 1 })).total).toMatchObject({
      ...{ audience: 4, taken: 2, passed: 1, failed: 0, awaitingMarking: 1, absent: 2, passRate: 1 },
    });
    expect((await results({ window: 2 })).total).toMatchObject({ audience: 3, taken: 0, absent: 3, passRate: null });
  });

  it('of a period are those of people with an attempt in it', async () => {
    expect((await results({ from: '2026-03-12', to: '2026-03-12' })).total).toMatchObject({
      ...{ audience: 2, taken: 2, passed: 1, awaitingMarking: 1, absent: 0 },
    });
    expect((await results({ to: '2026-03-01' })).total).toMatchObject({ audience: 0 });
  });

  it('lead to their people', async () => {
    const { list } = await ok(lecturer, PEOPLE, { examId, window: 1, examState: 'absent', department: '生产部' });
    expect(list.map(({ userId }) => userId).toSorted()).toEqual([people[3]!.userId, people[4]!.userId].toSorted());
    const [passed] = (await ok(lecturer, PEOPLE, { examId, window: 1, examState: 'pass' })).list;
    expect(passed).toMatchObject({ userId: people[1]!.userId, attempts: 1, bestScore: 6 });
    await changeExam(tenant, examId, { published: false });
    expect((await results({})).total.audience).toBe(5);
  });
});

describe('the people of an exam are counted alike by its results, its control room and the schedule', () => {
  let examiner: TestPerson;
  let outsider: TestPerson;
  let courseId: string;
  beforeAll(async () => {
    tenant = await mintTenant();
    examiner = await mintPerson(tenant, { isAdmin: true });
    people = await Promise.all(Array.from({ length: 3 }, () => mintPerson(tenant)));
    outsider = await mintPerson(tenant);
    courseId = await mintPaidCourse(tenant, { title: 'Welding' });
  });
  const counted = async (examId: string) => {
    const { total } = await ok(examiner, RESULTS, { examId });
    const { counts } = await ok(examiner, 'GET /exam/auth/exam/control/view', { examId });
    const period = { from: new Date(Date.now() - DAY).toISOString(), to: new Date(Date.now() + DAY).toISOString() };
    const { windows } = await ok(examiner, 'POST /exam/auth/exam/admin/schedule/view', period);
    return {
      results: total.audience,
      room: counts.sitting + counts.ended + counts.missing,
      schedule: windows.find(({ id }) => id === examId)?.people,
    };
  };

  it('of one for everybody while it is open; afterwards the results are of those who had it', async () => {
    const { id } = await mintShortExam(tenant, { audience: 'everyone', courseId });
    await mintTask(tenant, people.slice(0, 1), [{ examId: id }]);
    await study(tenant, outsider, courseId);
    expect(await counted(id)).toEqual({ results: 5, room: 5, schedule: 5 });
    await changeExam(tenant, id, { windowStart: day(0), windowEnd: day(1) });
    expect((await ok(examiner, RESULTS, { examId: id })).total).toMatchObject({ audience: 2, absent: 2 });
  });

  it('of one for tasks: whoever only studies its course may not sit it', async () => {
    const { id } = await mintShortExam(tenant, { audience: 'task', courseId });
    await mintTask(tenant, people, [{ examId: id }]);
    expect(await counted(id)).toEqual({ results: 3, room: 3, schedule: 3 });
    await withTenant(tenant.id, (db) =>
      db
        .update(enterpriseUser)
        .set({ status: 'disabled' })
        .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, people[0]!.userId))),
    );
    expect(await counted(id)).toEqual({ results: 2, room: 2, schedule: 2 });
  });
});
