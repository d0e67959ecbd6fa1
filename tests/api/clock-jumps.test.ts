import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { userSession } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { rateLimit } from '#src/server/core/tables.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { findTenant, forgetTenants } from '#src/server/core/find-tenant.ts';
import { countOf, refuseFrom, takeTry } from '#src/server/core/rate-limit.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { isSignedFor, memberFileUrl } from '#src/server/file/file-url.ts';
import { calls } from '#src/contract/calls.ts';
import { cached, trustCallCache } from '#src/server/http/call-cache.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { closeExam } from '#src/server/jobs/close-exam.ts';
import { sweepExams } from '#src/server/jobs/sweep-exams.ts';
import { sweepRetention } from '#src/server/jobs/sweep-retention.ts';
import { mintAnnouncement } from '../factories/announcement.ts';
import { anyAddress, anyPhone, CODE_LOGIN, PICTURE, sendCode, sendLater, solvedPicture } from '../factories/codes.ts';
import { mintCourse, mintResource } from '../factories/course.ts';
import { mintExam, readAttempt } from '../factories/exam.ts';
import { call, ok } from '../factories/portal.ts';
import { codeTo } from '../factories/sms.ts';
import { openPlayer } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestTenant } from '../factories/tenant.ts';

/*
 * The clock of the server is set forward or back while it runs. The clock of this process is set; that of the database
 * cannot be, so the times that it compares with are moved in the other direction.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const raise = (error: unknown) => {
  throw error;
};

/** Sets the clock of this process, relative to the right time. */
function setClock(shift: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift });
}
afterEach(() => void vi.useRealTimers());

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

describe('an exam', () => {
  async function sit() {
    const exam = await mintExam(tenant, { counts: { short: 0 } });
    const who = await mintPerson(tenant);
    const { attemptId } = await ok(who, 'POST /exam/auth/user/exam/start', { id: exam.id });
    const [first, second] = exam.ids.single as [string, string];
    const entry = (questionId: string, revision: number, answer: string) => ({
      questionId,
      epoch: 1,
      revision,
      answer,
    });
    const save = (...answers: ReturnType<typeof entry>[]) =>
      ok(who, 'POST /exam/auth/user/exam/answer/save', { attemptId, epoch: 1, answers });
    const submit = (...answers: ReturnType<typeof entry>[]) =>
      ok(who, 'POST /exam/auth/user/exam/submit', { attemptId, epoch: 1, answers });
    return { who, attemptId, first, second, entry, save, submit };
  }

  it('continues after the clock was ahead: answers from that time are late, later ones count', async () => {
    const { attemptId, first, second, entry, save, submit } = await sit();
    const { deadlineAt } = await save(entry(first, 1, 'A'));
    setClock(2 * HOUR);
    expect((await save(entry(first, 2, 'B'))).acks).toMatchObject([{ state: 'late' }]);
    setClock(0);
    const again = await save(entry(first, 3, 'C'));
    expect(again).toMatchObject({ status: 'open', deadlineAt, acks: [{ state: 'saved' }] });
    const { receipt } = await submit(entry(second, 1, 'D'));
    expect(receipt).toMatchObject({ answerCount: 2 });
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toEqual({ [first]: 'C', [second]: 'D' });
  });

  it('is not closed by sweep or job right after a forward jump', async () => {
    const { attemptId, first, entry, save } = await sit();
    await save(entry(first, 1, 'A'));
    setClock(2 * HOUR);
    await sweepExams(raise);
    await closeExam({ enterpriseId: tenant.id, attemptId });
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
    setClock(0);
    expect((await save(entry(first, 2, 'B'))).acks).toMatchObject([{ state: 'saved' }]);
  });

  it('that was closed on read keeps all acknowledged answers after the clock is corrected', async () => {
    const { who, attemptId, first, entry, save, submit } = await sit();
    await save(entry(first, 1, 'A'));
    setClock(2 * HOUR);
    expect((await ok(who, 'GET /exam/auth/user/exam/attempt/view', { attemptId })).status).not.toBe('open');
    setClock(0);
    expect((await save(entry(first, 2, 'B'))).acks).toMatchObject([{ state: 'closed' }]);
    const closed = await submit();
    expect(closed).toMatchObject({ lateCount: 1, receipt: { attemptId, answerCount: 1 } });
    expect((await submit()).receipt).toEqual(closed.receipt);
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toEqual({ [first]: 'A' });
  });

  it('is saved and submitted before its start time: answers are ordered by revision', async () => {
    const { attemptId, first, second, entry, save, submit } = await sit();
    const { deadlineAt } = await save(entry(first, 5, 'A'));
    setClock(-2 * HOUR);
    expect(await save(entry(first, 6, 'B'))).toMatchObject({ deadlineAt, acks: [{ state: 'saved' }] });
    expect((await save(entry(first, 4, 'C'))).acks).toMatchObject([{ revision: 4 }]);
    const { receipt } = await submit(entry(second, 1, 'D'));
    expect(receipt.answerCount).toBe(2);
    setClock(0);
    expect((await submit()).receipt).toEqual(receipt);
    expect((await readAttempt(tenant, attemptId)).submittedAnswers).toEqual({ [first]: 'B', [second]: 'D' });
  });
});

describe('study', () => {
  it('counts at most the maximum gap for a jump, and continues after it', async () => {
    const courseId = await mintCourse(tenant);
    const resourceId = await mintResource(tenant, courseId, { totalDuration: 20_000 });
    const learner = await mintPerson(tenant);
    const player = await openPlayer(learner, resourceId);
    await player.report([]);
    setClock(-5 * HOUR);
    expect(await player.report([[0, 600]], { studiedSeconds: 600 })).toMatchObject({ acceptedSeconds: 2 });
    setClock(-5 * HOUR + 30 * SECOND);
    expect((await player.report([[0, 60]], { studiedSeconds: 60 })).acceptedSeconds).toBe(58);
    setClock(7 * DAY);
    const ahead = await player.report([[0, 20_000]], { studiedSeconds: 20_000 });
    // Half an hour at double speed.
    expect(ahead.acceptedSeconds).toBeLessThanOrEqual(3_600 + 30);
    setClock(0);
    const right = await player.report([[0, 20_000]], { studiedSeconds: 20_000 });
    expect(right.acceptedSeconds).toBeLessThanOrEqual(30);
    setClock(10 * SECOND);
    expect((await player.report([[0, 20_000]])).acceptedSeconds).toBe(20);
  });
});

describe('a session', () => {
  const move = (token: string, by: number) =>
    withPortal((db) =>
      db
        .update(userSession)
        .set({ expiresAt: sql`expires_at + make_interval(secs => ${by / SECOND})` })
        .where(eq(userSession.tokenHash, hashToken(token))),
    );
  const VIEW = 'GET /user/auth/enterprise/user/info/current/view';

  it('is expired while the clock is ahead, and valid again afterwards', async () => {
    const person = await mintPerson(tenant);
    await move(person.token, -2 * DAY);
    expect((await call(person, VIEW)).code).toBe(300);
    await move(person.token, 2 * DAY);
    expect((await call(person, VIEW)).code).toBe(200);
  });

  it('has at most two days left, also if it was created while the clock was a year ahead', async () => {
    const person = await mintPerson(tenant);
    await move(person.token, 23 * HOUR);
    expect((await call(person, VIEW)).code).toBe(200);
    await move(person.token, 365 * DAY);
    expect((await call(person, VIEW)).code).toBe(300);
  });
});

describe('the lifetime is not extended by a clock that was ahead', () => {
  it('of codes', async () => {
    const phone = anyPhone();
    setClock(3 * DAY);
    expect((await sendCode(tenant.anonymous, phone)).code).toBe(200);
    const code = await codeTo(phone);
    setClock(0);
    expect((await call(tenant.anonymous, CODE_LOGIN, { phone, code, agreed: true })).code).toBe(422);
    setClock(3 * DAY + MINUTE);
    expect((await call(tenant.anonymous, CODE_LOGIN, { phone, code, agreed: true })).code).toBe(200);
  });

  it('of proofs of work', async () => {
    const here = { ...tenant.anonymous, address: anyAddress() };
    const phone = anyPhone();
    for (let n = 0; n < 3; n++) await sendLater(here, phone);
    setClock(3 * DAY);
    const early = await solvedPicture(here);
    setClock(0);
    expect((await sendLater(here, phone, early)).code).toBe(422);
    expect((await sendLater(here, phone, await solvedPicture(here))).code).toBe(200);
    expect((await ok(here, PICTURE)).expiresIn).toBe(300);
  });

  it('of signed file URLs', () => {
    const id = randomUUID();
    const now = new Date();
    const signed = (at: number) =>
      new URL(memberFileUrl(tenant.id, id, new Date(now.getTime() + at)), 'http://x').searchParams;
    expect(isSignedFor(tenant.id, id, signed(0), now)).toBe(true);
    expect(isSignedFor(tenant.id, id, signed(-6 * HOUR), now)).toBe(false);
    expect(isSignedFor(tenant.id, id, signed(3 * DAY), now)).toBe(false);
  });
});

describe('a rate limit', () => {
  const THREE = { limit: 3, seconds: 600 };
  /** Simulates that the clock of the database is set back. */
  const setBack = (key: string, hours: number) =>
    withPortal((db) =>
      db
        .update(rateLimit)
        .set({ expiresAt: sql`expires_at + make_interval(hours => ${hours})` })
        .where(eq(rateLimit.key, key)),
    );

  it('rejects for no longer than its window after the clock was ahead', async () => {
    const key = `test:${randomUUID()}`;
    for (let n = 0; n < 3; n++) await takeTry(key, THREE);
    await setBack(key, 24 * 365);
    const rejected = await takeTry(key, THREE).then(
      () => expect.fail('must be rejected'),
      (error: unknown) => error,
    );
    expect(rejected).toMatchObject({ code: 429, retryAfter: 600 });
    expect(await countOf(key)).toBe(4);
  });

  it('does not apply a window longer than its own until the next failure', async () => {
    const key = `test:${randomUUID()}`;
    for (let n = 0; n < 3; n++) await takeTry(key, THREE);
    await expect(refuseFrom(key, THREE)).rejects.toMatchObject({ code: 429 });
    await setBack(key, 24 * 365);
    expect(await refuseFrom(key, THREE)).toBe(0);
    await takeTry(key, THREE).catch(() => undefined);
    await expect(refuseFrom(key, THREE)).rejects.toMatchObject({ code: 429, retryAfter: 600 });
  });
});

describe('caches expire by the monotonic clock', () => {
  it('the list of tenants', async () => {
    const key = `j${randomUUID().slice(0, 8)}`;
    const find = () => findTenant(`${key}.localhost`, ['*.localhost']);
    forgetTenants();
    expect(await find()).toBeNull();
    setClock(-HOUR);
    await withPortal((db) =>
      db.insert(enterprise).values({ id: randomUUID(), key, name: key, timeZone: 'UTC', lang: 'zh' }),
    );
    await expect.poll(find).toMatchObject({ key });
  });

  it('responses of public calls', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    trustCallCache(true);
    let made = 0;
    const name = 'POST /course/api/course/info/page';
    const ctx = { tenant: { id: randomUUID(), publicFace: true }, locale: 'zh' } as RequestContext;
    const read = () => cached(name, calls[name], ctx, {}, () => Promise.resolve(++made));
    expect([await read(), await read()]).toEqual([1, 1]);
    vi.setSystemTime(Date.now() - HOUR);
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(MINUTE + 1);
    expect(await read()).toBe(2);
    trustCallCache(false);
  });
});

describe('old rows', () => {
  async function mintRows() {
    const { id: enterpriseId } = await mintTenant('Jump');
    const gmtCreate = new Date(Date.now() - 4 * 365 * DAY);
    await withTenant(enterpriseId, (db) =>
      db.insert(auditLog).values([
        { enterpriseId, action: 'old', gmtCreate },
        { enterpriseId, action: 'new' },
      ]),
    );
    return () =>
      withTenant(enterpriseId, async (db) => (await db.select().from(auditLog)).map(({ action }) => action).sort());
  }

  it('are deleted by the clock of the database when the clock of this process jumps forward', async () => {
    const actions = await mintRows();
    setClock(20 * 365 * DAY);
    await sweepRetention(raise);
    expect(await actions()).toEqual(['new']);
  });

  it('are kept while the clock of the database is ahead', async () => {
    const actions = await mintRows();
    setClock(-2 * HOUR);
    expect(await sweepRetention(raise)).toBe(0);
    expect(await actions()).toEqual(['new', 'old']);
  });
});

describe('lists', () => {
  it('contain each comment once over all pages, although the order of ids and times differs', async () => {
    const me = await mintPerson(tenant);
    const subjectId = await mintAnnouncement(tenant);
    const shifts = [0, 1, 2, -1, -2, 0, -3, 3];
    for (const [n, hours] of shifts.entries()) {
      setClock(hours * HOUR);
      await ok(me, 'POST /user/auth/announcement/comment/save', { subjectId, content: `评论 ${n}` });
    }
    setClock(0);
    const seen: string[] = [];
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const input = { subjectId, pageSize: 3, ...(before ? { before } : {}) };
      const { list } = await ok(me, 'POST /user/auth/announcement/comment/page', input);
      if (list.length === 0) break;
      seen.push(...list.map(({ id }) => id));
    }
    expect(seen).toHaveLength(shifts.length);
    expect(new Set(seen).size).toBe(shifts.length);
  });
});
