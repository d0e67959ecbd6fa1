import { and, eq, gt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { audit } from '#src/server/core/audit.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { trainingCost, trainingRoom, trainingSeat, trainingSession } from './tables.ts';
import { findRunSession, lockSession } from './select-sessions.ts';

/** Adds a room, or changes one; later sessions in it get its name and address. @throws AppError 404; 409; 422 for a double one */
export async function saveRoom(ctx: Context, input: OperationInput<'POST /course/auth/calendar/room/save'>) {
  const { db, tenant, now } = ctx;
  const { name, address, capacity } = input;
  const isRoom = (id: string) => and(eq(trainingRoom.enterpriseId, tenant.id), eq(trainingRoom.id, id));
  const same = await db
    .select({ id: trainingRoom.id })
    .from(trainingRoom)
    .where(
      and(eq(trainingRoom.enterpriseId, tenant.id), eq(trainingRoom.name, name), eq(trainingRoom.address, address)),
    );
  if (same.some(({ id }) => id !== input.id))
    throw new AppError(422, 'invalid', { fields: [{ field: 'name', key: 'field.roomExists' }] });
  if (!input.id) {
    const count = await db.$count(trainingRoom, eq(trainingRoom.enterpriseId, tenant.id));
    if (count >= MAX_ITEMS.rooms) throw new AppError(409, 'tooManyRooms', { params: { limit: MAX_ITEMS.rooms } });
    const [added] = await db
      .insert(trainingRoom)
      .values({ enterpriseId: tenant.id, name, address, capacity })
      .returning({ id: trainingRoom.id });
    await audit(db, ctx, 'training.room.save', { roomId: added!.id, name });
    return added!;
  }
  const [changed] = await db.update(trainingRoom).set({ name, address, capacity }).where(isRoom(input.id)).returning();
  if (!changed) throw notFound();
  await db
    .update(trainingSession)
    .set({ place: address, room: name, gmtModified: now(), revision: sql`${trainingSession.revision} + 1` })
    .where(
      and(
        eq(trainingSession.enterpriseId, tenant.id),
        eq(trainingSession.roomId, input.id),
        eq(trainingSession.status, 'planned'),
        gt(trainingSession.startAt, now()),
      ),
    );
  await audit(db, ctx, 'training.room.save', { roomId: input.id, name });
  return { id: input.id };
}

/** Takes a room out of the choice, or back. @throws AppError 404 */
export async function closeRoom(ctx: Context, { id, closed }: OperationInput<'POST /course/auth/calendar/room/close'>) {
  const { db, tenant, now } = ctx;
  const rows = await db
    .update(trainingRoom)
    .set({ closedAt: closed ? sql`coalesce(${trainingRoom.closedAt}, ${now().toISOString()}::timestamptz)` : null })
    .where(and(eq(trainingRoom.enterpriseId, tenant.id), eq(trainingRoom.id, id)))
    .returning({ id: trainingRoom.id });
  if (rows.length === 0) throw notFound();
  await audit(db, ctx, 'training.room.close', { roomId: id, closed });
  return { id };
}

/** Returns whom a cancellation concerns. @throws AppError 404 */
export async function viewEffects(
  ctx: Context,
  { id, following }: OperationInput<'POST /course/auth/calendar/effects'>,
) {
  const { db, tenant } = ctx;
  const { session } = await findRunSession(ctx, id);
  const seats = (status: string) =>
    sql<number>`(select count(*) from ${trainingSeat} x where x.enterprise_id = ${trainingSession.enterpriseId}
      and x.session_id = ${trainingSession.id} and x.status = ${status})`;
  const series = following && session.seriesId;
  const [sums] = await db
    .select({
      sessionCount: sql<number>`count(*)`.mapWith(Number),
      bookedCount: sql<number>`coalesce(sum(${seats('booked')}), 0)`.mapWith(Number),
      waitingCount: sql<number>`coalesce(sum(${seats('waiting')}), 0)`.mapWith(Number),
    })
    .from(trainingSession)
    .where(
      and(
        eq(trainingSession.enterpriseId, tenant.id),
        eq(trainingSession.status, 'planned'),
        series
          ? sql`(${trainingSession.id} = ${id} or (${trainingSession.seriesId} = ${series}
              and ${trainingSession.startAt} > ${session.startAt.toISOString()}::timestamptz))`
          : eq(trainingSession.id, id),
      ),
    );
  return sums!;
}

const costsOf = ({ tenant }: Context, id: string) =>
  and(eq(trainingCost.enterpriseId, tenant.id), eq(trainingCost.sessionId, id));

/** Returns what a session costs. @throws AppError 404 */
export async function listCosts(ctx: Context, { id }: OperationInput<'POST /course/auth/calendar/cost/list'>) {
  await findRunSession(ctx, id);
  return ctx.db
    .select({ id: trainingCost.id, kind: trainingCost.kind, amount: trainingCost.amount, note: trainingCost.note })
    .from(trainingCost)
    .where(costsOf(ctx, id))
    .orderBy(trainingCost.id)
    .limit(MAX_ITEMS.sessionCosts);
}

/** Replaces what a session costs. @throws AppError 404 */
export async function saveCosts(ctx: Context, { id, costs }: OperationInput<'POST /course/auth/calendar/cost/save'>) {
  const { db, tenant } = ctx;
  await findRunSession(ctx, id);
  await lockSession(ctx, id);
  await db.delete(trainingCost).where(costsOf(ctx, id));
  const rows = costs.map(({ kind, amount, note }) => ({ kind, amount: amount.toFixed(2), note: note || null }));
  if (rows.length > 0)
    await db.insert(trainingCost).values(rows.map((row) => ({ ...row, enterpriseId: tenant.id, sessionId: id })));
  const sum = costs.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100;
  await audit(db, ctx, 'training.costs', { sessionId: id, sum }, { about: [id] });
  return { sum };
}
