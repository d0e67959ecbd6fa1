import { and, eq, sql } from 'drizzle-orm';
import { isValid } from './seat-conditions.ts';
import { startSeats } from './start-seats.ts';
import { courseOrder } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Decided = {
  enterpriseId: string;
  subjectId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
};

/**
 * Applies the decision on an order, in the transaction of the decision: approval opens the courses to the assigned
 * members. Members who already have a seat of another approved order lose the seat of this one, which becomes free.
 */
export async function decideOrder(db: TenantDb, { enterpriseId, subjectId, outcome, at }: Decided): Promise<void> {
  await db
    .update(courseOrder)
    .set({ state: outcome, decidedAt: at, gmtModified: at })
    .where(and(eq(courseOrder.enterpriseId, enterpriseId), eq(courseOrder.id, subjectId)));
  if (outcome !== 'approved') return;
  await startSeats(db, { enterpriseId, orderId: subjectId, at });
  await db.execute(sql`
    delete from course_seat s where s.enterprise_id = ${enterpriseId} and s.order_id = ${subjectId}
      and exists (select from course_seat x
                  join course_order o on o.enterprise_id = x.enterprise_id and o.id = x.order_id and o.state = 'approved'
                  where x.enterprise_id = s.enterprise_id and x.user_id = s.user_id and x.course_id = s.course_id and ${isValid(sql`x`)}
                    and x.order_id <> s.order_id)`);
}
