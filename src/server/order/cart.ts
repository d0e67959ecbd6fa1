import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { course } from '#src/server/course/tables.ts';
import { cartItem } from './tables.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { Policies } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { checkPeople, namesOf } from './people.ts';
import { requestPurchase } from './request-purchase.ts';

const mine = ({ tenant, viewer }: Context) =>
  and(eq(cartItem.enterpriseId, tenant.id), eq(cartItem.userId, viewer.userId));

/** Reads the user's cart with current prices, in the order in which courses were added. */
export async function readCart(ctx: Context) {
  return ctx.db
    .select({
      courseId: cartItem.courseId,
      seats: cartItem.seats,
      userIds: cartItem.userIds,
      title: course.title,
      coverFileId: course.coverFileId,
      price: course.price,
      currency: course.currency,
      forSale: sql<boolean>`${isVisibleTo(ctx)} and ${course.purchaseRequired}`,
    })
    .from(cartItem)
    .innerJoin(course, and(eq(course.enterpriseId, cartItem.enterpriseId), eq(course.id, cartItem.courseId)))
    .where(mine(ctx))
    .orderBy(asc(cartItem.gmtCreate), asc(cartItem.courseId))
    .limit(MAX_ITEMS.cartCourses);
}

/** Lists the user's cart with the names of the selected members. */
export async function listCart(ctx: Context) {
  const items = await readCart(ctx);
  const { rows } = await ctx.db.execute<{ rules: Policies['orders'] }>(
    sql`select ${rulesSql('orders', ctx.tenant.id)} as rules`,
  );
  const names = await namesOf(ctx, [...new Set(items.flatMap(({ userIds }) => userIds))]);
  return {
    ordering: rows[0]!.rules.ordering,
    list: items.map(({ userIds, coverFileId, ...item }) => ({
      ...item,
      cover: publicFileUrl(coverFileId),
      // Former members are omitted, because they cannot get a seat.
      people: userIds.flatMap((userId) => names.get(userId) ?? []),
    })),
  };
}

/**
 * Adds a course to the user's cart, or changes its seats and members. A member who does not order asks for a seat instead.
 * @throws AppError 409 if the enterprise does not offer it; 403 for seats and members of somebody who does not order, other errors of them as `requestPurchase`; 404 for an unknown course; 409 for one that is not for sale, and above the limits of courses or
 *   seats per order; 422 for more members than seats, users of other enterprises, and members who already have a seat
 */
export async function saveCart(ctx: Context, input: OperationInput<'POST /course/auth/order/cart/save'>) {
  const { db, tenant, viewer, now } = ctx;
  const { courseId } = input;
  const [found] = await db
    .select({
      ...{ purchaseRequired: course.purchaseRequired, id: course.id, title: course.title },
      ...{ price: course.price, currency: course.currency },
      rules: sql<Policies['orders']>`${rulesSql('orders', tenant.id)}`,
    })
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId), isVisibleTo(ctx)));
  if (!found) throw notFound();
  if (!found.purchaseRequired) throw new AppError(409, 'notForSale');
  requireOrdering(found.rules);
  if (!isBuyer(viewer)) {
    if (!found.rules.requests) throw new AppError(409, 'seatRequestsOff');
    if (input.seats !== undefined || input.userIds !== undefined) throw new AppError(403, 'notAllowed');
    return { count: 0, instanceId: await requestPurchase(ctx, found, input.note) };
  }
  // Serialises changes of one cart, so that concurrent requests cannot exceed its limits.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${tenant.id} ${viewer.userId}`}, 0))`);
  await db
    .insert(cartItem)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, courseId, gmtCreate: now() })
    .onConflictDoNothing();
  const here = and(mine(ctx), eq(cartItem.courseId, courseId));
  const [item] = await db.select().from(cartItem).where(here).for('update');
  // Removed concurrently, e.g. in another tab.
  if (!item) throw notFound();
  const seats = input.seats ?? item.seats;
  const userIds = [...new Set(input.userIds ?? item.userIds)];
  if (input.seats !== undefined || input.userIds !== undefined) {
    await checkPeople(ctx, { courseId, seats, userIds });
    await db.update(cartItem).set({ seats, userIds }).where(here);
  }
  const cart = await sizeOf(ctx);
  if (cart.count > MAX_ITEMS.cartCourses)
    throw new AppError(409, 'cartFull', { params: { limit: MAX_ITEMS.cartCourses } });
  if (cart.seats > MAX_ITEMS.orderSeats)
    throw new AppError(409, 'tooManySeats', { params: { limit: MAX_ITEMS.orderSeats } });
  return { count: cart.count, instanceId: null };
}

/** @throws AppError 409 if the enterprise does not offer orders */
export function requireOrdering({ ordering }: Pick<Policies['orders'], 'ordering'>): void {
  if (!ordering) throw new AppError(409, 'orderingOff');
}

/** Organisation accounts and administrators order; all others ask for a seat. */
const isBuyer = ({ userType, isAdmin }: Context['viewer']) => isAdmin || userType === USER_TYPE.organisation;

/** Removes a course from the user's cart. */
export async function deleteFromCart(ctx: Context, { courseId }: { courseId: string }) {
  await ctx.db.delete(cartItem).where(and(mine(ctx), eq(cartItem.courseId, courseId)));
  return { count: (await sizeOf(ctx)).count };
}

/** Empties the user's cart. */
export async function emptyCart(ctx: Context): Promise<void> {
  await ctx.db.delete(cartItem).where(mine(ctx));
}

async function sizeOf(ctx: Context): Promise<{ count: number; seats: number }> {
  const [found] = await ctx.db
    .select({ count: count(), seats: sql<number>`coalesce(sum(${cartItem.seats}), 0)::int` })
    .from(cartItem)
    .where(mine(ctx));
  return found!;
}
