import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { ledgerEntry } from '#src/server/record/tables/ledger.ts';
import { courseProgress, courseRenewal, studyTaskUser } from '#src/server/study/tables/study.ts';
import { mintCourse, mintExamResource, mintProject, mintResource } from '../factories/course.ts';
import { call, ok } from '../factories/portal.ts';
import { mintRequirement, reconcile } from '../factories/requirement.ts';
import { mintTask, openPlayer, passExam, watchWhole } from '../factories/study.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Completed courses that repeated requirements ask for again (docs/specification.md, section "Requirements"). */

const OWN = 'POST /course/auth/requirement/own';
const RENEW = 'POST /course/auth/requirement/own/renew';
const ROOM = 'GET /course/auth/study/course/view';
const WHY = 'GET /course/auth/requirement/why';

let tenant: TestTenant;
let admin: TestPerson;
beforeAll(async () => {
  tenant = await mintTenant();
  admin = await mintPerson(tenant, { isAdmin: true });
});

/** A course of a video, completed by a learner 13 months ago. */
async function completed(learner: TestPerson) {
  const courseId = await mintCourse(tenant, { classHours: '2' });
  const resourceId = await mintResource(tenant, courseId);
  await watchWhole(tenant, learner, resourceId);
  await longAgo(learner, courseId);
  return { courseId, resourceId };
}
const longAgo = ({ userId }: TestPerson, courseId: string) =>
  withTenant(tenant.id, (db) =>
    db
      .update(courseProgress)
      .set({ startedAt: sql`now() - interval '14 months'`, completedAt: sql`now() - interval '13 months'` })
      .where(and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId))),
  );
const yearly = (subject: { courseId?: string; projectId?: string }, { userId }: TestPerson) =>
  mintRequirement(tenant, { subject, rules: [], people: [{ userId }], terms: { dueDays: 10, repeatMonths: 12 } });
const ownOf = async (learner: TestPerson, requirementId: string) =>
  (await ok(learner, OWN)).list.find((each) => each.requirementId === requirementId)!;

describe('a completed course of a requirement that repeats it', () => {
  it('is studied again from the start; it stays completed, and the second completion counts', async () => {
    const learner = await mintPerson(tenant);
    const { courseId, resourceId } = await completed(learner);
    const { examId } = await mintExamResource(tenant, courseId);
    await passExam(tenant, learner, examId);
    const taskId = await mintTask(tenant, [learner], [{ courseId }]);
    const id = await yearly({ courseId }, learner);
    expect(await ownOf(learner, id)).toMatchObject({ state: 'due', renewals: [{ courseId, studyProgress: null }] });

    const player = await openPlayer(learner, resourceId);
    await ok(learner, RENEW, { requirementId: id, courseId });
    expect(await player.report([[0, 10]])).toMatchObject({ acceptedSeconds: 0, takenOver: true });
    const room = await ok(learner, ROOM, { courseId });
    expect(room).toMatchObject({ studyProgress: 100 });
    expect(room.resources.map(({ studyProgress }) => studyProgress).sort()).toEqual([0, 100]);
    expect(await ownOf(learner, id)).toMatchObject({ state: 'inProgress', renewals: [{ studyProgress: 50 }] });
    // Again, it loses nothing.
    await ok(learner, RENEW, { requirementId: id, courseId });

    expect((await watchWhole(tenant, learner, resourceId)).course).toMatchObject({ status: 'completed' });
    await reconcile(tenant);
    expect(await ownOf(learner, id)).toMatchObject({ state: 'fulfilled', renewals: [] });
    const why = await ok(admin, WHY, { requirementId: id, userId: learner.userId });
    expect(why.facts.filter(({ kind }) => kind === 'course')).toHaveLength(2);
    expect((await call(learner, RENEW, { requirementId: id, courseId })).code).toBe(409);

    await withTenant(tenant.id, async (db) => {
      const own = { userId: learner.userId };
      const hours = (await db.select().from(ledgerEntry)).filter(
        (line) => line.userId === own.userId && line.kind === 'hours',
      );
      expect(hours).toHaveLength(1);
      const [task] = await db.select().from(studyTaskUser).where(eq(studyTaskUser.taskId, taskId));
      expect(task!.userId).toBe(own.userId);
      const [progress] = await db.select().from(courseProgress).where(eq(courseProgress.userId, own.userId));
      expect(progress!.renewingSince).toBeNull();
      expect(await db.$count(courseRenewal, eq(courseRenewal.userId, own.userId))).toBe(1);
    });
  });

  it('of a project: it is fulfilled again when the last course is completed again', async () => {
    const learner = await mintPerson(tenant);
    const [first, second] = [await completed(learner), await completed(learner)];
    const projectId = await mintProject(tenant, [first.courseId, second.courseId]);
    const id = await yearly({ projectId }, learner);
    expect((await ownOf(learner, id)).renewals).toHaveLength(2);
    for (const [{ courseId, resourceId }, state] of [
      [first, 'inProgress'],
      [second, 'fulfilled'],
    ] as const) {
      await ok(learner, RENEW, { requirementId: id, courseId });
      await watchWhole(tenant, learner, resourceId);
      expect((await ownOf(learner, id)).state).toBe(state);
    }
  });

  it('is not begun again while the requirement is fulfilled, by others, or without anything to study', async () => {
    const learner = await mintPerson(tenant);
    const { courseId } = await completed(learner);
    const id = await yearly({ courseId }, learner);
    const stranger = await mintPerson(tenant);
    expect((await call(stranger, RENEW, { requirementId: id, courseId })).code).toBe(404);
    expect((await call(learner, RENEW, { requirementId: id, courseId: await mintCourse(tenant) })).code).toBe(404);
    const examined = await mintCourse(tenant);
    const { examId } = await mintExamResource(tenant, examined);
    await passExam(tenant, learner, examId);
    await longAgo(learner, examined);
    const ofExam = await yearly({ courseId: examined }, learner);
    expect((await call(learner, RENEW, { requirementId: ofExam, courseId: examined })).code).toBe(409);
  });
});
