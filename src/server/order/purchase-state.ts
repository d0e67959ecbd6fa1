import { sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import type { Policies } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import type { OrderState } from './tables.ts';
import { latestInstances, MAX_REJECTIONS } from '#src/server/flow/latest-instances.ts';

/**
 * How far a member without a valid seat of a course is in getting one. `ordered`: an order with a seat for them waits for approval; `notOrdered`: the
 * request was approved, and the order was not; `expired`: they had a seat; `notOffered`: the enterprise offers neither requests nor orders.
 */
export type PurchaseState = {
  state: 'none' | 'pending' | 'rejected' | 'ordered' | 'notOrdered' | 'expired' | 'notOffered';
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
  const { rows } = await db.execute<{ order: OrderState | null; rules: Policies['orders'] }>(sql`
    select ${rulesSql('orders', tenant.id)} as rules, (
      select o.state from course_seat s
      join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
      where s.enterprise_id = ${tenant.id} and s.user_id = ${viewer.userId} and s.course_id = ${courseId}
      order by o.state = 'pending' desc, o.state = 'approved' desc limit 1) as "order"`);
  const { order, rules } = rows[0]!;
  const isOffered = rules.ordering && rules.requests;
  const state =
    order === 'pending'
      ? 'ordered'
      : latest?.state === 'pending'
        ? 'pending'
        : order === 'approved'
          ? 'expired'
          : latest?.state === 'approved'
            ? 'notOrdered'
            : latest?.state === 'rejected'
              ? 'rejected'
              : isOffered
                ? 'none'
                : 'notOffered';
  const rejections = latest?.rejections ?? 0;
  return {
    ...{ state, instanceId: latest?.instanceId ?? null, reason: latest?.reason ?? null, rejections },
    mayAskAgain: isOffered && state !== 'pending' && state !== 'ordered' && rejections < MAX_REJECTIONS,
  };
}
