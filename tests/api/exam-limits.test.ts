import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepLate, type LateEntry } from '#src/server/exam/keep-late.ts';
import {
  CHOICE_SHARE,
  MAX_LATE_BYTES,
  MAX_LATE_ROWS,
  SAVES_BASE,
  SAVES_PER_SECOND,
  MAX_SWITCH_ROWS,
} from '#src/server/exam/limits.ts';
import { examAnswer, examLateAnswer, examRejectedAnswer, examSaveCount } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { mintExam, readAttempt, setDeadline } from '../factories/exam.ts';
import { journalOf } from '../factories/journal.ts';
import { call, ok, request } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const START = 'POST /exam/auth/user/exam/start';
const TAKE = 'POST /exam/auth/user/exam/attempt/take-over';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const SWITCH = 'POST /exam/auth/user/exam/switch/save';
const MARK_VIEW = 'GET /exam/auth/exam/marking/view';
const CHOICES = 'POST /exam/auth/user/exam/choices/save';
const LATE_PAGE = 'GET /exam/auth/exam/marking/late/page';

let tenant: TestTenant;
let lecturer: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  lecturer = await mintPerson(tenant, { userType: 2 });
});

async function startAttempt(options: Parameters<typeof mintExam>[1] = {}) {
  const exam = await mintExam(tenant, options);
  const who = await mintPerson(tenant);
  const { attemptId } = await ok(who, START, { id: exam.id });
  return { exam, who, attemptId };
}

const lateRows = (attemptId: string) =>
  withTenant(tenant.id, (db) => db.select().from(examLateAnswer).where(eq(examLateAnswer.attemptId, attemptId)));

const waitingForLock = () =>
  withPortal(async (_db, client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]!.n;
  });

describe('limits of an attempt', () => {
  it('bound the rows stored for earlier epochs, and the response for the marker', async () => {
    const { who, attemptId } = await startAttempt({ counts: { single: 0, multiple: 0, judge: 0, blank: 0, short: 3 } });
    // In the order of the paper.
    const questions = (await readAttempt(tenant, attemptId)).paper.map((question) => question.questionId);
    const text = (n: number) => `${n} ${'x'.repeat(5_000)}`;
    await withTenant(tenant.id, (db) =>
      db.update(examAttempt).set({ writerEpoch: 60 }).where(eq(examAttempt.id, attemptId)),
    );
    // Entries of many epochs in one request, and requests of many epochs, in parallel.
    for (let round = 0; round < 5; round++) {
      const mixed = Array.from({ length: 10 }, (_, n) => {
        const answers = questions.flatMap((questionId) =>
          Array.from({ length: 17 }, (_entry, k) => {
            return { questionId, epoch: 100 + round * 1_000 + n * 20 + k, revision: 1, answer: text(k) };
          }),
        );
        return ok(who, SAVE, { attemptId, epoch: 1, answers });
      });
      const stale = Array.from({ length: 10 }, (_, n) => {
        const epoch = 2 + round * 10 + n;
        const answers = questions.map((questionId) => ({ questionId, epoch, revision: 1, answer: text(n) }));
        return ok(who, SAVE, { attemptId, epoch, answers });
      });
      for (const reply of await Promise.all(mixed))
        expect(new Set(reply.rejected.map((each) => each.reason))).toEqual(new Set(['epoch']));
      for (const reply of await Promise.all(stale))
        expect(reply.acks.map((ack) => ack.state)).toEqual(Array(3).fill('superseded'));
    }
    const rows = await lateRows(attemptId);
    for (const id of questions) expect(rows.filter(({ questionId }) => questionId === id)).toHaveLength(MAX_LATE_ROWS);
    const rejected = await withTenant(tenant.id, (db) =>
      db.select().from(examRejectedAnswer).where(eq(examRejectedAnswer.attemptId, attemptId)),
    );
    expect(rejected).toHaveLength(questions.length);
    await ok(who, SUBMIT, {
      attemptId,
      epoch: 60,
      answers: [{ questionId: questions[0]!, epoch: 60, revision: 1, answer: 'the real one' }],
    });

    const view = await ok(lecturer, MARK_VIEW, { attemptId, pageSize: 2 });
    expect(JSON.stringify(view).length).toBeLessThan(5_000);
    expect(view.questions).toMatchObject({ totalCount: 3, totalPage: 2 });
    expect(view.questions.list.map(({ number, answer, lateCount }) => [number, answer, lateCount])).toEqual([
      [1, 'the real one', MAX_LATE_ROWS],
      [2, '', MAX_LATE_ROWS],
    ]);
    expect(view.rejected.map(({ number, reason, count }) => [number, reason, count]).sort()).toEqual(
      [1, 2, 3].map((number) => [number, 'epoch', 5 * 10 * 17]),
    );
    const second = await ok(lecturer, MARK_VIEW, { attemptId, pageSize: 2, pageCurrent: 2 });
    expect(second.questions.list.map(({ number }) => number)).toEqual([3]);
    const which = { attemptId, questionId: questions[1]! };
    const late = await ok(lecturer, LATE_PAGE, which);
    expect(late).toMatchObject({ pageSize: 5, totalCount: MAX_LATE_ROWS, totalPage: 4 });
    expect(late.list).toHaveLength(5);
    expect((await call(lecturer, LATE_PAGE, { ...which, pageSize: 21 })).code).toBe(422);
    expect((await call(lecturer, MARK_VIEW, { attemptId, pageSize: 21 })).code).toBe(422);
    expect((await call(who, LATE_PAGE, which)).code).toBe(403);
    const foreign = await mintPerson(await mintTenant(), { userType: 2 });
    expect((await call(foreign, LATE_PAGE, which)).code).toBe(404);
  });

  it('bound the bytes stored after the deadline, and reject each answer that is not stored', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const [questionId] = exam.ids.short;
    await setDeadline(tenant, attemptId, -60);
    const long = '答'.repeat(20_000);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const answers = [{ questionId: questionId!, epoch: 1, revision: n + 1, answer: long }];
        return ok(who, SAVE, { attemptId, epoch: 1, answers });
      }),
    );
    const kept = replies.filter(({ acks }) => acks[0]?.state === 'late');
    const refused = replies.filter(({ rejected }) => rejected[0]?.reason === 'lateLimit');
    expect([kept.length, refused.length]).toEqual([3, 5]);
    const rows = await lateRows(attemptId);
    expect(rows.map((row) => row.revision).sort()).toEqual(kept.map(({ acks }) => acks[0]!.revision).sort());
    const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row.answer)), 0);
    expect(bytes).toBeLessThanOrEqual(MAX_LATE_BYTES);
    // Stored answers do not count again, and are acknowledged again.
    const { revision } = kept[0]!.acks[0]!;
    const again = await ok(who, SAVE, {
      attemptId,
      epoch: 1,
      answers: [{ questionId: questionId!, epoch: 1, revision, answer: long }],
    });
    expect(again).toMatchObject({ acks: [{ state: 'late' }], rejected: [] });
  });

  it('apply when two processes store evidence at the same time', async () => {
    const { exam, attemptId } = await startAttempt();
    const [questionId] = exam.ids.short;
    const entries = (epoch: number): LateEntry[] =>
      Array.from({ length: MAX_LATE_ROWS }, (_, n) => {
        const stamp = { attemptId, questionId: questionId!, epoch, revision: n + 1 };
        return { ...stamp, answer: 'x', flagged: false, reason: 'superseded', at: new Date() };
      });
    const keep = (epoch: number, until: Promise<void>, begun: () => void) =>
      withTenant(tenant.id, async (_db, client) => {
        begun();
        const outcomeOf = await keepLate(client, tenant.id, entries(epoch));
        await until;
        return entries(epoch).map(outcomeOf);
      });
    const go = Promise.withResolvers<void>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const both = [keep(1, go.promise, begun[0].resolve), keep(2, go.promise, begun[1].resolve)];
    await Promise.all(begun.map(({ promise }) => promise));
    // One of them has not committed yet; the other one must wait, because it would not see those rows.
    await expect.poll(() => waitingForLock()).toBe(1);
    go.resolve();
    const [first, second] = await Promise.all(both);
    expect([...first!, ...second!].filter((outcome) => outcome === 'kept')).toHaveLength(MAX_LATE_ROWS);
    expect(await lateRows(attemptId)).toHaveLength(MAX_LATE_ROWS);
  });

  it('bound the number of saves, also simultaneous ones; reading the time and submitting do not count', async () => {
    const { exam, who, attemptId } = await startAttempt({ limitSeconds: 60 });
    const [questionId] = exam.ids.single;
    const saves = SAVES_BASE + SAVES_PER_SECOND * 60 - 3;
    await withTenant(tenant.id, (db) => db.insert(examSaveCount).values({ enterpriseId: tenant.id, attemptId, saves }));
    const entry = (revision: number) => ({ questionId: questionId!, epoch: 1, revision, answer: 'A' });
    const replies = [];
    for (let burst = 0; burst < 4; burst++)
      replies.push(
        ...(await Promise.all(
          Array.from({ length: 2 }, (_, n) =>
            call(who, SAVE, { attemptId, epoch: 1, answers: [entry(burst * 2 + n + 1)] }),
          ),
        )),
      );
    expect(replies.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    const used = await withTenant(tenant.id, (db) =>
      db.select().from(examSaveCount).where(eq(examSaveCount.attemptId, attemptId)),
    );
    expect(used[0]!.saves - saves).toBe(replies.filter(({ code }) => code === 200).length);
    expect(used[0]!.saves).toBeLessThanOrEqual(saves + 3);
    const refused = replies.find(({ code }) => code !== 200);
    expect(refused).toMatchObject({ code: 429, msg: expect.stringContaining('保存次数') });
    const [row] = await withTenant(tenant.id, (db) =>
      db.select().from(examAnswer).where(eq(examAnswer.attemptId, attemptId)),
    );
    expect(row!.revision).toBeLessThan(8);
    expect((await ok(who, SAVE, { attemptId, epoch: 1, answers: [] })).status).toBe('open');
    const done = await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [{ ...entry(9), answer: 'B' }] });
    expect(done.acks).toMatchObject([{ revision: 9, state: 'saved' }]);
  });

  it('bound answers that are sent with a switch or after the end, never the submission', async () => {
    const { exam, who, attemptId } = await startAttempt({ limitSeconds: 60 });
    const saves = SAVES_BASE + SAVES_PER_SECOND * 60;
    await withTenant(tenant.id, (db) => db.insert(examSaveCount).values({ enterpriseId: tenant.id, attemptId, saves }));
    const entry = (revision: number) => ({ questionId: exam.ids.single[0]!, epoch: 1, revision, answer: 'A' });
    const clientKey = randomUUID();
    const left = await ok(who, SWITCH, {
      attemptId,
      epoch: 1,
      clientKey,
      dwellSeconds: 20,
      answers: [entry(1)],
    });
    expect(left).toMatchObject({ status: 'open', acks: [], rejected: [] });
    const done = await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [entry(2)] });
    expect(done.acks).toMatchObject([{ revision: 2, state: 'saved' }]);
    const again = await ok(who, SUBMIT, { attemptId, epoch: 1, answers: [entry(3)] });
    expect(again).toMatchObject({ acks: [], receipt: done.receipt });
    const { kinds } = await journalOf(tenant, attemptId);
    expect(kinds.filter((kind) => kind === 'answer')).toHaveLength(1);
  });

  it('bound the saves of strike-outs and notes, which leave answers their share', async () => {
    const { exam, who, attemptId } = await startAttempt({ limitSeconds: 60 });
    const saves = (SAVES_BASE + SAVES_PER_SECOND * 60) * CHOICE_SHARE - 2;
    await withTenant(tenant.id, (db) => db.insert(examSaveCount).values({ enterpriseId: tenant.id, attemptId, saves }));
    const choices = { layout: 'all' as const, lang: null, langs: {}, struck: {}, notes: {}, pad: '' };
    const save = (revision: number) => request(who, CHOICES, { attemptId, epoch: 1, revision, choices });
    const answered = await Promise.all([1, 2, 3, 4, 5].map(save));
    expect(answered.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    const refused = answered.find(({ status }) => status === 429)!;
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(((await refused.json()) as { msg: string }).msg).toContain('保存次数');
    // A window that was taken over is told so, and uses none.
    expect(await ok(who, CHOICES, { attemptId, epoch: 9, revision: 9, choices })).toEqual({ state: 'superseded' });
    const answers = [{ questionId: exam.ids.single[0]!, epoch: 1, revision: 1, answer: 'A' }];
    const kept = await ok(who, SAVE, { attemptId, epoch: 1, answers });
    expect(kept.acks).toMatchObject([{ state: 'saved' }]);
  });

  it('bound the number of stored screen switches', async () => {
    const { who, attemptId } = await startAttempt({ switchPolicy: 'warn' });
    await withTenant(tenant.id, (db) =>
      db.insert(examSwitch).values(
        Array.from({ length: MAX_SWITCH_ROWS - 1 }, () => ({
          enterpriseId: tenant.id,
          attemptId,
          clientKey: randomUUID(),
          leftAt: new Date(),
          dwellSeconds: 1,
        })),
      ),
    );
    const keys: string[] = Array.from({ length: 4 }, () => randomUUID());
    const leave = (clientKey: string, dwellSeconds: number | null) =>
      ok(who, SWITCH, { attemptId, epoch: 1, clientKey, dwellSeconds });
    await Promise.all(keys.map((key) => leave(key, null)));
    const back = await Promise.all(keys.map((key) => leave(key, 10)));
    expect(back.map(({ switchCount }) => switchCount)).toEqual(Array(4).fill(MAX_SWITCH_ROWS - 1));
    await ok(who, SUBMIT, {
      attemptId,
      epoch: 1,
      answers: [],
    });
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(examSwitch).where(eq(examSwitch.attemptId, attemptId)),
    );
    // A stored switch is still completed when the candidate returns.
    expect(rows).toHaveLength(MAX_SWITCH_ROWS);
    const own = rows.filter(({ clientKey }) => keys.includes(clientKey));
    expect(own.map(({ dwellSeconds }) => typeof dwellSeconds)).toEqual(['number']);
  });
});

describe('a superseded writer', () => {
  it('gets an acknowledgement also when its answers are not stored', async () => {
    const { exam, who, attemptId } = await startAttempt();
    const [questionId] = exam.ids.single;
    await ok(who, TAKE, { attemptId });
    for (let revision = 1; revision <= MAX_LATE_ROWS + 3; revision++) {
      const answers = [{ questionId: questionId!, epoch: 1, revision, answer: 'A' }];
      const reply = await ok(who, SAVE, { attemptId, epoch: 1, answers });
      expect(reply).toMatchObject({ superseded: true, acks: [{ state: 'superseded' }], rejected: [] });
    }
    expect(await lateRows(attemptId)).toHaveLength(MAX_LATE_ROWS);
  });
});
