import { and, asc, desc, eq } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { coachingGoal, coachingMeeting } from './tables.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { coachingProgress } from './coaching-progress.ts';
import { findCoaching, isLocked } from './find-coaching.ts';

/** Returns a coaching with its goals and meetings. @throws AppError 404 like `findCoaching` */
export async function viewCoaching(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const found = await findCoaching(ctx, id);
  const goals = await db
    .select()
    .from(coachingGoal)
    .where(and(eq(coachingGoal.enterpriseId, tenant.id), eq(coachingGoal.coachingId, id)))
    .orderBy(asc(coachingGoal.sort), asc(coachingGoal.id))
    .limit(MAX_ITEMS.coachingGoals);
  const meetings = await db
    .select()
    .from(coachingMeeting)
    .where(and(eq(coachingMeeting.enterpriseId, tenant.id), eq(coachingMeeting.coachingId, id)))
    .orderBy(desc(coachingMeeting.startsAt), desc(coachingMeeting.id))
    .limit(MAX_ITEMS.coachingMeetings);
  const { title, requiredMeetings, requiredGoals } = found.plan;
  return {
    ...found,
    ...{ title, requiredMeetings, requiredGoals },
    ...coachingProgress(found.plan, goals, meetings),
    studyProgress: found.studyProgress,
    locked: await isLocked(ctx, found),
    goals,
    meetings: meetings.map(({ proposedBy, ...meeting }) => ({
      ...meeting,
      proposedByMe: proposedBy === viewer.userId,
    })),
  };
}
