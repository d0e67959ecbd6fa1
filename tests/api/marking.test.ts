import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { exam as examTable } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import { examMarker } from '#src/server/exam/tables/rules.ts';
import { examJournal } from '#src/server/exam/tables/journal.ts';
import { markingAnswer, markingMark } from '#src/server/marking/tables.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintExam, readAttempt, REFERENCE, right, type TestExam } from '../factories/exam.ts';
import { saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const OPEN = 'POST /exam/auth/exam/marking/answer/open';
const SAVE = 'POST /exam/auth/exam/marking/answer/save';
const QUEUE = 'GET /exam/auth/exam/marking/queue/view';
const PUBLISH = 'POST /exam/auth/exam/marking/publish';
const RESULT = 'GET /exam/auth/user/exam/result/view';
const APPEAL = 'POST /exam/auth/user/exam/appeal/save';
const ANSWER = 'POST /exam/auth/exam/marking/appeal/answer';

let tenant: TestTenant;
let anna: TestPerson;
let ben: TestPerson;
let cora: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  [anna, ben, cora] = await Promise.all([
    mintPerson(tenant, { userType: 2, userName: '甲老师' }),
    mintPerson(tenant, { userType: 2, userName: '乙老师' }),
    mintPerson(tenant, { userType: 2, userName: '丙老师' }),
  ]);
});

/** Submits a paper with answers to all short questions, and nothing else. */
async function handIn(person: TestPerson, { id, ids }: TestExam) {
  const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id });
  const answers = ids.short.map((questionId) => ({ questionId, epoch: 1, revision: 1, answer: right.short }));
  await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
  return { attemptId, questionId: ids.short[0]! };
}

/** Only short answers of 20 points. */
const SHORT = { single: 0, multiple: 0, judge: 0, blank: 0 };
const TWO = { markers: 2, markTolerance: '4', markStep: '0.5' };

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const answerRow = async ({ attemptId, questionId }: { attemptId: string; questionId: string }) => {
  const [row] = await withTenant(tenant.id, (db) =>
    db
      .select()
      .from(markingAnswer)
      .where(
        and(
          eq(markingAnswer.enterpriseId, tenant.id),
          eq(markingAnswer.attemptId, attemptId),
          eq(markingAnswer.questionId, questionId),
        ),
      ),
  );
  return row!;
};

describe('queue', () => {
  it('gives each marker another answer, across candidates, and comes back to the one that is held', async () => {
    const exam = await mintExam(tenant, { counts: { ...SHORT, short: 2 } });
    const people = [await mintPerson(tenant), await mintPerson(tenant)];
    const papers = [await handIn(people[0]!, exam), await handIn(people[1]!, exam)];
    const [questionId] = exam.ids.short;
    const first = await ok(anna, OPEN, { examId: exam.id, questionId });
    expect(first).toMatchObject({
      waitingCount: 2,
      answer: { attemptId: papers[0]!.attemptId, questionId, answer: right.short, reference: REFERENCE, round: 1 },
    });
    const second = await ok(ben, OPEN, { examId: exam.id, questionId });
    expect(second.answer!.attemptId).toBe(papers[1]!.attemptId);
    expect((await ok(cora, OPEN, { examId: exam.id, questionId })).answer).toBeNull();
    expect((await ok(anna, OPEN, { examId: exam.id, questionId })).answer!.attemptId).toBe(papers[0]!.attemptId);
    const queue = await ok(cora, QUEUE, { examId: exam.id });
    expect(queue.held.map(({ userName }) => userName).sort()).toEqual(['乙老师', '甲老师'].sort());
    expect(queue.questions.map(({ waitingCount }) => waitingCount)).toEqual([2, 2]);
    expect((await call(cora, SAVE, { ...papers[0]!, questionId: questionId!, score: 1 })).msg).toBe(
      '甲老师正在批阅这个答案',
    );
    expect((await ok(anna, SAVE, { ...papers[0]!, questionId: questionId!, score: 12 })).outcome).toBe('final');
    expect((await ok(cora, QUEUE, { examId: exam.id })).questions.map((q) => q.waitingCount).sort()).toEqual([1, 2]);
  });

  it('lets another marker take over when the time is up, by the clock of the server', async () => {
    const exam = await mintExam(tenant, { counts: SHORT });
    const paper = await handIn(await mintPerson(tenant), exam);
    await ok(anna, OPEN, { examId: exam.id });
    expect((await ok(ben, OPEN, { examId: exam.id })).answer).toBeNull();
    await withTenant(tenant.id, (db) =>
      db
        .update(markingAnswer)
        .set({ heldUntil: new Date(Date.now() - 1000) })
        .where(and(eq(markingAnswer.enterpriseId, tenant.id), eq(markingAnswer.attemptId, paper.attemptId))),
    );
    expect((await ok(ben, OPEN, { examId: exam.id })).answer!.attemptId).toBe(paper.attemptId);
    expect((await answerRow(paper)).heldBy).toBe(ben.userId);
    expect((await call(anna, SAVE, { ...paper, score: 1 })).code).toBe(409);
  });

  it('goes on behind an answer that is left, and offers no own answers', async () => {
    const exam = await mintExam(tenant, { counts: SHORT, maxAttempts: 1 });
    const papers = [await handIn(await mintPerson(tenant), exam), await handIn(anna, exam)];
    const other = await handIn(await mintPerson(tenant), exam);
    const { answer } = await ok(anna, OPEN, { examId: exam.id });
    expect(answer!.attemptId).toBe(papers[0]!.attemptId);
    const next = await ok(anna, OPEN, { examId: exam.id, after: papers[0]! });
    expect(next.answer!.attemptId).toBe(other.attemptId);
    expect((await answerRow(papers[0]!)).heldBy).toBeNull();
    expect((await ok(anna, OPEN, { examId: exam.id, after: other })).answer!.attemptId).toBe(papers[0]!.attemptId);
    expect((await call(anna, SAVE, { ...papers[1]!, score: 1 })).code).toBe(403);
  });

  it('sums the points of a rubric up, and shows notes to the others', async () => {
    const exam = await mintExam(tenant, { counts: SHORT });
    const paper = await handIn(await mintPerson(tenant), exam);
    const { questionId } = paper;
    const criteria = [
      { text: '依据', points: 12 },
      { text: '措施', points: 8 },
    ];
    await ok(anna, 'PUT /exam/auth/exam/marking/rubric/save', { questionId, criteria });
    await ok(anna, 'POST /exam/auth/exam/marking/note/save', { questionId, body: '只写结论给一半' });
    const { answer } = await ok(ben, OPEN, { examId: exam.id });
    expect(answer).toMatchObject({ criteria, notes: [{ userName: '甲老师', body: '只写结论给一半' }] });
    expect((await call(ben, SAVE, { ...paper, points: [13, 0] })).code).toBe(422);
    expect((await call(ben, SAVE, { ...paper, points: [1] })).code).toBe(422);
    expect((await ok(ben, SAVE, { ...paper, points: [10, 7.5] })).score).toBe(17.5);
    expect((await readAttempt(tenant, paper.attemptId)).marks).toEqual({ [questionId]: 17.5 });
  });

  it('has the criteria of the bank, scaled to the score, until markers set others; candidates never see them', async () => {
    const exam = await mintExam(tenant, { counts: SHORT });
    const [id] = exam.ids.short;
    const admin = await mintPerson(tenant, { isAdmin: true });
    const { type, texts, answer, bankId, version } = await ok(admin, 'GET /exam/auth/question/view', { id: id! });
    const [first, second] = ['Kriterium der Bank', 'Zweites der Bank'];
    await ok(admin, 'POST /exam/auth/question/save', {
      ...{ type, texts, answer, bankId, id, version, difficulty: 1, topic: null, tags: [] },
      criteria: [
        { text: first, points: 3 },
        { text: second, points: 2 },
      ],
    });
    const person = await mintPerson(tenant);
    const started = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id, enter: true });
    const { attemptId } = started;
    const answers = [{ questionId: id!, epoch: 1, revision: 1, answer: right.short }];
    const seen = [
      started,
      await ok(person, 'GET /exam/auth/user/exam/attempt/view', { attemptId }),
      await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers }),
      await ok(person, RESULT, { attemptId }),
    ];
    expect(JSON.stringify(seen)).not.toContain(first);
    const shown = await ok(anna, OPEN, { examId: exam.id });
    const scaled = [
      { text: first, points: 12 },
      { text: second, points: 8 },
    ];
    expect(shown.answer!.criteria).toEqual(scaled);
    expect((await ok(anna, QUEUE, { examId: exam.id })).questions[0]!.criteria).toEqual(scaled);
    const own = [{ text: 'Ganz', points: 20 }];
    const rubric = (criteria: typeof own) =>
      ok(anna, 'PUT /exam/auth/exam/marking/rubric/save', { questionId: id!, criteria });
    await rubric(own);
    expect((await ok(anna, OPEN, { examId: exam.id })).answer!.criteria).toEqual(own);
    await rubric([]);
    const paper = { attemptId, questionId: id! };
    expect((await call(anna, SAVE, { ...paper, points: [13, 0] })).code).toBe(422);
    expect((await ok(anna, SAVE, { ...paper, points: [11, 8] })).score).toBe(19);
  });

  it('does not tell names in blind marking', async () => {
    const exam = await mintExam(tenant, { counts: SHORT, blindMarking: true });
    const person = await mintPerson(tenant, { userName: '隐名考生' });
    const paper = await handIn(person, exam);
    const seen = [
      await ok(anna, OPEN, { examId: exam.id }),
      await ok(anna, QUEUE, { examId: exam.id }),
      await ok(anna, 'GET /exam/auth/exam/marking/view', { attemptId: paper.attemptId }),
      await ok(anna, 'POST /exam/auth/exam/marking/page', { examId: exam.id }),
      await ok(anna, 'POST /exam/auth/exam/marking/waiting/page', { pageSize: 100 }),
    ];
    expect(JSON.stringify(seen)).not.toContain('隐名考生');
    expect(JSON.stringify(seen)).not.toContain(person.userId);
    expect(seen[3]).toMatchObject({ totalCount: 1, list: [{ userName: null, department: null }] });
  });

  it('does not tell names by times either', async () => {
    const exam = await mintExam(tenant, { counts: SHORT, blindMarking: true });
    const person = await mintPerson(tenant);
    const paper = await handIn(person, exam);
    const submittedAt = (await readAttempt(tenant, paper.attemptId)).submittedAt!.toISOString();
    const day = submittedAt.slice(0, 10);
    const named = (more = {}) => ok(anna, 'POST /exam/auth/exam/analysis/candidate/page', { examId: exam.id, ...more });
    const anonymous = async () => [
      await ok(anna, 'GET /exam/auth/exam/marking/view', { attemptId: paper.attemptId }),
      await ok(anna, 'POST /exam/auth/exam/marking/page', { examId: exam.id }),
      (await ok(anna, 'POST /exam/auth/exam/marking/waiting/page', { pageSize: 100 })).list.filter(({ path }) =>
        path.endsWith(paper.attemptId),
      ),
    ];
    const papers = await anonymous();
    expect(JSON.stringify(papers)).not.toContain(submittedAt);
    expect(papers[0]).toMatchObject({ number: null, submittedAt: null });
    expect(papers[2]).toHaveLength(1);
    const who = { userId: person.userId, examState: 'awaitingMarking', submittedAt: null };
    expect((await named({ examState: 'awaitingMarking' })).list).toMatchObject([who]);
    expect((await named({ from: day })).list).toEqual([]);
    await ok(anna, SAVE, { ...paper, score: 10 });
    expect((await named({ from: day })).list).toMatchObject([{ userId: person.userId, submittedAt }]);
    expect((await anonymous())[0]).toMatchObject({ number: 1, submittedAt });
  });

  it('does not tell names in the control room of a marker, until the paper is marked', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const exam = await mintExam(tenant, { counts: SHORT, blindMarking: true, markerGroup: 'lecturers' });
    const people = [await mintPerson(tenant, { userName: '末位' }), await mintPerson(tenant, { userName: '首位' })];
    const papers = [await handIn(people[0]!, exam), await handIn(people[1]!, exam)];
    const ended = async (who: TestPerson) =>
      (await ok(who, 'POST /exam/auth/exam/control/person/page', { examId: exam.id, group: 'ended' })).list;
    const hidden = await ended(admin);
    expect(hidden.map(({ attempt, blind }) => [attempt, blind])).toEqual([
      [null, true],
      [null, true],
    ]);
    for (const { attemptId } of papers) expect(JSON.stringify(hidden)).not.toContain(attemptId);
    // Whoever only invigilates sees them, and cannot see the queue.
    const guard = await mintPerson(tenant);
    await ok(admin, 'PUT /exam/auth/exam/control/invigilator/save', { examId: exam.id, userIds: [guard.userId] });
    expect((await ended(guard)).map(({ attempt }) => attempt!.id).sort()).toEqual(
      papers.map(({ attemptId }) => attemptId).sort(),
    );
    await ok(anna, SAVE, { ...papers[0]!, score: 10 });
    const shown = await ended(admin);
    expect(shown.map(({ userId, blind }) => [userId, blind])).toEqual([
      [people[1]!.userId, true],
      [people[0]!.userId, false],
    ]);
    expect(shown[1]!.attempt!.id).toBe(papers[0]!.attemptId);
  });

  it('has queues whose order tells nothing about the time', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const exam = await mintExam(tenant, { counts: SHORT, blindMarking: true });
    const names = ['己', '丁', '戊', '丙', '甲', '乙'];
    const papers: string[] = [];
    for (const userName of names) papers.push((await handIn(await mintPerson(tenant, { userName }), exam)).attemptId);
    const mixed = [...papers].sort((a, b) => (md5(a) < md5(b) ? -1 : 1));
    const page = await ok(anna, 'POST /exam/auth/exam/marking/page', { examId: exam.id });
    expect(page.list.map(({ attemptId }) => attemptId)).toEqual(mixed);
    const waiting = await ok(anna, 'POST /exam/auth/exam/marking/waiting/page', { pageSize: 100 });
    const ids = waiting.list.flatMap(({ path }) => papers.filter((id) => path.endsWith(id)));
    expect(ids).toEqual(mixed);
    const queue: string[] = [];
    let after: { attemptId: string; questionId: string } | undefined;
    for (const _ of papers) {
      const { answer } = await ok(anna, OPEN, { examId: exam.id, after });
      after = { attemptId: answer!.attemptId, questionId: answer!.questionId };
      queue.push(answer!.attemptId);
    }
    expect(queue).toEqual(mixed);
    const { list } = await ok(admin, 'POST /exam/auth/exam/control/person/page', { examId: exam.id, group: 'ended' });
    const byName = list.map(({ userName }) => userName);
    expect(byName).not.toEqual(names);
    expect(byName).not.toEqual(names.toReversed());
    expect([...byName].sort()).toEqual([...names].sort());
  });
});

describe('two markers', () => {
  it('mark independently; within the tolerance the mean counts', async () => {
    const exam = await mintExam(tenant, { ...TWO, counts: SHORT, passScore: '10' });
    const person = await mintPerson(tenant);
    const paper = await handIn(person, exam);
    expect(await ok(anna, SAVE, { ...paper, score: 12, remark: '甲的评语' })).toMatchObject({ outcome: 'waiting' });
    expect((await ok(anna, OPEN, { examId: exam.id })).answer).toBeNull();
    const seen = [
      await ok(ben, OPEN, { examId: exam.id }),
      await ok(ben, 'GET /exam/auth/exam/marking/view', { attemptId: paper.attemptId }),
    ];
    expect(JSON.stringify(seen)).not.toContain('甲的评语');
    expect(seen).toMatchObject([{ answer: { round: 2, earlier: [] } }, { questions: { list: [{ mark: null }] } }]);
    expect(await ok(person, RESULT, paper)).toMatchObject({ status: 'submitted', score: null });
    expect((await call(ben, SAVE, { ...paper, score: 12.3 })).code).toBe(422);
    const { outcome, status } = await ok(ben, SAVE, { ...paper, score: 15.5 });
    expect([outcome, status]).toEqual(['final', 'marked']);
    // 13.75, rounded to half points.
    expect((await readAttempt(tenant, paper.attemptId)).marks).toEqual({ [paper.questionId]: 14 });
    expect(await ok(person, RESULT, paper)).toMatchObject({ score: 14, passed: true });
  });

  it('beyond the tolerance a third one decides, who sees both', async () => {
    const exam = await mintExam(tenant, { ...TWO, counts: SHORT, passScore: '10' });
    const paper = await handIn(await mintPerson(tenant), exam);
    await ok(anna, SAVE, { ...paper, score: 5, remark: '太短' });
    expect((await ok(ben, SAVE, { ...paper, score: 15 })).outcome).toBe('third');
    for (const marker of [anna, ben]) {
      expect((await ok(marker, OPEN, { examId: exam.id })).answer).toBeNull();
      expect((await call(marker, SAVE, { ...paper, score: 9 })).code).toBe(409);
    }
    const { list } = await ok(cora, 'POST /exam/auth/exam/marking/exam/page', { pageSize: 100 });
    expect(list.find(({ id }) => id === exam.id)).toMatchObject({ waitingCount: 1, thirdCount: 1 });
    const { answer } = await ok(cora, OPEN, { examId: exam.id });
    expect(answer).toMatchObject({ round: 3, earlier: [{ score: 5, remark: '太短' }, { score: 15 }] });
    expect(await ok(cora, SAVE, { ...paper, score: 11 })).toMatchObject({ outcome: 'final', status: 'marked' });
    expect((await readAttempt(tenant, paper.attemptId)).marks).toEqual({ [paper.questionId]: 11 });
    const rows = await withTenant(tenant.id, (db) =>
      db.select({ kind: examJournal.kind }).from(examJournal).where(eq(examJournal.attemptId, paper.attemptId)),
    );
    // Three marks and the final result.
    expect(rows.filter(({ kind }) => kind === 'mark')).toHaveLength(4);
  });

  it('stores one mark when two devices of a marker save at once', async () => {
    const exam = await mintExam(tenant, { ...TWO, counts: SHORT });
    const paper = await handIn(await mintPerson(tenant), exam);
    await Promise.all([call(anna, SAVE, { ...paper, score: 5 }), call(anna, SAVE, { ...paper, score: 6 })]);
    const marks = await withTenant(tenant.id, (db) =>
      db.select().from(markingMark).where(eq(markingMark.attemptId, paper.attemptId)),
    );
    expect(marks).toHaveLength(1);
    expect(await answerRow(paper)).toMatchObject({ given: 1, needed: 2, score: null });
  });
});

const rewards = (userId: string) =>
  withTenant(tenant.id, async (db) => ({
    entries: (await db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, userId))).map(({ kind, amount }) => [
      kind,
      Number(amount),
    ]),
    certificates: (await db.select().from(userCertificate).where(eq(userCertificate.userId, userId))).map(
      ({ revokedAt, revokeReason }) => (revokedAt ? revokeReason : 'held'),
    ),
  }));

describe('publishing together', () => {
  it('hides marks until they are published, and posts rewards once', async () => {
    const exam = await mintExam(tenant, { counts: SHORT, passScore: '10', publishMarks: 'together' });
    const [good, bad] = [await mintPerson(tenant), await mintPerson(tenant)];
    const papers = [await handIn(good, exam), await handIn(bad, exam)];
    expect(await ok(anna, SAVE, { ...papers[0]!, score: 18, remark: '好' })).toMatchObject({
      outcome: 'final',
      status: 'submitted',
    });
    const hidden = await ok(good, RESULT, papers[0]!);
    expect(hidden).toMatchObject({ status: 'submitted', score: null, passed: null, questions: [{ mark: null }] });
    expect(JSON.stringify(hidden)).not.toContain('好');
    expect((await call(anna, PUBLISH, { examId: exam.id })).code).toBe(409);
    await ok(anna, SAVE, { ...papers[1]!, score: 3 });
    expect(await rewards(good.userId)).toEqual({ entries: [], certificates: [] });
    expect(await ok(anna, PUBLISH, { examId: exam.id })).toEqual({ published: 2, left: 0 });
    expect(await ok(anna, PUBLISH, { examId: exam.id })).toEqual({ published: 0, left: 0 });
    expect(await ok(good, RESULT, papers[0]!)).toMatchObject({ score: 18, passed: true });
    expect(await ok(bad, RESULT, papers[1]!)).toMatchObject({ score: 3, passed: false });
    const { entries, certificates } = await rewards(good.userId);
    expect([entries.sort(), certificates]).toEqual([
      [
        ['credits', 2.5],
        ['points', 30],
      ],
      ['held'],
    ]);
    for (const person of [good, bad])
      expect(
        (await ok(person, 'POST /user/auth/notice/page')).list.filter((n) => n.kind === 'examMarked'),
      ).toHaveLength(1);
  });
});

describe('appeals', () => {
  const marked = async (person: TestPerson, score: number, counts: object = {}) => {
    const exam = await mintExam(tenant, { counts: { ...SHORT, ...counts }, passScore: '10' });
    const paper = await handIn(person, exam);
    for (const questionId of exam.ids.short) await ok(anna, SAVE, { ...paper, questionId, score });
    return { exam, paper };
  };
  const count = async (attemptId: string) => (await readAttempt(tenant, attemptId)).appealCount;

  it('upheld give the new mark, the pass and its rewards; declined leave everything', async () => {
    const person = await mintPerson(tenant);
    const { paper } = await marked(person, 8);
    const appeal = await ok(person, APPEAL, { ...paper, reason: '第二步也写了' });
    expect(await count(paper.attemptId)).toBe(1);
    expect((await call(person, APPEAL, { ...paper, reason: '再来一次' })).code).toBe(409);
    const { list } = await ok(anna, 'POST /exam/auth/exam/marking/appeal/page', { pageSize: 20 });
    expect(list.find(({ id }) => id === appeal.id)).toMatchObject({
      reason: '第二步也写了',
      markBefore: 8,
      own: false,
    });
    expect((await ok(anna, 'POST /user/auth/notice/page')).list).toMatchObject([{ kind: 'markAppealMade' }]);
    const answer = { id: appeal.id, outcome: 'upheld', answer: '确实写了' } as const;
    expect((await call(anna, ANSWER, answer)).code).toBe(422);
    expect((await call(anna, ANSWER, { ...answer, score: 8 })).code).toBe(422);
    expect((await call(anna, ANSWER, { ...answer, score: 21 })).code).toBe(422);
    expect((await ok(anna, ANSWER, { ...answer, score: 12 })).passed).toBe(true);
    expect((await call(ben, ANSWER, { ...answer, score: 15 })).code).toBe(409);
    expect(await count(paper.attemptId)).toBe(0);
    expect(await ok(person, RESULT, paper)).toMatchObject({ score: 12, passed: true, questions: [{ mark: 12 }] });
    expect((await rewards(person.userId)).certificates).toEqual(['held']);
    const own = await ok(person, 'GET /exam/auth/user/exam/appeal/list', { attemptId: paper.attemptId });
    expect(own).toMatchObject({ left: 4, list: [{ state: 'upheld', markAfter: 12, answer: '确实写了' }] });
    const told = (await ok(person, 'POST /user/auth/notice/page')).list.map(({ kind }) => kind);
    expect(told).toContain('markAppealAnswered');

    const other = await mintPerson(tenant);
    const second = await marked(other, 4);
    const { id } = await ok(other, APPEAL, { ...second.paper, reason: '应得更多' });
    await ok(ben, ANSWER, { id, outcome: 'declined', answer: '没有写依据' });
    expect(await ok(other, RESULT, second.paper)).toMatchObject({ score: 4, passed: false });
  });

  it('that lower a mark below the pass reverse its rewards, and raising it again restores them', async () => {
    const person = await mintPerson(tenant);
    const { exam, paper } = await marked(person, 6, { short: 2 });
    expect((await rewards(person.userId)).certificates).toEqual(['held']);
    const [one, two] = exam.ids.short as [string, string];
    const lower = await ok(person, APPEAL, { ...paper, questionId: one, reason: '请复核' });
    expect((await ok(ben, ANSWER, { id: lower.id, outcome: 'upheld', score: 1, answer: '多给了' })).passed).toBe(false);
    const lost = await rewards(person.userId);
    expect(lost.entries.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0);
    expect(lost.certificates).toEqual(['多给了']);
    const raise = await ok(person, APPEAL, { ...paper, questionId: two, reason: '漏判' });
    expect((await ok(ben, ANSWER, { id: raise.id, outcome: 'upheld', score: 15, answer: '补上' })).passed).toBe(true);
    const again = await rewards(person.userId);
    expect(again.entries.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(32.5);
    expect(again.certificates).toEqual(['held']);
  });

  it('are for candidates whose review shows the mark, and answered by others', async () => {
    const { paper } = await marked(ben, 5);
    expect((await call(anna, APPEAL, { ...paper, reason: '不是我的' })).code).toBe(404);
    const { id } = await ok(ben, APPEAL, { ...paper, reason: '请复核' });
    expect((await call(ben, ANSWER, { id, outcome: 'declined', answer: '自己' })).code).toBe(403);
    const closed = await mintExam(tenant, { counts: SHORT, reviewPolicy: 'never' });
    const person = await mintPerson(tenant);
    const hidden = await handIn(person, closed);
    expect((await call(person, APPEAL, { ...hidden, reason: '还没批' })).code).toBe(409);
    await ok(anna, SAVE, { ...hidden, score: 5 });
    expect((await call(person, APPEAL, { ...hidden, reason: '看不到' })).code).toBe(409);
    expect(await withTenant(tenant.id, (db) => db.$count(examAttempt, eq(examAttempt.appealCount, 1)))).toBe(1);
  });
});

describe('who marks', () => {
  const VIEW = 'GET /exam/auth/exam/marking/view';
  const COUNT = 'GET /exam/auth/exam/marking/waiting/count';
  const exams = async (who: TestPerson) =>
    (await ok(who, 'POST /exam/auth/exam/marking/exam/page', { pageSize: 100 })).list.map(({ id }) => id);

  it('named markers and administrators mark an exam; other lecturers do not find it', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const exam = await mintExam(tenant, { counts: SHORT, markerGroup: 'named' });
    await withTenant(tenant.id, (db) =>
      db.insert(examMarker).values({ enterpriseId: tenant.id, examId: exam.id, userId: anna.userId }),
    );
    const person = await mintPerson(tenant);
    const waiting = async () => [(await ok(anna, COUNT, {})).papers, (await ok(ben, COUNT, {})).papers];
    const [ofAnna, ofBen] = await waiting();
    const paper = await handIn(person, exam);
    const { attemptId } = paper;
    expect(await waiting()).toEqual([ofAnna! + 1, ofBen]);
    expect(await exams(ben)).not.toContain(exam.id);
    expect(await exams(anna)).toContain(exam.id);
    expect(await exams(admin)).toContain(exam.id);
    const papers = async (who: TestPerson) =>
      (await ok(who, 'POST /exam/auth/exam/marking/page', { examId: exam.id })).totalCount;
    expect([await papers(anna), await papers(ben), await papers(admin)]).toEqual([1, 0, 1]);
    for (const refused of [
      call(ben, OPEN, { examId: exam.id }),
      call(ben, QUEUE, { examId: exam.id }),
      call(ben, VIEW, { attemptId }),
      call(ben, SAVE, { ...paper, score: 5 }),
      call(ben, PUBLISH, { examId: exam.id }),
      call(ben, 'POST /exam/auth/exam/switch/page', { attemptId }),
      call(ben, 'GET /exam/auth/exam/evidence/pack', { attemptId }),
    ])
      expect((await refused).code).toBe(404);
    expect((await ok(anna, SAVE, { ...paper, score: 5 })).outcome).toBe('final');
    const { id } = await ok(person, APPEAL, { ...paper, reason: '请复核' });
    expect((await call(ben, ANSWER, { id, outcome: 'declined', answer: '不改' })).code).toBe(404);
    const appeals = async (who: TestPerson) =>
      (await ok(who, 'POST /exam/auth/exam/marking/appeal/page', { examId: exam.id })).totalCount;
    expect([await appeals(anna), await appeals(ben), await appeals(admin)]).toEqual([1, 0, 1]);
    await ok(admin, ANSWER, { id, outcome: 'declined', answer: '不改' });
  });

  it('the lecturer of the course marks its exams', async () => {
    const courseId = await mintCourse(tenant, { lecturerId: await mintLecturer(tenant, { userId: anna.userId }) });
    const exam = await mintExam(tenant, { counts: SHORT, markerGroup: 'course', courseId });
    expect((await call(ben, QUEUE, { examId: exam.id })).code).toBe(404);
    expect((await ok(anna, QUEUE, { examId: exam.id })).waitingCount).toBe(0);
  });

  it('nobody marks or decides their own paper: neither administrators, nor as third marker', async () => {
    const exam = await mintExam(tenant, { ...TWO, counts: SHORT, passScore: '10' });
    const admin = await mintPerson(tenant, { isAdmin: true });
    const paper = await handIn(admin, exam);
    expect((await ok(admin, OPEN, { examId: exam.id })).answer).toBeNull();
    expect((await call(admin, SAVE, { ...paper, score: 20 })).code).toBe(403);
    await ok(anna, SAVE, { ...paper, score: 2 });
    expect((await call(admin, SAVE, { ...paper, score: 20 })).code).toBe(403);
    expect((await ok(ben, SAVE, { ...paper, score: 12 })).outcome).toBe('third');
    expect((await ok(admin, OPEN, { examId: exam.id })).answer).toBeNull();
    expect((await call(admin, SAVE, { ...paper, score: 20 })).code).toBe(403);
    const whole = { attemptId: paper.attemptId, marks: [{ questionId: paper.questionId, score: 20 }] };
    expect((await call(admin, 'POST /exam/auth/exam/marking/save', whole)).code).toBe(403);
    expect((await ok(admin, VIEW, { attemptId: paper.attemptId })).own).toBe(true);
    await ok(cora, SAVE, { ...paper, score: 4 });
    const { id } = await ok(admin, APPEAL, { ...paper, reason: '我是管理员' });
    expect((await call(admin, ANSWER, { id, outcome: 'upheld', score: 20, answer: '自己' })).code).toBe(403);
    expect((await readAttempt(tenant, paper.attemptId)).marks).toEqual({ [paper.questionId]: 4 });
  });
});

describe('a hold', () => {
  it('is renewed for its marker, and not when another one has taken the answer over', async () => {
    const exam = await mintExam(tenant, { counts: SHORT });
    const paper = await handIn(await mintPerson(tenant), exam);
    const other = await handIn(await mintPerson(tenant), exam);
    const { attemptId, questionId } = paper;
    const renew = async (who: TestPerson) =>
      (await ok(who, OPEN, { examId: exam.id, again: { attemptId, questionId } })).answer;
    const endHold = (at: Date) =>
      withTenant(tenant.id, (db) =>
        db
          .update(markingAnswer)
          .set({ heldUntil: at })
          .where(and(eq(markingAnswer.enterpriseId, tenant.id), eq(markingAnswer.attemptId, attemptId))),
      );
    expect((await ok(anna, OPEN, { examId: exam.id })).answer).toMatchObject({ attemptId, holdSeconds: 600 });
    await endHold(new Date(Date.now() + 5000));
    expect((await renew(anna))!.attemptId).toBe(attemptId);
    expect((await answerRow(paper)).heldUntil!.getTime()).toBeGreaterThan(Date.now() + 300_000);
    // An ended hold that nobody took over does not keep its marker from saving, nor from holding again.
    await endHold(new Date(Date.now() - 1000));
    expect((await renew(anna))!.attemptId).toBe(attemptId);
    await endHold(new Date(Date.now() - 1000));
    expect((await ok(ben, OPEN, { examId: exam.id })).answer!.attemptId).toBe(attemptId);
    expect(await renew(anna)).toBeNull();
    // No other answer is held instead.
    expect((await answerRow(other)).heldBy).toBeNull();
    expect((await answerRow(paper)).heldBy).toBe(ben.userId);
    expect((await call(anna, SAVE, { ...paper, score: 3 })).msg).toBe('乙老师正在批阅这个答案');
    await ok(ben, SAVE, { ...paper, score: 3 });
    expect(await renew(anna)).toBeNull();
  });
});

describe('counters and notices', () => {
  const COUNT = 'GET /exam/auth/exam/marking/waiting/count';
  const kinds = async (who: TestPerson) => (await ok(who, 'POST /user/auth/notice/page')).list.map(({ kind }) => kind);

  it('count papers to mark, results to publish, appeals and switch appeals of others, and tell the markers', async () => {
    const own = await mintTenant();
    const lecturer = await mintPerson(own, { userType: 2 });
    const admin = await mintPerson(own, { isAdmin: true });
    const person = await mintPerson(own);
    const exam = await mintExam(own, {
      ...{ counts: SHORT, maxAttempts: 1, publishMarks: 'together', blindMarking: true },
    });
    const count = (who = lecturer) => ok(who, COUNT, {});
    const nothing = { papers: 0, ready: 0, appeals: 0, switches: 0 };
    expect(await count()).toEqual(nothing);
    const { attemptId } = await ok(person, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const left = { attemptId, epoch: 1, clientKey: crypto.randomUUID(), dwellSeconds: 12 };
    await ok(person, 'POST /exam/auth/user/exam/switch/save', left);
    // The server counts no more than has passed since the start.
    await withTenant(own.id, (db) => db.update(examSwitch).set({ counted: true, dwellSeconds: 12 }));
    const questionId = exam.ids.short[0]!;
    const answers = [{ questionId, epoch: 1, revision: 1, answer: right.short }];
    await ok(person, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    // The lecturer's own paper does not wait for the lecturer.
    const mine = await handIn(lecturer, exam);
    expect(await count()).toEqual({ ...nothing, papers: 1 });
    expect(await count(admin)).toEqual({ ...nothing, papers: 2 });

    const [first] = (await ok(person, 'POST /exam/auth/exam/switch/page', { attemptId })).list;
    await ok(person, 'POST /exam/auth/user/exam/switch/appeal', { switchId: first!.id, reason: '电脑死机' });
    expect(await kinds(admin)).toEqual(['switchAppealMade']);
    expect((await count()).switches).toBe(1);
    const listed = (await ok(lecturer, 'POST /exam/auth/exam/marking/switch/page', {})).list;
    expect(listed).toMatchObject([{ attemptId, userName: null, own: false, count: 1 }]);
    expect((await ok(lecturer, OPEN, { examId: exam.id })).answer).toMatchObject({
      ...{ loggedCount: 1, switchCount: 1, awaySeconds: 12 },
    });
    // The record contains the name.
    expect((await call(lecturer, 'GET /exam/auth/exam/evidence/pack', { attemptId })).code).toBe(409);
    const decision = { switchId: first!.id, decision: 'set_aside', note: '已核实' } as const;
    await ok(lecturer, 'POST /exam/auth/exam/switch/decide', decision);
    expect(await kinds(person)).toEqual(['switchAppealDecided']);
    expect((await count()).switches).toBe(0);

    await ok(lecturer, SAVE, { attemptId, questionId, score: 4 });
    await ok(admin, SAVE, { ...mine, score: 9 });
    expect(await count()).toEqual({ ...nothing, ready: 1 });
    await ok(lecturer, PUBLISH, { examId: exam.id });
    expect(await count()).toEqual(nothing);
    expect(await kinds(person)).toEqual(['examMarked', 'switchAppealDecided']);
    const { id } = await ok(person, APPEAL, { attemptId, questionId, reason: '请复核' });
    expect(await kinds(lecturer)).toContain('markAppealMade');
    expect(await count()).toEqual({ ...nothing, appeals: 1 });
    await ok(lecturer, ANSWER, { id, outcome: 'declined', answer: '不改' });
    expect(await count()).toEqual(nothing);
    expect(await kinds(person)).toEqual(['markAppealAnswered', 'examMarked', 'switchAppealDecided']);
  });
});

describe('settings of marking', () => {
  const SETTINGS = 'POST /exam/auth/exam/admin/save';
  const settingsOf = async (admin: TestPerson, id: string) => {
    const {
      running: _,
      published: __,
      marksGiven,
      questions: ___,
      ...stored
    } = await ok(admin, 'GET /exam/auth/exam/admin/view', { id });
    return { marksGiven, stored: { ...stored, questions: [] } };
  };
  const fieldsOf = async (reply: ReturnType<typeof call>) =>
    ((await reply).data as unknown as { field: string }[]).map(({ field }) => field).sort();

  it('are fixed while answers have marks that are not final, and apply to waiting answers before', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const exam = await mintExam(tenant, {
      ...{ counts: SHORT, passScore: '10' },
      publishMarks: 'together',
      blindMarking: true,
    });
    const papers = [await handIn(await mintPerson(tenant), exam), await handIn(await mintPerson(tenant), exam)];
    const { stored, marksGiven } = await settingsOf(admin, exam.id);
    expect([marksGiven, stored.markers, stored.appealDays]).toEqual([false, 1, 30]);
    await saveAgain(admin, { ...stored, markers: 2, markTolerance: 2, markStep: 0.5 });
    expect((await answerRow(papers[0]!)).needed).toBe(2);
    expect((await ok(anna, SAVE, { ...papers[0]!, score: 5 })).outcome).toBe('waiting');
    const two = (await settingsOf(admin, exam.id)).stored;
    expect((await settingsOf(admin, exam.id)).marksGiven).toBe(true);
    const changed = { ...two, markers: 1, markTolerance: 3, markStep: 1, blindMarking: false };
    const reply = await call(admin, SETTINGS, changed);
    expect(reply.code).toBe(422);
    expect(await fieldsOf(Promise.resolve(reply))).toEqual(['blindMarking', 'markStep', 'markTolerance', 'markers']);
    // Everything else can still be changed.
    await saveAgain(admin, { ...two, title: '改名的考试', appealDays: 3 });
    for (const [i, paper] of papers.entries()) {
      if (i === 1) await ok(anna, SAVE, { ...paper, score: 5 });
      expect((await ok(ben, SAVE, { ...paper, score: 7 })).outcome).toBe('final');
    }
    expect(await fieldsOf(call(admin, SETTINGS, { ...two, revision: 3, publishMarks: 'at_once' }))).toEqual([
      'publishMarks',
    ]);
    await ok(anna, PUBLISH, { examId: exam.id });
    await saveAgain(admin, { ...two, publishMarks: 'at_once', markers: 1, blindMarking: false });
  });

  it('name lecturers and administrators, at least as many as an answer needs', async () => {
    const admin = await mintPerson(tenant, { isAdmin: true });
    const learner = await mintPerson(tenant);
    const exam = await mintExam(tenant, { counts: SHORT, passScore: '10' });
    const { stored } = await settingsOf(admin, exam.id);
    const named = { ...stored, markerGroup: 'named' as const };
    for (const wrong of [
      { ...named, markerIds: [learner.userId] },
      { ...named, markerIds: [] },
      { ...named, markers: 2, markerIds: [anna.userId] },
    ])
      expect(await fieldsOf(call(admin, SETTINGS, wrong))).toEqual(['markerIds']);
    expect(await fieldsOf(call(admin, SETTINGS, { ...stored, markerGroup: 'course' }))).toEqual(['markerGroup']);
    const markerIds = [anna.userId, ben.userId].sort();
    await saveAgain(admin, { ...named, markers: 2, markerIds });
    expect((await settingsOf(admin, exam.id)).stored).toMatchObject({ markerGroup: 'named', markers: 2, markerIds });
    const { markers } = await ok(admin, 'GET /exam/auth/exam/admin/choices', {});
    expect(markers.map(({ id }) => id)).toEqual(expect.arrayContaining([anna.userId, admin.userId]));
    expect(markers.map(({ id }) => id)).not.toContain(learner.userId);
  });

  it('end appeals after their days, or have none', async () => {
    const person = await mintPerson(tenant);
    const none = await mintExam(tenant, { counts: SHORT, appealDays: 0 });
    const short = await mintExam(tenant, { counts: SHORT, appealDays: 2 });
    const refused = await handIn(person, none);
    const late = await handIn(person, short);
    for (const paper of [refused, late]) await ok(anna, SAVE, { ...paper, score: 5 });
    expect((await ok(person, RESULT, refused)).appealUntil).toBeNull();
    expect((await call(person, APPEAL, { ...refused, reason: '请复核' })).code).toBe(409);
    const publishedAgo = (seconds: number) =>
      withTenant(tenant.id, (db) =>
        db
          .update(examAttempt)
          .set({ markedAt: new Date(Date.now() - seconds * 1000) })
          .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, late.attemptId))),
      );
    await publishedAgo(2 * 86_400 + 60);
    expect((await ok(person, RESULT, late)).appealUntil).toBeNull();
    expect((await call(person, APPEAL, { ...late, reason: '请复核' })).code).toBe(409);
    await publishedAgo(2 * 86_400 - 600);
    expect((await ok(person, RESULT, late)).appealUntil).not.toBeNull();
    await ok(person, APPEAL, { ...late, reason: '请复核' });
  });

  it.each(['after_last', 'immediately', 'after_window'] as const)(
    'begin the days for appeals when the review opens: %s',
    async (reviewPolicy) => {
      const person = await mintPerson(tenant);
      const rules = { reviewPolicy, reviewEarly: false, maxAttempts: 3, appealDays: 2 };
      const exam = await mintExam(tenant, { counts: SHORT, passScore: '20', ...rules });
      const paper = await handIn(person, exam);
      await ok(anna, SAVE, { ...paper, score: 5 });
      const closed = await ok(person, RESULT, paper);
      expect(closed).toMatchObject({ appealUntil: null, appealDays: 2 });
      expect(closed.review).not.toBe('open');
      // The mark is six weeks old when the window ends with two attempts left.
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
      const endedAgo = async (days: number) => {
        await withTenant(tenant.id, async (db) => {
          const windowStart = ago(60);
          await db
            .update(examTable)
            .set({ windowStart, windowEnd: ago(days) })
            .where(eq(examTable.id, exam.id));
          const at = ago(42);
          const then = { startedAt: at, submittedAt: at, markedAt: at };
          await db.update(examAttempt).set(then).where(eq(examAttempt.id, paper.attemptId));
        });
      };
      await endedAgo(1);
      const opened = await ok(person, RESULT, paper);
      expect(opened.review).toBe('open');
      expect(Date.parse(opened.appealUntil!)).toBeGreaterThanOrEqual(ago(-1).getTime() - 60_000);
      expect(Date.parse(opened.appealUntil!)).toBeLessThan(ago(-1.1).getTime());
      await endedAgo(2.2);
      expect((await ok(person, RESULT, paper)).appealUntil).toBeNull();
      await endedAgo(1);
      await ok(person, APPEAL, { ...paper, reason: '请复核' });
    },
  );
});

describe('the tolerance', () => {
  it.each([
    [4, 'final'],
    [4.01, 'third'],
  ] as const)('a difference of %s points: %s', async (difference, outcome) => {
    const exam = await mintExam(tenant, { markers: 2, markTolerance: '4', counts: SHORT });
    const paper = await handIn(await mintPerson(tenant), exam);
    await ok(anna, SAVE, { ...paper, score: 10 });
    expect((await ok(ben, SAVE, { ...paper, score: 10 + difference })).outcome).toBe(outcome);
  });
});
