import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Invoice, OrderState } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';

type Input = OperationInput<'POST /course/auth/order/page'>;
export type OrderHead = {
  id: string;
  orderNo: string;
  state: OrderState;
  buyerId: string;
  buyerName: string;
  reference: string | null;
  note: string | null;
  total: string;
  currency: string;
  seats: number;
  assigned: number;
  courses: string[];
  gmtCreate: Date;
  decidedAt: Date | null;
  invoice: Invoice | null;
};

/**
 * Reads the orders that the user can see: their own, and for administrators all.
 * @param which condition on `o`; the other tables are read for the rows of the page only
 */
export async function selectOrders({ db, tenant, viewer }: Context, which: SQL, page: SQL = sql``) {
  const { rows } = await db.execute<OrderHead & { totalCount: number }>(sql`
    with page as (
      select o.id, count(*) over ()::int as total from course_order o
      where o.enterprise_id = ${tenant.id} ${viewer.isAdmin ? sql`` : sql`and o.buyer_id = ${viewer.userId}`} and ${which}
      order by o.gmt_create desc, o.id ${page}
    )
    select o.id, o.order_no as "orderNo", o.state, o.buyer_id as "buyerId", u.user_name as "buyerName", o.reference,
           o.note, o.total, o.currency, i.seats, i.courses, o.gmt_create as "gmtCreate", o.decided_at as "decidedAt", o.invoice,
           (select count(*)::int from course_seat s
            where s.enterprise_id = o.enterprise_id and s.order_id = o.id) as assigned,
           page.total as "totalCount"
    from page
    join course_order o on o.enterprise_id = ${tenant.id} and o.id = page.id
    join enterprise_user u on u.enterprise_id = o.enterprise_id and u.user_id = o.buyer_id
    cross join lateral (
      select sum(x.seats)::int as seats, array_agg(c.title order by c.title) as courses
      from course_order_item x join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id
      where x.enterprise_id = o.enterprise_id and x.order_id = o.id
    ) i
    order by o.gmt_create desc, o.id`);
  return rows.map((row) => ({
    ...row,
    // Hand-written SQL returns timestamps as text.
    gmtCreate: new Date(row.gmtCreate),
    decidedAt: row.decidedAt && new Date(row.decidedAt),
  }));
}

/** Lists orders, latest first. */
export async function pageOrders(ctx: Context, input: Input) {
  const { state, keyword } = input;
  const which = sql`${state ? sql`o.state = ${state}` : sql`true`} ${keyword ? sql`and ${orderHasText(ctx.tenant.id, keyword)}` : sql``}`;
  return readPage(input, ({ limit, offset }) => selectOrders(ctx, which, sql`limit ${limit} offset ${offset}`));
}

/** Orders with a text in their number, reference, name of the buyer or title of a course. */
export const orderHasText = (enterpriseId: string, text: string) => sql`(
  strpos(lower(concat_ws(' ', o.order_no, o.reference)), lower(${text})) > 0
  or o.buyer_id in (
    select u.user_id from enterprise_user u where u.enterprise_id = ${enterpriseId} and strpos(lower(u.user_name), lower(${text})) > 0)
  or o.id in (
    select x.order_id from course c
    join course_order_item x on x.enterprise_id = c.enterprise_id and x.course_id = c.id
    where c.enterprise_id = ${enterpriseId} and strpos(lower(c.title), lower(${text})) > 0))`;
