import { and, eq } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import type { Context } from '#src/server/core/context.ts';
import { coaching, coachingGoal, coachingMeeting } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { updateTasks } from '#src/server/study/update-tasks.ts';
import { coachingProgress } from './coaching-progress.ts';
import type { Found } from './find-coaching.ts';

type Kept = Pick<Found, 'enterpriseId' | 'id' | 'learnerId' | 'completedAt'> & {
  plan: Pick<Found['plan'], 'id' | 'requiredMeetings' | 'requiredGoals'>;
};

/**
 * Recomputes the progress of a locked coaching and of the learner's tasks with it. A complete coaching remains complete.
 * @returns whether this change has completed it
 */
export async function updateCoaching(
  db: TenantDb,
  { enterpriseId, id, learnerId, completedAt, plan }: Kept,
  at: Date,
): Promise<boolean> {
  const goals = await db
    .select({ state: coachingGoal.state })
    .from(coachingGoal)
    .where(and(eq(coachingGoal.enterpriseId, enterpriseId), eq(coachingGoal.coachingId, id)));
  const meetings = await db
    .select({
      learnerConfirmedAt: coachingMeeting.learnerConfirmedAt,
      mentorConfirmedAt: coachingMeeting.mentorConfirmedAt,
    })
    .from(coachingMeeting)
    .where(and(eq(coachingMeeting.enterpriseId, enterpriseId), eq(coachingMeeting.coachingId, id)));
  const { studyProgress } = coachingProgress(plan, goals, meetings);
  const isCompleted = completedAt === null && studyProgress === 100;
  await db
    .update(coaching)
    .set({
      studyProgress: completedAt ? 100 : studyProgress,
      completedAt: isCompleted ? at : completedAt,
      gmtModified: at,
    })
    .where(and(eq(coaching.enterpriseId, enterpriseId), eq(coaching.id, id)));
  await updateTasks(db, { enterpriseId, userId: learnerId, at }, { coachingPlanId: plan.id });
  return isCompleted;
}

type Step = {
  event: string;
  /** The fact that is reported. */
  source: string;
  startsAt?: Date;
  goal?: string;
};

/** Tells the other person what the viewer did. */
export async function tellOther(ctx: Context, found: Found, { event, source, startsAt, goal }: Step): Promise<void> {
  const { db, tenant, viewer } = ctx;
  const userId = viewer.userId === found.learnerId ? found.mentorId : found.learnerId;
  const userName = viewer.userId === found.learnerId ? found.learnerName : found.mentorName;
  const time = startsAt && inZone(startsAt, tenant.timeZone).format('YYYY-MM-DD HH:mm');
  const detail = { event, title: found.plan.title, userName, ...(time && { time }), ...(goal && { goal }) };
  await sendNotices(db, tenant.id, [
    { userId, kind: 'coaching', detail, path: `/account/coaching/${found.id}`, source, at: ctx.now() },
  ]);
}

/** Updates the progress after a change; both are told once when that completes the coaching. */
export async function afterChange(ctx: Context, found: Found): Promise<void> {
  const at = ctx.now();
  if (!(await updateCoaching(ctx.db, found, at))) return;
  await sendNotices(
    ctx.db,
    ctx.tenant.id,
    [found.learnerId, found.mentorId].map((userId) => ({
      ...{ userId, kind: 'coaching' as const, detail: { event: 'completed', title: found.plan.title }, at },
      ...{ path: `/account/coaching/${found.id}`, source: `coaching-completed:${found.id}` },
    })),
  );
}
