import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { coaching, coachingPlan } from './tables.ts';
import { readTasks } from '#src/server/study/read-tasks.ts';

export type Role = 'learner' | 'mentor' | 'administrator';
export type Found = Awaited<ReturnType<typeof findCoaching>>;

const learner = alias(enterpriseUser, 'learner');
const mentor = alias(enterpriseUser, 'mentor');

/**
 * Returns a coaching with the names of its people and the role of the viewer.
 * @throws AppError 404 unless the viewer is one of its two people or an administrator
 */
export async function findCoaching({ db, tenant, viewer }: Context, id: string) {
  const [found] = await db
    .select({
      coaching,
      plan: coachingPlan,
      learnerName: learner.userName,
      mentorName: mentor.userName,
      mentorStatus: mentor.status,
    })
    .from(coaching)
    .innerJoin(
      coachingPlan,
      and(eq(coachingPlan.enterpriseId, coaching.enterpriseId), eq(coachingPlan.id, coaching.planId)),
    )
    .innerJoin(learner, and(eq(learner.enterpriseId, coaching.enterpriseId), eq(learner.userId, coaching.learnerId)))
    .innerJoin(mentor, and(eq(mentor.enterpriseId, coaching.enterpriseId), eq(mentor.userId, coaching.mentorId)))
    .where(and(eq(coaching.enterpriseId, tenant.id), eq(coaching.id, id)));
  if (!found) throw notFound();
  const role = roleOf(found.coaching, viewer);
  if (!role) throw notFound();
  const { coaching: row, mentorStatus, ...names } = found;
  return { ...row, ...names, mentorHasLeft: mentorStatus !== 'active', role };
}

/** The role of a user; null: the coaching is none of their business. */
function roleOf(
  { learnerId, mentorId }: { learnerId: string; mentorId: string },
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
): Role | null {
  if (userId === learnerId) return 'learner';
  if (userId === mentorId) return 'mentor';
  return isAdmin ? 'administrator' : null;
}

/**
 * Locks a coaching for a change by one of its two people.
 * @throws AppError 404 like `findCoaching`; 403 for administrators; 409 before its item of the task opens
 */
export async function changeCoaching(ctx: Context, id: string): Promise<Found & { role: 'learner' | 'mentor' }> {
  // Changes of one coaching run one after another, so that its progress is counted from all of them.
  await ctx.db
    .select({ id: coaching.id })
    .from(coaching)
    .where(and(eq(coaching.enterpriseId, ctx.tenant.id), eq(coaching.id, id)))
    .for('update');
  const found = await findCoaching(ctx, id);
  const { role } = found;
  if (role === 'administrator') throw new AppError(403, 'coachingOfOthers');
  if (await isLocked(ctx, found)) throw new AppError(409, 'coachingLocked');
  return { ...found, role };
}

/** Whether a running task has the coaching as an item that is not open yet, and none has it open. */
export async function isLocked(ctx: Context, { learnerId, planId }: { learnerId: string; planId: string }) {
  const at = ctx.now();
  const tasks = await readTasks(
    ctx.db,
    { enterpriseId: ctx.tenant.id, userId: learnerId, at },
    sql`exists (select from study_task_item x where x.enterprise_id = t.enterprise_id and x.task_id = t.id
                and x.coaching_plan_id = ${planId})`,
  );
  const items = tasks.filter(({ endAt }) => endAt > at).flatMap((task) => task.items.filter((item) => item.isCoaching));
  return items.length > 0 && items.every(({ locked }) => locked);
}
