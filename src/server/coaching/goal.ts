import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { coachingGoal } from './tables.ts';
import { changeCoaching } from './find-coaching.ts';
import { afterChange, tellOther } from './update-coaching.ts';
import { viewCoaching } from './view-coaching.ts';

/** Adds a goal. @throws AppError 404, 403 and 409 like `changeCoaching`; 409 when there are too many */
export async function addGoal(
  ctx: Context,
  { coachingId, title }: OperationInput<'POST /course/auth/coaching/goal/save'>,
) {
  const found = await changeCoaching(ctx, coachingId);
  const { db, tenant } = ctx;
  const ofCoaching = and(eq(coachingGoal.enterpriseId, tenant.id), eq(coachingGoal.coachingId, coachingId));
  const sort = await db.$count(coachingGoal, ofCoaching);
  if (sort >= MAX_ITEMS.coachingGoals) throw new AppError(409, 'coachingFull');
  const now = ctx.now();
  const [goal] = await db
    .insert(coachingGoal)
    .values({ enterpriseId: tenant.id, coachingId, title, sort, stateAt: now, gmtCreate: now })
    .returning();
  await tellOther(ctx, found, { event: 'goalAdded', source: `coaching-goal:${goal!.id}:added`, goal: title });
  return viewCoaching(ctx, { id: coachingId });
}

const EVENTS = { open: 'goalOpen', inProgress: 'goalInProgress', reached: 'goalReached', dropped: 'goalDropped' };
const isDecided = (state: keyof typeof EVENTS) => state === 'reached' || state === 'dropped';

/**
 * Changes the state of a goal. Only the mentor decides that it is reached or dropped, and takes that back.
 * @throws AppError 404 and 409 like `changeCoaching`; 403 also when the learner decides
 */
export async function setGoalState(
  ctx: Context,
  { id, state }: OperationInput<'PUT /course/auth/coaching/goal/state'>,
) {
  const { db, tenant } = ctx;
  const byId = and(eq(coachingGoal.enterpriseId, tenant.id), eq(coachingGoal.id, id));
  const [known] = await db.select({ coachingId: coachingGoal.coachingId }).from(coachingGoal).where(byId);
  if (!known) throw notFound();
  const found = await changeCoaching(ctx, known.coachingId);
  const [goal] = await db.select().from(coachingGoal).where(byId);
  if (goal!.state !== state) {
    if (found.role !== 'mentor' && (isDecided(state) || isDecided(goal!.state)))
      throw new AppError(403, 'mentorDecidesGoals');
    const now = ctx.now();
    await db.update(coachingGoal).set({ state, stateAt: now }).where(byId);
    const source = `coaching-goal:${id}:${state}:${now.getTime()}`;
    await tellOther(ctx, found, { event: EVENTS[state], source, goal: goal!.title });
    await afterChange(ctx, found);
  }
  return viewCoaching(ctx, { id: found.id });
}
