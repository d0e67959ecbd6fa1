import { and, desc, eq, gt, gte, isNull, ne, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { restorableSince } from '#src/contract/rules/editing.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween, type HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { trainingRoom, trainingSession } from './tables.ts';

/** Rooms of the calendar (docs/specification.md, section "Completion"; decision 133). */

type Tenant = Pick<Context, 'tenant'>;
const isRoom = ({ tenant }: Tenant, id: string) =>
  and(eq(trainingRoom.enterpriseId, tenant.id), eq(trainingRoom.id, id));
const listed = ({ tenant }: Tenant) => and(eq(trainingRoom.enterpriseId, tenant.id), isNull(trainingRoom.deletedAt));
const restorable = ({ tenant, now }: Context) =>
  and(eq(trainingRoom.enterpriseId, tenant.id), gte(trainingRoom.deletedAt, restorableSince(now())));

/** Who edits the calendar reads the history of its rooms. */
export const ROOM_HISTORY: HistoryKind = {
  requireReader: async (ctx, id) => {
    if (!hasRight(ctx.viewer, 'content.manage') || (await ctx.db.$count(trainingRoom, isRoom(ctx, id))) === 0)
      throw notFound();
  },
};

/** Lists the rooms by name, with the number of sessions that were ever planned in each, and the deleted ones that can be restored. */
export async function listRooms(ctx: Context) {
  const { db, now } = ctx;
  const sessions = (ahead: boolean) =>
    sql<number>`(
    select count(*) from training_session s where s.enterprise_id = training_room.enterprise_id and s.room_id = training_room.id
      ${ahead ? sql`and s.status = 'planned' and s.start_at > ${now().toISOString()}::timestamptz` : sql``})`.mapWith(
      Number,
    );
  const { id, name, address, capacity, closedAt, revision, deletedAt } = trainingRoom;
  const rooms = await db
    .select({
      id,
      name,
      address,
      capacity,
      closedAt,
      revision,
      sessionCount: sessions(false),
      plannedCount: sessions(true),
    })
    .from(trainingRoom)
    .where(listed(ctx))
    .orderBy(name, id)
    .limit(MAX_ITEMS.rooms);
  const deleted = await db
    .select({ id, name, address, deletedAt: sql<Date>`${deletedAt}`.mapWith(deletedAt) })
    .from(trainingRoom)
    .where(restorable(ctx))
    .orderBy(desc(deletedAt), id)
    .limit(MAX_ITEMS.rooms);
  return { rooms, deleted };
}

/**
 * Adds a room, or changes one; later sessions in it get its name and address.
 * @throws AppError 404; 409 when somebody else has changed it since `revision`, and with too many; 422 for a double one
 */
export async function saveRoom(ctx: Context, input: OperationInput<'POST /course/auth/calendar/room/save'>) {
  const { db, tenant, now } = ctx;
  const { name, address, capacity } = input;
  if (!input.id) {
    await requireNew(ctx, input);
    await requireSpace(ctx);
    const [added] = await db
      .insert(trainingRoom)
      .values({ enterpriseId: tenant.id, name, address, capacity })
      .returning({ id: trainingRoom.id });
    await audit(db, ctx, 'training.room.save', { roomId: added!.id, name }, { about: [added!.id] });
    return added!;
  }
  const { id } = input;
  const before = await lockRoom(ctx, id);
  if (input.revision !== before.revision) throw new AppError(409, 'revisionChanged');
  await requireNew(ctx, { ...input, id });
  await db
    .update(trainingRoom)
    .set({ name, address, capacity, revision: before.revision + 1 })
    .where(isRoom(ctx, id));
  await db
    .update(trainingSession)
    .set({ place: address, room: name, gmtModified: now(), revision: sql`${trainingSession.revision} + 1` })
    .where(
      and(
        eq(trainingSession.enterpriseId, tenant.id),
        eq(trainingSession.roomId, id),
        eq(trainingSession.status, 'planned'),
        gt(trainingSession.startAt, now()),
      ),
    );
  const changes = changesBetween(before, { ...before, name, address, capacity }, ['name', 'address', 'capacity']);
  await audit(db, ctx, 'training.room.save', { roomId: id, name, changes }, { about: [id] });
  return { id };
}

/** Takes a room out of the choice, or back. @throws AppError 404 */
export async function closeRoom(ctx: Context, { id, closed }: OperationInput<'POST /course/auth/calendar/room/close'>) {
  const { db, now } = ctx;
  const { name, closedAt, revision } = await lockRoom(ctx, id);
  if ((closedAt !== null) === closed) return { id };
  await db
    .update(trainingRoom)
    .set({ closedAt: closed ? now() : null, revision: revision + 1 })
    .where(isRoom(ctx, id));
  const detail = { roomId: id, name };
  if (closed) await audit(db, ctx, 'training.room.closed', detail, { about: [id] });
  else await audit(db, ctx, 'training.room.reopened', detail, { about: [id] });
  return { id };
}

/** Deletes a room in which no session was ever planned; it can be restored for `RESTORABLE_DAYS`. @throws AppError 404; 409 `roomInUse` */
export async function deleteRoom(ctx: Context, { id }: { id: string }) {
  const { db, tenant, now } = ctx;
  const { name, revision } = await lockRoom(ctx, id);
  const used = and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.roomId, id));
  if ((await db.$count(trainingSession, used)) > 0) throw new AppError(409, 'roomInUse');
  await db
    .update(trainingRoom)
    .set({ deletedAt: now(), revision: revision + 1 })
    .where(isRoom(ctx, id));
  await audit(db, ctx, 'training.room.delete', { roomId: id, name }, { about: [id] });
  return { id };
}

/** Restores a deleted room. @throws AppError 404, also when it was deleted too long ago; 409 with too many; 422 when another one is like it by now */
export async function restoreRoom(ctx: Context, { id }: { id: string }) {
  const { db } = ctx;
  const [deleted] = await db
    .select()
    .from(trainingRoom)
    .where(and(restorable(ctx), isRoom(ctx, id)))
    .for('update');
  if (!deleted) throw notFound();
  await requireNew(ctx, deleted);
  await requireSpace(ctx);
  await db
    .update(trainingRoom)
    .set({ deletedAt: null, revision: deleted.revision + 1 })
    .where(isRoom(ctx, id));
  await audit(db, ctx, 'training.room.restore', { roomId: id, name: deleted.name }, { about: [id] });
  return { id };
}

/** Removes rooms that cannot be restored any more. */
export async function removeDeletedRooms(enterpriseId: string, now: Date): Promise<void> {
  await withTenant(enterpriseId, (db) =>
    db.execute(sql`
      delete from training_room r
      where r.enterprise_id = ${enterpriseId} and r.deleted_at < ${restorableSince(now).toISOString()}::timestamptz
        and not exists (select from training_session s where s.enterprise_id = r.enterprise_id and s.room_id = r.id)`),
  );
}

/** Locks a room also against sessions that choose it. @throws AppError 404, also for a deleted one */
async function lockRoom(ctx: Context, id: string) {
  const [found] = await ctx.db
    .select()
    .from(trainingRoom)
    .where(and(listed(ctx), isRoom(ctx, id)))
    .for('update');
  if (!found) throw notFound();
  return found;
}

/** @throws AppError 422 for the name and address of another room */
async function requireNew(
  ctx: Context,
  { id, name, address }: { id?: string | undefined; name: string; address: string },
) {
  const same = and(listed(ctx), eq(trainingRoom.name, name), eq(trainingRoom.address, address));
  if ((await ctx.db.$count(trainingRoom, and(same, id ? ne(trainingRoom.id, id) : undefined))) > 0)
    throw new AppError(422, 'invalid', { fields: [{ field: 'name', key: 'field.roomExists' }] });
}

async function requireSpace(ctx: Context): Promise<void> {
  if ((await ctx.db.$count(trainingRoom, listed(ctx))) >= MAX_ITEMS.rooms)
    throw new AppError(409, 'tooManyRooms', { params: { limit: MAX_ITEMS.rooms } });
}
