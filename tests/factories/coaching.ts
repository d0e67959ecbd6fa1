import { randomUUID } from 'node:crypto';
import { coaching, coachingGoal, coachingMeeting, coachingPlan } from '#src/server/coaching/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { TestPerson, TestTenant } from './tenant.ts';

export type TestCoaching = { coachingId: string; planId: string; goalId: string };

/** Inserts a coaching with one goal. */
export async function mintCoaching(
  tenant: TestTenant,
  { learner, mentor }: { learner: TestPerson; mentor: TestPerson },
  { requiredMeetings = 1, requiredGoals = 1, title = '班组长带教' } = {},
): Promise<TestCoaching> {
  const [planId, coachingId, goalId] = [randomUUID(), randomUUID(), randomUUID()];
  const enterpriseId = tenant.id;
  await withTenant(enterpriseId, async (db) => {
    await db
      .insert(coachingPlan)
      .values({ enterpriseId, id: planId, code: planId, title, requiredMeetings, requiredGoals });
    await db
      .insert(coaching)
      .values({ enterpriseId, id: coachingId, planId, learnerId: learner.userId, mentorId: mentor.userId });
    await db.insert(coachingGoal).values({ enterpriseId, id: goalId, coachingId, title: `目标 ${title}` });
  });
  return { planId, coachingId, goalId };
}

/** Inserts a meeting that began an hour ago. @returns its id */
export async function mintMeeting(
  tenant: TestTenant,
  coachingId: string,
  proposedBy: TestPerson,
  more: Partial<typeof coachingMeeting.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  await withTenant(tenant.id, (db) =>
    db.insert(coachingMeeting).values({
      ...{ enterpriseId: tenant.id, id, coachingId, proposedBy: proposedBy.userId },
      ...{ startsAt: new Date(Date.now() - 3_600_000), place: '三号会议室', agenda: '班前会', state: 'agreed' },
      ...more,
    }),
  );
  return id;
}
