import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { zonedTime } from '#src/lib/dates.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { setTraining } from '#src/server/course/session-resource.ts';
import { trainingSession } from './tables.ts';
import { announceSeats, moveUp } from './book-seat.ts';
import { isTaughtBy } from './run-sessions.ts';
import { findRunSession, lockSession } from './select-sessions.ts';
import { tellMembers } from './session-notices.ts';

type Input = OperationInput<'POST /course/auth/training/session/save'>;

/** Longest session: longer ones are several. Milliseconds. */
const MAX_LENGTH = 16 * 3_600_000;

/**
 * Plans a session of an offline class, or changes one. Members are told of another time or place; more places go to those
 * who wait. Less places than booked ones are refused.
 * @throws AppError 404, also for a class or session of another lecturer; 409 for a session that is cancelled or confirmed;
 * 422
 */
export async function saveSession(ctx: Context, input: Input): Promise<{ id: string }> {
  return 'id' in input ? changeSession(ctx, input) : planSession(ctx, input);
}

async function planSession(ctx: Context, input: Extract<Input, { resourceId: string }>) {
  const { db, tenant, viewer, now } = ctx;
  const values = columnsOf(ctx, input);
  if (values.startAt <= now()) throw wrong('startAt', 'field.past');
  const here = and(
    eq(courseResource.enterpriseId, tenant.id),
    eq(courseResource.id, input.resourceId),
    eq(courseResource.contentType, 6),
  );
  const [resource] = await db
    .select({ courseId: course.id })
    .from(courseResource)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .where(and(here, viewer.isAdmin ? undefined : isTaughtBy(ctx)));
  if (!resource) throw notFound();
  const id = randomUUID();
  await db
    .insert(trainingSession)
    .values({ ...values, enterpriseId: tenant.id, id, resourceId: input.resourceId, code: id, gmtCreate: now() });
  await setTraining(db, tenant.id, input.resourceId);
  await audit(db, ctx, 'training.planned', { sessionId: id });
  await announceSeats(ctx, resource.courseId);
  return { id };
}

async function changeSession(ctx: Context, input: Extract<Input, { id: string }>) {
  const { db, tenant } = ctx;
  const { id } = input;
  const { courseId, bookedCount } = await findRunSession(ctx, id);
  const before = await lockSession(ctx, id);
  if (before.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (before.status === 'closed') throw new AppError(409, 'trainingConfirmed');
  const values = columnsOf(ctx, input);
  const isMoved = +values.startAt !== +before.startAt || +values.endAt !== +before.endAt;
  if (+values.startAt !== +before.startAt && values.startAt <= ctx.now()) throw wrong('startAt', 'field.past');
  if (values.capacity < bookedCount) throw wrong('capacity', 'field.fewerThanBooked');
  await db
    .update(trainingSession)
    .set(values)
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id)));
  if (isMoved || values.place !== before.place || values.room !== before.room)
    await tellMembers(ctx, id, 'trainingChanged', `training-changed:${id}:${+values.gmtModified}`);
  await moveUp(ctx, { ...before, ...values });
  await audit(db, ctx, 'training.changed', { sessionId: id });
  await announceSeats(ctx, courseId);
  return { id };
}

/**
 * Cancels a session that is not confirmed and tells its members. Repeated, nothing changes.
 * @throws AppError 404, also for a session of another lecturer; 409 for a confirmed one
 */
export async function cancelSession(
  ctx: Context,
  { id, reason }: OperationInput<'POST /course/auth/training/session/cancel'>,
) {
  const { db, tenant, now } = ctx;
  const { courseId } = await findRunSession(ctx, id);
  const before = await lockSession(ctx, id);
  if (before.status === 'closed') throw new AppError(409, 'trainingConfirmed');
  if (before.status === 'cancelled') return { id };
  await db
    .update(trainingSession)
    .set({ status: 'cancelled', gmtModified: now() })
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id)));
  await tellMembers(ctx, id, 'trainingCancelled', `training-cancelled:${id}`, reason);
  await audit(db, ctx, 'training.cancelled', { sessionId: id, reason });
  await announceSeats(ctx, courseId);
  return { id };
}

function columnsOf({ tenant, now }: Context, input: Input) {
  const { title, place, room, capacity, signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts } = input;
  const startAt = zonedTime(input.startAt, tenant.timeZone);
  const endAt = zonedTime(input.endAt, tenant.timeZone);
  if (Number.isNaN(+startAt)) throw wrong('startAt', 'field.invalid');
  if (Number.isNaN(+endAt)) throw wrong('endAt', 'field.invalid');
  if (endAt <= startAt) throw wrong('endAt', 'field.beforeStart');
  if (+endAt - +startAt > MAX_LENGTH) throw wrong('endAt', 'field.tooLongSession');
  return {
    ...{ title: title || null, place, room: room || null, startAt, endAt, capacity },
    ...{ signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts },
    latitude: input.location?.latitude ?? null,
    longitude: input.location?.longitude ?? null,
    radius: input.location?.radius ?? null,
    gmtModified: now(),
  };
}

const wrong = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });
