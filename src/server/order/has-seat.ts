import { and, eq } from 'drizzle-orm';
import { courseOrder, courseSeat } from '#src/server/core/db/schema/order.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Whether a user has a seat of an approved order, which opens the course to them. */
export async function hasSeat(db: TenantDb, enterpriseId: string, userId: string, courseId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: courseSeat.userId })
    .from(courseSeat)
    .innerJoin(
      courseOrder,
      and(
        eq(courseOrder.enterpriseId, courseSeat.enterpriseId),
        eq(courseOrder.id, courseSeat.orderId),
        eq(courseOrder.state, 'approved'),
      ),
    )
    .where(
      and(eq(courseSeat.enterpriseId, enterpriseId), eq(courseSeat.userId, userId), eq(courseSeat.courseId, courseId)),
    )
    .limit(1);
  return found !== undefined;
}
