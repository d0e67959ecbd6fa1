import { sql } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { readInvoice } from './invoice.ts';
import { startSeats } from './start-seats.ts';
import { courseOrder, courseOrderItem, courseSeat, orderSequence } from './tables.ts';

type NewOrder = {
  /** Unique per buyer. */
  submitKey: string;
  items: { courseId: string; seats: number; price: string; userIds: string[] }[];
  /** Exact sum of the items. */
  total: string;
  currency: string;
  reference?: string | undefined;
  note?: string | undefined;
  /** `approved`: the decision on it has been made already. */
  state?: 'pending' | 'approved';
};

/** Serialises the orders of the user. */
export async function lockOrders({ db, tenant, viewer }: Context): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`order-submit ${tenant.id} ${viewer.userId}`}, 0))`,
  );
}

/** Stores an order of the user with its seats. The caller has checked courses, prices and people. */
export async function placeOrder(
  ctx: Context,
  { submitKey, items, total, currency, reference, note, state = 'pending' }: NewOrder,
): Promise<{ id: string; orderNo: string }> {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const at = now();
  const orderNo = await nextNumber(ctx);
  const invoice = await readInvoice(ctx);
  const [made] = await db
    .insert(courseOrder)
    .values({
      ...{ enterpriseId, orderNo, submitKey, buyerId: viewer.userId, total, currency, state, invoice },
      ...{ reference: reference || null, note: note || null, gmtCreate: at, gmtModified: at },
      decidedAt: state === 'approved' ? at : null,
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
  if (seats.length > 0 && state === 'approved') await startSeats(db, { enterpriseId, orderId, at });
  await audit(db, ctx, 'order.submitted', { orderId, orderNo, total, currency, state });
  return { id: orderId, orderNo };
}

/** `PO-2026-000123`: consecutive per enterprise and calendar year of its time zone, without gaps. */
export async function nextNumber({
  db,
  tenant,
  now,
}: Pick<Context, 'db' | 'now'> & { tenant: Pick<Context['tenant'], 'id' | 'timeZone'> }): Promise<string> {
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
