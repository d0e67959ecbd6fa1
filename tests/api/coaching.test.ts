import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { coaching as coachingTable, coachingMeeting } from '#src/server/coaching/tables.ts';
import { notice } from '#src/server/notice/tables.ts';
import { studyTaskUser } from '#src/server/study/tables/study.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintCoaching, mintMeeting, type TestCoaching } from '../factories/coaching.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /course/auth/coaching/view';
const PROPOSE = 'POST /course/auth/coaching/meeting/save';
const ANSWER = 'POST /course/auth/coaching/meeting/answer';
const CANCEL = 'POST /course/auth/coaching/meeting/cancel';
const CONFIRM = 'POST /course/auth/coaching/meeting/confirm';
const ADD_GOAL = 'POST /course/auth/coaching/goal/save';
const GOAL_STATE = 'PUT /course/auth/coaching/goal/state';
const WAITING = 'POST /course/auth/coaching/waiting/page';
const TASK = 'GET /course/auth/study/task/view';

let tenant: TestTenant;
let learner: TestPerson;
let mentor: TestPerson;
let own: TestCoaching;
beforeAll(async () => {
  tenant = await mintTenant();
});
beforeEach(async () => {
  learner = await mintPerson(tenant, { userName: '学员' });
  mentor = await mintPerson(tenant, { userName: '导师' });
  own = await mintCoaching(tenant, { learner, mentor });
});

const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
const meetingInput = (at = hours(-1)) => ({
  ...{ coachingId: own.coachingId, startsAt: at.toISOString(), place: '三号会议室', agenda: '班前会怎么开' },
});
const events = (person: TestPerson) =>
  withTenant(tenant.id, async (db) => {
    const rows = await db.select().from(notice).where(eq(notice.userId, person.userId)).orderBy(notice.id);
    return rows.map(({ kind, detail, path }) => [kind, detail.event, path]);
  });
/** A meeting that is agreed on and has begun. */
async function agreed(): Promise<string> {
  const { meetings } = await ok(learner, PROPOSE, meetingInput());
  const { id } = meetings.find(({ state }) => state === 'proposed')!;
  await ok(mentor, ANSWER, { id, accepted: true });
  return id;
}

it('is complete when both have confirmed the meeting and the mentor has marked the goal, and so is its task', async () => {
  const taskId = await mintTask(tenant, [learner], [{ coachingPlanId: own.planId }], 10, { taskType: 4 });
  const proposed = await ok(learner, PROPOSE, meetingInput());
  expect(proposed.meetings).toMatchObject([{ state: 'proposed', proposedByMe: true, place: '三号会议室' }]);
  const { id } = proposed.meetings[0]!;
  expect((await ok(mentor, ANSWER, { id, accepted: true })).meetings).toMatchObject([
    { state: 'agreed', proposedByMe: false },
  ]);
  expect(await ok(learner, CONFIRM, { id, note: '谈了排班' })).toMatchObject({
    confirmedMeetings: 0,
    studyProgress: 0,
  });
  expect(await ok(mentor, CONFIRM, { id, note: '很主动' })).toMatchObject({
    ...{ confirmedMeetings: 1, studyProgress: 50, completedAt: null, role: 'mentor' },
    meetings: [{ learnerNote: '谈了排班', mentorNote: '很主动' }],
  });
  expect(await ok(learner, TASK, { id: taskId })).toMatchObject({
    ...{ studyProgress: 50, status: 'learning' },
    items: [{ isCoaching: true, coachingId: own.coachingId, title: '班组长带教', studyProgress: 50 }],
  });
  await ok(learner, GOAL_STATE, { id: own.goalId, state: 'inProgress' });
  expect(await ok(mentor, GOAL_STATE, { id: own.goalId, state: 'reached' })).toMatchObject({
    ...{ reachedGoals: 1, studyProgress: 100, completedAt: expect.any(String) as string },
  });
  expect(await ok(learner, TASK, { id: taskId })).toMatchObject({ studyProgress: 100, status: 'completed' });
  const path = `/account/coaching/${own.coachingId}`;
  expect(await events(learner)).toEqual([
    ['coaching', 'agreed', path],
    ['coaching', 'confirmed', path],
    ['coaching', 'goalReached', path],
    ['coaching', 'completed', path],
  ]);
  expect((await events(mentor)).map(([, event]) => event)).toEqual([
    ...['proposed', 'confirmed', 'goalInProgress', 'completed'],
  ]);
  // Complete stays complete.
  expect(await ok(mentor, GOAL_STATE, { id: own.goalId, state: 'open' })).toMatchObject({
    ...{ reachedGoals: 0, studyProgress: 100 },
  });
  expect(await ok(learner, TASK, { id: taskId })).toMatchObject({ status: 'completed' });
});

it('changes nothing and tells nobody again when a step is repeated', async () => {
  const id = await agreed();
  await ok(mentor, ANSWER, { id, accepted: true });
  await ok(mentor, CONFIRM, { id, note: '第一次' });
  const again = await ok(mentor, CONFIRM, { id, note: '第二次' });
  expect(again.meetings).toMatchObject([{ mentorNote: '第一次', learnerConfirmedAt: null }]);
  await ok(mentor, GOAL_STATE, { id: own.goalId, state: 'reached' });
  await ok(mentor, GOAL_STATE, { id: own.goalId, state: 'reached' });
  expect((await events(learner)).map(([, event]) => event)).toEqual(['agreed', 'confirmed', 'goalReached']);
});

it('refuses steps in the wrong order or by the wrong person', async () => {
  const code = async (...args: Parameters<typeof call>) => (await call(...args)).code;
  const { meetings } = await ok(mentor, PROPOSE, meetingInput(hours(24)));
  const { id } = meetings[0]!;
  expect(await code(mentor, ANSWER, { id, accepted: true })).toBe(409);
  expect(await code(learner, CONFIRM, { id, note: '记录' })).toBe(409);
  await ok(learner, ANSWER, { id, accepted: true });
  // It has not begun.
  expect(await code(learner, CONFIRM, { id, note: '记录' })).toBe(409);
  expect(await code(learner, ANSWER, { id, accepted: false })).toBe(409);
  expect((await ok(learner, CANCEL, { id })).meetings).toMatchObject([{ state: 'cancelled' }]);
  expect(await code(learner, CONFIRM, { id, note: '记录' })).toBe(409);
  const held = await agreed();
  await ok(mentor, CONFIRM, { id: held, note: '记录' });
  expect(await code(learner, CANCEL, { id: held })).toBe(409);
  for (const state of ['reached', 'dropped'] as const)
    expect(await code(learner, GOAL_STATE, { id: own.goalId, state })).toBe(403);
  for (const at of [hours(-31 * 24), hours(400 * 24)]) expect(await code(learner, PROPOSE, meetingInput(at))).toBe(422);
  expect(await code(learner, ADD_GOAL, { coachingId: own.coachingId, title: ' ' })).toBe(422);
});

it('is seen by its two people and administrators, and changed by the two only', async () => {
  const [colleague, admin, stranger] = [
    await mintPerson(tenant),
    await mintPerson(tenant, { isAdmin: true }),
    await mintPerson(await mintTenant(), { isAdmin: true }),
  ];
  const { coachingId, goalId } = own;
  const id = await mintMeeting(tenant, coachingId, mentor, { state: 'proposed' });
  const changes = (person: TestPerson) =>
    Promise.all([
      call(person, PROPOSE, meetingInput()),
      call(person, ANSWER, { id, accepted: true }),
      call(person, CANCEL, { id }),
      call(person, CONFIRM, { id, note: '记录' }),
      call(person, ADD_GOAL, { coachingId, title: '目标' }),
      call(person, GOAL_STATE, { id: goalId, state: 'inProgress' }),
    ]).then((answers) => new Set(answers.map(({ code }) => code)));
  for (const [person, seen, changed] of [
    [colleague, 404, 404],
    [stranger, 404, 404],
    [admin, 200, 403],
  ] as const) {
    expect((await call(person, VIEW, { id: coachingId })).code).toBe(seen);
    expect(await changes(person)).toEqual(new Set([changed]));
    expect((await ok(person, 'POST /course/auth/coaching/page')).totalCount).toBe(0);
    expect((await ok(person, WAITING)).totalCount).toBe(0);
  }
  expect(await ok(admin, VIEW, { id: coachingId })).toMatchObject({
    role: 'administrator',
    goals: [{ state: 'open' }],
  });
  expect(await ok(learner, VIEW, { id: coachingId })).toMatchObject({ meetings: [{ state: 'proposed' }] });
});

it('lists what waits for the mentor', async () => {
  await ok(learner, PROPOSE, meetingInput(hours(24)));
  const past = await mintMeeting(tenant, own.coachingId, mentor, { learnerConfirmedAt: new Date(), learnerNote: '好' });
  const path = `/account/coaching/${own.coachingId}`;
  expect((await ok(mentor, WAITING)).list).toMatchObject([
    { id: past, personName: '学员', detail: expect.stringContaining('确认') as string },
    { title: '班组长带教', personName: '学员', path },
  ]);
  expect((await ok(learner, WAITING)).list).toEqual([]);
  const { list: coachings } = await ok(learner, 'POST /course/auth/coaching/page', { role: 'learner' });
  expect(coachings).toMatchObject([{ id: own.coachingId, confirmedMeetings: 0, role: 'learner', nextMeetingAt: null }]);
  expect((await ok(learner, 'POST /course/auth/coaching/page', { role: 'mentor' })).totalCount).toBe(0);
});

it('cannot be changed before its item of the task opens', async () => {
  await mintTask(tenant, [learner], [{ coachingPlanId: own.planId, releaseAt: hours(24) }]);
  for (const person of [learner, mentor]) expect((await call(person, PROPOSE, meetingInput())).code).toBe(409);
  expect(await ok(mentor, VIEW, { id: own.coachingId })).toMatchObject({ locked: true });
  // Another task has it open.
  await mintTask(tenant, [learner], [{ coachingPlanId: own.planId }]);
  expect((await call(mentor, PROPOSE, meetingInput())).code).toBe(200);
});

it('parallel confirmations and goals complete it once', async () => {
  const taskId = await mintTask(tenant, [learner], [{ coachingPlanId: own.planId }]);
  const id = await agreed();
  await Promise.all(
    Array.from({ length: 5 }, () => [
      ok(learner, CONFIRM, { id, note: '学员' }),
      ok(mentor, CONFIRM, { id, note: '导师' }),
      ok(mentor, GOAL_STATE, { id: own.goalId, state: 'reached' }),
    ]).flat(),
  );
  expect((await events(learner)).filter(([, event]) => event === 'completed')).toHaveLength(1);
  const stored = await withTenant(tenant.id, async (db) => [
    ...(await db.select().from(coachingTable).where(eq(coachingTable.id, own.coachingId))),
    ...(await db
      .select()
      .from(studyTaskUser)
      .where(and(eq(studyTaskUser.taskId, taskId), eq(studyTaskUser.userId, learner.userId)))),
  ]);
  const done = { studyProgress: 100, completedAt: expect.any(Date) as Date };
  expect(stored).toMatchObject([done, done]);
  const meetings = await withTenant(tenant.id, (db) =>
    db.select().from(coachingMeeting).where(eq(coachingMeeting.coachingId, own.coachingId)),
  );
  expect(meetings).toMatchObject([{ learnerNote: '学员', mentorNote: '导师' }]);
});
