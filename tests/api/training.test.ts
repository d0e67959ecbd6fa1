import { beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { notice } from '#src/server/notice/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { makeExport } from '#src/server/export/make-export.ts';
import { EXPORT_LISTS } from '#src/server/jobs/make-export.ts';
import { sweepTraining } from '#src/server/jobs/sweep-training.ts';
import { signToken, typedCode } from '#src/server/training/sign-code.ts';
import { mintLecturer } from '../factories/course.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { textsOf } from '../factories/sheet.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { attendanceOf, mintClass, mintSeats, mintSession, moveSession, seatsOf } from '../factories/training.ts';

const BOOK = 'POST /course/auth/training/seat/save';
const CANCEL = 'POST /course/auth/training/seat/cancel';
const LIST = 'GET /course/auth/training/session/list';
const SIGN = 'POST /course/auth/training/sign/save';
const SAVE = 'POST /course/auth/training/session/save';
const CALL_OFF = 'POST /course/auth/training/session/cancel';
const REOPEN = 'POST /course/auth/training/session/reopen';
const HAND = 'POST /course/auth/training/attendance/hand';
const CORRECT = 'POST /course/auth/training/attendance/correct';
const CONFIRM = 'POST /course/auth/training/attendance/confirm';
const VIEW = 'GET /course/auth/training/run/view';
const LIVE = 'GET /course/auth/training/run/live';

let tenant: TestTenant;
let teacher: TestPerson;
let admin: TestPerson;
let lecturerId: string;
let courseId: string;
let resourceId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  teacher = await mintPerson(tenant, { userType: 2, userName: '高老师' });
  admin = await mintPerson(tenant, { isAdmin: true });
  lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
  ({ courseId, resourceId } = await mintClass(tenant, { lecturerId, title: '消防' }));
});

const people = (count: number) => Promise.all(Array.from({ length: count }, () => mintPerson(tenant)));
const noticesOf = ({ userId }: TestPerson) =>
  withTenant(tenant.id, (db) => db.select().from(notice).where(eq(notice.userId, userId)));
const ledgerOf = async ({ userId }: TestPerson) =>
  (
    await withTenant(tenant.id, (db) =>
      db.select().from(ledgerEntry).where(eq(ledgerEntry.userId, userId)).orderBy(ledgerEntry.id),
    )
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const listed = async (person: TestPerson, sessionId: string) =>
  (await ok(person, LIST, { courseId })).list.find(({ id }) => id === sessionId);
const code = (sessionId: string, at = new Date(), mode: 'in' | 'out' = 'in', enterpriseId = tenant.id) =>
  signToken({ enterpriseId, sessionId }, mode, at);
/** A point in time in the step of 15 s that is `steps` before the present one. */
const stepsAgo = (steps: number) => new Date(Date.now() - steps * 15_000);

describe('places', () => {
  it('never exceed the capacity under simultaneous bookings; the others wait in order', async () => {
    const sessionId = await mintSession(tenant, resourceId, { capacity: 20 });
    const all = await people(50);
    const answers = await Promise.all(all.map((person) => ok(person, BOOK, { sessionId })));
    expect(answers.filter(({ seat }) => seat === 'booked')).toHaveLength(20);
    expect(answers.flatMap(({ waitingPlace }) => waitingPlace ?? []).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    const seats = await seatsOf(tenant, sessionId);
    expect(seats.filter(({ status }) => status === 'booked')).toHaveLength(20);
    expect(new Set(seats.map(({ position }) => position)).size).toBe(50);
  });

  it('are given to who waits longest when one is given up, and when there are more', async () => {
    const sessionId = await mintSession(tenant, resourceId, { capacity: 1, startsIn: 600 });
    const [first, second, third] = (await people(3)) as [TestPerson, TestPerson, TestPerson];
    for (const person of [first, second, third]) await ok(person, BOOK, { sessionId });
    expect(await ok(third, BOOK, { sessionId })).toEqual({ seat: 'waiting', waitingPlace: 2 });
    expect(await listed(third, sessionId)).toMatchObject({ seat: 'waiting', waitingPlace: 2, placesLeft: 0 });

    expect(await ok(first, CANCEL, { sessionId })).toEqual({ seat: 'none' });
    expect(await ok(first, CANCEL, { sessionId })).toEqual({ seat: 'none' });
    expect(await listed(second, sessionId)).toMatchObject({ seat: 'booked', cancellable: true });
    expect(await listed(third, sessionId)).toMatchObject({ seat: 'waiting', waitingPlace: 1 });
    expect(await noticesOf(second)).toMatchObject([
      { kind: 'trainingSeat', detail: { title: '消防实训', place: '培训中心 201' } },
    ]);

    const times = { startAt: '2099-03-01T09:00', endAt: '2099-03-01T12:00' };
    const fewer = { id: sessionId, place: '新楼', capacity: 1, ...times };
    await ok(teacher, SAVE, { ...fewer, revision: 1, capacity: 2 });
    expect(await listed(third, sessionId)).toMatchObject({
      ...{ seat: 'booked', place: '新楼', room: null },
      startAt: '2099-03-01T01:00:00.000Z',
    });
    expect((await noticesOf(third)).map(({ kind }) => kind).sort()).toEqual(['trainingChanged', 'trainingSeat']);
    expect(await call(teacher, SAVE, { ...fewer, revision: 2 })).toMatchObject({
      code: 422,
      data: [{ field: 'capacity' }],
    });
  });

  it('are had again when a cancelled session is re-opened before its start, each time with a notice', async () => {
    const [first, second] = await people(2);
    const sessionId = await mintSession(tenant, resourceId, { capacity: 1 });
    await ok(first!, BOOK, { sessionId });
    await ok(second!, BOOK, { sessionId });
    expect(await ok(teacher, REOPEN, { id: sessionId })).toEqual({ id: sessionId, count: 0 });
    for (const round of [1, 2]) {
      await ok(teacher, CALL_OFF, { id: sessionId, reason: `Reason ${round}` });
      expect(await ok(teacher, VIEW, { id: sessionId })).toMatchObject({ status: 'cancelled', reopenable: true });
      expect((await call(second!, CANCEL, { sessionId })).code).toBe(409);
      expect(await ok(teacher, REOPEN, { id: sessionId })).toEqual({ id: sessionId, count: 1 });
    }
    expect(await ok(teacher, VIEW, { id: sessionId })).toMatchObject({ status: 'planned', reopenable: false });
    expect(await listed(first!, sessionId)).toMatchObject({ seat: 'booked', status: 'planned' });
    expect(await listed(second!, sessionId)).toMatchObject({ seat: 'waiting' });
    const told = ['trainingCancelled', 'trainingCancelled', 'trainingReopened', 'trainingReopened'];
    for (const person of [first!, second!])
      expect((await noticesOf(person)).map(({ kind }) => kind).sort()).toEqual(told);
    await ok(first!, CANCEL, { sessionId });
    expect(await listed(second!, sessionId)).toMatchObject({ seat: 'booked' });

    const past = await mintSession(tenant, resourceId);
    await ok(teacher, CALL_OFF, { id: past, reason: 'Ill' });
    await moveSession(tenant, past, -120, 60);
    expect(await ok(teacher, VIEW, { id: past })).toMatchObject({ reopenable: false });
    expect((await call(teacher, REOPEN, { id: past })).code).toBe(409);
    expect((await call(first!, REOPEN, { id: sessionId })).code).toBe(403);
  });

  it('are refused after the start, in a cancelled session and without the right to study the course', async () => {
    const [person] = await people(1);
    const started = await mintSession(tenant, resourceId, { startsIn: -1 });
    expect(await call(person!, BOOK, { sessionId: started })).toMatchObject({ code: 409, msg: '课程已经开始' });
    await mintSeats(tenant, started, [person!]);
    expect((await call(person!, CANCEL, { sessionId: started })).code).toBe(409);

    const cancelled = await mintSession(tenant, resourceId);
    await mintSeats(tenant, cancelled, [person!]);
    await ok(teacher, CALL_OFF, { id: cancelled, reason: '讲师生病' });
    await ok(teacher, CALL_OFF, { id: cancelled, reason: '再次' });
    expect(await noticesOf(person!)).toMatchObject([{ kind: 'trainingCancelled', detail: { reason: '讲师生病' } }]);
    expect((await call(admin, BOOK, { sessionId: cancelled })).code).toBe(409);

    const closed = await mintClass(tenant, { registrationRequired: true });
    const sessionId = await mintSession(tenant, closed.resourceId);
    expect((await call(person!, BOOK, { sessionId })).code).toBe(403);
    const list = await ok(person!, LIST, { resourceId: closed.resourceId });
    expect(list).toMatchObject({ studyState: 'registerFirst', list: [{ id: sessionId, bookable: false }] });
  });

  it('show visitors what is left', async () => {
    const own = await mintClass(tenant, { title: '急救' });
    const sessionId = await mintSession(tenant, own.resourceId, { capacity: 3 });
    await mintSeats(tenant, sessionId, await people(2));
    const { list } = await ok(tenant.anonymous, 'GET /course/api/training/session/list', { courseId: own.courseId });
    expect(list).toMatchObject([{ id: sessionId, title: '急救实训', placesLeft: 1, capacity: 3, place: '培训中心' }]);
  });
});

describe('planning', () => {
  const plan = { place: '一号楼', capacity: 10, startAt: '2099-03-01T09:00', endAt: '2099-03-01T12:00' };

  it('is for the lecturer of the course and administrators, within sensible times', async () => {
    const own = await mintClass(tenant, { lecturerId });
    const { id } = await ok(teacher, SAVE, { resourceId: own.resourceId, ...plan });
    expect(await ok(teacher, VIEW, { id })).toMatchObject({ startAt: '2099-03-01T01:00:00.000Z', lateAfter: 10 });
    const stranger = await mintPerson(tenant, { userType: 2 });
    expect((await call(stranger, SAVE, { resourceId: own.resourceId, ...plan })).code).toBe(404);
    expect((await call(stranger, VIEW, { id })).code).toBe(404);
    expect((await call(await mintPerson(tenant), VIEW, { id })).code).toBe(403);
    expect((await ok(admin, VIEW, { id })).id).toBe(id);
    for (const [more, field] of [
      [{ endAt: '2099-03-01T09:00' }, 'endAt'],
      [{ endAt: '2099-03-03T09:00' }, 'endAt'],
      [{ startAt: '2020-03-01T09:00', endAt: '2020-03-01T10:00' }, 'startAt'],
      [{ startAt: 'tomorrow' }, 'startAt'],
      [{ capacity: 0 }, 'capacity'],
      [{ place: ' ' }, 'place'],
    ] as const) {
      const refused = await call(teacher, SAVE, { resourceId: own.resourceId, ...plan, ...more });
      expect(refused, JSON.stringify(more)).toMatchObject({ code: 422, data: [{ field }] });
    }
    const classes = await ok(teacher, 'GET /course/auth/training/resource/list');
    expect(classes.map((each) => each.id)).toContain(own.resourceId);
    expect(await ok(stranger, 'GET /course/auth/training/resource/list')).toEqual([]);
  });
});

describe('signing in', () => {
  it('takes the code of this and the previous step, once per person', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const [person, slow, late] = (await people(3)) as [TestPerson, TestPerson, TestPerson];
    await mintSeats(tenant, sessionId, [person, slow, late]);
    const token = code(sessionId);
    const first = await ok(person, SIGN, { sessionId, code: token });
    expect(first).toMatchObject({ mode: 'in', state: 'present', repeated: false, title: '消防实训' });
    expect(await ok(person, SIGN, { sessionId, code: token })).toEqual({ ...first, repeated: true });
    expect(await call(person, CANCEL, { sessionId })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经签到'),
    });
    expect(await ok(slow, SIGN, { sessionId, code: code(sessionId, stepsAgo(1)) })).toMatchObject({ repeated: false });
    expect(await call(late, SIGN, { sessionId, code: code(sessionId, stepsAgo(2)) })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已过期'),
    });
    expect(await attendanceOf(tenant, sessionId, late)).toBeUndefined();
    expect(await attendanceOf(tenant, sessionId, person)).toMatchObject({ signWay: 'qr', state: 'present' });
    expect(await ok(teacher, LIVE, { id: sessionId, mode: 'in' })).toMatchObject({
      ...{ signedCount: 2, bookedCount: 3, code: { changesIn: expect.any(Number) } },
    });
  });

  it('refuses codes of another session or tenant, forged ones, and members without a place', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const other = await mintSession(tenant, resourceId);
    const [person, outsider] = (await people(2)) as [TestPerson, TestPerson];
    await mintSeats(tenant, sessionId, [person]);
    const elsewhere = await mintTenant();
    const right = code(sessionId);
    const forged = `${right.slice(0, -1)}${right.endsWith('A') ? 'E' : 'A'}`;
    // A step that is current, signed for an earlier one.
    const moved = `i${Math.floor(Date.now() / 15_000).toString(36)}${code(sessionId, stepsAgo(9)).slice(-53)}`;
    const wrong = [code(other), code(sessionId, new Date(), 'in', elsewhere.id), forged, moved, 'AAAAAA', 'x'];
    for (const each of wrong) {
      const refused = await call(person, SIGN, { sessionId, code: each });
      expect(refused, each).toMatchObject({ code: 422, data: [{ field: 'code' }] });
    }
    expect((await call(outsider, SIGN, { sessionId, code: right })).code).toBe(403);
    const stranger = await mintPerson(elsewhere);
    expect(
      (await call(stranger, SIGN, { sessionId, code: code(sessionId, new Date(), 'in', elsewhere.id) })).code,
    ).toBe(404);
    expect(await attendanceOf(tenant, sessionId, person)).toBeUndefined();
  });

  it('takes a typed code without the session, in any notation, and limits tries', async () => {
    const sessionId = await mintSession(tenant, resourceId);
    const [person] = (await people(1)) as [TestPerson];
    await mintSeats(tenant, sessionId, [person]);
    const typed = typedCode({ enterpriseId: tenant.id, sessionId }, 'in', new Date());
    expect(await ok(person, SIGN, { code: ` ${typed.slice(0, 3).toLowerCase()}-${typed.slice(3)} ` })).toMatchObject({
      sessionId,
    });
    expect(await attendanceOf(tenant, sessionId, person)).toMatchObject({ signWay: 'code' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(person, SIGN, { code: '222222' })));
    expect(answers.filter((answer) => answer.code === 429)).toHaveLength(1);
  });

  it('depends on the time of the session and on the place, if it has one', async () => {
    const [person] = (await people(1)) as [TestPerson];
    const early = await mintSession(tenant, resourceId, { startsIn: 31 });
    const over = await mintSession(tenant, resourceId, { startsIn: -91 });
    const late = await mintSession(tenant, resourceId, { startsIn: -11 });
    const here = { latitude: 31.3, longitude: 120.6 };
    const near = await mintSession(tenant, resourceId, { ...here, radius: 100 });
    for (const id of [early, over, late, near]) await mintSeats(tenant, id, [person]);
    const sign = (sessionId: string, position?: { latitude: number; longitude: number; accuracy: number }) =>
      call(person, SIGN, { sessionId, code: code(sessionId), position });
    expect(await sign(early)).toMatchObject({ code: 409, msg: expect.stringContaining('尚未') });
    expect(await sign(over)).toMatchObject({ code: 409, msg: expect.stringContaining('已结束') });
    expect(await sign(late)).toMatchObject({ code: 200, data: { state: 'late' } });
    expect(await sign(near)).toMatchObject({ code: 422, data: [{ field: 'position' }] });
    // 0.01 degrees of latitude are 1.1 km; a claimed inaccuracy of 5 km does not help.
    const far = { ...here, latitude: 31.31, accuracy: 5_000 };
    expect(await sign(near, far)).toMatchObject({ code: 409, msg: expect.stringContaining('教室') });
    expect(await sign(near, { ...here, latitude: 31.3005, accuracy: 10 })).toMatchObject({ code: 200 });
    expect((await ok(teacher, LIVE, { id: over, mode: 'in' })).code).toBeNull();
  });

  it('signs out, early or in time, and by hand', async () => {
    const sessionId = await mintSession(tenant, resourceId, { startsIn: -40, signOutRequired: true });
    const [early, other, byHand] = (await people(3)) as [TestPerson, TestPerson, TestPerson];
    await mintSeats(tenant, sessionId, [early, other, byHand]);
    const out = code(sessionId, new Date(), 'out');
    expect((await call(early, SIGN, { sessionId, code: out })).code).toBe(409);
    for (const person of [early, other]) await ok(person, SIGN, { sessionId, code: code(sessionId) });
    expect(await ok(early, SIGN, { sessionId, code: out })).toMatchObject({ mode: 'out', state: 'early' });
    await moveSession(tenant, sessionId, -85);
    expect(await ok(other, SIGN, { sessionId, code: out })).toMatchObject({ mode: 'out', state: 'late' });
    const hand = { sessionId, userId: byHand.userId, mode: 'in' as const };
    expect(await ok(teacher, HAND, hand)).toEqual({ state: 'late' });
    expect(await attendanceOf(tenant, sessionId, byHand)).toMatchObject({ signWay: 'hand' });
    expect((await call(teacher, HAND, { ...hand, userId: admin.userId })).code).toBe(404);
    expect((await call(byHand, HAND, hand)).code).toBe(403);
    // Who does not sign out where that is required left early: no class hours.
    expect(await ok(teacher, CONFIRM, { sessionId })).toMatchObject({ completedCount: 1 });
    expect(await attendanceOf(tenant, sessionId, byHand)).toMatchObject({ confirmedState: 'early' });
    expect(await ledgerOf(early)).toEqual([]);
    expect(await ledgerOf(other)).toContain('hours 4.00');
  });
});

describe('confirmation', () => {
  /** A session that is over, with one member who was there and one who was not. */
  const held = async () => {
    const own = await mintClass(tenant, { lecturerId });
    const sessionId = await mintSession(tenant, own.resourceId, { startsIn: -20, length: 60 });
    const [there, missing] = (await people(2)) as [TestPerson, TestPerson];
    await mintSeats(tenant, sessionId, [there, missing]);
    await ok(there, SIGN, { sessionId, code: code(sessionId) });
    expect((await call(teacher, CONFIRM, { sessionId })).code).toBe(409);
    await moveSession(tenant, sessionId, -61, 60);
    return { ...own, sessionId, there, missing };
  };

  it('posts hours, credits and points once, whatever repeats', async () => {
    const { sessionId, there, missing, courseId: id } = await held();
    const taskId = await mintTask(tenant, [there], [{ courseId: id }]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ok(i % 2 ? teacher : admin, CONFIRM, { sessionId })),
    );
    expect(answers.map(({ completedCount }) => completedCount).sort()).toEqual([...Array<number>(9).fill(0), 1]);
    expect(await ledgerOf(there)).toEqual(['hours 4.00', 'credits 1.00', 'points 5.00']);
    expect(await ledgerOf(missing)).toEqual([]);
    expect(await attendanceOf(tenant, sessionId, missing)).toMatchObject({ state: 'absent', confirmedState: 'absent' });
    expect(await ok(there, 'GET /course/auth/study/task/view', { id: taskId })).toMatchObject({ status: 'completed' });
    expect(await ok(teacher, VIEW, { id: sessionId })).toMatchObject({ status: 'closed', unconfirmedCount: 0 });
    expect(await call(there, SIGN, { sessionId, code: code(sessionId) })).toMatchObject({ data: { repeated: true } });
  });

  it('again after corrections posts or takes back the difference', async () => {
    const { sessionId, there, missing, courseId: id } = await held();
    const taskId = await mintTask(tenant, [there], [{ courseId: id }]);
    await ok(teacher, CONFIRM, { sessionId });
    const correct = (who: TestPerson, state: 'present' | 'absent') =>
      ok(teacher, CORRECT, { sessionId, userId: who.userId, state, reason: '核对签名' });
    await correct(missing, 'present');
    await correct(there, 'absent');
    expect(await ledgerOf(missing)).toEqual([]);
    expect(await ok(teacher, VIEW, { id: sessionId })).toMatchObject({ unconfirmedCount: 2 });
    const waiting = await ok(teacher, 'POST /course/auth/training/waiting/page', { pageSize: 100 });
    expect(waiting.list).toContainEqual(
      expect.objectContaining({ id: sessionId, path: `/account/sessions/${sessionId}` }),
    );

    expect(await ok(teacher, CONFIRM, { sessionId })).toEqual({ completedCount: 1, withdrawnCount: 1, absentCount: 1 });
    expect(await ledgerOf(missing)).toEqual(['hours 4.00', 'credits 1.00', 'points 5.00']);
    const reversed = ['hours -4.00', 'credits -1.00', 'points -5.00'];
    expect(await ledgerOf(there)).toEqual(['hours 4.00', 'credits 1.00', 'points 5.00', ...reversed]);
    expect(await ok(there, 'GET /course/auth/study/task/view', { id: taskId })).toMatchObject({ studyProgress: 0 });
    expect(await ok(teacher, CONFIRM, { sessionId })).toMatchObject({ completedCount: 0, withdrawnCount: 0 });

    // Corrected back: the hours count again, once.
    await correct(there, 'present');
    await ok(teacher, CONFIRM, { sessionId });
    await ok(teacher, CONFIRM, { sessionId });
    expect((await ledgerOf(there)).slice(6)).toEqual(['hours 4.00', 'credits 1.00', 'points 5.00']);
    expect((await ok(there, 'GET /data/auth/course/hour/user/hours/count')).totalHours).toBe(4);
    expect(await ok(there, 'GET /course/auth/study/task/view', { id: taskId })).toMatchObject({ status: 'completed' });
  });

  it('keeps what another session of the class has confirmed', async () => {
    const { sessionId, there, resourceId: classId } = await held();
    await ok(teacher, CONFIRM, { sessionId });
    const second = await mintSession(tenant, classId, { startsIn: -120 });
    await mintSeats(tenant, second, [there]);
    const correction = { userId: there.userId, reason: '点名' };
    await ok(teacher, CORRECT, { ...correction, sessionId: second, state: 'present' });
    await ok(teacher, CONFIRM, { sessionId: second });
    await ok(teacher, CORRECT, { ...correction, sessionId, state: 'absent' });
    expect(await ok(teacher, CONFIRM, { sessionId })).toMatchObject({ withdrawnCount: 0 });
    expect(await ledgerOf(there)).toEqual(['hours 4.00', 'credits 1.00', 'points 5.00']);
  });

  it('can be corrected by who runs the session only, for others than oneself, with a reason', async () => {
    const { sessionId, there } = await held();
    const input = { sessionId, userId: there.userId, state: 'absent' as const, reason: '未到' };
    expect((await call(await mintPerson(tenant, { userType: 2 }), CORRECT, input)).code).toBe(404);
    expect(await call(teacher, CORRECT, { ...input, reason: ' ' })).toMatchObject({ code: 422 });
    await mintSeats(tenant, sessionId, [teacher]);
    expect((await call(teacher, CORRECT, { ...input, userId: teacher.userId })).code).toBe(403);
  });
});

it('reminds members a day and an hour before, once, and again when the session is moved', async () => {
  const sessionId = await mintSession(tenant, resourceId, { startsIn: 23 * 60 });
  const [person, waiting] = (await people(2)) as [TestPerson, TestPerson];
  await mintSeats(tenant, sessionId, [person]);
  await mintSeats(tenant, sessionId, [waiting], 'waiting');
  const fail = (error: unknown) => {
    throw error;
  };
  const count = async () => (await noticesOf(person)).filter(({ kind }) => kind === 'trainingReminder').length;
  await Promise.all([sweepTraining(fail), sweepTraining(fail)]);
  await sweepTraining(fail);
  expect(await count()).toBe(1);
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await sweepTraining(fail, later(22.5));
  await sweepTraining(fail, later(22.6));
  expect(await count()).toBe(2);
  await moveSession(tenant, sessionId, 22 * 60);
  await sweepTraining(fail);
  expect(await count()).toBe(3);
  expect(await noticesOf(waiting)).toEqual([]);
});

it('gives members a calendar file of a session', async () => {
  const startAt = new Date('2099-03-01T01:00:00Z');
  const endAt = new Date('2099-03-01T03:30:00Z');
  const sessionId = await mintSession(tenant, resourceId, { startAt, endAt, place: '苏州, 一号楼' });
  const path = `/calendar/${sessionId}.ics`;
  const get = (person?: TestPerson) =>
    portal.request(`http://${tenant.host}${path}`, {
      headers: {
        host: tenant.host,
        ...(person && { authorization: `Bearer ${person.token}`, cookie: companionCookie(person.token) }),
      },
    });
  const response = await get(teacher);
  expect(response.headers.get('content-type')).toContain('text/calendar');
  const text = await response.text();
  expect(text).toContain('DTSTART:20990301T010000Z\r\nDTEND:20990301T033000Z\r\n');
  expect(text).toContain('LOCATION:苏州\\, 一号楼 201\r\n');
  expect((await get()).status).toBe(404);
  expect((await get(await mintPerson(await mintTenant()))).status).toBe(404);
});

it('exports the attendance of a session to its lecturer, and of all members to administrators', async () => {
  const own = await mintClass(tenant, { lecturerId, title: '导出' });
  const sessionId = await mintSession(tenant, own.resourceId, { startsIn: -15 });
  const [person, absent] = (await people(2)) as [TestPerson, TestPerson];
  await mintSeats(tenant, sessionId, [person, absent]);
  await ok(teacher, HAND, { sessionId, userId: person.userId, mode: 'in' });
  const rowsOf = async (who: TestPerson, id: string) => {
    expect(await makeExport({ enterpriseId: tenant.id, exportId: id }, EXPORT_LISTS, new Date())).toBeUndefined();
    const { url } = await ok(who, 'GET /data/auth/export/record/get/file/download/url', { id });
    const headers = { host: tenant.host, cookie: `ET_WEB_TOKEN=${who.token}; ${companionCookie(who.token)}` };
    const file = await (await portal.request(`http://${tenant.host}${url}`, { headers })).arrayBuffer();
    return textsOf(new Uint8Array(file));
  };
  const { id } = await ok(teacher, 'POST /course/auth/training/attendance/export', { sessionId });
  const [head, ...rows] = await rowsOf(teacher, id);
  expect(head).toEqual(expect.arrayContaining(['姓名', '场次', '签到时间', '签到方式', '状态']));
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => row.includes('迟到') && row.includes('讲师代签'))).toHaveLength(1);
  const all = await ok(admin, 'POST /data/auth/export/people/save', {
    exportType: 'attendance',
    userId: person.userId,
  });
  expect(await rowsOf(admin, all.id)).toHaveLength(2);
});
