import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { exam } from '#src/server/exam/tables/exam.ts';
import { courseSeat } from '#src/server/order/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintExamResource, mintResource } from '../factories/course.ts';
import { mintOrder, mintPaidCourse } from '../factories/order.ts';
import { call, ok } from '../factories/portal.ts';
import { mintTask, openPlayer } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Access to courses that require purchase. */

let tenant: TestTenant;
let buyer: TestPerson;
let learner: TestPerson;
let other: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  buyer = await mintPerson(tenant, { userType: 3 });
  [learner, other] = [await mintPerson(tenant), await mintPerson(tenant)];
  courseId = await mintPaidCourse(tenant);
});

const stateOf = async (person: TestPerson, id = courseId) =>
  (await ok(person, 'GET /course/auth/course/info/view', { id })).studyState;

const deleteSeats = ({ userId }: TestPerson) =>
  withTenant(tenant.id, (db) => db.delete(courseSeat).where(eq(courseSeat.userId, userId)));

describe('a course that requires purchase', () => {
  it('is open to users with a seat of an approved order only', async () => {
    for (const state of ['pending', 'rejected', 'withdrawn'] as const) {
      await mintOrder(tenant, buyer, courseId, [learner], { state });
      expect(await stateOf(learner)).toBe('purchaseFirst');
    }
    await mintOrder(tenant, buyer, courseId, [learner]);
    expect(await stateOf(learner)).toBe('open');
    for (const person of [other, buyer, await mintPerson(tenant, { isAdmin: true })]) {
      expect(await stateOf(person)).toBe('purchaseFirst');
    }
    // A seat replaces the registration.
    const both = await mintPaidCourse(tenant, { registrationRequired: true });
    await mintOrder(tenant, buyer, both, [learner]);
    expect(await stateOf(learner, both)).toBe('open');
    expect(await stateOf(other, both)).toBe('purchaseFirst');
  });

  it('returns its price to everybody', async () => {
    expect(await ok(tenant.anonymous, 'GET /course/api/course/info/view', { id: courseId })).toMatchObject({
      purchaseRequired: true,
      price: 99.9,
      currency: 'CNY',
    });
  });

  it('rejects study room, players, and reports of players opened before', async () => {
    const resourceId = await mintResource(tenant, courseId);
    const denied = { code: 403, msg: expect.stringContaining('授权购买') };
    expect(await call(other, 'GET /course/auth/study/course/view', { courseId })).toMatchObject(denied);
    expect(await call(other, 'POST /course/auth/study/player/open', { resourceId })).toMatchObject(denied);
    const player = await openPlayer(learner, resourceId);
    await deleteSeats(learner);
    expect(await player.report([[0, 1]])).toMatchObject({ acceptedSeconds: 0, refusal: 'purchaseFirst' });
    const why = await ok(learner, 'GET /course/auth/study/explain', { resourceId });
    expect(why.refusals).toMatchObject([{ reason: 'purchaseFirst' }]);
    await mintOrder(tenant, buyer, courseId, [learner]);
    expect(await player.report([[0, 1]])).toMatchObject({ acceptedSeconds: 1, refusal: null });
  });

  it('limits its exams to users with a seat, and users to whom a task assigns the exam', async () => {
    const { examId } = await mintExamResource(tenant, courseId);
    await withTenant(tenant.id, (db) => db.update(exam).set({ courseId }).where(eq(exam.id, examId)));
    const view = async (person: TestPerson) =>
      (await ok(person, 'GET /exam/auth/user/exam/view', { id: examId })).canStart;
    expect([await view(learner), await view(other)]).toEqual(['ok', 'purchaseFirst']);
    const start = (person: TestPerson) => call(person, 'POST /exam/auth/user/exam/start', { id: examId });
    expect(await start(other)).toMatchObject({ code: 403, msg: expect.stringContaining('授权购买') });
    // The exam has no questions, so an allowed start fails with another error than 403.
    expect((await start(learner)).code).not.toBe(403);
    await mintTask(tenant, [other], [{ examId }]);
    expect(await view(other)).toBe('ok');
    expect((await start(other)).code).not.toBe(403);
  });
});
