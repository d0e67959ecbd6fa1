import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '#src/server/core/tables.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { examResult } from '#src/server/analysis/tables.ts';
import { examAllowance } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examSwitch } from '#src/server/exam/tables/switch.ts';
import { notice } from '#src/server/notice/tables.ts';
import { mistake } from '#src/server/practice/tables.ts';
import { userCertificate } from '#src/server/record/tables/certificate.ts';
import { ledgerTotal } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { closeAbandoned } from '#src/server/exam/close-abandoned.ts';
import { mintCourse } from '../factories/course.ts';
import { mintExam, readAttempt, right, setDeadline } from '../factories/exam.ts';
import { journalOf } from '../factories/journal.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* The control room of exams (docs/decisions/063). */

const START = 'POST /exam/auth/user/exam/start';
const SAVE = 'POST /exam/auth/user/exam/answer/save';
const SUBMIT = 'POST /exam/auth/user/exam/submit';
const TAKE_OVER = 'POST /exam/auth/user/exam/attempt/take-over';
const SWITCH = 'POST /exam/auth/user/exam/switch/save';
const VIEW = 'GET /exam/auth/user/exam/attempt/view';
const RESULT = 'GET /exam/auth/user/exam/result/view';
const PEOPLE = 'POST /exam/auth/exam/control/person/page';
const ROOM = 'GET /exam/auth/exam/control/view';
const LIST = 'POST /exam/auth/exam/control/page';
const LOG = 'POST /exam/auth/exam/control/log/page';
const SEND = 'POST /exam/auth/exam/control/message/send';
const ADD = 'POST /exam/auth/exam/control/time/add';
const PAUSE = 'PUT /exam/auth/exam/control/pause';
const RESUME = 'PUT /exam/auth/exam/control/resume';
const END = 'POST /exam/auth/exam/control/attempt/submit';
const VOID = 'POST /exam/auth/exam/control/attempt/void';
const NAME = 'PUT /exam/auth/exam/control/invigilator/save';
const MESSAGES = 'GET /exam/auth/user/exam/message/list';
const CONFIRM = 'PUT /exam/auth/user/exam/message/confirm';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true, userName: 'Admin' });
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
/** As the job does, for this tenant only: the clock of this file is ahead of that of other tests. */
const sweep = async () => {
  const which = { enterpriseId: tenant.id, now: new Date() };
  await withTenant(tenant.id, (db) => closeExpired(db, { ...which, closedBy: 'sweep' }));
  await withTenant(tenant.id, (db) => closeAbandoned(db, which));
};

/** Reviews open after the window, so that time can reopen an attempt. */
const SHUT = { reviewPolicy: 'after_window', reviewEarly: false } as const;
const OBJECTIVE = { counts: { single: 2, multiple: 0, judge: 0, blank: 0, short: 0 }, passScore: '20' };

type Exam = Awaited<ReturnType<typeof mintExam>>;

/** Somebody sits an exam, in a hall that has been opened. */
async function sit(exam: Exam, userName = 'Candidate', of = tenant) {
  const who = await mintPerson(of, { userName });
  const { attemptId } = await ok(who, START, { id: exam.id });
  const { epoch } = await ok(who, TAKE_OVER, { attemptId, deviceKey: randomUUID() });
  let revision = 0;
  const answer = (questionId: string, value: unknown = right.single) =>
    ok(who, SAVE, {
      attemptId,
      epoch,
      awakeSeconds: 3600,
      answers: [{ questionId, epoch, revision: ++revision, answer: value }],
    });
  const beat = () => ok(who, SAVE, { attemptId, epoch, awakeSeconds: 3600, answers: [] });
  const submit = () => ok(who, SUBMIT, { attemptId, epoch, answers: [] });
  return { who, userId: who.userId, attemptId, epoch, answer, beat, submit, examId: exam.id };
}
type Sitting = Awaited<ReturnType<typeof sit>>;
const target = ({ examId, userId }: Sitting) => ({ examId, userId });
const kindsOf = async ({ attemptId }: Sitting, of = tenant) => {
  const { kinds, problems } = await journalOf(of, attemptId);
  expect(problems).toEqual([]);
  return kinds;
};
const auditOf = (action: string) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ detail: auditLog.detail, userId: auditLog.userId })
      .from(auditLog)
      .where(and(eq(auditLog.enterpriseId, tenant.id), eq(auditLog.action, action))),
  );
const noticesOf = (userId: string) =>
  withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, userId)));

describe('who may enter', () => {
  it('is an administrator, the lecturer of the course, and who is named for the exam', async () => {
    const lecturer = await mintPerson(tenant, { userType: 2 });
    const lecturerId = await mintLecturer(tenant, { userId: lecturer.userId });
    const courseId = await mintCourse(tenant, { lecturerId });
    const exam = await mintExam(tenant, { courseId });
    const named = await mintPerson(tenant);
    const other = await mintPerson(tenant, { userType: 2 });
    await ok(admin, NAME, { examId: exam.id, userIds: [named.userId] });
    for (const who of [admin, lecturer, named]) {
      expect((await ok(who, ROOM, { examId: exam.id })).title).toBe('安全生产考试');
      expect((await ok(who, LIST, { pageSize: 100 })).list.map(({ id }) => id)).toContain(exam.id);
    }
    expect((await ok(named, LIST, {})).totalCount).toBe(1);
    expect((await noticesOf(named.userId)).map(({ kind }) => kind)).toEqual(['examInvigilator']);
    expect((await call(other, ROOM, { examId: exam.id })).code).toBe(404);
    expect((await ok(other, LIST, {})).totalCount).toBe(0);
    expect((await call(named, NAME, { examId: exam.id, userIds: [] })).code).toBe(403);
    await ok(admin, NAME, { examId: exam.id, userIds: [] });
    expect((await call(named, ROOM, { examId: exam.id })).code).toBe(404);
    expect(await auditOf('invigilation.invigilators.changed')).toHaveLength(2);
  });

  it('is nobody of another enterprise, for no action', async () => {
    const elsewhere = await mintTenant();
    const stranger = await mintPerson(elsewhere, { isAdmin: true });
    const sitting = await sit(await mintExam(tenant));
    const { examId, userId, attemptId } = sitting;
    const reason = 'No';
    const codes = await Promise.all([
      call(stranger, PEOPLE, { examId }),
      call(stranger, SEND, { examId, userId, body: 'No' }),
      call(stranger, ADD, { examId, userId: null, minutes: 5, reason }),
      call(stranger, PAUSE, { examId, userId, reason }),
      call(stranger, RESUME, { examId, userId }),
      call(stranger, END, { attemptId, reason }),
      call(stranger, VOID, { attemptId, reason, uses: true }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await readAttempt(tenant, attemptId)).status).toBe('open');
  });

  it('does not act on an own attempt', async () => {
    const exam = await mintExam(tenant);
    const sitting = await sit(exam);
    const other = await sit(exam);
    await ok(admin, NAME, { examId: exam.id, userIds: [sitting.userId] });
    const own = await call(sitting.who, ADD, { ...target(sitting), minutes: 5, reason: 'Mine' });
    expect(own.code).toBe(403);
    expect((await call(sitting.who, VOID, { attemptId: sitting.attemptId, reason: 'No', uses: false })).code).toBe(403);
    const before = (await readAttempt(tenant, sitting.attemptId)).deadlineAt;
    expect(await ok(sitting.who, ADD, { examId: exam.id, minutes: 5, reason: 'All' })).toMatchObject({ changed: 1 });
    expect((await readAttempt(tenant, sitting.attemptId)).deadlineAt).toEqual(before);
    expect((await readAttempt(tenant, other.attemptId)).addedSeconds).toBe(300);
  });
});

describe('the list', () => {
  it('shows who sits, has ended and is missing, trouble first', async () => {
    const of = await mintTenant();
    const chief = await mintPerson(of, { isAdmin: true, userName: 'Chief' });
    const exam = await mintExam(of, { switchPolicy: 'warn', switchDwellSeconds: 0 });
    const quiet = await sit(exam, 'Quiet', of);
    const busy = await sit(exam, 'Busy', of);
    const away = await sit(exam, 'Away', of);
    const done = await sit(exam, 'Done', of);
    const missing = await mintPerson(of, { userName: 'Missing' });
    await done.submit();
    later(50);
    await busy.answer(exam.ids.single[0]!);
    await busy.answer(exam.ids.single[1]!);
    await busy.answer(exam.ids.single[1]!, null);
    await away.beat();
    const { attemptId, epoch } = away;
    await ok(away.who, SWITCH, { attemptId, epoch, clientKey: randomUUID(), dwellSeconds: null });
    const room = await ok(chief, ROOM, { examId: exam.id });
    // The chief belongs to the audience, too.
    expect(room).toMatchObject({ questionCount: 9, counts: { sitting: 3, trouble: 2, ended: 1, missing: 2 } });
    const { list } = await ok(chief, PEOPLE, { examId: exam.id });
    expect(list.map(({ userName, attempt }) => [userName, attempt!.connection, attempt!.answered])).toEqual([
      ['Away', 'away', 0],
      ['Quiet', 'silent', 0],
      ['Busy', 'present', 1],
    ]);
    expect(list[0]!.attempt).toMatchObject({ switches: 1, secondsLeft: 3550, state: 'sitting' });
    const namesOf = async (group: 'trouble' | 'ended' | 'missing', keyword = '') =>
      (await ok(chief, PEOPLE, { examId: exam.id, group, keyword })).list.map(({ userName }) => userName);
    expect(await namesOf('trouble')).toEqual(['Away', 'Quiet']);
    expect(await namesOf('trouble', 'qui')).toEqual(['Quiet']);
    expect(await namesOf('ended')).toEqual(['Done']);
    expect(await namesOf('missing')).toEqual(['Chief', 'Missing']);
    await withTenant(of.id, (db) =>
      db.update(enterpriseUser).set({ status: 'disabled' }).where(eq(enterpriseUser.userId, missing.userId)),
    );
    expect(await namesOf('missing')).toEqual(['Chief']);
    const paged = await ok(chief, PEOPLE, { examId: exam.id, pageCurrent: 2, pageSize: 2 });
    expect(paged).toMatchObject({ totalCount: 3, totalPage: 2, list: [{ userName: 'Busy' }] });
    expect(quiet.attemptId).not.toBe(busy.attemptId);
  });
});

describe('a message', () => {
  it('reaches one hall with its next beat, and stays until it is confirmed', async () => {
    const exam = await mintExam(tenant);
    const [one, two] = [await sit(exam), await sit(exam)];
    expect(await one.beat()).toMatchObject({ messages: 0 });
    await ok(admin, SEND, { ...target(one), body: 'Question 3 has a misprint' });
    expect(await one.beat()).toMatchObject({ messages: 1 });
    expect(await two.beat()).toMatchObject({ messages: 0 });
    const [message] = await ok(one.who, MESSAGES, { attemptId: one.attemptId });
    expect(message).toMatchObject({ body: 'Question 3 has a misprint' });
    expect((await call(two.who, MESSAGES, { attemptId: one.attemptId })).code).toBe(404);
    expect((await call(two.who, CONFIRM, { attemptId: two.attemptId, id: message!.id })).code).toBe(404);
    const confirm = () => ok(one.who, CONFIRM, { attemptId: one.attemptId, id: message!.id });
    await Promise.all([confirm(), confirm()]);
    expect(await one.beat()).toMatchObject({ messages: 0 });
    expect(await ok(one.who, MESSAGES, { attemptId: one.attemptId })).toEqual([]);
    const { list } = await ok(admin, LOG, { examId: exam.id });
    expect(list).toMatchObject([{ kind: 'message', byName: 'Admin', userName: 'Candidate', changed: 1, confirmed: 1 }]);
    expect(await kindsOf(one)).toEqual(['start', 'takeover', 'message', 'message']);
    expect((await auditOf('invigilation.message.sent')).at(-1)!.userId).toBe(admin.userId);
  });

  it('goes to all who are sitting the exam, not to those who have ended', async () => {
    const exam = await mintExam(tenant);
    const [one, two, done] = [await sit(exam), await sit(exam), await sit(exam)];
    await done.submit();
    expect(await ok(admin, SEND, { examId: exam.id, body: 'Ten minutes left' })).toEqual({ changed: 2 });
    expect([(await one.beat()).messages, (await two.beat()).messages]).toEqual([1, 1]);
    expect(await ok(done.who, MESSAGES, { attemptId: done.attemptId })).toEqual([]);
    await ok(admin, SEND, { examId: exam.id, body: 'Five minutes left' });
    const both = await ok(one.who, MESSAGES, { attemptId: one.attemptId });
    expect(both.map(({ body }) => body)).toEqual(['Ten minutes left', 'Five minutes left']);
    expect((await call(admin, SEND, { ...target(done), body: 'Too late' })).code).toBe(409);
  });
});

describe('more time', () => {
  it('moves the deadline of one or of all, and the ends of sections that are to come', async () => {
    const exam = await mintExam(tenant);
    const [one, two] = [await sit(exam), await sit(exam)];
    const before = await readAttempt(tenant, one.attemptId);
    const end = (seconds: number) => new Date(before.startedAt.getTime() + seconds * 1000).toISOString();
    later(60);
    await withTenant(tenant.id, (db) =>
      db
        .update(examAttempt)
        .set({ sectionEnds: [end(30), null, end(600)] })
        .where(eq(examAttempt.id, one.attemptId)),
    );
    const given = await ok(admin, ADD, { ...target(one), minutes: 10, reason: 'A power cut' });
    expect(given).toEqual({ changed: 1, reopened: 0, kept: 0 });
    const after = await readAttempt(tenant, one.attemptId);
    expect(after.deadlineAt.getTime() - before.deadlineAt.getTime()).toBe(600_000);
    expect(after.sectionEnds).toEqual([end(30), null, end(1200)]);
    expect(Date.parse((await one.beat()).deadlineAt)).toBe(after.deadlineAt.getTime());
    expect(await ok(admin, ADD, { examId: exam.id, minutes: 1, reason: 'For all' })).toMatchObject({ changed: 2 });
    expect((await readAttempt(tenant, one.attemptId)).addedSeconds).toBe(660);
    expect((await readAttempt(tenant, two.attemptId)).addedSeconds).toBe(60);
    const { rows } = await journalOf(tenant, one.attemptId);
    expect(rows.filter(({ kind }) => kind === 'extension').map(({ data }) => data['seconds'])).toEqual([600, 60]);
  });

  it('reopens only what time has closed', async () => {
    const exam = await mintExam(tenant, SHUT);
    const [timed, submitted] = [await sit(exam), await sit(exam)];
    await timed.answer(exam.ids.single[0]!);
    await submitted.submit();
    for (const { attemptId } of [timed]) await setDeadline(tenant, attemptId, -60);
    await sweep();
    expect((await readAttempt(tenant, timed.attemptId)).closedBy).toBe('sweep');
    expect(await ok(admin, ADD, { examId: exam.id, minutes: 5, reason: 'The server was slow' })).toEqual({
      ...{ changed: 1, reopened: 1, kept: 0 },
    });
    const open = await readAttempt(tenant, timed.attemptId);
    expect(open).toMatchObject({ status: 'open', closedBy: null, receipt: null, submittedAnswers: null });
    expect(open.deadlineAt.getTime()).toBe(Date.now() + 300_000);
    expect((await readAttempt(tenant, submitted.attemptId)).closedBy).toBe('person');
    expect((await call(admin, ADD, { ...target(submitted), minutes: 5, reason: 'No' })).code).toBe(409);
    expect((await noticesOf(timed.userId)).map(({ kind }) => kind)).toEqual(['examReopened']);
    // It goes on where it was.
    const { epoch, answers } = await ok(timed.who, TAKE_OVER, { attemptId: timed.attemptId });
    expect(answers).toHaveLength(1);
    const more = [{ questionId: exam.ids.single[1]!, epoch, revision: 1, answer: right.single }];
    await ok(timed.who, SUBMIT, { attemptId: timed.attemptId, epoch, answers: more });
    const closed = await readAttempt(tenant, timed.attemptId);
    expect(closed).toMatchObject({ status: 'marked', closedBy: 'person', answerCount: 2 });
    const kinds = await kindsOf(timed);
    expect(kinds.slice(-6)).toEqual(['close', 'extension', 'takeover', 'answer', 'submit', 'close']);
  });

  it('leaves closed what is passed, old, or whose answers are shown', async () => {
    const passing = await mintExam(tenant, { ...OBJECTIVE, ...SHUT, passScore: '10' });
    const passed = await sit(passing);
    await passed.answer(passing.ids.single[0]!);
    const shown = await sit(await mintExam(tenant, { maxAttempts: 1, reviewPolicy: 'immediately' }));
    const old = await sit(await mintExam(tenant, SHUT));
    for (const { attemptId } of [passed, shown, old]) await setDeadline(tenant, attemptId, -60);
    await sweep();
    for (const each of [passed, shown]) {
      const answer = await call(admin, ADD, { ...target(each), minutes: 5, reason: 'No' });
      expect(answer.code).toBe(409);
      expect((await readAttempt(tenant, each.attemptId)).closedBy).toBe('sweep');
    }
    later(31 * 60);
    expect((await call(admin, ADD, { examId: old.examId, minutes: 5, reason: 'All' })).code).toBe(409);
    expect(await ok(admin, ADD, { ...target(old), minutes: 5, reason: 'One' })).toMatchObject({ reopened: 1 });
  });

  it('wins or loses against the sweep, with the same result', async () => {
    const exam = await mintExam(tenant, SHUT);
    const sittings = await Promise.all(Array.from({ length: 8 }, (_, n) => sit(exam, `Racer ${n}`)));
    for (const { attemptId } of sittings) await setDeadline(tenant, attemptId, -31);
    await Promise.all([
      sweep(),
      ...sittings.map((each) => ok(admin, ADD, { ...target(each), minutes: 5, reason: 'Race' })),
    ]);
    await sweep();
    for (const { attemptId } of sittings)
      expect(await readAttempt(tenant, attemptId)).toMatchObject({
        ...{ status: 'open', deadlineAt: new Date(Date.now() + 300_000) },
      });
  });

  it('is granted for the exam before the start', async () => {
    const exam = await mintExam(tenant);
    const who = await mintPerson(tenant);
    const grant = () => ok(admin, ADD, { examId: exam.id, userId: who.userId, minutes: 5, reason: 'Came late' });
    await grant();
    await grant();
    const granted = await withTenant(tenant.id, (db) =>
      db.select().from(examAllowance).where(eq(examAllowance.userId, who.userId)),
    );
    expect(granted).toMatchObject([{ extraSeconds: 600, extraAttempts: 0 }]);
    const { attemptId } = await ok(who, START, { id: exam.id });
    const { startedAt, deadlineAt } = await readAttempt(tenant, attemptId);
    expect(deadlineAt.getTime() - startedAt.getTime()).toBe(4_200_000);
  });
});

describe('a pause', () => {
  it('stops the clock, hides the paper, takes answers and ignores the sweep', async () => {
    const exam = await mintExam(tenant);
    const sitting = await sit(exam);
    const { attemptId, who } = sitting;
    later(3590);
    await sitting.beat();
    expect(await ok(admin, PAUSE, { ...target(sitting), reason: 'A fire alarm' })).toEqual({ changed: 1 });
    expect((await call(admin, PAUSE, { ...target(sitting), reason: 'Again' })).code).toBe(409);
    const pausedAt = new Date().toISOString();
    expect(await ok(who, VIEW, { attemptId })).toMatchObject({ pausedAt, questions: [] });
    later(600);
    await sweep();
    const saved = await sitting.answer(exam.ids.single[0]!);
    expect(saved).toMatchObject({ status: 'open', pausedAt, acks: [{ state: 'saved' }] });
    const [row] = (await ok(admin, PEOPLE, { examId: exam.id })).list;
    expect(row!.attempt).toMatchObject({ state: 'paused', secondsLeft: 10, answered: 1 });
    expect(await ok(admin, RESUME, target(sitting))).toEqual({ changed: 1 });
    const after = await readAttempt(tenant, attemptId);
    expect(after).toMatchObject({ pausedAt: null, addedSeconds: 600, deadlineAt: new Date(Date.now() + 10_000) });
    expect((await ok(who, VIEW, { attemptId })).questions).toHaveLength(9);
    later(41);
    await sweep();
    expect(await readAttempt(tenant, attemptId)).toMatchObject({ closedBy: 'sweep', answerCount: 1 });
    const kinds = await kindsOf(sitting);
    expect(kinds.filter((kind) => kind === 'pause' || kind === 'resume')).toEqual(['pause', 'resume']);
  });

  it('ends absences; leaving in it does not count, leaving after it does', async () => {
    const exam = await mintExam(tenant, { switchPolicy: 'at_once', switchDwellSeconds: 3 });
    const sitting = await sit(exam);
    const { attemptId, epoch, who } = sitting;
    const report = (clientKey: string, dwellSeconds: number | null) =>
      ok(who, SWITCH, { attemptId, epoch, clientKey, dwellSeconds });
    await report(randomUUID(), null);
    later(2);
    await ok(admin, PAUSE, { examId: exam.id, reason: 'A fire alarm' });
    later(60);
    const inPause = randomUUID();
    expect(await report(inPause, null)).toMatchObject({ switchCount: 0, status: 'open' });
    await sweep();
    later(60);
    await ok(admin, RESUME, { examId: exam.id });
    later(5);
    expect(await report(inPause, 65)).toMatchObject({ switchCount: 0, status: 'open' });
    const rows = await withTenant(tenant.id, (db) =>
      db.select().from(examSwitch).where(eq(examSwitch.attemptId, attemptId)),
    );
    expect(rows).toMatchObject([{ counted: false, dwellSeconds: 2 }]);
    // Silence in the pause is no gap either.
    expect(await ok(who, SAVE, { attemptId, epoch, answers: [], awakeSeconds: 1 })).toMatchObject({ status: 'open' });
    const again = randomUUID();
    await report(again, null);
    later(4);
    expect(await report(again, 4)).toMatchObject({ outcome: 'notAllowed', status: 'submitted' });
  });

  it('of all can be ended for one; a candidate may submit in it', async () => {
    const exam = await mintExam(tenant);
    const [one, two] = [await sit(exam), await sit(exam)];
    expect(await ok(admin, PAUSE, { examId: exam.id, reason: 'All' })).toEqual({ changed: 2 });
    await ok(admin, RESUME, target(one));
    expect((await one.beat()).pausedAt).toBeNull();
    expect((await two.beat()).pausedAt).not.toBeNull();
    later(7200);
    await two.submit();
    expect(await readAttempt(tenant, two.attemptId)).toMatchObject({ closedBy: 'person', pausedAt: null });
    expect((await call(admin, RESUME, { examId: exam.id })).code).toBe(409);
  });
});

describe('ending an attempt', () => {
  it('submits it for the candidate', async () => {
    const exam = await mintExam(tenant);
    const sitting = await sit(exam);
    await sitting.answer(exam.ids.single[0]!);
    await ok(admin, END, { attemptId: sitting.attemptId, reason: 'Has left the room' });
    expect(await readAttempt(tenant, sitting.attemptId)).toMatchObject({ closedBy: 'invigilator', answerCount: 1 });
    expect((await ok(sitting.who, RESULT, { attemptId: sitting.attemptId })).closedBy).toBe('invigilator');
    expect((await call(admin, END, { attemptId: sitting.attemptId, reason: 'Again' })).code).toBe(409);
    expect((await kindsOf(sitting)).slice(-2)).toEqual(['submit', 'close']);
    expect((await auditOf('invigilation.submitted')).at(-1)!.detail).toMatchObject({ reason: 'Has left the room' });
  });

  const rewardsOf = (userId: string) =>
    withTenant(tenant.id, async (db) => ({
      totals: await db
        .select({ kind: ledgerTotal.kind, total: ledgerTotal.total })
        .from(ledgerTotal)
        .where(and(eq(ledgerTotal.userId, userId), eq(ledgerTotal.kind, 'credits'))),
      certificates: await db
        .select({ revokeReason: userCertificate.revokeReason })
        .from(userCertificate)
        .where(eq(userCertificate.userId, userId)),
    }));

  const traceOf = (userId: string) =>
    withTenant(tenant.id, async (db) => ({
      results: await db.$count(examResult, eq(examResult.userId, userId)),
      mistakes: await db.$count(mistake, eq(mistake.userId, userId)),
    }));

  it('voids a pass: result, ledger and certificate follow, and the next attempt earns them anew', async () => {
    const exam = await mintExam(tenant, { ...OBJECTIVE, maxAttempts: 1 });
    const sitting = await sit(exam);
    const { attemptId, userId, who } = sitting;
    for (const id of exam.ids.single) await sitting.answer(id);
    await sitting.submit();
    expect((await rewardsOf(userId)).totals.map(({ total }) => Number(total))).toContain(2.5);
    expect(await traceOf(userId)).toEqual({ results: 1, mistakes: 0 });
    await ok(admin, VOID, { attemptId, reason: 'Somebody else sat it', uses: false });
    // Neither a result of analyses, nor wrong answers of its candidate.
    expect(await traceOf(userId)).toEqual({ results: 0, mistakes: 0 });
    expect(await readAttempt(tenant, attemptId)).toMatchObject({
      ...{ status: 'marked', passed: false, objectiveScore: '0.00', voidUses: false, closedBy: 'person' },
    });
    const lost = await rewardsOf(userId);
    expect(lost.totals.map(({ total }) => Number(total))).not.toContain(2.5);
    expect(lost.certificates).toEqual([{ revokeReason: 'Somebody else sat it' }]);
    expect(await ok(who, RESULT, { attemptId })).toMatchObject({
      ...{ passed: false, voidReason: 'Somebody else sat it', attemptsLeft: 1, examState: 'resit' },
    });
    const told = (await noticesOf(userId)).find(({ kind }) => kind === 'examVoided');
    expect(told!.detail).toMatchObject({ reason: 'Somebody else sat it' });
    expect((await call(admin, VOID, { attemptId, reason: 'Again', uses: true })).code).toBe(409);
    const again = await ok(who, START, { id: exam.id });
    const answers = exam.ids.single.map((questionId) => ({ questionId, epoch: 1, revision: 1, answer: right.single }));
    expect(await ok(who, SUBMIT, { attemptId: again.attemptId, epoch: 1, answers })).toMatchObject({
      examState: 'pass',
    });
    const back = await rewardsOf(userId);
    expect(back.totals.map(({ total }) => Number(total))).toContain(2.5);
    expect(back.certificates).toContainEqual({ revokeReason: null });
    expect(await kindsOf(sitting)).toContain('void');
  });

  it('voids an open one, which uses up the attempt; nobody marks it', async () => {
    const exam = await mintExam(tenant, { maxAttempts: 1 });
    const sitting = await sit(exam);
    const { attemptId, who } = sitting;
    await sitting.answer(exam.ids.short[0]!, right.short);
    await ok(admin, VOID, { attemptId, reason: 'Copied', uses: true });
    expect(await sitting.beat()).toMatchObject({ status: 'marked' });
    expect(await ok(who, RESULT, { attemptId })).toMatchObject({
      passed: false,
      attemptsLeft: 0,
      examState: 'fail',
      score: 0,
    });
    expect(await traceOf(sitting.userId)).toEqual({ results: 0, mistakes: 0 });
    expect((await call(who, START, { id: exam.id })).code).toBe(409);
    const { list } = await ok(admin, 'POST /exam/auth/exam/marking/page', { pageSize: 100 });
    expect(list.map((each) => each.attemptId)).not.toContain(attemptId);
    const [row] = (await ok(admin, PEOPLE, { examId: exam.id, group: 'ended' })).list;
    expect(row!.attempt).toMatchObject({ state: 'voided', voidReason: 'Copied' });
  });

  it('keeps a pass of another attempt', async () => {
    const exam = await mintExam(tenant, { ...OBJECTIVE, stopAfterPass: false });
    const first = await sit(exam);
    for (const id of exam.ids.single) await first.answer(id);
    await first.submit();
    const { attemptId } = await ok(first.who, START, { id: exam.id });
    await ok(admin, VOID, { attemptId, reason: 'Copied', uses: true });
    expect(await ok(first.who, RESULT, { attemptId: first.attemptId })).toMatchObject({ examState: 'pass' });
    expect((await rewardsOf(first.userId)).certificates).toEqual([{ revokeReason: null }]);
  });
});
