import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examResult } from '#src/server/analysis/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { issueCertificate } from '#src/server/record/issue-certificate.ts';
import { type Choice, sit, sitAll } from '../factories/analysis.ts';
import { mintExam, type TestExam } from '../factories/exam.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { cellsOf } from '../factories/sheet.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/*
 * Item analysis against figures calculated by hand. Ten candidates, five single choices for 10 points; B is right.
 * In units of 10 points:
 *
 *        Q1 Q2 Q3 Q4 Q5  total        groups: round(27 % of 10) = 3
 *   P1    1  1  1  1  0    4          upper: P1, P2 and, of those with 3, the first to submit: P3
 *   P2    1  1  1  1  0    4          lower: P8, P9, P10
 *   P3    1  1  1  0  0    3
 *   P4    1  1  0  1  0    3          mean = 27 / 10 = 2.7 → 27 points, 54 %; median 3 → 60 %
 *   P5    1  1  1  0  0    3          Σt² = 81, variance = (81 - 27² / 10) / 9 = 0.9, deviation 0.948683 → 9.48683 points
 *   P6    1  0  1  0  1    3          passed (≥ 30 points): 6 of 10
 *   P7    1  1  0  0  0    2
 *   P8    1  0  0  0  1    2
 *   P9    1  0  0  0  1    2
 *   P10   0  0  0  0  1    1
 *         9  6  5  3  4   27
 *
 * Facility: 0.9, 0.6, 0.5, 0.3, 0.4.
 * Discrimination: Q1 3/3 - 2/3 = 1/3; Q2 3/3 - 0 = 1; Q3 1; Q4 2/3 - 0 = 2/3; Q5 0 - 3/3 = -1.
 * Point-biserial, x = score of the question, y = total - x, n = 10: (nΣxy - ΣxΣy) / √((nΣx² - (Σx)²)(nΣy² - (Σy)²))
 *   Q1 y = 3 3 2 2 2 2 1 1 1 1: Σy 18, Σy² 38, Σxy 17: (170 - 162) / √(9 · 56)    =   8 / 22.4499 =  0.35635
 *   Q2 y = 3 3 2 2 2 3 1 2 2 1: Σy 21, Σy² 49, Σxy 13: (130 - 126) / √(24 · 49)   =   4 / 34.2929 =  0.11664
 *   Q3 y = 3 3 2 3 2 2 2 2 2 1: Σy 22, Σy² 52, Σxy 12: (120 - 110) / √(25 · 36)   =  10 / 30      =  0.33333
 *   Q4 y = 3 3 3 2 3 3 2 2 2 1: Σy 24, Σy² 62, Σxy  8: ( 80 -  72) / √(21 · 44)   =   8 / 30.3974 =  0.26318
 *   Q5 y = 4 4 3 3 3 2 2 1 1 0: Σy 23, Σy² 69, Σxy  4: ( 40 -  92) / √(24 · 161)  = -52 / 62.1611 = -0.83654
 * Cronbach's α, variances p(1-p) · 10/9: (0.09 + 0.24 + 0.25 + 0.21 + 0.24) · 10/9 = 1.14444
 *   5/4 · (1 - 1.14444 / 0.9) = -0.33951: the questions contradict each other, so there is no standard error.
 *
 * Without Q5: totals 4 4 3 3 3 2 2 1 1 0, Σt = 23, Σt² = 69, variance (69 - 52.9) / 9 = 1.78889, deviation 13.3749 points;
 *   Σ variances 0.79 · 10/9 = 0.87778; α = 4/3 · (1 - 0.87778 / 1.78889) = 0.67909;
 *   standard error 13.3749 · √(1 - 0.67909) = 7.57677 points.
 */
const B = 'B' as const;
const TABLE: Choice[][] = [
  [B, B, B, B, 'C'],
  [B, B, B, B, 'C'],
  [B, B, B, 'A', 'C'],
  [B, B, 'A', B, 'C'],
  [B, B, B, 'A', 'A'],
  [B, 'D', B, 'A', B],
  [B, B, 'A', 'D', null],
  [B, 'D', 'A', 'D', B],
  [B, 'A', null, 'D', B],
  ['A', 'A', null, 'C', B],
];
const VIEW = 'GET /exam/auth/exam/analysis/view';
const START = new Date('2026-03-02T01:00:00Z');

let tenant: TestTenant;
let lecturer: TestPerson;
let exam: TestExam;
let people: { person: TestPerson; attemptId: string }[];
const none = { multiple: 0, judge: 0, blank: 0, short: 0 };
const mintTable = () => mintExam(tenant, { counts: { single: 5, ...none }, passScore: '30', shuffleOptions: true });
const sheetOf = async (person: TestPerson, id: string) => {
  const { url } = await ok(person, 'GET /data/auth/export/record/get/file/download/url', { id });
  const headers = { host: person.host, cookie: `ET_WEB_TOKEN=${person.token}; ${companionCookie(person.token)}` };
  return cellsOf(
    new Uint8Array(await (await portal.request(`http://${person.host}${url}`, { headers })).arrayBuffer()),
  );
};
const setMarks = (attemptId: string, values: Partial<typeof examAttempt.$inferInsert>) =>
  withTenant(tenant.id, (db) =>
    db
      .update(examAttempt)
      .set(values)
      .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId))),
  );

beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  exam = await mintTable();
  people = await sitAll(tenant, exam, TABLE, START);
});

describe('the table calculated by hand', () => {
  it('gives the figures of the exam', async () => {
    const seen = await ok(lecturer, VIEW, { examId: exam.id });
    expect(seen).toMatchObject({ count: 10, samePaper: true, meanScore: 27, passRate: 0.6, meanSeconds: 600 });
    expect(seen.meanPercent).toBeCloseTo(54, 6);
    expect(seen.medianPercent).toBeCloseTo(60, 6);
    expect(seen.standardDeviation).toBeCloseTo(9.48683, 4);
    expect(seen.alpha).toBeCloseTo(-0.33951, 5);
    expect(seen.standardError).toBeNull();
    // 20, 40, 60 and 80 %.
    expect(seen.histogram).toEqual([0, 0, 1, 0, 3, 0, 4, 0, 2, 0]);
  });

  it('gives the figures of each question', async () => {
    const { items } = await ok(lecturer, VIEW, { examId: exam.id });
    const figures = (name: 'facility' | 'discrimination' | 'pointBiserial') =>
      items.map((item) => Number(item[name]!.toFixed(5)));
    expect(items.map(({ questionId }) => questionId)).toEqual(exam.ids.single);
    expect(figures('facility')).toEqual([0.9, 0.6, 0.5, 0.3, 0.4]);
    expect(figures('discrimination')).toEqual([0.33333, 1, 1, 0.66667, -1]);
    expect(figures('pointBiserial')).toEqual([0.35635, 0.11664, 0.33333, 0.26318, -0.83654]);
    expect(items.map(({ omitted }) => omitted)).toEqual([0, 0, 2, 0, 1]);
    expect(items.map(({ flags }) => flags)).toEqual([
      ['tooEasy'],
      ['weak'],
      ['oftenOmitted'],
      [],
      ['negative', 'strongDistractor'],
    ]);
    expect(items[0]).toMatchObject({ groupSizes: { upper: 3, middle: 4, lower: 3 }, maxScore: 10, seconds: null });
  });

  it('counts options by their text, because their letters differ from paper to paper', async () => {
    const { items } = await ok(lecturer, VIEW, { examId: exam.id });
    const options = items[4]!.options.toSorted((a, b) => a.text!.localeCompare(b.text!));
    expect(options).toEqual([
      { text: '选项 A', value: null, isRight: false, count: 1, groups: { upper: 0, middle: 1, lower: 0 } },
      { text: '选项 B', value: null, isRight: true, count: 4, groups: { upper: 0, middle: 1, lower: 3 } },
      { text: '选项 C', value: null, isRight: false, count: 4, groups: { upper: 3, middle: 1, lower: 0 } },
      { text: '选项 D', value: null, isRight: false, count: 0, groups: { upper: 0, middle: 0, lower: 0 } },
    ]);
  });
});

describe('a change of marks', () => {
  it('is in the figures at once, and a question without marks is left out', async () => {
    const changed = await mintTable();
    const sat = await sitAll(tenant, changed, TABLE, START);
    for (const [i, { attemptId }] of sat.entries()) {
      const points = TABLE[i]!.slice(0, 4).map((choice) => (choice === 'B' ? 10 : 0));
      await setMarks(attemptId, {
        marks: Object.fromEntries(points.map((score, q) => [changed.ids.single[q]!, score])),
        objectiveScore: String(points.reduce((sum: number, score) => sum + score, 0)),
        totalScore: '40',
      });
    }
    const seen = await ok(lecturer, VIEW, { examId: changed.id });
    expect(seen.items).toHaveLength(4);
    expect(seen.alpha).toBeCloseTo(0.67909, 5);
    expect(seen.standardError).toBeCloseTo(7.57677, 4);
  });

  it('removes an attempt that is no longer marked', async () => {
    const reopened = await mintTable();
    const [first] = await sitAll(tenant, reopened, TABLE.slice(0, 2), START);
    await setMarks(first!.attemptId, { status: 'submitted', passed: null });
    expect(await ok(lecturer, VIEW, { examId: reopened.id })).toMatchObject({ count: 1, meanScore: 40 });
  });
});

describe('attempts that count', () => {
  it('are the first of each person, or the last, or the best', async () => {
    const repeated = await mintTable();
    const [one] = await sitAll(tenant, repeated, [[B, B, null, null, null]], START);
    const again = (number: number, choices: Choice[]) =>
      sit(tenant, {
        exam: repeated,
        person: one!.person,
        choices,
        number,
        at: new Date(START.getTime() + number * 86_400_000),
      });
    await again(2, [B, B, B, B, B]);
    await again(3, [B, null, null, null, null]);
    const mean = async (input: object) => (await ok(lecturer, VIEW, { examId: repeated.id, ...input })).meanScore;
    expect(await mean({})).toBe(20);
    expect(await mean({ counting: 'last' })).toBe(10);
    expect(await mean({ counting: 'best' })).toBe(50);
    expect(await mean({ from: '2026-03-03', to: '2026-03-04' })).toBe(50);
    expect(await mean({ to: '2026-03-01' })).toBeNull();
  });

  it('have null instead of figures that few attempts do not give', async () => {
    const few = await mintTable();
    await sitAll(tenant, few, TABLE.slice(0, 3), START);
    const seen = await ok(lecturer, VIEW, { examId: few.id });
    expect(seen).toMatchObject({ count: 3, leastCount: 10, alpha: null, standardError: null });
    expect(seen.items[0]).toMatchObject({
      facility: 1,
      discrimination: null,
      pointBiserial: null,
      flags: ['fewAnswers'],
    });
    const empty = await mintTable();
    expect(await ok(lecturer, VIEW, { examId: empty.id })).toMatchObject({ count: 0, meanScore: null, items: [] });
  });
});

it('stores an attempt once and follows the real course of an exam', async () => {
  const real = await mintExam(tenant, {
    counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 1 },
    passScore: '15',
  });
  const person = await mintPerson(tenant);
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: real.id });
  const entry = { epoch: 1, revision: 1 };
  const [singleId, shortId] = [real.ids.single[0]!, real.ids.short[0]!];
  await ok(person, 'POST /exam/auth/user/exam/answer/save', {
    ...{ attemptId, epoch: 1 },
    answers: [{ questionId: singleId, answer: 'B', ...entry }],
  });
  await ok(person, 'POST /exam/auth/user/exam/submit', {
    ...{ attemptId, epoch: 1 },
    answers: [{ questionId: shortId, answer: '我的回答', ...entry }],
  });
  const stored = () =>
    withTenant(tenant.id, (db) => db.select().from(examResult).where(eq(examResult.attemptId, attemptId)));
  expect(await stored()).toEqual([]);
  const marks = [{ questionId: shortId, score: 7.5 }];
  await ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks });
  const [row] = await stored();
  expect(row).toMatchObject({ score: 1750, fullScore: 3000, passed: true, number: 1 });
  expect(row!.questionIds).toEqual([singleId, shortId]);
  expect(row!.scores).toEqual([1000, 750]);
  expect(row!.chosen[1]).toBe('+');
  expect(row!.seconds).not.toContain(null);
});

describe('right answers', () => {
  it('are withheld from a marker with an attempt under way', async () => {
    const taking = await mintTable();
    await sitAll(tenant, taking, TABLE, START);
    const marker = await mintPerson(tenant, { userType: 2 });
    const before = await ok(marker, VIEW, { examId: taking.id });
    expect(before.items.every(({ withheld, options }) => !withheld && options.length === 4)).toBe(true);
    await ok(marker, 'POST /exam/auth/user/exam/start', { id: taking.id });
    const during = await ok(marker, VIEW, { examId: taking.id });
    expect(during.items.map(({ withheld, options, flags }) => ({ withheld, options, flags }))).toEqual(
      Array.from({ length: 5 }, () => ({ withheld: true, options: [], flags: [] })),
    );
    expect(JSON.stringify(during)).not.toContain('isRight');
  });

  it('are refused to learners, and exams of others are not found', async () => {
    expect((await call(people[0]!.person, VIEW, { examId: exam.id })).code).toBe(403);
    const elsewhere = await mintPerson(await mintTenant(), { userType: 2 });
    expect((await call(elsewhere, VIEW, { examId: exam.id })).code).toBe(404);
  });
});

describe('results', () => {
  const RESULTS = 'GET /exam/auth/exam/analysis/results/view';
  const PEOPLE = 'POST /exam/auth/exam/analysis/candidate/page';
  const setDepartment = ({ userId }: TestPerson, department: string) =>
    withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ department }).where(eq(enterpriseUser.userId, userId)),
    );
  let ended: TestExam;
  let absent: TestPerson;

  beforeAll(async () => {
    const [windowStart, windowEnd] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-10T00:00:00Z')];
    ended = await mintExam(tenant, {
      counts: { single: 5, ...none },
      passScore: '30',
      maxAttempts: 2,
      windowStart,
      windowEnd,
    });
    const sat = await sitAll(tenant, ended, [TABLE[0]!, TABLE[1]!, TABLE[7]!, TABLE[9]!], START);
    for (const [i, path] of ['总部', '总部/华东', '总部/华东/上海', '总部二'].entries())
      await setDepartment(sat[i]!.person, path);
    // Fails twice.
    await sit(tenant, {
      exam: ended,
      person: sat[3]!.person,
      choices: TABLE[8]!,
      number: 2,
      at: new Date('2026-03-03T01:00:00Z'),
    });
    absent = await mintPerson(tenant);
    await setDepartment(absent, '总部/华东');
    await mintTask(tenant, [absent], [{ examId: ended.id }]);
    await withTenant(tenant.id, (db) =>
      issueCertificate(db, {
        ...{
          enterpriseId: tenant.id,
          userId: sat[0]!.person.userId,
          certificateId: ended.certificateId,
          issueWay: 'automatic',
        },
        ...{ source: `exam:${ended.id}`, at: START },
      }),
    );
  });

  it('are added up for each department with those below it', async () => {
    const { total, departments } = await ok(lecturer, RESULTS, { examId: ended.id });
    expect(total).toEqual({
      ...{ audience: 5, taken: 4, passed: 2, failed: 2, awaitingMarking: 0, absent: 1, waiting: 0, resits: 1 },
      // Best scores 40, 40, 20 and 20.
      ...{ certificates: 1, passRate: 0.5, meanScore: 30 },
    });
    expect(
      departments.map(({ department, depth, audience, passed, absent: away, meanScore }) => [
        ...[department, depth, audience, passed, away, meanScore],
      ]),
    ).toEqual([
      ['总部', 0, 4, 2, 1, (40 + 40 + 20) / 3],
      ['总部/华东', 1, 3, 1, 1, 30],
      ['总部/华东/上海', 2, 1, 0, 0, 20],
      ['总部二', 0, 1, 0, 0, 20],
    ]);
  });

  it('list people by department, state and name, with their certificate', async () => {
    const list = async (input: object) => (await ok(lecturer, PEOPLE, { examId: ended.id, ...input })).list;
    expect(await list({ examState: 'absent' })).toEqual([
      expect.objectContaining({ userId: absent.userId, attempts: 0, bestScore: null, submittedAt: null }),
    ]);
    expect((await list({ department: '总部/华东' })).map(({ examState }) => examState).toSorted()).toEqual([
      'absent',
      'fail',
      'pass',
    ]);
    const [twice] = await list({ department: '总部二' });
    expect(twice).toMatchObject({ attempts: 2, firstScore: 10, bestScore: 20, examState: 'fail', certificateNo: null });
    const [passed] = (await list({ examState: 'pass' })).filter(({ certificateNo }) => certificateNo !== null);
    expect(passed).toMatchObject({ department: '总部', certificateRevoked: false });
    expect(await list({ keyword: '%' })).toEqual([]);
  });

  it('are exported for those who may still see them', async () => {
    for (const [name, rows] of [
      ['POST /exam/auth/exam/analysis/candidate/export', 5],
      ['POST /exam/auth/exam/analysis/question/export', 5],
    ] as const) {
      const { id } = await ok(lecturer, name, { examId: ended.id });
      expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
      expect(await sheetOf(lecturer, id)).toHaveLength(rows + 1);
    }
    const leaving = await mintPerson(tenant, { userType: 2 });
    const { id } = await ok(leaving, 'POST /exam/auth/exam/analysis/candidate/export', { examId: ended.id });
    await withTenant(tenant.id, (db) =>
      db.update(enterpriseUser).set({ userType: 1 }).where(eq(enterpriseUser.userId, leaving.userId)),
    );
    await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date());
    expect(await sheetOf(leaving, id)).toHaveLength(1);
  });
});
