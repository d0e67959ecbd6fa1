import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { OrderState } from '#src/server/core/db/schema/order.ts';
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
};

/** The orders that the viewer may see: their own; administrators see everybody's. */
export async function selectOrders({ db, tenant, viewer }: Context, which: SQL, page: SQL = sql``) {
  const { rows } = await db.execute<OrderHead & { totalCount: number }>(sql`
    select o.id, o.order_no as "orderNo", o.state, o.buyer_id as "buyerId", u.user_name as "buyerName", o.reference,
           o.note, o.total, o.currency, i.seats, i.courses, o.gmt_create as "gmtCreate", o.decided_at as "decidedAt",
           (select count(*)::int from course_seat s
            where s.enterprise_id = o.enterprise_id and s.order_id = o.id) as assigned,
           count(*) over ()::int as "totalCount"
    from course_order o
    join enterprise_user u on u.enterprise_id = o.enterprise_id and u.user_id = o.buyer_id
    cross join lateral (
      select sum(x.seats)::int as seats, array_agg(c.title order by c.title) as courses
      from course_order_item x join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id
      where x.enterprise_id = o.enterprise_id and x.order_id = o.id
    ) i
    where o.enterprise_id = ${tenant.id} ${viewer.isAdmin ? sql`` : sql`and o.buyer_id = ${viewer.userId}`} and ${which}
    order by o.gmt_create desc, o.id ${page}`);
  return rows.map((row) => ({
    ...row,
    // Raw rows: PostgreSQL's moments come as text.
    gmtCreate: new Date(row.gmtCreate),
    decidedAt: row.decidedAt && new Date(row.decidedAt),
  }));
}

/** Orders, latest first. */
export async function pageOrders(ctx: Context, input: Input) {
  const { state, keyword } = input;
  const which = sql`${state ? sql`o.state = ${state}` : sql`true`}
    ${
      keyword
        ? sql`and strpos(lower(concat_ws(' ', o.order_no, o.reference, u.user_name, array_to_string(i.courses, ' '))), lower(${keyword})) > 0`
        : sql``
    }`;
  return readPage(input, ({ limit, offset }) => selectOrders(ctx, which, sql`limit ${limit} offset ${offset}`));
}
