import { and, eq, sql } from 'drizzle-orm';
import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { course } from '#src/server/course/tables.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { saveCart } from './cart.ts';
import { courseOrder } from './tables.ts';

/**
 * Puts the courses of an own order into the cart, with as many seats as then and nobody chosen; a course that is there already gets the
 * seats of the order.
 * @returns the courses in the cart, and titles of those that are not for sale any more, which are left out
 * @throws AppError 404 for another user's order; 409 as `saveCart`, and then the cart stays as it was
 */
export async function repeatOrder(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const own = and(
    eq(courseOrder.enterpriseId, tenant.id),
    eq(courseOrder.id, id),
    eq(courseOrder.buyerId, viewer.userId),
  );
  const [found] = await db.select({ id: courseOrder.id }).from(courseOrder).where(own);
  if (!found) throw notFound();
  const { rows } = await db.execute<{ courseId: string; title: string; seats: number; forSale: boolean }>(sql`
    select course.id as "courseId", course.title, x.seats,
           (${isVisibleTo(ctx)} and ${course.purchaseRequired}) as "forSale"
    from course_order_item x join course on course.enterprise_id = x.enterprise_id and course.id = x.course_id
    where x.enterprise_id = ${tenant.id} and x.order_id = ${id} order by course.title, course.id`);
  let count = 0;
  for (const { courseId, seats } of rows.filter(({ forSale }) => forSale))
    ({ count } = await saveCart(ctx, { courseId, seats, userIds: [] }));
  return { count, missing: rows.filter(({ forSale }) => !forSale).map(({ title }) => title) };
}
