import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { insertRequest } from '#src/server/flow/insert-request.ts';
import { totalOf } from '#src/lib/money.ts';
import { momentOf, type Importing } from '#src/server/pack/importing.ts';
import type { PackOrder } from '#src/server/pack/pack-orders.ts';
import { nextNumber } from './place-order.ts';
import { courseOrder, courseOrderItem, courseSeat } from './tables.ts';

type Ids = ReadonlyMap<string, string>;

/** The key of the order with a code: it is imported once. */
function submitKeyOf(code: string): string {
  const hex = createHash('md5').update(`order ${code}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Imports orders of seats that were made before, oldest first, at the prices that their courses have. One that waits for approval becomes a
 * request. Orders that are there already stay as they are.
 */
export async function importOrders(importing: Importing, people: Ids, courses: Ids): Promise<void> {
  const { db, enterpriseId, pack, tally } = importing;
  if (pack.orders.length === 0) return;
  const stored = await db
    .select({ submitKey: courseOrder.submitKey })
    .from(courseOrder)
    .where(
      and(
        eq(courseOrder.enterpriseId, enterpriseId),
        inArray(
          courseOrder.submitKey,
          pack.orders.map(({ code }) => submitKeyOf(code)),
        ),
      ),
    );
  const known = new Set(stored.map(({ submitKey }) => submitKey));
  const sold = await db
    .select({ id: course.id, title: course.title, price: course.price, currency: course.currency })
    .from(course)
    .where(eq(course.enterpriseId, enterpriseId));
  const priced = new Map(sold.map((each) => [each.id, each]));
  const timed = pack.orders.map((order) => ({ order, at: momentOf(importing, order.at) }));
  for (const { order, at } of timed.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const isKnown = known.has(submitKeyOf(order.code));
    tally.add('order', isKnown ? 'unchanged' : 'created', order.code);
    if (isKnown) continue;
    const items = order.courses.map((each) => ({ ...each, ...priced.get(courses.get(each.course)!)! }));
    await importOrder(importing, { order, items, at, people });
  }
}

type Item = PackOrder['courses'][number] & { id: string; title: string; price: string; currency: string };
type Given = { order: PackOrder; items: Item[]; at: Date; people: Ids };

async function importOrder(importing: Importing, { order, items, at, people }: Given): Promise<void> {
  const { db, enterpriseId, pack } = importing;
  const { state, reference = null, note = null, code } = order;
  const buyerId = people.get(order.buyer)!;
  const orderNo = await nextNumber({ db, tenant: { id: enterpriseId, timeZone: pack.site.timeZone }, now: () => at });
  const total = totalOf(items.map(({ price, seats }) => ({ price: Number(price), seats }))).toFixed(2);
  const currency = items[0]!.currency;
  const [made] = await db
    .insert(courseOrder)
    .values({
      ...{ enterpriseId, orderNo, submitKey: submitKeyOf(code), buyerId, state, reference, note, total, currency },
      ...{ gmtCreate: at, gmtModified: at, decidedAt: state === 'pending' ? null : at },
    })
    .returning({ id: courseOrder.id });
  const orderId = made!.id;
  await db
    .insert(courseOrderItem)
    .values(items.map(({ id, seats, price }) => ({ enterpriseId, orderId, courseId: id, seats, price })));
  const seats = items.flatMap(({ id: courseId, people: phones, until }) =>
    phones.map((phone) => ({
      ...{ enterpriseId, orderId, courseId, userId: people.get(phone)!, gmtCreate: at },
      expiresAt: until === undefined ? null : momentOf(importing, until),
    })),
  );
  if (seats.length > 0) await db.insert(courseSeat).values(seats);
  if (state !== 'pending') return;
  await insertRequest(db, {
    ...{ enterpriseId, flowType: 'order', subjectId: orderId, applicantId: buyerId, approverId: null, at },
    title: items.map(({ title }) => title).join(' · '),
    detail: { note, orderNo, total, currency, seats: items.reduce((all, item) => all + item.seats, 0) },
  });
}
