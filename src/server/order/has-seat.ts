import { and, eq } from 'drizzle-orm';
import { courseOrder, courseSeat } from '#src/server/core/db/schema/order.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Whether a person has a seat of an approved order: the course is open to them then. */
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
