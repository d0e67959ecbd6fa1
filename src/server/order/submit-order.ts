import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { courseOrder } from './tables.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Policies } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { emptyCart, readCart, requireOrdering } from './cart.ts';
import { checkPeople } from './people.ts';
import { lockOrders, placeOrder } from './place-order.ts';

type Input = OperationInput<'POST /course/auth/order/submit'>;

/**
 * Orders the user's cart at the current prices and requests approval, which an order up to a total that the enterprise has set does not need. Idempotent: submissions of one buyer are
 * serialised, and a repeated `submitKey` returns the existing order.
 * @throws AppError 409 if the enterprise does not offer orders, for an empty cart, a course that is not for sale, two currencies, or prices that differ from
 *   those shown to the buyer; 422 for members who cannot get a seat
 */
export async function submitOrder(ctx: Context, input: Input) {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  const buyerId = viewer.userId;
  await lockOrders(ctx);
  const [earlier] = await db
    .select({ id: courseOrder.id, orderNo: courseOrder.orderNo })
    .from(courseOrder)
    .where(
      and(
        eq(courseOrder.enterpriseId, enterpriseId),
        eq(courseOrder.buyerId, buyerId),
        eq(courseOrder.submitKey, input.submitKey),
      ),
    );
  if (earlier) return earlier;

  const items = await readCart(ctx);
  const currency = items[0]?.currency;
  if (!currency) throw new AppError(409, 'cartEmpty');
  const unavailable = items.find(({ forSale }) => !forSale);
  if (unavailable) throw new AppError(409, 'courseNotForSale', { params: { title: unavailable.title } });
  if (items.some((item) => item.currency !== currency)) throw new AppError(409, 'oneCurrency');
  for (const item of items) await checkPeople(ctx, item);
  const { total, same, rules, needsApproval } = await sum(ctx, items, input.total);
  requireOrdering(rules);
  if (!same || currency !== input.currency) throw new AppError(409, 'priceChanged');

  const { reference, note } = input;
  const order = { submitKey: input.submitKey, items, currency, total, reference, note };
  const made = await placeOrder(ctx, { ...order, state: needsApproval ? 'pending' : 'approved' });
  await emptyCart(ctx);
  if (!needsApproval) return made;
  await startFlow(ctx, {
    flowType: 'order',
    subjectId: made.id,
    title: items.map(({ title }) => title).join(' · '),
    detail: {
      ...{ note: note || null, orderNo: made.orderNo, total, currency },
      seats: items.reduce((all, item) => all + item.seats, 0),
    },
  });
  return made;
}

/** Returns the exact total (numeric, no floats), whether it equals the total shown to the buyer, and whether it needs approval. */
async function sum({ db, tenant }: Context, items: { price: string; seats: number }[], seen: number) {
  const lines = sql.join(
    items.map(({ price, seats }) => sql`${price}::numeric * ${seats}::int`),
    sql` + `,
  );
  type Row = { total: string; same: boolean; rules: Policies['orders']; needsApproval: boolean };
  const { rows } = await db.execute<Row>(sql`
    select total::text, total = ${String(seen)}::numeric as same, r as rules,
           total > (r ->> 'approvedUpTo')::numeric or (r ->> 'approvedUpTo')::numeric = 0 as "needsApproval"
    from (select (${lines})::numeric(12, 2) as total, ${rulesSql('orders', tenant.id)} as r) sums`);
  return rows[0]!;
}
