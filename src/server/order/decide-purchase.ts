import { isVisibleTo } from '#src/server/course/tables/visible.ts';
import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { course } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { hasSeat } from './seat-conditions.ts';
import type { Policies } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { requireOrdering } from './cart.ts';
import { checkPeople } from './people.ts';
import { lockOrders, placeOrder } from './place-order.ts';

type Decided = {
  instanceId: string;
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  detail: Record<string, unknown>;
};

/**
 * Orders the seat that a member has asked for, in the transaction of the approval, in the name of the person who approves. The order of
 * an administrator needs no further approval; that of an organisation account waits for one, like every order.
 * @throws AppError 409 when the course is not for sale, or no longer at the price of the request
 */
export async function decidePurchase(db: TenantDb, decided: Decided, ctx: Context): Promise<void> {
  const { enterpriseId, subjectId: courseId, applicantId, outcome, instanceId, detail } = decided;
  if (outcome !== 'approved') return;
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select ${hasSeat(enterpriseId, applicantId, sql`${courseId}::uuid`)} as has`,
  );
  // Somebody has ordered one meanwhile.
  if (rows[0]!.has) return;
  const [found] = await db
    .select({
      ...{ title: course.title, price: course.price, currency: course.currency },
      rules: sql<Policies['orders']>`${rulesSql('orders', enterpriseId)}`,
    })
    .from(course)
    .where(
      and(
        eq(course.enterpriseId, enterpriseId),
        eq(course.id, courseId),
        isVisibleTo({ tenant: { id: enterpriseId }, viewer: { userId: applicantId } }),
        eq(course.purchaseRequired, true),
      ),
    );
  if (!found) throw new AppError(409, 'notForSaleNow');
  const { title, price, currency, rules } = found;
  requireOrdering(rules);
  if (price !== detail['total'] || currency !== detail['currency']) throw new AppError(409, 'askedPriceChanged');
  const item = { courseId, seats: 1, price, userIds: [applicantId] };
  await checkPeople(ctx, item);
  await lockOrders(ctx);
  const isFinal = ctx.viewer.isAdmin;
  const { id, orderNo } = await placeOrder(ctx, {
    ...{ submitKey: instanceId, items: [item], total: price, currency },
    state: isFinal ? 'approved' : 'pending',
  });
  if (isFinal) return;
  await startFlow(ctx, {
    flowType: 'order',
    subjectId: id,
    title,
    detail: { orderNo, total: price, currency, seats: 1 },
  });
}
