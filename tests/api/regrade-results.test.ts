import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { refreshSums } from '#src/server/analysis/store-sums.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examRegrade, examRegradeAttempt, type RegradeRule } from '#src/server/exam/tables/regrade.ts';
import type { QuestionType } from '#src/server/question/tables.ts';
import { mistake } from '#src/server/practice/tables.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { regradeExam } from '#src/server/jobs/regrade-exam.ts';
import { regradeBatch } from '#src/server/exam/regrade/run-regrade.ts';
import { mintExam, readAttempt, right, type TestExam } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import {
  answer,
  AS_ON_PAPER,
  begin,
  mintChoices,
  questionOf,
  regrade,
  rightNow,
  storeRegrade,
} from '../factories/regrade.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* What follows from regrades beside the pass mark, and regrades beside other work (decisions 062, 068). */

const PREVIEW = 'POST /exam/auth/exam/regrade/preview';
const EFFECTS = 'POST /exam/auth/exam/regrade/effects';
const SAVE = 'POST /exam/auth/exam/regrade/save';
const VOID = 'POST /exam/auth/exam/control/attempt/void';
const ANALYSIS = 'GET /exam/auth/exam/analysis/view';

let tenant: TestTenant;
let lecturer: TestPerson;
let admin: TestPerson;
let where: { tenant: TestTenant; lecturer: TestPerson };
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
  admin = await mintPerson(tenant, { isAdmin: true });
  where = { tenant, lecturer };
});
const mint = (userName?: string) => mintPerson(tenant, userName === undefined ? {} : { userName });

/** How many ledger lines a person has, and the certificate of an exam. */
const rewards = (exam: TestExam, { userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const lines = await db.$count(ledgerEntry, eq(ledgerEntry.userId, userId));
    const [held] = await db
      .select()
      .from(userCertificate)
      .where(and(eq(userCertificate.userId, userId), eq(userCertificate.certificateId, exam.certificateId)));
    return [lines, held ? (held.revokedAt ? 'revoked' : 'held') : 'none'];
  });

describe('the minimum score of a certificate', () => {
  const rules = { certificateScore: '20' };
  const drop = { ...AS_ON_PAPER, void: 'drop' as const };

  it('is followed where the pass mark is not crossed: previewed by name, applied, undone', async () => {
    const exam = await mintChoices(tenant, 2, rules);
    const [both, one] = [await mint('甲'), await mint('乙')];
    await answer(both, exam, 'BB');
    await answer(one, exam, 'CB');
    expect([await rewards(exam, both), await rewards(exam, one)]).toEqual([
      [2, 'held'],
      [2, 'none'],
    ]);
    const asked = { ...questionOf(exam), rule: rightNow('C') };
    const preview = await ok(lecturer, PREVIEW, asked);
    expect(preview).toMatchObject({ gainedCount: 0, lostCount: 0, certificateGainedCount: 1, certificateLostCount: 1 });
    expect(preview.crossing.list).toMatchObject([
      { userName: '甲', scoreBefore: 20, scoreAfter: 10, change: 'missesCertificate' },
      { userName: '乙', scoreBefore: 10, scoreAfter: 20, change: 'reachesCertificate' },
    ]);
    const nothing = { posted: 0, reversed: 0 };
    expect(await ok(lecturer, EFFECTS, asked)).toMatchObject({
      keep: { certificatesIssued: 1, certificatesRevoked: 0, credits: nothing },
      lose: { certificatesIssued: 1, certificatesRevoked: 1, credits: nothing },
    });
    await regrade(where, exam, rightNow('C'));
    expect([await rewards(exam, both), await rewards(exam, one)]).toEqual([
      [2, 'revoked'],
      [2, 'held'],
    ]);
    await regrade(where, exam, AS_ON_PAPER);
    expect([await rewards(exam, both), await rewards(exam, one)]).toEqual([
      [2, 'held'],
      [2, 'revoked'],
    ]);
  });

  it('takes no certificate when nobody shall lose by the regrade, nor by an appeal that raises the score', async () => {
    const exam = await mintChoices(tenant, 2, rules);
    const who = await mint();
    const attemptId = await answer(who, exam, 'BB');
    await regrade(where, exam, rightNow('C'), { keepPasses: true });
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ passed: true, objectiveScore: '10.00' });
    expect(await rewards(exam, who)).toEqual([2, 'held']);
    await upheld(who, attemptId, exam.ids.single[0]!, 5);
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ objectiveScore: '15.00' });
    expect(await rewards(exam, who)).toEqual([2, 'held']);
  });

  it('follows appeals', async () => {
    const exam = await mintChoices(tenant, 2, rules);
    const [loses, gains] = [await mint(), await mint()];
    const papers = [await answer(loses, exam, 'BB'), await answer(gains, exam, 'AB')] as const;
    await upheld(loses, papers[0], exam.ids.single[0]!, 5);
    await upheld(gains, papers[1], exam.ids.single[0]!, 10);
    expect([await rewards(exam, loses), await rewards(exam, gains)]).toEqual([
      [2, 'revoked'],
      [2, 'held'],
    ]);
  });

  it('shrinks in proportion when a question leaves the paper', async () => {
    const exam = await mintChoices(tenant, 2, rules);
    const [all, half] = [await mint(), await mint()];
    await answer(all, exam, 'BB');
    await answer(half, exam, 'AB');
    const asked = { ...questionOf(exam), rule: drop };
    expect(await ok(lecturer, PREVIEW, asked)).toMatchObject({ certificateGainedCount: 1, certificateLostCount: 0 });
    await regrade(where, exam, drop);
    expect([await rewards(exam, all), await rewards(exam, half)]).toEqual([
      [2, 'held'],
      [2, 'held'],
    ]);
    // The pass mark shrank to 5: a second attempt that is submitted now has the same minimum.
    const late = await mint();
    await answer(late, exam, 'AB');
    expect(await rewards(exam, late)).toEqual([2, 'held']);
  });
});

/** An appeal that a marker upholds with another mark. */
async function upheld(who: TestPerson, attemptId: string, questionId: string, score: number) {
  const { id } = await ok(who, 'POST /exam/auth/user/exam/appeal/save', { attemptId, questionId, reason: '请复核' });
  const given = { id, outcome: 'upheld' as const, score, answer: '已复核' };
  await ok(lecturer, 'POST /exam/auth/exam/marking/appeal/answer', given);
}

describe('item analysis', () => {
  it('has the key and score that count now, and marks void questions; also from stored sums', async () => {
    const exam = await mintChoices(tenant, 3);
    for (const letters of ['BBB', 'CBB', 'CCB', 'CCA']) await answer(await mint(), exam, letters);
    const view = async () => {
      const { items } = await ok(lecturer, ANALYSIS, { examId: exam.id, counting: 'first' });
      return exam.ids.single.map((id) => {
        const { facility, maxScore, options, flags } = items.find(({ questionId }) => questionId === id)!;
        return { facility, maxScore, right: options.filter((o) => o.isRight).map((o) => [o.text, o.count]), flags };
      });
    };
    const flags = ['fewAnswers'];
    expect((await view())[0]).toEqual({ facility: 0.25, maxScore: 10, right: [['选项 B', 1]], flags });
    await regrade(where, exam, { ...rightNow('C'), score: 4 });
    await regrade(where, exam, { ...AS_ON_PAPER, void: 'drop' }, { question: questionOf(exam, 1) });
    await regrade(where, exam, { ...AS_ON_PAPER, void: 'full' }, { question: questionOf(exam, 2) });
    const expected = [
      { facility: 0.75, maxScore: 4, right: [['选项 C', 3]], flags },
      { facility: null, maxScore: 10, right: [['选项 B', 2]], flags: ['notCounted'] },
      { facility: null, maxScore: 10, right: [['选项 B', 3]], flags: ['fullForAll'] },
    ];
    expect(await view()).toEqual(expected);
    await refreshSums({ enterpriseId: tenant.id, now: new Date(), storedFrom: 1 });
    expect(await ok(lecturer, ANALYSIS, { examId: exam.id, counting: 'first' })).toMatchObject({
      asOf: expect.any(String) as string,
    });
    expect(await view()).toEqual(expected);
  });
});

/** Questions in the book of mistakes of a person, and how often they were answered wrongly. */
const book = ({ userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db.select().from(mistake).where(eq(mistake.userId, userId));
    return rows.map(({ questionId, wrongCount }) => [questionId, wrongCount]);
  });

it('an undone drop puts wrong answers back into the book of mistakes', async () => {
  const exam = await mintChoices(tenant, 2);
  const [wrong, good] = [await mint(), await mint()];
  await answer(wrong, exam, 'AB');
  await answer(good, exam, 'BB');
  const asked = [[exam.ids.single[0], 1]];
  expect([await book(wrong), await book(good)]).toEqual([asked, []]);
  await regrade(where, exam, { ...AS_ON_PAPER, void: 'drop' });
  expect([await book(wrong), await book(good)]).toEqual([[], []]);
  await regrade(where, exam, AS_ON_PAPER);
  expect([await book(wrong), await book(good)]).toEqual([asked, []]);
});

it('a mark that is full by a lower score is no mistake, and an undone one restores what was there', async () => {
  const exam = await mintChoices(tenant, 2);
  const [wrong, good] = [await mint(), await mint()];
  await answer(wrong, exam, 'AB');
  await answer(good, exam, 'BB');
  const asked = [[exam.ids.single[0], 1]];
  expect([await book(wrong), await book(good)]).toEqual([asked, []]);
  await regrade(where, exam, { ...AS_ON_PAPER, score: 5 });
  expect([await book(wrong), await book(good)]).toEqual([asked, []]);
  const late = await mint();
  await answer(late, exam, 'BB');
  expect(await book(late)).toEqual([]);
  await regrade(where, exam, { ...AS_ON_PAPER, void: 'full', score: 5 });
  expect([await book(wrong), await book(good)]).toEqual([[], []]);
  await regrade(where, exam, AS_ON_PAPER);
  expect([await book(wrong), await book(good), await book(late)]).toEqual([asked, [], []]);
});

describe('while a regrade is being applied', () => {
  const drop = { ...AS_ON_PAPER, void: 'drop' as const };

  it('an attempt that is submitted follows it once', async () => {
    const exam = await mintChoices(tenant, 2, { passScore: '15' });
    const { attemptId, submit } = await begin(await mint(), exam);
    await answer(await mint(), exam, 'BB');
    const which = await storeRegrade(where, exam, drop);
    await submit('AB');
    const closed = await readAttempt(tenant, attemptId);
    expect(closed).toMatchObject({ totalScore: '10.00', objectiveScore: '10.00', passed: true });
    await regradeExam(which);
    const { totalScore, objectiveScore, passed, marks, notCounted } = closed;
    expect(await readAttempt(tenant, attemptId)).toMatchObject({
      ...{ totalScore, objectiveScore, passed, marks, notCounted },
    });
  });

  it('an attempt whose last mark is given, and one whose appeal is upheld, follow it once', async () => {
    const exam = await mintExam(tenant, {
      ...{ counts: { single: 1, multiple: 0, judge: 0, blank: 0 }, passScore: '20', maxAttempts: 1 },
    });
    const [single, short] = [exam.ids.single[0]!, exam.ids.short[0]!];
    const answers = [
      { questionId: single, epoch: 1, revision: 1, answer: 'C' },
      { questionId: short, epoch: 1, revision: 1, answer: right.short },
    ];
    const sit = async (who: TestPerson) => {
      const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
      await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
      return attemptId;
    };
    const mark = (attemptId: string) =>
      ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks: [{ questionId: short, score: 8 }] });
    const [first, second] = [await mint(), await mint()];
    const [appealed, waiting] = [await sit(first), await sit(second)];
    await mark(appealed);
    const which = await storeRegrade(where, exam, { ...rightNow('C'), score: 14 });
    await mark(waiting);
    await upheld(first, appealed, short, 12);
    await regradeExam(which);
    expect(await readAttempt(tenant, waiting)).toMatchObject({
      ...{ totalScore: '34.00', objectiveScore: '14.00', subjectiveScore: '8.00', passed: true },
    });
    expect(await readAttempt(tenant, appealed)).toMatchObject({
      ...{ totalScore: '34.00', objectiveScore: '14.00', subjectiveScore: '12.00', passed: true },
    });
    expect([await rewards(exam, first), await rewards(exam, second)]).toEqual([
      [2, 'held'],
      [2, 'held'],
    ]);
  });

  it('voided attempts stay without points, before it and during it', async () => {
    const exam = await mintChoices(tenant, 2);
    const papers: string[] = [];
    for (const letters of ['BB', 'AA', 'AA']) papers.push(await answer(await mint(), exam, letters));
    const voided = (attemptId: string) => ok(admin, VOID, { attemptId, reason: '冒名顶替', uses: true });
    await voided(papers[0]!);
    const which = await storeRegrade(where, exam, { ...AS_ON_PAPER, void: 'full' });
    await voided(papers[1]!);
    await regradeExam(which);
    const read = await Promise.all(papers.map((id) => readAttempt(tenant, id)));
    expect(read.map(({ passed, objectiveScore }) => [passed, objectiveScore])).toEqual([
      [false, '0.00'],
      [false, '0.00'],
      [true, '10.00'],
    ]);
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(examRegrade).where(eq(examRegrade.id, which.regradeId)),
    );
    expect(row!.doneAt).not.toBeNull();
  });

  it('an attempt that is marked in another transaction is waited for, with the marks that were given', async () => {
    const exam = await mintChoices(tenant, 1);
    const attemptId = await answer(await mint(), exam, 'A');
    const which = await storeRegrade(where, exam, rightNow('A'));
    let batch: Promise<boolean> | undefined;
    await withTenant(tenant.id, async (db) => {
      const ofAttempt = and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId));
      await db.select().from(examAttempt).where(ofAttempt).for('update');
      batch = regradeBatch(which, new Date());
      const waits = () =>
        db
          .execute<{ n: number }>('select count(*)::int as n from pg_locks where not granted')
          .then(({ rows }) => rows[0]!.n);
      await expect.poll(waits).toBeGreaterThan(0);
      await db
        .update(examAttempt)
        .set({ givenMarks: { [exam.ids.single[0]!]: 4 } })
        .where(ofAttempt);
    });
    await batch;
    await regradeExam(which);
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ objectiveScore: '10.00', passed: true });
  });

  it('one of two regrades that are stored at the same time is refused', async () => {
    const exam = await mintChoices(tenant, 2);
    await answer(await mint(), exam, 'AA');
    const inputs = await Promise.all(
      [0, 1].map(async (n) => {
        const asked = { ...questionOf(exam, n), rule: rightNow('A') };
        const { fingerprint } = await ok(lecturer, PREVIEW, asked);
        return { ...asked, fingerprint, keepPasses: false, reason: '答案有误' };
      }),
    );
    const answers = await Promise.all(inputs.map((input) => call(lecturer, SAVE, input)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });
});

describe('other exams with the question', () => {
  const OTHERS = 'POST /exam/auth/exam/regrade/exam/page';

  it('are listed with their papers for those who mark them, and regraded on their own', async () => {
    const exam = await mintChoices(tenant, 1, { title: '春季考试' });
    const same = await mintChoices(tenant, 1, { sharing: exam, title: '秋季考试' });
    const named = await mintChoices(tenant, 1, { sharing: exam, markerGroup: 'named', title: '内部考试' });
    // Nobody has submitted it yet.
    const begun = await mintChoices(tenant, 1, { sharing: exam });
    await begin(await mint(), begun);
    const untaken = await mintChoices(tenant, 1, { sharing: exam });
    await answer(await mint(), exam, 'C');
    const who = await mint();
    const attemptId = await answer(who, same, 'C');
    await begin(await mint(), same);
    await answer(await mint(), named, 'C');
    const { list } = await ok(lecturer, OTHERS, questionOf(exam));
    expect(list.find(({ examId }) => examId === begun.id)).toMatchObject({ attemptCount: 0 });
    expect(list.filter(({ examId }) => examId !== begun.id)).toMatchObject([
      { examId: same.id, title: '秋季考试', attemptCount: 1 },
    ]);
    const ofAdmin = (await ok(admin, OTHERS, questionOf(exam))).list.map(({ examId }) => examId);
    expect(ofAdmin.toSorted()).toEqual([same.id, named.id, begun.id].toSorted());
    expect(ofAdmin).not.toContain(untaken.id);
    expect((await ok(lecturer, OTHERS, { ...questionOf(exam), version: 2 })).list).toEqual([]);
    // The exam of others stays hidden from a lecturer who does not mark it.
    expect((await call(lecturer, OTHERS, questionOf(named))).code).toBe(404);
    expect((await call(lecturer, PREVIEW, { ...questionOf(named), rule: rightNow('C') })).code).toBe(404);
    await regrade(where, exam, rightNow('C'));
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ passed: false });
    await regrade(where, same, rightNow('C'));
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ passed: true });
    expect(await rewards(same, who)).toEqual([2, 'held']);
  });
});

it('previews say what regrades of all kinds then change, one after another', { timeout: 120_000 }, async () => {
  const counts = { single: 1, multiple: 1, judge: 1, blank: 1, short: 1 };
  const exam = await mintExam(tenant, { counts, passScore: '30', certificateScore: '40', maxAttempts: 1 });
  const { single, multiple, judge, blank, short } = Object.fromEntries(
    Object.entries(exam.ids).map(([type, [id]]) => [type, id!]),
  ) as Record<QuestionType, string>;
  const sets: [string, unknown][][] = [
    [
      ['single', 'B'],
      ['multiple', ['A', 'C']],
      ['judge', true],
      ['blank', right.blank],
    ],
    [
      ['single', 'A'],
      ['multiple', ['A']],
      ['judge', false],
      ['blank', ['第二种', 'x']],
    ],
    [
      ['single', 'C'],
      ['multiple', ['A', 'B']],
      ['blank', ['y', '80v']],
    ],
    [['judge', true]],
  ];
  for (const [n, given] of sets.entries()) {
    const who = await mint();
    const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const answers = [...given, ['short', right.short] as const].map(([type, value]) => ({
      ...{ questionId: exam.ids[type as QuestionType][0]!, epoch: 1, revision: 1, answer: value },
    }));
    await ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    const marks = [{ questionId: short, score: 5 * n }];
    await ok(lecturer, 'POST /exam/auth/exam/marking/save', { attemptId, marks });
  }
  const rules: [string, RegradeRule][] = [
    [single, rightNow('A', 'C')],
    [blank, { ...AS_ON_PAPER, key: [['y'], ['80v', 'x']] }],
    [multiple, { ...rightNow('A'), score: 17.5 }],
    [short, { ...AS_ON_PAPER, score: 8 }],
    [judge, { ...AS_ON_PAPER, void: 'drop' }],
    [multiple, { ...AS_ON_PAPER, void: 'full' }],
    [short, { ...AS_ON_PAPER, void: 'drop' }],
    [judge, { ...AS_ON_PAPER, key: false, score: 20 }],
    [short, AS_ON_PAPER],
    [multiple, rightNow('A', 'B')],
    [blank, AS_ON_PAPER],
    [single, { ...AS_ON_PAPER, void: 'drop', score: 3 }],
    [single, AS_ON_PAPER],
  ];
  for (const [questionId, rule] of rules) {
    const asked = { examId: exam.id, questionId, version: 1, rule };
    const preview = await ok(lecturer, PREVIEW, asked);
    const { fingerprint } = preview;
    const { id } = await ok(lecturer, SAVE, { ...asked, fingerprint, keepPasses: false, reason: '答案有误' });
    await regradeExam({ enterpriseId: tenant.id, regradeId: id });
    const done = await withTenant(tenant.id, (db) =>
      db.select().from(examRegradeAttempt).where(eq(examRegradeAttempt.regradeId, id)),
    );
    const having = (holds: (row: (typeof done)[number]) => boolean) => done.filter(holds).length;
    const changes = done.map(({ scoreBefore, scoreAfter }) => Number(scoreAfter) - Number(scoreBefore));
    expect(preview).toMatchObject({
      ...{ attemptCount: done.length, waitingCount: 0 },
      raisedCount: changes.filter((change) => change > 0).length,
      loweredCount: changes.filter((change) => change < 0).length,
      gainedCount: having(({ passedBefore, passedAfter }) => !passedBefore && passedAfter === true),
      lostCount: having(({ passedBefore, passedAfter }) => passedBefore === true && !passedAfter),
    });
    for (const { attemptId, scoreBefore, scoreAfter } of preview.crossing.list) {
      const row = done.find((each) => each.attemptId === attemptId)!;
      expect([Number(row.scoreBefore), Number(row.scoreAfter)]).toEqual([scoreBefore, scoreAfter]);
    }
  }
});
