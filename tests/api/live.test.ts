import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { liveAttendance } from '#src/server/live/tables.ts';
import { filteredWord } from '#src/server/community/tables/moderation.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { sweepSessions } from '#src/server/live/sweep-sessions.ts';
import { mintUpload } from '../factories/company.ts';
import { mintCourse, mintRegistration } from '../factories/course.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { mintLive, mintPoll, passMinutes, readLive, setLive } from '../factories/live.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const SAY = 'POST /course/auth/live/message/save';
const ATTEND = 'POST /course/auth/live/attend';
const VIEW = 'GET /course/auth/live/view';
const STATUS = 'POST /course/auth/live/status/save';
const MINUTE = 60_000;

let tenant: TestTenant;
let host: TestPerson;
let learner: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  host = await mintPerson(tenant, { userType: 2, userName: 'Lecturer' });
  learner = await mintPerson(tenant, { userName: 'Learner' });
  const lecturerId = await mintLecturer(tenant, { userId: host.userId });
  courseId = await mintCourse(tenant, {
    title: 'Live course',
    courseType: 3,
    lecturerId,
    classHours: '2',
    points: '5',
  });
});

/** A class of 60 minutes that has just begun. */
const running = (more: Parameters<typeof mintLive>[2] = {}) => {
  const now = Date.now();
  return mintLive(tenant, courseId, {
    status: 'live',
    startAt: new Date(now),
    endAt: new Date(now + 60 * MINUTE),
    ...more,
  });
};
const minutesOf = (sessionId: string, { userId }: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db.select().from(liveAttendance).where(eq(liveAttendance.sessionId, sessionId));
    return rows.find((row) => row.userId === userId)?.minutes ?? null;
  });

describe('a class', () => {
  it('is planned as a resource of the course, started, and found by its resource and its course', async () => {
    const own = await mintCourse(tenant, {
      courseType: 3,
      lecturerId: await mintLecturer(tenant, { userId: host.userId }),
    });
    const [startAt, endAt] = [10, 70].map((minutes) => new Date(Date.now() + minutes * MINUTE).toISOString()) as [
      string,
      string,
    ];
    const period = { courseId: own, title: 'First class', startAt, endAt };
    const { id } = await ok(host, 'POST /course/auth/live/session/save', period);
    const { resource } = await readLive(tenant, id);
    expect(resource).toMatchObject({ courseId: own, activity: 'live', contentType: 2, subResourceName: 'First class' });
    for (const address of [id, resource.id, own])
      expect(await ok(learner, VIEW, { id: address })).toMatchObject({
        id,
        status: 'waiting',
        playback: null,
        isHost: false,
      });
    expect((await call(learner, STATUS, { id, status: 'live' })).code).toBe(403);
    const { courseId: _, ...plan } = period;
    const was = { ...plan, requiredPercent: 70, recordingCounts: true };
    expect(await ok(host, STATUS, { id, status: 'live' })).toMatchObject({ status: 'live' });
    expect(await ok(host, STATUS, { id, status: 'live' })).toMatchObject({ status: 'live' });
    const { openedAt } = (await readLive(tenant, id)).session;
    expect(openedAt).not.toBeNull();
    expect((await ok(learner, VIEW, { id })).playback).toMatchObject({ kind: 'hls' });
    expect((await call(host, 'POST /course/auth/live/session/save', { ...period, id, was })).code).toBe(409);
    expect(await ok(host, STATUS, { id, status: 'ended' })).toMatchObject({ status: 'ended' });
    expect((await call(host, STATUS, { id, status: 'live' })).code).toBe(409);
  });

  it('two people who change one plan do not overwrite each other, and its history says who has changed what', async () => {
    const SAVE = 'POST /course/auth/live/session/save';
    const at = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE).toISOString();
    const was = {
      ...{ title: 'Plan', startAt: at(2), endAt: at(3), requiredPercent: 70, recordingCounts: true },
    };
    const { id } = await ok(host, SAVE, { courseId, ...was });
    await ok(host, SAVE, { id, courseId, ...was, requiredPercent: 80, recordingCounts: false, was });
    // The title and the times are the same: the other rules count as well.
    expect((await call(host, SAVE, { id, courseId, ...was, title: 'Other', was })).code).toBe(409);
    const now = { ...was, requiredPercent: 80, recordingCounts: false };
    await ok(host, SAVE, { id, courseId, ...was, title: 'Other', requiredPercent: 80, was: now });
    await ok(host, STATUS, { id, status: 'cancelled' });
    const { list } = await ok(host, 'POST /data/auth/history/page', { kind: 'liveSession', id });
    const saved = 'live.session.save';
    expect(list.map(({ action }) => action)).toEqual(['live.session.cancelled', saved, saved, saved]);
    expect(list[2]!.changes).toEqual([
      { name: 'requiredPercent', before: 70, after: 80 },
      { name: 'recordingCounts', before: true, after: false },
    ]);
    expect(list[1]!.changes).toContainEqual({ name: 'title', before: 'Plan', after: 'Other' });
    expect((await call(learner, 'POST /data/auth/history/page', { kind: 'liveSession', id })).code).toBe(404);
  });

  it('cannot begin before the waiting room opens, and has a valid period', async () => {
    const { id } = await mintLive(tenant, courseId, {
      startAt: new Date(Date.now() + 31 * MINUTE),
      endAt: new Date(Date.now() + 90 * MINUTE),
    });
    expect((await ok(learner, VIEW, { id })).status).toBe('planned');
    expect((await call(host, STATUS, { id, status: 'live' })).code).toBe(409);
    const at = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE).toISOString();
    for (const [startAt, endAt] of [
      [at(2), at(1)],
      [at(1), at(14)],
      [at(-3), at(-2)],
    ] as const)
      expect(
        await call(host, 'POST /course/auth/live/session/save', { courseId, title: 'x', startAt, endAt }),
      ).toMatchObject({ code: 422, data: [{ field: 'endAt' }] });
    const recorded = await mintCourse(tenant, {
      courseType: 1,
      lecturerId: await mintLecturer(tenant, { userId: host.userId }),
    });
    const period = { title: 'x', startAt: at(1), endAt: at(2) };
    expect((await call(host, 'POST /course/auth/live/session/save', { courseId: recorded, ...period })).code).toBe(409);
    const other = await mintPerson(tenant, { userType: 2 });
    expect((await call(other, 'POST /course/auth/live/session/save', { courseId, ...period })).code).toBe(404);
  });

  it('is closed to those who may not study the course', async () => {
    const closed = await mintCourse(tenant, { courseType: 3, registrationRequired: true });
    const { id } = await mintLive(tenant, closed, { status: 'live' });
    for (const refused of [
      call(learner, VIEW, { id }),
      call(learner, SAY, { id, body: 'x' }),
      call(learner, ATTEND, { id }),
      call(learner, 'POST /course/auth/live/hand/save', { id, raised: true }),
    ])
      expect((await refused).code).toBe(403);
    await mintRegistration(tenant, learner, closed, 'approved');
    expect((await call(learner, VIEW, { id })).code).toBe(200);
  });

  it('that was cancelled is re-opened while its start lies ahead, and not after', async () => {
    const later = { startAt: new Date(Date.now() + 60 * MINUTE), endAt: new Date(Date.now() + 90 * MINUTE) };
    const { id } = await mintLive(tenant, courseId, later);
    expect(await ok(host, STATUS, { id, status: 'planned' })).toMatchObject({ status: 'planned', reopenable: false });
    expect(await ok(host, STATUS, { id, status: 'cancelled' })).toMatchObject({
      status: 'cancelled',
      reopenable: true,
    });
    expect(await ok(host, STATUS, { id, status: 'planned' })).toMatchObject({ status: 'planned', reopenable: false });
    expect((await ok(learner, VIEW, { id })).status).toBe('planned');
    const past = { startAt: new Date(Date.now() - 90 * MINUTE), endAt: new Date(Date.now() - 60 * MINUTE) };
    const gone = await mintLive(tenant, courseId, { ...past, status: 'cancelled' });
    expect((await call(host, STATUS, { id: gone.id, status: 'planned' })).code).toBe(409);
  });

  it('that nobody ended is ended, and one that did not take place is cancelled', async () => {
    const past = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE);
    const period = { startAt: past(7), endAt: past(6) };
    const left = await mintLive(tenant, courseId, {
      ...period,
      status: 'live',
      openedAt: past(7),
      lastSegmentAt: past(6),
    });
    const never = await mintLive(tenant, courseId, period);
    const current = await running();
    await sweepSessions(tenant.id, new Date());
    expect((await readLive(tenant, left.id)).session).toMatchObject({
      status: 'ended',
      endedAt: expect.any(Date) as Date,
    });
    expect((await readLive(tenant, never.id)).session.status).toBe('cancelled');
    expect((await readLive(tenant, current.id)).session.status).toBe('live');
  });
});

describe('messages', () => {
  it('are stored with the second of the class, and hidden, answered and muted by the lecturer', async () => {
    const { id } = await running();
    await passMinutes(tenant, id, 2);
    const said = await ok(learner, SAY, { id, kind: 'question', body: ' Why? ' });
    expect(said).toMatchObject({ body: 'Why?', userName: 'Learner', hidden: false, answered: false });
    expect(said.atSecond).toBeGreaterThanOrEqual(120);
    const moderate = 'POST /course/auth/live/message/moderate';
    expect((await call(learner, moderate, { id: said.id, hidden: true })).code).toBe(403);
    expect(await ok(host, moderate, { id: said.id, answered: true })).toEqual({ hidden: false, answered: true });
    expect(await ok(host, moderate, { id: said.id, hidden: true })).toEqual({ hidden: true, answered: true });
    const { list } = await ok(learner, 'POST /course/auth/live/message/page', { id });
    expect(list).toEqual([]);
    const mute = { id, userId: learner.userId };
    await ok(host, 'POST /course/auth/live/mute/save', { ...mute, muted: true });
    expect(await call(learner, SAY, { id, body: 'Again' })).toMatchObject({ code: 403 });
    await ok(host, 'POST /course/auth/live/mute/save', { ...mute, muted: false });
    expect((await call(learner, SAY, { id, body: 'Again' })).code).toBe(200);
  });

  it('are limited by flood limit, slow mode, closed chat, word filter and the state of the class', async () => {
    const { id } = await running();
    const flooder = await mintPerson(tenant);
    const codes = [];
    for (let i = 0; i < 10; i++) codes.push((await call(flooder, SAY, { id, body: `Message ${i}` })).code);
    expect(codes).toEqual([...Array<number>(8).fill(200), 429, 429]);

    const chat = { id, chatOpen: true };
    await ok(host, 'POST /course/auth/live/chat/save', { ...chat, slowModeSeconds: 30 });
    const slow = await mintPerson(tenant);
    // Two messages at once: only one passes.
    const both = await Promise.all([call(slow, SAY, { id, body: 'a' }), call(slow, SAY, { id, body: 'b' })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 429]);
    expect((await call(host, SAY, { id, body: 'a' })).code).toBe(200);
    expect((await call(host, SAY, { id, body: 'b' })).code).toBe(200);

    await ok(host, 'POST /course/auth/live/chat/save', { id, chatOpen: false, slowModeSeconds: 0 });
    const late = await mintPerson(tenant);
    expect((await call(late, SAY, { id, body: 'x' })).code).toBe(409);
    await ok(host, 'POST /course/auth/live/chat/save', { ...chat, slowModeSeconds: 0 });
    await withTenant(tenant.id, (db) =>
      db.insert(filteredWord).values({ enterpriseId: tenant.id, word: 'casino', action: 'reject' }),
    );
    expect(await call(late, SAY, { id, body: 'my c-a-s-i-n-o' })).toMatchObject({
      code: 422,
      data: [{ field: 'body' }],
    });
    expect(await call(late, SAY, { id, body: 'x'.repeat(501) })).toMatchObject({
      code: 422,
      data: [{ field: 'body' }],
    });
    await ok(host, STATUS, { id, status: 'ended' });
    expect((await call(late, SAY, { id, body: 'x' })).code).toBe(409);
  });
});

describe('hands and polls', () => {
  it('a hand is raised once, seen with its name by the lecturer only, and lowered', async () => {
    const { id } = await running();
    for (let i = 0; i < 2; i++) await ok(learner, 'POST /course/auth/live/hand/save', { id, raised: true });
    expect(await ok(learner, VIEW, { id })).toMatchObject({ handRaised: true, state: { handCount: 1 } });
    expect((await ok(host, 'GET /course/auth/live/host/view', { id })).hands).toMatchObject([{ userName: 'Learner' }]);
    await ok(host, 'POST /course/auth/live/hand/lower', { id, userId: learner.userId });
    expect(await ok(learner, VIEW, { id })).toMatchObject({ handRaised: false, state: { handCount: 0 } });
  });

  it('a poll takes one vote per person, also at once, and shows the result when it is closed', async () => {
    const { id } = await running();
    const { id: pollId } = await ok(host, 'POST /course/auth/live/poll/save', {
      id,
      question: 'Which?',
      options: ['First', 'Second', 'Third'],
    });
    const VOTE = 'POST /course/auth/live/poll/vote';
    const votes = await Promise.all([0, 1, 2, 0, 1].map((choice) => ok(learner, VOTE, { pollId, choice })));
    expect(new Set(votes.map(({ choice }) => choice)).size).toBe(1);
    const { choice } = votes[0]!;
    expect(await ok(learner, VOTE, { pollId, choice: (choice + 1) % 3 })).toEqual({ choice });
    const expected = [0, 0, 0].map((_, i) => (i === choice ? 1 : 0));
    expect((await ok(learner, VIEW, { id })).state.polls).toMatchObject([{ votes: null, voteCount: 1, open: true }]);
    expect((await ok(host, 'GET /course/auth/live/host/view', { id })).polls).toMatchObject([{ votes: expected }]);
    expect((await call(learner, VOTE, { pollId, choice: 3 })).code).toBe(422);
    await ok(host, 'POST /course/auth/live/poll/close', { id: pollId });
    expect((await ok(learner, VIEW, { id })).state.polls).toMatchObject([{ votes: expected, open: false }]);
    const other = await mintPerson(tenant);
    expect((await call(other, VOTE, { pollId, choice: 0 })).code).toBe(409);
    const foreign = await mintTenant();
    expect((await call(await mintPerson(foreign), VOTE, { pollId, choice: 0 })).code).toBe(404);
    expect(await mintPoll(tenant, id)).toBeTruthy();
  });
});

describe('attendance', () => {
  it('counts a minute once by the clock of the server, whatever the number of tabs', async () => {
    const { id } = await running();
    await Promise.all([1, 2, 3].map(() => ok(learner, ATTEND, { id })));
    expect(await minutesOf(id, learner)).toBe('{[0,1)}');
    await passMinutes(tenant, id, 3);
    expect(await ok(learner, ATTEND, { id })).toMatchObject({ minutes: 2, requiredMinutes: 42, completed: false });
    expect(await minutesOf(id, learner)).toBe('{[0,1),[3,4)}');
  });

  it('completes the resource as soon as the required share of the planned duration is reached, and posts once', async () => {
    const own = await mintCourse(tenant, { courseType: 3, classHours: '2', title: 'Completed by minutes' });
    const now = Date.now();
    const period = { startAt: new Date(now), endAt: new Date(now + 4 * MINUTE), requiredPercent: 50 };
    const { id } = await mintLive(tenant, own, { status: 'live', ...period });
    const who = await mintPerson(tenant);
    expect(await ok(who, ATTEND, { id })).toMatchObject({ minutes: 1, requiredMinutes: 2, completed: false });
    await passMinutes(tenant, id, 1);
    expect(await ok(who, ATTEND, { id })).toMatchObject({ minutes: 2, completed: true });
    await ok(who, ATTEND, { id });
    await ok(await mintPerson(tenant, { isAdmin: true }), STATUS, { id, status: 'ended' });
    await settleSession({ enterpriseId: tenant.id, sessionId: id }, new Date());
    const entries = await withTenant(tenant.id, (db) => db.select().from(ledgerEntry));
    expect(entries.filter(({ userId, kind }) => userId === who.userId && kind === 'hours')).toHaveLength(1);
  });

  it('is evaluated after the end by the actual duration; what follows the end does not count', async () => {
    const { id, resourceId } = await running({ requiredPercent: 60 });
    const [stayed, left] = [await mintPerson(tenant), await mintPerson(tenant)];
    for (let minute = 0; minute < 10; minute++) {
      if (minute < 6) await ok(stayed, ATTEND, { id });
      if (minute < 5) await ok(left, ATTEND, { id });
      await passMinutes(tenant, id, 1);
    }
    await ok(host, STATUS, { id, status: 'ended' });
    for (let again = 0; again < 2; again++) await settleSession({ enterpriseId: tenant.id, sessionId: id }, new Date());
    await ok(left, ATTEND, { id });
    const presence = async (who: TestPerson) => (await ok(who, VIEW, { id: resourceId })).presence;
    expect(await presence(stayed)).toEqual({ minutes: 6, requiredMinutes: 6, completed: true });
    expect(await presence(left)).toEqual({ minutes: 5, requiredMinutes: 6, completed: false });
    const { list } = await ok(host, 'POST /course/auth/live/attendance/page', { id });
    expect(list.map(({ minutes, completed }) => [minutes, completed]).sort()).toEqual([
      [5, false],
      [6, true],
    ]);
  });

  it('before the start counts presence but no minute', async () => {
    const { id } = await mintLive(tenant, courseId);
    expect(await ok(learner, ATTEND, { id })).toMatchObject({ minutes: 0, status: 'waiting', completed: false });
    expect((await ok(host, 'GET /course/auth/live/host/view', { id })).state.presentCount).toBe(1);
  });

  it('completes by watching the recording where it counts, and by the rules of study', async () => {
    const own = await mintCourse(tenant, { courseType: 3, completionThreshold: 90 });
    const { id, resourceId } = await mintLive(tenant, own, { status: 'ended' });
    const who = await mintPerson(tenant);
    const OPEN = 'POST /course/auth/study/player/open';
    expect((await call(who, OPEN, { resourceId })).code).toBe(409);
    await withTenant(tenant.id, (db) =>
      db.execute(`update course_resource set total_duration = 20 where id = '${resourceId}'`),
    );
    const { playerId, fileUrl } = await ok(who, OPEN, { resourceId });
    expect(fileUrl).toBeNull();
    const report = (end: number) =>
      ok(who, 'POST /course/auth/study/player/report', {
        playerId,
        resourceId,
        ranges: [[0, end]],
        position: end,
        playbackRate: 1,
        captionsOn: false,
        active: true,
        studiedSeconds: end,
      });
    // More than the time that has passed: the study clock refuses it.
    expect(await report(20)).toMatchObject({ refusal: 'tooFast', resource: { completed: false } });
    await setLive(tenant, id, { title: randomUUID() });
    await withTenant(tenant.id, (db) =>
      db.execute(
        `update study_clock set last_report_at = last_report_at - interval '60 seconds' where user_id = '${who.userId}'`,
      ),
    );
    expect(await report(20)).toMatchObject({ resource: { completed: true }, course: { status: 'completed' } });
  });
});

it('lists what waits for the lecturer, and the classes of everybody', async () => {
  const own = await mintPerson(tenant, { userType: 2 });
  const course = await mintCourse(tenant, {
    courseType: 3,
    lecturerId: await mintLecturer(tenant, { userId: own.userId }),
  });
  const { id } = await mintLive(tenant, course, { title: 'Soon' });
  await mintLive(tenant, course, {
    startAt: new Date(Date.now() + 8 * 86_400_000),
    endAt: new Date(Date.now() + 8 * 86_400_000 + MINUTE),
  });
  expect((await ok(own, 'POST /course/auth/live/waiting/page', {})).list).toMatchObject([
    { id, title: 'Soon', path: `/account/live/${id}` },
  ]);
  expect((await ok(learner, 'POST /course/auth/live/waiting/page', {})).list).toEqual([]);
  expect((await ok(own, 'POST /course/auth/live/host/page', {})).totalCount).toBe(2);
  expect((await ok(learner, 'POST /course/auth/live/page', { courseId: course })).list[0]).toMatchObject({ id });
  expect((await ok(learner, 'POST /course/auth/live/page', { courseId: course, scope: 'past' })).totalCount).toBe(0);
});

it('lists what is live, what is planned and what was recorded', async () => {
  const course = await mintCourse(tenant, { courseType: 3 });
  const hour = (n: number) => new Date(Date.now() + n * 60 * MINUTE);
  const later = await mintLive(tenant, course, { startAt: hour(48), endAt: hour(49) });
  const soon = await mintLive(tenant, course);
  const live = await mintLive(tenant, course, { status: 'live' });
  const ended = { status: 'ended', startAt: hour(-3), endAt: hour(-2) } as const;
  const segments = await mintLive(tenant, course, { ...ended, ingestBytes: 1000 });
  const file = { recordingFileId: await mintUpload(tenant, learner.userId) };
  const recorded = await mintLive(tenant, course, { ...ended, ...file, startAt: hour(-2), endAt: hour(-1) });
  await mintLive(tenant, course, ended);
  await mintLive(tenant, course, { ...ended, ingestBytes: 1000, status: 'cancelled' });
  const list = async (scope: 'coming' | 'live' | 'planned' | 'past' | 'recorded') =>
    (await ok(learner, 'POST /course/auth/live/page', { courseId: course, scope })).list.map(({ id }) => id);
  expect(await list('live')).toEqual([live.id]);
  expect(await list('planned')).toEqual([soon.id, later.id]);
  expect(await list('recorded')).toEqual([recorded.id, segments.id]);
  expect(await list('coming')).toHaveLength(3);
  expect(await list('past')).toHaveLength(4);
});
