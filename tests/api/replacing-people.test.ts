import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#src/server/core/tables.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sweepEvaluations } from '#src/server/jobs/sweep-evaluations.ts';
import { mintCoaching, mintMeeting } from '../factories/coaching.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { disable, mintEvaluated, mintTalk, placeIn, scored } from '../factories/evaluation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { attendanceOf, mintClass, mintSeats, mintSession, moveSession, seatsOf } from '../factories/training.ts';

const START = 'POST /course/auth/evaluation/start';
const VIEW = 'GET /course/auth/evaluation/view';
const SUBMIT = 'POST /course/auth/evaluation/assessment/submit';
const WAITING = 'POST /course/auth/evaluation/waiting/page';
const NAME = 'PUT /course/auth/evaluation/assessor/save';
const MENTOR = 'PUT /course/auth/coaching/mentor/save';
const ADD = 'POST /course/auth/training/attendance/add';
const ADDABLE = 'POST /course/auth/training/run/people/page';

let tenant: TestTenant;
let admin: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
  courseId = await mintCourse(tenant, { classHours: '2', title: '岗位评价' });
});

const person = (userName: string) => mintPerson(tenant, { userName });
const sweep = () =>
  sweepEvaluations((error) => {
    throw error;
  });
const waitsFor = async (who: TestPerson) => (await ok(who, WAITING, { pageSize: 50 })).list.map(({ id }) => id);
const audited = (action: string, id: string) =>
  withTenant(tenant.id, async (db) =>
    (await db.select().from(auditLog).where(eq(auditLog.action, action))).filter(({ detail }) =>
      JSON.stringify(detail).includes(id),
    ),
  );
const hoursOf = ({ userId }: TestPerson) =>
  withTenant(tenant.id, (db) =>
    db
      .select({ amount: ledgerEntry.amount })
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.userId, userId), eq(ledgerEntry.kind, 'hours'))),
  );

/** A job evaluation in which the person has assessed themselves. */
async function selfAssessed(learner: TestPerson, assessors: TestPerson[] = []): Promise<string> {
  const resourceId = await mintEvaluated(tenant, courseId, { kind: 'job', assessors });
  const { id } = await ok(learner, START, { resourceId });
  await ok(learner, SUBMIT, { id, scores: scored(80, 50), comment: '' });
  return id;
}

describe('a superior who leaves', () => {
  it('is followed by the head of the next department', async () => {
    const [learner, head, above] = await Promise.all([person('学员甲'), person('班长甲'), person('主任甲')]);
    await placeIn(tenant, learner, '制造部/一班');
    await placeIn(tenant, head, '制造部/一班', true);
    await placeIn(tenant, above, '制造部', true);
    const id = await selfAssessed(learner);
    expect(await waitsFor(head)).toContain(id);
    await disable(tenant, head);
    await sweep();
    await sweep();
    expect(await waitsFor(above)).toContain(id);
    expect((await ok(learner, VIEW, { id })).assessments.filter(({ role }) => role === 'assessor')).toMatchObject([
      { userId: above.userId, hasLeft: false },
    ]);
    expect((await ok(above, SUBMIT, { id, scores: scored(90, 100), comment: '' })).state).toBe('talk');
  });

  it('without a next head is replaced by an administrator, also for the talk', async () => {
    const [learner, superior, next] = await Promise.all([person('学员乙'), person('班长乙'), person('接替乙')]);
    const id = await mintTalk(tenant, courseId, { person: learner, superior, state: 'talk' });
    expect(await waitsFor(admin)).not.toContain(id);
    expect((await call(admin, NAME, { id, userId: next.userId })).code).toBe(409);
    await disable(tenant, superior);
    await sweep();
    expect(await waitsFor(admin)).toContain(id);
    expect((await ok(admin, VIEW, { id })).actions).toEqual(['name']);
    expect((await call(next, NAME, { id, userId: next.userId })).code).toBe(403);
    for (const userId of [learner.userId, superior.userId])
      expect((await call(admin, NAME, { id, userId })).data).toMatchObject([{ field: 'userId' }]);
    await ok(admin, NAME, { id, userId: next.userId });
    await ok(admin, NAME, { id, userId: next.userId });
    expect(await audited('evaluation.assessorNamed', id)).toHaveLength(1);
    expect(await waitsFor(admin)).not.toContain(id);
    expect(await waitsFor(next)).toContain(id);
    await ok(next, 'POST /course/auth/evaluation/talk/save', {
      id,
      talkAt: new Date().toISOString(),
      talkNote: '谈过',
    });
    await ok(learner, 'POST /course/auth/evaluation/confirm', { id });
    expect(await ok(next, 'POST /course/auth/evaluation/confirm', { id })).toMatchObject({
      state: 'done',
      score: 80,
    });
    const room = await ok(learner, 'GET /course/auth/study/course/view', { courseId });
    expect(room.resources.some(({ completed }) => completed)).toBe(true);
  });

  it('of several is not waited for when another one has scored', async () => {
    const [learner, stays, leaves] = await Promise.all([person('学员丙'), person('甲师傅'), person('乙师傅')]);
    const id = await selfAssessed(learner, [stays, leaves]);
    await ok(stays, SUBMIT, { id, scores: scored(100, 100), comment: '' });
    expect((await ok(learner, VIEW, { id })).state).toBe('superiorAssessment');
    await disable(tenant, leaves);
    await sweep();
    expect(await ok(learner, VIEW, { id })).toMatchObject({ state: 'talk', score: 100 });
  });

  it('during the self-assessment does not stop it: an administrator names somebody', async () => {
    const [learner, superior] = await Promise.all([person('学员丁'), person('班长丁')]);
    const resourceId = await mintEvaluated(tenant, courseId, { kind: 'job', assessors: [superior] });
    const { id } = await ok(learner, START, { resourceId });
    await disable(tenant, superior);
    const sent = await ok(learner, SUBMIT, { id, scores: scored(80, 50), comment: '' });
    expect(sent).toMatchObject({ state: 'superiorAssessment' });
    const notices = await ok(admin, 'POST /user/auth/notice/page', { pageSize: 50 });
    expect(notices.list.filter(({ path }) => path.endsWith(id))).toHaveLength(1);
    expect(await waitsFor(admin)).toContain(id);
  });
});

describe('a mentor who leaves', () => {
  it('is replaced by an administrator; what was confirmed stays and the learner completes the coaching', async () => {
    const [learner, mentor, next] = await Promise.all([person('徒弟'), person('师傅'), person('新师傅')]);
    const { coachingId: id, goalId } = await mintCoaching(tenant, { learner, mentor });
    const meetingId = await mintMeeting(tenant, id, mentor, { learnerConfirmedAt: new Date(), learnerNote: '好' });
    const leftOf = async () =>
      (await ok(admin, 'POST /course/auth/coaching/waiting/page', {})).list.map(({ path }) => path);
    expect(await leftOf()).not.toContain(`/account/coaching/${id}`);
    await disable(tenant, mentor);
    expect(await leftOf()).toContain(`/account/coaching/${id}`);
    expect((await ok(learner, 'GET /course/auth/coaching/view', { id })).mentorHasLeft).toBe(true);
    expect((await call(learner, MENTOR, { id, userId: next.userId })).code).toBe(403);
    expect((await call(admin, MENTOR, { id, userId: learner.userId })).code).toBe(422);
    expect(await ok(admin, MENTOR, { id, userId: next.userId })).toMatchObject({
      mentorName: '新师傅',
      mentorHasLeft: false,
    });
    expect(await leftOf()).not.toContain(`/account/coaching/${id}`);
    for (const told of [next, learner])
      expect((await ok(told, 'POST /user/auth/notice/page', {})).list).toContainEqual(
        expect.objectContaining({ path: `/account/coaching/${id}`, kind: 'coaching' }),
      );
    await ok(next, 'POST /course/auth/coaching/meeting/confirm', { id: meetingId, note: '完成' });
    const done = await ok(next, 'PUT /course/auth/coaching/goal/state', { id: goalId, state: 'reached' });
    expect(done).toMatchObject({ confirmedMeetings: 1, studyProgress: 100 });
    expect((await call(admin, MENTOR, { id, userId: admin.userId })).code).toBe(409);
    expect(await audited('coaching.mentorNamed', id)).toHaveLength(1);
  });
});

describe('somebody who is in the room without a place', () => {
  it('is added by the lecturer, signed in, and gets the hours with the confirmation', async () => {
    const teacher = await mintPerson(tenant, { userType: 2, userName: '高老师' });
    const lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
    const { resourceId } = await mintClass(tenant, { lecturerId, title: '消防' });
    const [guest, booked] = await Promise.all([person('路过的人'), person('预约的人')]);
    const sessionId = await mintSession(tenant, resourceId, { capacity: 1 });
    await mintSeats(tenant, sessionId, [booked]);
    expect((await ok(teacher, ADDABLE, { sessionId, keyword: '的人' })).list.map(({ userName }) => userName)).toEqual([
      '路过的人',
    ]);
    expect((await call(guest, ADD, { sessionId, userId: guest.userId })).code).toBe(403);
    expect((await call(teacher, ADD, { sessionId, userId: teacher.userId })).code).toBe(403);
    await ok(teacher, ADD, { sessionId, userId: guest.userId });
    await ok(teacher, ADD, { sessionId, userId: guest.userId });
    expect((await seatsOf(tenant, sessionId)).map(({ userId, status }) => [userId, status])).toEqual([
      [booked.userId, 'booked'],
      [guest.userId, 'booked'],
    ]);
    expect(await attendanceOf(tenant, sessionId, guest)).toMatchObject({ signWay: 'hand', state: 'present' });
    expect(await audited('training.personAdded', sessionId)).toHaveLength(1);
    await moveSession(tenant, sessionId, -120);
    const confirmed = await ok(teacher, 'POST /course/auth/training/attendance/confirm', { sessionId });
    expect(confirmed).toMatchObject({ completedCount: 1, absentCount: 1 });
    expect(await hoursOf(guest)).toEqual([{ amount: '4.00' }]);
  });

  it('is not added before signing in opens, nor to a class that is not for them', async () => {
    const { resourceId } = await mintClass(tenant, { registrationRequired: true, title: '特种作业' });
    const guest = await person('未报名');
    const later = await mintSession(tenant, resourceId, { startsIn: 600 });
    expect((await call(admin, ADD, { sessionId: later, userId: guest.userId })).code).toBe(409);
    const now = await mintSession(tenant, resourceId);
    expect((await ok(admin, ADDABLE, { sessionId: now, keyword: '未报名' })).list).toEqual([]);
    expect((await call(admin, ADD, { sessionId: now, userId: guest.userId })).code).toBe(404);
    expect(await seatsOf(tenant, now)).toEqual([]);
  });
});
