import { beforeAll, describe, expect, it } from 'vitest';
import type { Data, Input } from '#src/contract/calls.ts';
import { mintCourse, mintLecturer } from '../factories/course.ts';
import { mintLive, setLive } from '../factories/live.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintClass, mintSeats, mintSession, moveSession } from '../factories/training.ts';
import { signToken } from '#src/server/training/sign-code.ts';

/* "Why isn't this counted?" and appeals about sessions of offline classes and live classes (decision 052). */

const EXPLAIN = 'GET /course/auth/appeal/explain';
const DECIDE = 'POST /user/auth/flow/instance/submitFlow';

let tenant: TestTenant;
let teacher: TestPerson;
let lecturerId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  teacher = await mintPerson(tenant, { userType: 2 });
  lecturerId = await mintLecturer(tenant, { userId: teacher.userId });
});

const factsOf = ({ facts }: Data<typeof EXPLAIN>) => facts.map(({ key, tone }) => `${tone} ${key}`);
const explain = (who: TestPerson, subjectType: Input<typeof EXPLAIN>['subjectType'], subjectId: string) =>
  ok(who, EXPLAIN, { subjectType, subjectId });
/** Accepts an appeal of a member. */
async function accept(who: TestPerson, subjectType: 'session' | 'live', subjectId: string) {
  const text = '我在现场';
  const { instanceId: id } = await ok(who, 'POST /course/auth/appeal/save', { subjectType, subjectId, text });
  await ok(teacher, DECIDE, { id, action: 'approve' });
}
const hoursOf = async (who: TestPerson) =>
  (await ok(who, 'GET /data/auth/course/hour/user/hours/count', {})).totalHours;

describe('a session', () => {
  const confirm = (sessionId: string) => ok(teacher, 'POST /course/auth/training/attendance/confirm', { sessionId });
  const correct = (sessionId: string, { userId }: TestPerson, state: 'absent' | 'early' | 'present') =>
    ok(teacher, 'POST /course/auth/training/attendance/correct', { sessionId, userId, state, reason: '名单' });

  it('is explained before, during and after it, until it counts', async () => {
    const me = await mintPerson(tenant);
    const { courseId, resourceId } = await mintClass(tenant, { lecturerId, title: '消防' });
    const sessionId = await mintSession(tenant, resourceId, { startsIn: 600 });
    const path = `/watch/course?id=${courseId}&resource=${resourceId}`;
    const before = await explain(me, 'session', sessionId);
    expect(before).toMatchObject({ title: '消防实训 · 消防', path, next: { step: 'sessionBook', path } });
    expect(factsOf(before)).toEqual(['info session.period', 'open session.seat.none']);
    await mintSeats(tenant, sessionId, [me]);
    expect((await explain(me, 'session', sessionId)).next.step).toBe('sessionAttend');

    await moveSession(tenant, sessionId, -15);
    const begun = await explain(me, 'session', sessionId);
    expect(begun.next).toEqual({ step: 'sessionSignIn', path: null });
    expect(factsOf(begun)).toEqual(['info session.period', 'info session.seat.booked', 'open session.notSignedIn']);
    const token = signToken({ enterpriseId: tenant.id, sessionId }, 'in', new Date());
    await ok(me, 'POST /course/auth/training/sign/save', { sessionId, code: token });
    const signed = await explain(me, 'session', sessionId);
    expect(signed.next.step).toBe('sessionConfirm');
    expect(signed.facts.find(({ key }) => key === 'session.late')).toMatchObject({ values: { minutes: 10 } });

    await moveSession(tenant, sessionId, -120);
    expect(factsOf(await explain(me, 'session', sessionId))).toContain('open session.unconfirmed');
    await confirm(sessionId);
    const after = await explain(me, 'session', sessionId);
    expect(after.next.step).toBe('nothing');
    expect(factsOf(after)).toEqual(expect.arrayContaining(['done completed', 'info session.confirmed']));
  });

  it('is explained with the rule that it was not counted by, and with corrections', async () => {
    const me = await mintPerson(tenant);
    const { resourceId } = await mintClass(tenant, { lecturerId });
    const sessionId = await mintSession(tenant, resourceId, { startsIn: -120, earlyLeave: 15 });
    await mintSeats(tenant, sessionId, [me]);
    expect((await explain(me, 'session', sessionId)).next.step).toBe('sessionUnsigned');
    await confirm(sessionId);
    const absent = await explain(me, 'session', sessionId);
    expect(absent.next.step).toBe('sessionMissed');
    expect(factsOf(absent)).toContain('open session.absent');
    await correct(sessionId, me, 'early');
    const early = await explain(me, 'session', sessionId);
    expect(early.next.step).toBe('sessionConfirm');
    expect(early.facts.find(({ key }) => key === 'session.early')).toMatchObject({
      tone: 'open',
      values: { minutes: 15 },
    });
    expect(early.facts.find(({ key }) => key === 'session.corrected')!.values).toMatchObject({ reason: '名单' });
    expect(factsOf(early)).toContain('open session.correctionOpen');
  });

  it('counts when an appeal about it is accepted, once', async () => {
    const me = await mintPerson(tenant);
    const { resourceId } = await mintClass(tenant, { lecturerId });
    const sessionId = await mintSession(tenant, resourceId, { startsIn: -120 });
    await mintSeats(tenant, sessionId, [me]);
    await confirm(sessionId);
    await accept(me, 'session', sessionId);
    expect(await hoursOf(me)).toBe(4);
    await confirm(sessionId);
    expect(await hoursOf(me)).toBe(4);
    expect((await explain(me, 'session', sessionId)).next.step).toBe('nothing');
  });

  it('of another enterprise does not exist, and a cancelled one leads to others', async () => {
    const { resourceId } = await mintClass(tenant, { lecturerId });
    const sessionId = await mintSession(tenant, resourceId, { status: 'cancelled' });
    expect((await explain(teacher, 'session', sessionId)).next.step).toBe('sessionOther');
    const stranger = await mintPerson(await mintTenant());
    expect((await call(stranger, EXPLAIN, { subjectType: 'session', subjectId: sessionId })).code).toBe(404);
  });
});

describe('a live class', () => {
  const mint = async (more: Parameters<typeof mintLive>[2] = {}) => {
    const courseId = await mintCourse(tenant, { title: '高处作业', lecturerId, classHours: '2', hourKind: 'required' });
    return mintLive(tenant, courseId, { title: '高处作业直播', ...more });
  };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);

  it('is explained with the minutes attended and needed', async () => {
    const me = await mintPerson(tenant);
    const { id } = await mint();
    const planned = await explain(me, 'live', id);
    expect(planned).toMatchObject({ title: '高处作业直播 · 高处作业', next: { step: 'liveAttend' } });
    expect(factsOf(planned)).toEqual(['info live.planned']);
    const times = { startAt: minutes(-40), endAt: minutes(20), openedAt: minutes(-40) };
    await setLive(tenant, id, { status: 'live', ...times });
    await ok(me, 'POST /course/auth/live/attend', { id });
    const running = await explain(me, 'live', id);
    expect(running.next).toEqual({ step: 'liveJoin', path: `/live/watch/${id}` });
    expect(running.facts.find(({ key }) => key === 'live.minutes')).toMatchObject({
      ...{ tone: 'open', values: { minutes: 1, needed: 42, percent: 70 } },
    });
    await setLive(tenant, id, { status: 'ended', endedAt: minutes(0), recordingCounts: false });
    const ended = await explain(me, 'live', id);
    expect(ended.next).toEqual({ step: 'liveMissed', path: null });
    expect(factsOf(ended)).toEqual([
      ...['info live.ended', 'open live.minutes', 'info live.settling', 'info live.recordingNot'],
    ]);
  });

  it('counts when an appeal about it is accepted', async () => {
    const me = await mintPerson(tenant);
    const { id } = await mint({ status: 'ended' });
    await accept(me, 'live', id);
    expect(await hoursOf(me)).toBe(2);
    const after = await explain(me, 'live', id);
    expect(after.next.step).toBe('nothing');
    expect(factsOf(after)).toContain('done completed');
    const stranger = await mintPerson(await mintTenant());
    expect((await call(stranger, EXPLAIN, { subjectType: 'live', subjectId: id })).code).toBe(404);
  });
});
