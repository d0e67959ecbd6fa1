import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { courseOrder, courseOrderItem, courseSeat, orderSequence } from '#src/server/core/db/schema/order.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { emptyCart, readCart } from './cart.ts';
import { checkPeople } from './people.ts';

type Input = OperationInput<'POST /course/auth/order/submit'>;

/**
 * Orders the user's cart at the current prices and requests approval. Idempotent: submissions of one buyer are
 * serialised, and a repeated `submitKey` returns the existing order.
 * @throws AppError 409 for an empty cart, a course that is not for sale, two currencies, or prices that differ from
 *   those shown to the buyer; 422 for members who cannot get a seat
 */
export async function submitOrder(ctx: Context, input: Input) {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const buyerId = viewer.userId;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`order-submit ${enterpriseId} ${buyerId}`}, 0))`,
  );
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
  const { total, same } = await sum(ctx, items, input.total);
  if (!same || currency !== input.currency) throw new AppError(409, 'priceChanged');

  const at = now();
  const reference = input.reference || null;
  const note = input.note || null;
  const orderNo = await nextNumber(ctx);
  const [made] = await db
    .insert(courseOrder)
    .values({
      enterpriseId,
      orderNo,
      submitKey: input.submitKey,
      buyerId,
      reference,
      note,
      total,
      currency,
      gmtCreate: at,
      gmtModified: at,
    })
    .returning({ id: courseOrder.id });
  const orderId = made!.id;
  await db
    .insert(courseOrderItem)
    .values(items.map(({ courseId, seats, price }) => ({ enterpriseId, orderId, courseId, seats, price })));
  const seats = items.flatMap(({ courseId, userIds }) =>
    userIds.map((userId) => ({ enterpriseId, orderId, courseId, userId, gmtCreate: at })),
  );
  if (seats.length > 0) await db.insert(courseSeat).values(seats);
  await emptyCart(ctx);
  await startFlow(ctx, {
    flowType: 'order',
    subjectId: orderId,
    title: items.map(({ title }) => title).join(' · '),
    detail: { note, orderNo, total, currency, seats: items.reduce((all, item) => all + item.seats, 0) },
  });
  await audit(db, ctx, 'order.submitted', { orderId, orderNo, total, currency });
  return { id: orderId, orderNo };
}

/** Returns the exact total (numeric, no floats), and whether it equals the total shown to the buyer. */
async function sum({ db }: Context, items: { price: string; seats: number }[], seen: number) {
  const lines = sql.join(
    items.map(({ price, seats }) => sql`${price}::numeric * ${seats}::int`),
    sql` + `,
  );
  const { rows } = await db.execute<{ total: string; same: boolean }>(
    sql`select (${lines})::numeric(12, 2)::text as total, (${lines}) = ${String(seen)}::numeric as same`,
  );
  return rows[0]!;
}

/** `PO-2026-000123`: consecutive per enterprise and calendar year of its time zone, without gaps. */
async function nextNumber({ db, tenant, now }: Context): Promise<string> {
  const [next] = await db
    .insert(orderSequence)
    .values({
      enterpriseId: tenant.id,
      year: sql`extract(year from ${now().toISOString()}::timestamptz at time zone ${tenant.timeZone})::int`,
      last: 1,
    })
    .onConflictDoUpdate({
      target: [orderSequence.enterpriseId, orderSequence.year],
      set: { last: sql`${orderSequence.last} + 1` },
    })
    .returning();
  return `PO-${next!.year}-${String(next!.last).padStart(6, '0')}`;
}
