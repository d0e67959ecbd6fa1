import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { trainingSession } from './tables.ts';
import { isBookable } from './book-seat.ts';
import { sendSessionNotices } from './session-notices.ts';

/**
 * Gives free places to those who wait longest, and tells them. Call it with the session locked. After the start nobody moves
 * up.
 */
export async function moveUp(
  ctx: Pick<Context, 'db' | 'tenant' | 'now'>,
  session: typeof trainingSession.$inferSelect,
): Promise<void> {
  const { db, tenant, now } = ctx;
  if (!isBookable(session, now())) return;
  const { rows } = await db.execute<{ userId: string; position: number }>(sql`
    update training_seat set status = 'booked', gmt_modified = ${now().toISOString()}::timestamptz
    where enterprise_id = ${tenant.id} and session_id = ${session.id} and user_id in (
      select user_id from training_seat
      where enterprise_id = ${tenant.id} and session_id = ${session.id} and status = 'waiting'
      order by position
      limit greatest(0, ${session.capacity} - (
        select count(*) from training_seat
        where enterprise_id = ${tenant.id} and session_id = ${session.id} and status = 'booked')))
    returning user_id as "userId", position`);
  await sendSessionNotices(
    ctx,
    session.id,
    'trainingSeat',
    // A member who waits again later is told again.
    rows.map(({ userId, position }) => ({ userId, source: `training-seat:${session.id}:${position}` })),
  );
}
