import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceChange, listenForChanges } from '#src/server/core/db/changes.ts';
import { exam, examSection } from '#src/server/exam/tables/exam.ts';
import { question } from '#src/server/question/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { forgetExams, trustExams } from '#src/server/exam/exam-cache.ts';
import { allow, mintExam, readAttempt, right, SECRET } from '../factories/exam.ts';
import { accommodate } from '../factories/exam-rules.ts';
import { journalOf } from '../factories/journal.ts';
import { call, ok } from '../factories/portal.ts';
import { mintSession } from '../factories/session.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Entering the exam hall (docs/decisions/066). */

const START = 'POST /exam/auth/user/exam/start';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';
const RECEIVED = 'POST /exam/auth/user/exam/attempt/received';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const HALL = 'GET /exam/auth/user/exam/hall/view';
const LIMIT = 3600;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(() => {
  // Time passes only where a test says so.
  const [wall, monotonic] = [Date.now(), performance.now()];
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic + Date.now() - wall);
  vi.spyOn(process, 'uptime').mockReturnValue(86_400);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const secondsSince = (start: number, moment: string | Date) => (new Date(moment).getTime() - start) / 1000;

async function enter(options: Parameters<typeof mintExam>[1] = {}, who?: TestPerson) {
  const test = await mintExam(tenant, { limitSeconds: LIMIT, ...options });
  const person = who ?? (await mintPerson(tenant));
  const begun = Date.now();
  const deviceKey = randomUUID();
  const { attemptId, hall } = await ok(person, START, { id: test.id, enter: true, deviceKey });
  const received = () => ok(person, RECEIVED, { attemptId });
  return { test, who: person, attemptId, hall: hall!, begun, deviceKey, received };
}

describe('a start that enters', () => {
  it('creates the attempt, makes the caller its writer and returns the paper, without right answers', async () => {
    const { who, test, attemptId, hall } = await enter();
    expect(hall).toMatchObject({ attemptId, status: 'open', epoch: 1, answers: [], switchCount: 0, closedBy: null });
    expect(hall.questions).toHaveLength(9);
    expect(JSON.stringify(hall)).not.toContain(SECRET);
    const answers = [{ questionId: test.ids.single[0]!, epoch: 1, revision: 1, answer: right.single }];
    const saved = await ok(who, SAVE, { attemptId, epoch: hall.epoch, answers });
    expect(saved.acks).toMatchObject([{ state: 'saved' }]);
    const { kinds, problems } = await journalOf(tenant, attemptId);
    expect([kinds, problems]).toEqual([['start', 'takeover', 'answer'], []]);
  });

  it('continues the attempt in progress with its answers; the same browser is no switch, another one is', async () => {
    const { who, test, attemptId, deviceKey } = await enter({ switchPolicy: 'warn' });
    const answers = [{ questionId: test.ids.judge[0]!, epoch: 1, revision: 1, answer: true }];
    await ok(who, SAVE, { attemptId, epoch: 1, answers });
    // The response of the first start was lost.
    later(30);
    const again = await ok(who, START, { id: test.id, enter: true, deviceKey });
    expect(again).toMatchObject({ attemptId, resumed: true, hall: { epoch: 2, switchCount: 0, newlyCounted: false } });
    expect(again.hall!.answers).toMatchObject(answers.map(({ questionId, answer }) => ({ questionId, answer })));
    const elsewhere = { ...who, token: await mintSession(who.userId, tenant.id) };
    const other = await ok(elsewhere, START, { id: test.id, enter: true, deviceKey: randomUUID() });
    expect(other.hall).toMatchObject({ epoch: 3, switchCount: 1, newlyCounted: true });
    const late = await ok(who, SAVE, { attemptId, epoch: 2, answers: [] });
    expect(late.superseded).toBe(true);
  });

  it('creates one attempt with one writer, however often it is sent at the same time', async () => {
    const test = await mintExam(tenant);
    const who = await mintPerson(tenant);
    const deviceKey = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 30 }, () => ok(who, START, { id: test.id, enter: true, deviceKey })),
    );
    expect(new Set(all.map(({ attemptId }) => attemptId)).size).toBe(1);
    expect(new Set(all.map(({ hall }) => hall!.epoch))).toEqual(new Set([1]));
    expect(all.filter(({ resumed }) => !resumed)).toHaveLength(1);
  });

  it('leaves a start without it as it was: nobody is the writer, and the time runs', async () => {
    const test = await mintExam(tenant, { limitSeconds: LIMIT });
    const who = await mintPerson(tenant);
    const begun = Date.now();
    const { attemptId, hall } = await ok(who, START, { id: test.id });
    expect(hall).toBeNull();
    later(20);
    expect(secondsSince(begun, (await ok(who, RECEIVED, { attemptId })).deadlineAt)).toBe(LIMIT);
    expect(await ok(who, TAKE_OVER, { attemptId })).toMatchObject({ epoch: 2, waitsUntil: null });
  });
});

describe('the time of an attempt', () => {
  it('runs from the moment at which the paper was received; a repetition changes nothing', async () => {
    const { attemptId, hall, begun, received } = await enter();
    expect(secondsSince(begun, hall.deadlineAt)).toBe(LIMIT);
    later(20);
    const first = await received();
    expect([first.startedAt, first.deadlineAt].map((moment) => secondsSince(begun, moment))).toEqual([20, LIMIT + 20]);
    later(20);
    expect(await received()).toMatchObject({ startedAt: first.startedAt, deadlineAt: first.deadlineAt });
    const { kinds, rows, problems } = await journalOf(tenant, attemptId);
    expect([kinds, problems]).toEqual([['start', 'takeover', 'received'], []]);
    expect(rows[2]!.data).toEqual({ startedAt: first.startedAt, deadlineAt: first.deadlineAt });
  });

  it('waits a minute at most, and not for a client that never confirms', async () => {
    const late = await enter();
    const never = await enter();
    later(300);
    expect(secondsSince(late.begun, (await late.received()).deadlineAt)).toBe(LIMIT + 60);
    expect(secondsSince(never.begun, (await readAttempt(tenant, never.attemptId)).deadlineAt)).toBe(LIMIT);
    later(LIMIT - 300 + 31);
    await withTenant(tenant.id, (db) =>
      closeExpired(db, { enterpriseId: tenant.id, now: new Date(), closedBy: 'sweep', attemptId: never.attemptId }),
    );
    expect((await readAttempt(tenant, never.attemptId)).closedBy).toBe('sweep');
    // Too late for both: nothing is opened again.
    await never.received();
    expect((await readAttempt(tenant, never.attemptId)).status).not.toBe('open');
    expect((await readAttempt(tenant, late.attemptId)).status).toBe('open');
  });

  it('ends with the window', async () => {
    const near = await enter({ windowEnd: new Date(Date.now() + (LIMIT + 10) * 1000) });
    const nearer = await enter({ windowEnd: new Date(Date.now() + (LIMIT - 10) * 1000) });
    expect(nearer.hall.waitsUntil).toBeNull();
    later(40);
    expect(secondsSince(near.begun, (await near.received()).deadlineAt)).toBe(LIMIT + 10);
    expect(secondsSince(nearer.begun, (await nearer.received()).deadlineAt)).toBe(LIMIT - 10);
  });

  it('takes extra time, times of sections and breaks along', async () => {
    const test = await mintExam(tenant, { limitSeconds: LIMIT });
    await withTenant(tenant.id, (db) =>
      db
        .update(examSection)
        .set({ limitSeconds: 600 })
        .where(and(eq(examSection.enterpriseId, tenant.id), eq(examSection.examId, test.id))),
    );
    const who = await mintPerson(tenant);
    await allow(tenant, test.id, who.userId, { extraSeconds: LIMIT });
    await accommodate(tenant, who, await mintPerson(tenant), { breaks: 1, breakSeconds: 300 });
    const begun = Date.now();
    const { attemptId, hall } = await ok(who, START, { id: test.id, enter: true });
    expect(hall!.breaksLeft).toBe(1);
    later(5);
    const pause = { attemptId, epoch: 1, answers: [] };
    await ok(who, 'POST /exam/auth/user/exam/break/save', { ...pause, kind: 'start' });
    later(10);
    await ok(who, 'POST /exam/auth/user/exam/break/save', { ...pause, kind: 'end' });
    later(5);
    const { deadlineAt } = await ok(who, RECEIVED, { attemptId });
    // 20 s until it was received, and a break of 10 s.
    expect(secondsSince(begun, deadlineAt)).toBe(2 * LIMIT + 20 + 10);
    const { sectionEnds } = await readAttempt(tenant, attemptId);
    expect(sectionEnds!.map((end) => secondsSince(begun, end!))).toEqual([1, 2, 3, 4, 5].map((n) => n * 1200 + 30));
  });

  it('is confirmed for own attempts only', async () => {
    const { attemptId } = await enter();
    const other = await mintPerson(tenant);
    const foreign = await mintPerson(await mintTenant());
    for (const who of [other, foreign]) expect((await call(who, RECEIVED, { attemptId })).code).toBe(404);
    expect((await readAttempt(tenant, attemptId)).waitsUntil).not.toBeNull();
  });

  it('is right for every order of confirmation, saves, takeovers, sweeps and submission', async () => {
    type Step = { what: 'received' | 'save' | 'enter' | 'sweep' | 'submit'; after: number };
    const step = fc.record<Step>({
      what: fc.constantFrom('received', 'save', 'enter', 'sweep', 'submit'),
      after: fc.integer({ min: 0, max: 45 }),
    });
    const limit = 120;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { test, who, attemptId, hall, begun, deviceKey, received } = await enter({ limitSeconds: limit });
        let [wait, isOpen, { epoch }, revision] = [0, true, hall, 0];
        let isConfirmed = false;
        const passed = () => (Date.now() - begun) / 1000;
        const closes = () => passed() > limit + wait + 30;
        for (const { what, after } of steps) {
          later(after);
          if (what === 'received') {
            if (isOpen && !closes() && !isConfirmed) [wait, isConfirmed] = [Math.min(60, passed()), true];
            await received();
          } else if (what === 'save') {
            const entry = { questionId: test.ids.single[0]!, epoch, revision: ++revision, answer: 'B' };
            const { acks } = await ok(who, SAVE, { attemptId, epoch, answers: [entry] });
            expect(acks[0]!.state).toBe(!isOpen ? 'closed' : closes() ? 'late' : 'saved');
          } else if (what === 'enter') {
            isOpen &&= !closes();
            const entered = await ok(who, TAKE_OVER, { attemptId, deviceKey });
            expect(entered.status === 'open').toBe(isOpen);
            epoch = entered.epoch;
          } else if (what === 'sweep') {
            isOpen &&= !closes();
            const which = { enterpriseId: tenant.id, attemptId, now: new Date(), closedBy: 'sweep' as const };
            await withTenant(tenant.id, (db) => closeExpired(db, which));
          } else {
            isOpen = false;
            await ok(who, SUBMIT, { attemptId, epoch });
          }
          const stored = await readAttempt(tenant, attemptId);
          expect(secondsSince(begun, stored.deadlineAt)).toBe(limit + wait);
          expect(stored.status === 'open').toBe(isOpen);
        }
        expect((await journalOf(tenant, attemptId)).problems).toEqual([]);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('is confirmed once by simultaneous confirmations and saves', async () => {
    const { who, test, attemptId, begun, received } = await enter();
    later(10);
    const save = (revision: number) =>
      ok(who, SAVE, {
        ...{ attemptId, epoch: 1 },
        answers: [{ questionId: test.ids.single[0]!, epoch: 1, revision, answer: 'B' }],
      });
    const all = await Promise.all([1, 2, 3, 4, 5].flatMap((n) => [received(), save(n)]));
    for (const reply of all) if ('startedAt' in reply) expect(secondsSince(begun, reply.deadlineAt)).toBe(LIMIT + 10);
    const { kinds, problems } = await journalOf(tenant, attemptId);
    expect([kinds.filter((kind) => kind === 'received'), problems]).toEqual([['received'], []]);
  });
});

describe('the page before the paper', () => {
  it('has the title, for the candidate and for those who may start', async () => {
    const { who, test, attemptId } = await enter();
    const shown = { examId: test.id, title: '安全生产考试', attemptId, status: 'open' };
    expect(await ok(who, HALL, { id: attemptId, of: 'attempt' })).toEqual(shown);
    expect(await ok(who, HALL, { id: test.id, of: 'exam' })).toEqual(shown);
    const other = await mintPerson(tenant);
    expect((await call(other, HALL, { id: attemptId, of: 'attempt' })).code).toBe(404);
    expect(await ok(other, HALL, { id: test.id, of: 'exam' })).toMatchObject({ attemptId: null, status: null });
    await withTenant(tenant.id, (db) => db.update(exam).set({ published: false }).where(eq(exam.id, test.id)));
    expect((await call(other, HALL, { id: test.id, of: 'exam' })).code).toBe(404);
  });
});

describe('the papers in memory', () => {
  it('follow every change of banks and sections, but not the drawing itself', async () => {
    const own = await mintTenant();
    const seen: string[][] = [];
    let listens = false;
    const stop = listenForChanges(
      (change) => {
        forgetExams(change);
        if (change.enterpriseId === own.id) seen.push(change.tags);
      },
      (state) => {
        listens = state;
        trustExams(state);
      },
    );
    try {
      await expect.poll(() => listens).toBe(true);
      const test = await mintExam(own, { counts: { single: 1, multiple: 0, judge: 0, blank: 0, short: 0 } });
      const drawn = async () => {
        const { hall } = await ok(await mintPerson(own), START, { id: test.id, enter: true });
        return hall!.questions.map(({ stem, section }) => [section, stem]);
      };
      // Notifications arrive in the order of commits: with this one all earlier ones have arrived.
      let marks = 0;
      const arrived = async () => {
        const mark = `mark ${marks++}`;
        await withTenant(own.id, (db) => announceChange(db, { enterpriseId: own.id, tags: [mark] }));
        await expect.poll(() => seen).toContainEqual([mark]);
        return seen.splice(0).filter(([tag]) => tag === 'papers');
      };
      expect((await arrived()).length).toBeGreaterThan(0);
      for (let n = 0; n < 2; n++) expect(await drawn()).toEqual([['single', '题目 single 0']]);
      expect(await arrived()).toEqual([]);
      await withTenant(own.id, (db) =>
        db.update(examSection).set({ title: 'Renamed' }).where(eq(examSection.examId, test.id)),
      );
      expect(await arrived()).toEqual([['papers']]);
      expect(await drawn()).toEqual([['Renamed', '题目 single 0']]);
      await withTenant(own.id, (db) =>
        db.update(question).set({ published: false }).where(eq(question.bankId, test.bankId)),
      );
      expect(await arrived()).toEqual([['papers']]);
      expect((await call(await mintPerson(own), START, { id: test.id, enter: true })).code).toBe(409);
    } finally {
      stop();
    }
  });
});
