import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { OrderState } from './tables.ts';
import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';

/**
 * How far a member without a seat of a course is in getting one. `ordered`: an order with a seat for them waits for approval; `notOrdered`: the
 * request was approved, and the order was not.
 */
export type PurchaseState = {
  state: 'none' | 'pending' | 'rejected' | 'ordered' | 'notOrdered';
  /** Their latest request. */
  instanceId: string | null;
  /** Comment of its decision. */
  reason: string | null;
  rejections: number;
  mayAskAgain: boolean;
};

/** Returns how far the user is in getting a seat of a course. The caller knows that they have none. */
export async function readPurchaseState({ db, tenant, viewer }: Context, courseId: string): Promise<PurchaseState> {
  const asked = {
    enterpriseId: tenant.id,
    applicantId: viewer.userId,
    flowType: 'purchase' as const,
    subjectIds: [courseId],
  };
  const latest = (await latestInstances(db, asked)).get(courseId);
  const { rows } = await db.execute<{ state: OrderState }>(sql`
    select o.state from course_seat s
    join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
    where s.enterprise_id = ${tenant.id} and s.user_id = ${viewer.userId} and s.course_id = ${courseId}
    order by o.state = 'pending' desc limit 1`);
  const order = rows[0]?.state;
  const state =
    order === 'pending'
      ? 'ordered'
      : latest?.state === 'approved'
        ? 'notOrdered'
        : latest?.state === 'pending' || latest?.state === 'rejected'
          ? latest.state
          : 'none';
  const rejections = latest?.rejections ?? 0;
  return {
    ...{ state, instanceId: latest?.instanceId ?? null, reason: latest?.reason ?? null, rejections },
    mayAskAgain: state !== 'pending' && state !== 'ordered' && rejections < MAX_REJECTIONS,
  };
}
