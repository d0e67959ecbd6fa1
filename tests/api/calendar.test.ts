import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { inZone } from '#src/lib/dates.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { removeDeletedRooms } from '#src/server/training/rooms.ts';
import { trainingRoom } from '#src/server/training/tables.ts';
import { mintCourse } from '../factories/course.ts';
import { mintLecturer } from '../factories/lecturer.ts';
import { mintLive } from '../factories/live.ts';
import { mintGrant } from '../factories/organisation.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { mintClass, mintSeats, mintSession, seatsOf } from '../factories/training.ts';

/* The calendar of sessions and live classes: clashes, rooms, series, costs. */

const LIST = 'POST /course/auth/calendar/list';
const SAVE = 'POST /course/auth/training/session/save';
const VIEW = 'GET /course/auth/training/run/view';
const CLASHES = 'POST /course/auth/calendar/clash/list';
let tenant: TestTenant;
let editor: TestPerson;
let learner: TestPerson;
let resourceId: string;
let lecturerId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  editor = await mintPerson(tenant);
  await mintGrant(tenant, editor, 'contentEditor');
  learner = await mintPerson(tenant);
  lecturerId = await mintLecturer(tenant);
  ({ resourceId } = await mintClass(tenant, { lecturerId }));
});

const local = (at: Date) => inZone(at, 'Asia/Shanghai').format('YYYY-MM-DDTHH:mm');
const fields = (day: string, from = '09:00', to = '12:00') => ({
  ...{ place: 'Park 1', startAt: `${day}T${from}`, endAt: `${day}T${to}`, capacity: 20 },
});
const month = (from: string, until: string, more = {}) => ok(editor, LIST, { from, until, ...more });

describe('the calendar', () => {
  it('shows sessions and live classes of all courses of a period, filtered, with their clashes', async () => {
    const { id: roomId } = await ok(editor, 'POST /course/auth/calendar/room/save', { name: '301', address: 'Park 3' });
    const first = await ok(editor, SAVE, { resourceId, ...fields('2098-03-02'), roomId });
    const second = await ok(editor, SAVE, { resourceId, ...fields('2098-03-02', '11:00', '13:00'), roomId });
    const courseId = await mintCourse(tenant, { courseType: 3, lecturerId });
    const live = await mintLive(tenant, courseId, {
      startAt: new Date('2098-03-02T04:30:00Z'),
      endAt: new Date('2098-03-02T06:00:00Z'),
    });
    const { list } = await month('2098-03-01', '2098-04-01');
    expect(list.map(({ id, kind, clashes }) => ({ id, kind, clashes }))).toEqual([
      { id: first.id, kind: 'offline', clashes: ['room', 'lecturer'] },
      { id: second.id, kind: 'offline', clashes: ['room', 'lecturer'] },
      { id: live.id, kind: 'live', clashes: ['lecturer'] },
    ]);
    expect(list[0]).toMatchObject({ place: 'Park 3', room: '301', lecturerId });
    expect((await month('2098-03-01', '2098-04-01', { kind: 'live' })).list.map(({ id }) => id)).toEqual([live.id]);
    expect((await month('2098-03-01', '2098-04-01', { roomId })).list).toHaveLength(2);
    expect((await month('2098-03-03', '2098-04-01')).list).toEqual([]);
    expect((await call(editor, LIST, { from: '2098-01-01', until: '2099-01-01' })).code).toBe(422);
  });

  it('tells clashes before a session is saved', async () => {
    const { id } = await ok(editor, SAVE, { resourceId, ...fields('2098-05-04'), lecturerId });
    const times = [
      { startAt: '2098-05-04T03:00:00.000Z', endAt: '2098-05-04T05:00:00.000Z' },
      { startAt: '2098-05-05T03:00:00.000Z', endAt: '2098-05-05T05:00:00.000Z' },
    ];
    expect(await ok(editor, CLASHES, { times, lecturerId })).toMatchObject([{ id, clashes: ['lecturer'] }]);
    expect(await ok(editor, CLASHES, { times, lecturerId, exceptId: id })).toEqual([]);
  });

  it('is for who manages content of the enterprise', async () => {
    const lecturer = await mintPerson(tenant, { userType: 2 });
    for (const other of [learner, lecturer])
      expect((await call(other, LIST, { from: '2098-03-01', until: '2098-04-01' })).code).toBe(403);
  });
});

describe('a series', () => {
  it('is planned at once, at the same time of the clock', async () => {
    const { id, count } = await ok(editor, SAVE, {
      resourceId,
      ...fields('2097-03-01'),
      days: ['2097-03-15', '2097-03-08'],
    });
    expect(count).toBe(3);
    const { list } = await month('2097-03-01', '2097-04-01');
    expect(list.map(({ startAt }) => local(new Date(startAt)))).toEqual(
      ['01', '08', '15'].map((day) => `2097-03-${day}T09:00`),
    );
    expect(list[0]!.id).toBe(id);
    expect((await call(editor, SAVE, { resourceId, ...fields('2097-03-01'), days: ['2097-02-01'] })).code).toBe(422);
  });

  it('is changed from one session on, and cancelled with notices to those who have a place', async () => {
    await ok(editor, SAVE, { resourceId, ...fields('2096-03-01'), days: ['2096-03-08', '2096-03-15'] });
    const [first, second, third] = (await month('2096-03-01', '2096-04-01')).list;
    await mintSeats(tenant, third!.id, [learner]);
    const { revision, later } = await ok(editor, VIEW, { id: second!.id });
    expect(later.map(({ id }) => id)).toEqual([third!.id]);
    const change = { ...fields('2096-03-09', '10:00', '12:00'), following: true, capacity: 5 };
    expect((await ok(editor, SAVE, { id: second!.id, revision, later, ...change })).count).toBe(2);
    const after = (await month('2096-03-01', '2096-04-01')).list;
    expect(after.map(({ startAt, capacity }) => `${local(new Date(startAt))} ${capacity}`)).toEqual([
      '2096-03-01T09:00 20',
      '2096-03-09T10:00 5',
      '2096-03-16T10:00 5',
    ]);
    expect(await ok(editor, 'POST /course/auth/calendar/effects', { id: second!.id, following: true })).toEqual({
      ...{ sessionCount: 2, bookedCount: 1, waitingCount: 0 },
    });
    const cancel = { id: second!.id, reason: 'No room', following: true };
    expect((await ok(editor, 'POST /course/auth/training/session/cancel', cancel)).count).toBe(2);
    expect((await month('2096-03-01', '2096-04-01')).list.map(({ status }) => status)).toEqual([
      'planned',
      'cancelled',
      'cancelled',
    ]);
    expect(first!.status).toBe('planned');
    expect(await seatsOf(tenant, third!.id)).toHaveLength(1);
  });

  it('that two people change: what somebody else has changed in a later session since is not overwritten', async () => {
    const { id } = await ok(editor, SAVE, { resourceId, ...fields('2086-03-01'), days: ['2086-03-08', '2086-03-15'] });
    const { revision, later } = await ok(editor, VIEW, { id });
    const second = later[0]!.id;
    const colleague = await mintPerson(tenant, { isAdmin: true });
    await ok(colleague, SAVE, { id: second, revision: 1, ...fields('2086-03-08'), place: 'Theirs' });
    const change = { id, revision, ...fields('2086-03-01'), place: 'Mine', following: true };
    expect(await call(editor, SAVE, { ...change })).toMatchObject({ code: 422, data: [{ field: 'later' }] });
    expect((await call(editor, SAVE, { ...change, later })).code).toBe(409);
    const places = async () => (await month('2086-03-01', '2086-04-01')).list.map(({ place }) => place);
    expect(await places()).toEqual(['Park 1', 'Theirs', 'Park 1']);
    // One that was cancelled is not one of those that were read.
    const read = (await ok(editor, VIEW, { id })).later;
    await ok(colleague, 'POST /course/auth/training/session/cancel', { id: later[1]!.id, reason: 'No room' });
    expect((await call(editor, SAVE, { ...change, later: read })).code).toBe(409);
    // The session alone concerns no other one; who has seen the others changes them, too.
    expect((await ok(editor, SAVE, { ...change, following: false })).count).toBe(1);
    expect(await places()).toEqual(['Mine', 'Theirs', 'Park 1']);
    const now = await ok(editor, VIEW, { id });
    expect((await ok(editor, SAVE, { ...change, revision: now.revision, later: now.later })).count).toBe(2);
    expect(await places()).toEqual(['Mine', 'Mine', 'Park 1']);
  });
});

const HISTORY = 'POST /data/auth/history/page';

it('two people do not overwrite each other, and the history says who has changed what', async () => {
  const { id } = await ok(editor, SAVE, { resourceId, ...fields('2095-03-01') });
  const { revision } = await ok(editor, 'GET /course/auth/training/run/view', { id });
  await ok(editor, SAVE, { id, revision, ...fields('2095-03-02'), capacity: 30, waitingList: false, lecturerId });
  expect((await call(editor, SAVE, { id, revision, ...fields('2095-03-03') })).code).toBe(409);
  await ok(editor, 'POST /course/auth/training/session/cancel', { id, reason: 'The room is flooded' });
  const { list } = await ok(editor, HISTORY, { kind: 'trainingSession', id });
  expect(list.map(({ action }) => action)).toEqual(['training.cancelled', 'training.changed', 'training.planned']);
  expect(list[0]!.reason).toBe('The room is flooded');
  expect(list[1]!.userName).not.toBeNull();
  expect(list[1]!.changes).toEqual([
    { name: 'startAt', before: '2095-03-01T01:00:00.000Z', after: '2095-03-02T01:00:00.000Z' },
    { name: 'endAt', before: '2095-03-01T04:00:00.000Z', after: '2095-03-02T04:00:00.000Z' },
    { name: 'lecturerId', before: null, after: lecturerId },
    { name: 'capacity', before: 20, after: 30 },
    { name: 'waitingList', before: true, after: false },
  ]);
  expect((await call(learner, HISTORY, { kind: 'trainingSession', id })).code).toBe(404);
});

it('assistants of a session are in its history, and a change of a series in that of each session', async () => {
  const assistant = await mintLecturer(tenant);
  const first = await ok(editor, SAVE, { resourceId, ...fields('2089-03-01'), days: ['2089-03-08'] });
  const entries = await month('2089-03-01', '2089-04-01');
  const change = { id: first.id, following: true, ...fields('2089-03-01'), assistantIds: [assistant] };
  for (let i = 0; i < 2; i++) {
    const { revision, later } = await ok(editor, VIEW, { id: first.id });
    await ok(editor, SAVE, { ...change, revision, later });
  }
  const changesOf = async (id: string) =>
    (await ok(editor, HISTORY, { kind: 'trainingSession', id })).list.map(({ changes }) => changes);
  expect(await changesOf(first.id)).toEqual([[], [{ name: 'assistantIds' }], []]);
  const second = entries.list.find(({ id }) => id !== first.id)!;
  expect((await changesOf(second.id)).length).toBe(3);
});

it('two people do not overwrite each other’s materials', async () => {
  const { id: sessionId } = await ok(editor, SAVE, { resourceId, ...fields('2087-03-01') });
  const MATERIALS = 'POST /course/auth/training/material/save';
  const link = (name: string) => ({ name, url: 'https://example.com/slides' });
  await ok(editor, MATERIALS, { sessionId, materials: [link('One')], was: [] });
  expect((await call(editor, MATERIALS, { sessionId, materials: [link('Two')], was: [] })).code).toBe(409);
  await ok(editor, MATERIALS, { sessionId, materials: [link('One'), link('Two')], was: [link('One')] });
  const list = await ok(editor, 'GET /course/auth/training/material/list', { sessionId });
  expect(list.map(({ name }) => name)).toEqual(['One', 'Two']);
});

describe('rooms', () => {
  const ROOMS = 'POST /course/auth/calendar/room/list';
  const ROOM = 'POST /course/auth/calendar/room/save';
  const DELETE = 'DELETE /course/auth/calendar/room/delete';
  const RESTORE = 'PUT /course/auth/calendar/room/restore';
  const found = async (id: string) => (await ok(editor, ROOMS, {})).rooms.find((each) => each.id === id);
  const add = (name: string) => ok(editor, ROOM, { name, address: 'Park 9', capacity: 10 });

  it('two people do not overwrite each other, and a room has its history', async () => {
    const { id } = await add('Hall A');
    const { revision } = (await found(id))!;
    await ok(editor, ROOM, { id, revision, name: 'Hall B', address: 'Park 9', capacity: 12 });
    expect((await call(editor, ROOM, { id, revision, name: 'Hall C', address: 'Park 9' })).code).toBe(409);
    await ok(editor, 'POST /course/auth/calendar/room/close', { id, closed: true });
    await ok(editor, 'POST /course/auth/calendar/room/close', { id, closed: true });
    expect((await call(editor, ROOM, { id, revision: revision + 1, name: 'C', address: 'Park 9' })).code).toBe(409);
    await ok(editor, 'POST /course/auth/calendar/room/close', { id, closed: false });
    const { list } = await ok(editor, HISTORY, { kind: 'trainingRoom', id });
    const save = 'training.room.save';
    expect(list.map(({ action }) => action)).toEqual(['training.room.reopened', 'training.room.closed', save, save]);
    expect(list[2]!.changes).toEqual([
      { name: 'name', before: 'Hall A', after: 'Hall B' },
      { name: 'capacity', before: 10, after: 12 },
    ]);
    expect((await call(learner, HISTORY, { kind: 'trainingRoom', id })).code).toBe(404);
  });

  it('one without sessions is deleted and restored; one with sessions is closed only', async () => {
    const { id } = await add('Hall D');
    await ok(editor, DELETE, { id });
    expect(await found(id)).toBeUndefined();
    expect((await ok(editor, ROOMS, {})).deleted.map((each) => each.id)).toContain(id);
    expect((await ok(editor, 'POST /course/auth/calendar/options', {})).rooms.map((each) => each.id)).not.toContain(id);
    for (const answer of [
      call(editor, DELETE, { id }),
      call(editor, ROOM, { id, revision: 2, name: 'Hall E', address: 'Park 9' }),
      call(editor, 'POST /course/auth/calendar/room/close', { id, closed: true }),
    ])
      expect((await answer).code).toBe(404);
    expect(await call(editor, SAVE, { resourceId, ...fields('2088-03-01'), roomId: id })).toMatchObject({
      ...{ code: 422, data: [{ field: 'roomId' }] },
    });
    // Its name is free; beside its successor it is not restored.
    const next = await add('Hall D');
    expect(await call(editor, RESTORE, { id })).toMatchObject({ code: 422, data: [{ field: 'name' }] });
    await ok(editor, DELETE, { id: next.id });
    await ok(editor, RESTORE, { id });
    expect((await call(editor, RESTORE, { id })).code).toBe(404);
    await ok(editor, SAVE, { resourceId, ...fields('2088-03-01'), roomId: id });
    expect(await found(id)).toMatchObject({ sessionCount: 1, plannedCount: 1 });
    expect(await call(editor, DELETE, { id })).toMatchObject({ code: 409 });
  });

  it('one that was deleted more than 30 days ago is removed', async () => {
    const [old, recent] = [await add('Hall F'), await add('Hall G')];
    for (const { id } of [old, recent]) await ok(editor, DELETE, { id });
    await withTenant(tenant.id, (db) =>
      db
        .update(trainingRoom)
        .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
        .where(eq(trainingRoom.id, old.id)),
    );
    expect((await call(editor, RESTORE, { id: old.id })).code).toBe(404);
    expect((await ok(editor, ROOMS, {})).deleted.map(({ id }) => id)).not.toContain(old.id);
    await removeDeletedRooms(tenant.id, new Date());
    const left = await withTenant(tenant.id, (db) => db.select().from(trainingRoom));
    expect(left.map(({ id }) => id)).not.toContain(old.id);
    expect(left.map(({ id }) => id)).toContain(recent.id);
  });
});

it('places are booked until the end of the registration, and there is a waiting list only if it is wanted', async () => {
  const book = (sessionId: string) => call(learner, 'POST /course/auth/training/seat/save', { sessionId });
  const over = await mintSession(tenant, resourceId, { startsIn: 600, bookingUntil: new Date(Date.now() - 60_000) });
  expect((await book(over)).msg).toBe('预约已截止');
  const full = await mintSession(tenant, resourceId, { startsIn: 600, capacity: 1, waitingList: false });
  await mintSeats(tenant, full, [await mintPerson(tenant)]);
  expect((await book(full)).code).toBe(409);
  const { list } = await ok(learner, 'GET /course/auth/training/session/list', { resourceId });
  expect(list.find(({ id }) => id === full)!.bookable).toBe(false);
});

it('costs and results are kept', async () => {
  const id = await mintSession(tenant, resourceId, { startsIn: -30 });
  await mintSeats(tenant, id, [learner]);
  const costs = [
    { kind: 'room' as const, amount: 0.1, note: '' },
    { kind: 'lecturer' as const, amount: 0.2, note: 'Half a day' },
  ];
  expect((await ok(editor, 'POST /course/auth/calendar/cost/save', { id, costs, was: [] })).sum).toBe(0.3);
  expect(await ok(editor, 'POST /course/auth/calendar/cost/list', { id })).toHaveLength(2);
  // Two people: what was shown must still be there.
  const added = [...costs, { kind: 'travel' as const, amount: 5, note: '' }];
  await ok(editor, 'POST /course/auth/calendar/cost/save', { id, costs: added, was: costs });
  expect((await call(editor, 'POST /course/auth/calendar/cost/save', { id, costs: [], was: costs })).code).toBe(409);
  expect(await ok(editor, 'POST /course/auth/calendar/cost/list', { id })).toHaveLength(3);
  const result = { sessionId: id, results: [{ userId: learner.userId, passed: false, score: 41.5 }] };
  await ok(editor, 'POST /course/auth/training/result/save', result);
  const { people } = await ok(editor, 'GET /course/auth/training/run/view', { id });
  expect(people[0]).toMatchObject({ passed: false, score: 41.5 });
});
