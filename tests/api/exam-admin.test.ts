import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examBreak } from '#src/server/exam/tables/rules.ts';
import { question } from '#src/server/question/tables.ts';
import { auditLog } from '#src/server/core/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { drawPaper } from '#src/server/exam/draw-paper.ts';
import { readExam } from '#src/server/exam/admin/read-exam.ts';
import { mintExam, readAttempt, setDeadline } from '../factories/exam.ts';
import { accommodate, changeExam, minutesFromNow, mintShortExam } from '../factories/exam-rules.ts';
import { examSettings, saveAgain } from '../factories/inputs/exam-admin-inputs.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const SAVE_ANSWERS = 'POST /exam/auth/user/exam/answer/save';
const BREAK = 'POST /exam/auth/user/exam/break/save';
const ATTEMPT = 'GET /exam/auth/user/exam/attempt/view';
const SAVE = 'POST /exam/auth/exam/admin/save';
const CHECK = 'GET /exam/auth/exam/admin/check';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

const start = async (who: TestPerson, id: string) => (await ok(who, START, { id })).attemptId;
const seconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1000);

describe('an accommodation', () => {
  it('is shown before the start and frozen into the attempt', async () => {
    const who = await mintPerson(tenant);
    const exam = await mintShortExam(tenant, { limitSeconds: 3600, switchPolicy: 'at_once' });
    const { id } = await ok(admin, 'POST /exam/auth/exam/accommodation/save', {
      ...{ userId: who.userId, extraPercent: 25, extraSeconds: 300, breaks: 1, breakSeconds: 600, noSwitchRules: true },
      ...{ largeType: true, windowAfterSeconds: 0, reason: 'Doctor’s certificate' },
      ...{ validFrom: minutesFromNow(-1).toISOString(), validUntil: null },
    });
    const accommodation = { extraSeconds: 1200, breaks: 1, breakSeconds: 600, noSwitchRules: true, largeType: true };
    const view = await ok(who, 'GET /exam/auth/user/exam/view', { id: exam.id });
    expect(view).toMatchObject({ accommodation, extraSeconds: 1200, switchPolicy: 'none' });
    expect(JSON.stringify(view)).not.toContain('of a doctor');
    const attemptId = await start(who, exam.id);
    await ok(admin, 'PUT /exam/auth/exam/accommodation/end', { id });
    const attempt = await readAttempt(tenant, attemptId);
    expect(seconds(attempt.startedAt, attempt.deadlineAt)).toBe(4800);
    expect(attempt.accommodation).toEqual(accommodation);
    expect(await ok(who, ATTEMPT, { attemptId })).toMatchObject({
      largeType: true,
      breaksLeft: 1,
      switchPolicy: 'none',
    });
    // A switch is logged without consequence, although the exam closes at the first one.
    const left = { attemptId, epoch: 1, clientKey: crypto.randomUUID(), dwellSeconds: 5 };
    expect((await ok(who, 'POST /exam/auth/user/exam/switch/save', left)).status).toBe('open');
    expect((await ok(who, 'GET /exam/auth/user/exam/view', { id: exam.id })).accommodation).toBeNull();
    const log = await withTenant(tenant.id, (db) =>
      db.select().from(auditLog).where(eq(auditLog.userId, admin.userId)),
    );
    const mine = log.filter(({ detail }) => JSON.stringify(detail).includes(id));
    expect(mine.map(({ action }) => action).sort()).toEqual(['exam.accommodation.added', 'exam.accommodation.ended']);
    expect(JSON.stringify(mine)).not.toContain('certificate');
  });

  it('of a later or earlier period does not apply; its screen is for administrators', async () => {
    const who = await mintPerson(tenant);
    const exam = await mintShortExam(tenant);
    await accommodate(tenant, who, admin, { extraPercent: 50, validFrom: minutesFromNow(60) });
    await accommodate(tenant, who, admin, { extraPercent: 50, validUntil: minutesFromNow(-1) });
    expect((await ok(who, 'GET /exam/auth/user/exam/view', { id: exam.id })).accommodation).toBeNull();
    const { list } = await ok(admin, 'POST /exam/auth/exam/accommodation/page', {});
    expect(
      list
        .filter(({ userId }) => userId === who.userId)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['ended', 'later']);
    expect((await call(who, 'POST /exam/auth/exam/accommodation/page', {})).code).toBe(403);
  });

  it('lets the candidate take breaks: the clock stops, the paper is hidden, answers meanwhile do not count', async () => {
    const who = await mintPerson(tenant);
    const exam = await mintShortExam(tenant);
    await accommodate(tenant, who, admin, { breaks: 1, breakSeconds: 600 });
    const attemptId = await start(who, exam.id);
    const before = await readAttempt(tenant, attemptId);
    const answer = { questionId: exam.ids.single[0]!, epoch: 1, revision: 1, answer: 'B' };
    const begun = await ok(who, BREAK, { attemptId, epoch: 1, kind: 'start', answers: [answer] });
    expect(begun).toMatchObject({ acks: [{ state: 'saved' }], breaksLeft: 0 });
    expect(seconds(before.deadlineAt, new Date(begun.deadlineAt))).toBe(600);
    const hidden = await ok(who, ATTEMPT, { attemptId });
    expect(hidden).toMatchObject({ questions: [], breakUntil: begun.breakUntil });
    const late = await ok(who, SAVE_ANSWERS, {
      attemptId,
      epoch: 1,
      answers: [{ ...answer, revision: 2, answer: 'A' }],
    });
    expect(late.acks).toMatchObject([{ state: 'late' }]);
    expect((await call(who, BREAK, { attemptId, epoch: 1, kind: 'start' })).code).toBe(409);
    // Leaving the screen during a break is no switch.
    const left = { attemptId, epoch: 1, clientKey: crypto.randomUUID(), dwellSeconds: null };
    expect((await ok(who, 'POST /exam/auth/user/exam/switch/save', left)).switchCount).toBe(0);
    const back = await ok(who, BREAK, { attemptId, epoch: 1, kind: 'end' });
    expect(back.breakUntil).toBeNull();
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(examBreak).where(eq(examBreak.attemptId, attemptId)),
    );
    // What was used of the break is added to the deadline, to the millisecond.
    const used = row!.endedAt!.getTime() - row!.startedAt.getTime();
    expect(Date.parse(back.deadlineAt) - before.deadlineAt.getTime()).toBe(used);
    expect((await ok(who, BREAK, { attemptId, epoch: 1, kind: 'end' })).deadlineAt).toBe(back.deadlineAt);
    const counted = await ok(who, SAVE_ANSWERS, { attemptId, epoch: 1, answers: [{ ...answer, revision: 3 }] });
    expect(counted.acks).toMatchObject([{ state: 'saved' }]);
    expect((await call(who, BREAK, { attemptId, epoch: 1, kind: 'start' })).code).toBe(409);
  });
});

it('an allowance of one exam is granted, shown and withdrawn by administrators', async () => {
  const who = await mintPerson(tenant);
  const exam = await mintShortExam(tenant);
  const input = { examId: exam.id, userId: who.userId, extraSeconds: 600, extraAttempts: 1, reason: 'Power cut' };
  await ok(admin, 'POST /exam/auth/exam/allowance/save', { ...input, windowStart: null, windowEnd: null });
  const { list } = await ok(admin, 'POST /exam/auth/exam/allowance/page', { examId: exam.id });
  expect(list).toMatchObject([{ userId: who.userId, extraSeconds: 600, extraAttempts: 1, windowStart: null }]);
  expect(await ok(who, 'GET /exam/auth/user/exam/view', { id: exam.id })).toMatchObject({ maxAttempts: 4 });
  const nothing = { ...input, extraSeconds: 0, extraAttempts: 0, windowStart: null, windowEnd: null };
  await ok(admin, 'POST /exam/auth/exam/allowance/save', nothing);
  expect((await ok(admin, 'POST /exam/auth/exam/allowance/page', { examId: exam.id })).list).toEqual([]);
});

it('administrators grant neither accommodations nor allowances to themselves', async () => {
  const exam = await mintShortExam(tenant);
  const colleague = await mintPerson(tenant, { isAdmin: true });
  const period = { validFrom: minutesFromNow(-1).toISOString(), validUntil: null };
  const accommodation = {
    ...{ extraPercent: 25, extraSeconds: 0, breaks: 0, breakSeconds: 0, noSwitchRules: true, largeType: false },
    ...{ windowAfterSeconds: 0, reason: 'For myself', ...period },
  };
  const allowance = { examId: exam.id, extraSeconds: 600, extraAttempts: 1, reason: 'For myself' };
  const window = { windowStart: null, windowEnd: null };
  for (const [who, code] of [
    [admin, 403],
    [colleague, 200],
  ] as const) {
    const { userId } = who;
    const save = 'POST /exam/auth/exam/accommodation/save';
    expect((await call(admin, save, { ...accommodation, userId })).code).toBe(code);
    expect((await call(admin, 'POST /exam/auth/exam/allowance/save', { ...allowance, ...window, userId })).code).toBe(
      code,
    );
  }
  const { list } = await ok(colleague, 'POST /exam/auth/exam/accommodation/page', {});
  expect(list.some(({ userId }) => userId === admin.userId)).toBe(false);
});

describe('a paper', () => {
  const settings = async () => {
    const bank = await mintExam(tenant, { counts: { single: 12, multiple: 0, judge: 4, blank: 0, short: 0 } });
    await withTenant(tenant.id, async (db) => {
      for (const [i, id] of bank.ids.single.entries())
        await db
          .update(question)
          .set({ difficulty: (i % 4) + 1, topic: i < 6 ? 'Fire' : 'First aid', tags: i % 2 ? ['odd'] : [] })
          .where(eq(question.id, id));
    });
    const base = examSettings({ world: { exam: bank, mark: 'paper' } as never });
    const part = base.sections[0]!;
    return { bank, base: { ...base, passScore: 0 }, part };
  };

  it('is drawn by topic, tag and difficulty, and drawn again from the stored seed', async () => {
    const { bank, base, part } = await settings();
    const sections = [
      { ...part, title: 'Fire', topic: 'Fire', count: 4 },
      { ...part, title: 'Odd aid', topic: 'First aid', tag: 'odd', count: 2 },
      { ...part, title: 'Easy', difficulty: 1, count: 1, scoreEach: 2.5 },
    ];
    const { id } = await ok(admin, SAVE, { ...base, sections });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    const attempt = await readAttempt(tenant, await start(await mintPerson(tenant), id));
    const at = (questionId: string) => bank.ids.single.indexOf(questionId);
    const of = (title: string) => attempt.paper.filter(({ section }) => section === title).map((q) => at(q.questionId));
    expect(of('Fire').every((i) => i < 6)).toBe(true);
    expect(of('Odd aid').every((i) => i >= 6 && i % 2 === 1)).toBe(true);
    expect(of('Easy').every((i) => i % 4 === 0)).toBe(true);
    expect(new Set(attempt.paper.map((q) => q.questionId)).size).toBe(7);
    expect(attempt.totalScore).toBe('62.50');
    const again = await withTenant(tenant.id, async (db) =>
      drawPaper(db, await readExam(db, tenant.id, id), attempt.seed!),
    );
    expect(again).toEqual(attempt.paper);
  });

  it('is checked: which part lacks how many, and how alike two papers are', async () => {
    const { base, part } = await settings();
    const sections = [
      { ...part, title: 'Fire', topic: 'Fire', count: 9 },
      { ...part, title: 'Judge', type: 'judge' as const, count: 2 },
    ];
    const { id } = await ok(admin, SAVE, { ...base, sections });
    expect((await ok(admin, CHECK, { id })).parts).toEqual([
      { title: 'Fire', count: 9, available: 6, lacks: 3 },
      { title: 'Judge', count: 2, available: 4, lacks: 0 },
    ]);
    expect((await call(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true })).code).toBe(409);
    const filled = { ...base, id, equalDifficulty: true, sections: [{ ...sections[0]!, count: 3 }, sections[1]!] };
    await saveAgain(admin, filled);
    const check = await ok(admin, CHECK, { id });
    expect(check.easiest).toBe(check.hardest);
    await saveAgain(admin, { ...filled, equalDifficulty: false });
    expect(await ok(admin, CHECK, { id })).toMatchObject({
      paperKind: 'drawn',
      overlap: 2.5,
      questionCount: 5,
      totalScore: 50,
    });
    const preview = await ok(admin, 'GET /exam/auth/exam/admin/preview', { id, seed: 'one' });
    expect(preview.questions).toHaveLength(5);
    expect(await ok(admin, 'GET /exam/auth/exam/admin/preview', { id, seed: 'one' })).toEqual(preview);
    expect(JSON.stringify(preview)).not.toContain('answer');
  });

  it('can be fixed: chosen questions with their own scores', async () => {
    const { bank, base } = await settings();
    const [first, second] = bank.ids.single;
    const questions = [
      { questionId: second!, section: 'Core', score: 7.5 },
      { questionId: first!, section: 'Core', score: 2.5 },
      { questionId: bank.ids.judge[0]!, section: 'Extra', score: 1 },
    ];
    const { id } = await ok(admin, SAVE, {
      ...base,
      paperKind: 'fixed',
      sections: [],
      questions,
      shuffleQuestions: false,
    });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    const who = await mintPerson(tenant);
    expect(await ok(who, 'GET /exam/auth/user/exam/view', { id })).toMatchObject({ questionCount: 3, totalScore: 11 });
    const { paper } = await readAttempt(tenant, await start(who, id));
    expect(new Map(paper.map((q) => [q.questionId, q.score]))).toEqual(
      new Map(questions.map(({ questionId, score }) => [questionId, score])),
    );
    expect(await ok(admin, CHECK, { id })).toMatchObject({ paperKind: 'fixed', overlap: 3, totalScore: 11 });
    // A question that was withdrawn from the bank makes the paper incomplete.
    await withTenant(tenant.id, (db) => db.update(question).set({ published: false }).where(eq(question.id, first!)));
    expect((await ok(admin, CHECK, { id })).parts[0]).toEqual({ title: 'Core', count: 2, available: 1, lacks: 1 });
    expect((await call(await mintPerson(tenant), START, { id })).code).toBe(409);
  });

  it('may have times of its parts: answers after the time of a part are late, others count', async () => {
    const { base, part } = await settings();
    const sections = [
      { ...part, title: 'First', limitSeconds: 60 },
      { ...part, title: 'Second', type: 'judge' as const },
    ];
    const { id } = await ok(admin, SAVE, { ...base, sections, shuffleQuestions: false });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    const who = await mintPerson(tenant);
    const attemptId = await start(who, id);
    const { paper, startedAt, sectionEnds } = await readAttempt(tenant, attemptId);
    expect(seconds(startedAt, new Date(sectionEnds![0]!))).toBe(60);
    const view = await ok(who, ATTEMPT, { attemptId });
    expect(view.questions.map(({ endsAt }) => endsAt)).toEqual([sectionEnds![0], null]);
    const answers = (revision: number) =>
      paper.map(({ questionId, type }) => ({ questionId, epoch: 1, revision, answer: type === 'judge' ? true : 'A' }));
    const save = async (revision: number) =>
      (await ok(who, SAVE_ANSWERS, { attemptId, epoch: 1, answers: answers(revision) })).acks.map(({ state }) => state);
    expect(await save(1)).toEqual(['saved', 'saved']);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ sectionEnds: [minutesFromNow(-1).toISOString(), null] })
        .where(eq(examAttempt.id, attemptId)),
    );
    expect(await save(2)).toEqual(['late', 'saved']);
  });
});

describe('an exam that is changed while people sit it', () => {
  it('never takes time from them; a longer window or limit reaches them', async () => {
    const bank = await mintExam(tenant, { counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 } });
    const base = { ...examSettings({ world: { exam: bank, mark: 'moved' } as never }), passScore: 0 };
    const windowEnd = minutesFromNow(30).toISOString();
    const { id } = await ok(admin, SAVE, { ...base, windowEnd });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: true });
    const who = await mintPerson(tenant);
    const attemptId = await start(who, id);
    const deadline = async () => (await readAttempt(tenant, attemptId)).deadlineAt.toISOString();
    expect(await deadline()).toBe(windowEnd);
    const shorter = { ...base, id, limitSeconds: 600, windowEnd: minutesFromNow(10).toISOString() };
    expect(await saveAgain(admin, shorter)).toMatchObject({ id, running: 1, extended: 0 });
    expect(await deadline()).toBe(windowEnd);
    const later = minutesFromNow(45).toISOString();
    expect(await saveAgain(admin, { ...base, id, windowEnd: later })).toMatchObject({ running: 1, extended: 1 });
    expect(await deadline()).toBe(later);
    await saveAgain(admin, { ...base, id, windowEnd: minutesFromNow(600).toISOString() });
    const attempt = await readAttempt(tenant, attemptId);
    expect(seconds(attempt.startedAt, attempt.deadlineAt)).toBe(3600);
    // An attempt that is over stays over.
    await setDeadline(tenant, attemptId, -10);
    expect(await saveAgain(admin, { ...base, id, limitSeconds: 7200 })).toMatchObject({ extended: 0 });
    await ok(admin, 'PUT /exam/auth/exam/admin/publish', { id, published: false });
    expect((await call(await mintPerson(tenant), START, { id })).code).not.toBe(200);
  });
});

describe('an exam that two people edit', () => {
  const VIEW = 'GET /exam/auth/exam/admin/view';
  const PUBLISH = 'PUT /exam/auth/exam/admin/publish';
  const settings = async (mark: string) =>
    examSettings({ world: { exam: await mintShortExam(tenant), mark } as never });

  it('is saved on top of what was read; from an older revision nothing is stored', async () => {
    const base = await settings('two editors');
    const created = await ok(admin, SAVE, base);
    expect(created.revision).toBe(1);
    const { id, revision } = created;
    const first = await ok(admin, SAVE, { ...base, id, revision, title: 'Mine' });
    expect(first).toMatchObject({ title: 'Mine', revision: 2 });
    const colleague = await mintPerson(tenant, { isAdmin: true });
    for (const read of [1, 3]) {
      const sections = [{ ...base.sections[0]!, title: 'Theirs' }];
      const refused = await call(colleague, SAVE, { ...base, id, revision: read, title: 'Theirs', sections });
      expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('其他人已修改')]);
    }
    const { extended: _, ...answered } = first;
    expect(await ok(colleague, VIEW, { id })).toEqual(answered);
    const log = await withTenant(tenant.id, (db) =>
      db.select().from(auditLog).where(eq(auditLog.userId, colleague.userId)),
    );
    expect(log.filter(({ action }) => action === 'exam.changed')).toEqual([]);
    expect((await ok(colleague, SAVE, { ...base, id, revision: 2, title: 'Theirs' })).revision).toBe(3);
  });

  it('is stored once when both save at the same time', async () => {
    const base = await settings('race');
    const { id, revision } = await ok(admin, SAVE, base);
    const saves = ['A', 'B', 'C'].map((title) => call(admin, SAVE, { ...base, id, revision, title }));
    expect((await Promise.all(saves)).map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect((await ok(admin, VIEW, { id })).revision).toBe(2);
  });

  it('gets a revision with each publication, not with one that changes nothing', async () => {
    const base = await settings('published');
    const { id } = await ok(admin, SAVE, base);
    expect(await ok(admin, PUBLISH, { id, published: false })).toEqual({ published: false, revision: 1 });
    expect(await ok(admin, PUBLISH, { id, published: true })).toEqual({ published: true, revision: 2 });
    expect((await call(admin, SAVE, { ...base, id, revision: 1 })).code).toBe(409);
    expect(await ok(admin, PUBLISH, { id, published: false })).toEqual({ published: false, revision: 3 });
  });

  it('is not found from another enterprise, whatever revision is named', async () => {
    const base = await settings('elsewhere');
    const { id, revision } = await ok(admin, SAVE, base);
    const stranger = await mintPerson(await mintTenant(), { isAdmin: true });
    for (const read of [revision, 7])
      expect((await call(stranger, SAVE, { ...base, id, revision: read })).code).toBe(404);
    expect(await ok(admin, VIEW, { id })).toMatchObject({ title: base.title, revision });
  });
});

it('settings that do not fit are rejected at their fields', async () => {
  const exam = await mintShortExam(tenant);
  const base = examSettings({ world: { exam, mark: 'wrong' } as never });
  const wrong = await call(admin, SAVE, {
    ...{ ...base, windowEnd: base.windowStart, passScore: 11, switchPolicy: 'limit', audience: 'departments' },
    resits: [{ windowStart: base.windowStart, windowEnd: base.windowEnd, attempts: 1 }],
  });
  expect(wrong.code).toBe(422);
  expect((wrong.data as unknown as { field: string }[]).map(({ field }) => field).sort()).toEqual(
    ['departments', 'passScore', 'switchLimit', 'windowEnd'].sort(),
  );
  const other = await mintExam(await mintTenant());
  const foreign = { ...base, sections: [{ ...base.sections[0]!, bankId: other.bankId }] };
  expect((await call(admin, SAVE, foreign)).code).toBe(404);
  await changeExam(tenant, exam.id, { maxAttempts: 2 });
  expect(await ok(admin, 'GET /exam/auth/exam/admin/view', { id: exam.id })).toMatchObject({
    maxAttempts: 2,
    running: 0,
  });
});

describe('the choices of an exam', () => {
  it('have every department, also those in which nobody is directly', async () => {
    const own = await mintTenant();
    const manager = await mintPerson(own, { isAdmin: true });
    for (const department of ['总部/华东/上海', '总部/华东/上海', '工厂']) await mintPerson(own, { department });
    const { departments } = await ok(manager, 'GET /exam/auth/exam/admin/choices', {});
    expect([...departments].sort()).toEqual(['工厂', '总部', '总部/华东', '总部/华东/上海'].sort());
  });
});
