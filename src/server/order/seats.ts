import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { courseSeat } from './tables.ts';
import { courseProgress } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { type Policies } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { checkPeople } from './people.ts';
import { mayTakeBack } from './seat-conditions.ts';
import { startSeats } from './start-seats.ts';

export type Where = { orderId: string; courseId: string };

/**
 * Assigns free seats of an approved order to members, for whom the course is open immediately. Members who already have
 * a seat of this order are ignored.
 * @throws AppError 404 for an order that the user cannot see; 409 while it is not approved; 422 for more members than
 *   free seats, users of other enterprises, and members with a seat of the course from another order
 */
export async function saveSeats(ctx: Context, { userIds, ...where }: Where & { userIds: string[] }) {
  const { db, tenant, now } = ctx;
  const { seats } = await lockSeats(ctx, where);
  const rows = await db.select({ userId: courseSeat.userId }).from(courseSeat).where(at(ctx, where));
  const taken = new Set(rows.map(({ userId }) => userId));
  const added = [...new Set(userIds)].filter((userId) => !taken.has(userId));
  await checkPeople(ctx, { courseId: where.courseId, seats: seats - taken.size, userIds: added });
  if (added.length > 0) {
    await db
      .insert(courseSeat)
      .values(added.map((userId) => ({ enterpriseId: tenant.id, ...where, userId, gmtCreate: now() })));
    const given = { courseId: where.courseId, userIds: added };
    await startSeats(db, { enterpriseId: tenant.id, orderId: where.orderId, given, at: now() });
    await audit(db, ctx, 'seat.given', { ...where, userIds: added }, { about: added });
  }
  return { assigned: taken.size + added.length };
}

/**
 * Takes back the seat of a member, as long as the rules of the enterprise allow it; the seat becomes free.
 * @throws AppError 404 for an order that the user cannot see; 409 while it is not approved, and once the member has started or completed
 *   the course
 */
export async function deleteSeat(ctx: Context, { userId, ...where }: Where & { userId: string }) {
  const { db, tenant } = ctx;
  const { takeBack } = await lockSeats(ctx, where);
  const [progress] = await db
    .select({ status: courseProgress.status })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.enterpriseId, tenant.id),
        eq(courseProgress.userId, userId),
        eq(courseProgress.courseId, where.courseId),
      ),
    );
  if (!mayTakeBack(takeBack, progress?.status ?? null))
    throw new AppError(409, takeBack === 'never' ? 'seatsStay' : takeBack === 'beforeStart' ? 'seatInUse' : 'seatUsed');
  const deleted = await db
    .delete(courseSeat)
    .where(and(at(ctx, where), eq(courseSeat.userId, userId)))
    .returning({ userId: courseSeat.userId });
  if (deleted.length > 0) await audit(db, ctx, 'seat.takenBack', { ...where, userId }, { about: [userId] });
  return { assigned: await db.$count(courseSeat, at(ctx, where)) };
}

/**
 * Takes back all seats of a course of an order whose members have not begun it; the others stay.
 * @throws AppError 404 for an order that the user cannot see; 409 while it is not approved, and where seats are never taken back
 */
export async function deleteUnusedSeats(ctx: Context, where: Where) {
  const { db, tenant } = ctx;
  const { takeBack } = await lockSeats(ctx, where);
  if (!mayTakeBack(takeBack, null)) throw new AppError(409, 'seatsStay');
  const isBegun = sql`exists (select from course_progress p where p.enterprise_id = ${tenant.id}
    and p.course_id = ${where.courseId} and p.user_id = course_seat.user_id)`;
  const deleted = await db
    .delete(courseSeat)
    .where(and(at(ctx, where), sql`not ${isBegun}`))
    .returning({ userId: courseSeat.userId });
  const userIds = deleted.map(({ userId }) => userId);
  if (userIds.length > 0) await audit(db, ctx, 'seat.takenBack', { ...where, userIds }, { about: userIds });
  return { takenBack: userIds.length, assigned: await db.$count(courseSeat, at(ctx, where)) };
}

const at = ({ tenant }: Context, { orderId, courseId }: Where) =>
  and(eq(courseSeat.enterpriseId, tenant.id), eq(courseSeat.orderId, orderId), eq(courseSeat.courseId, courseId));

/** Locks the seats of a course of an order like `lockSeats`. @returns how many of them are free */
export async function lockFreeSeats(ctx: Context, where: Where): Promise<number> {
  const { seats } = await lockSeats(ctx, where);
  // Counted after the lock: whoever had it may have assigned some.
  return seats - (await ctx.db.$count(courseSeat, at(ctx, where)));
}

/** Locks the seats of a course of an order for this transaction. @returns the number of ordered seats, and when they can be taken back */
async function lockSeats({ db, tenant, viewer }: Context, { orderId, courseId }: Where) {
  const { rows } = await db.execute<{ seats: number; state: string } & Pick<Policies['orders'], 'takeBack'>>(sql`
    select i.seats, o.state, ${rulesSql('orders', tenant.id)} ->> 'takeBack' as "takeBack" from course_order_item i
    join course_order o on o.enterprise_id = i.enterprise_id and o.id = i.order_id
    where i.enterprise_id = ${tenant.id} and i.order_id = ${orderId} and i.course_id = ${courseId}
      ${viewer.isAdmin ? sql`` : sql`and o.buyer_id = ${viewer.userId}`}
    for update of i`);
  const [found] = rows;
  if (!found) throw notFound();
  if (found.state !== 'approved') throw new AppError(409, 'orderNotApproved');
  return found;
}
