import { sql } from 'drizzle-orm';
import type { Invoice, OrderState } from './tables.ts';
import { type ExportList, type OfPerson, personSql } from '#src/server/export/export-list.ts';
import { inPeriod, ofPeople } from '#src/server/export/people-condition.ts';
import { orderHasText } from './page-orders.ts';

type Row = OfPerson & {
  orderNo: string;
  state: OrderState;
  courses: string[];
  seats: number;
  assigned: number;
  total: string;
  currency: string;
  reference: string | null;
  note: string | null;
  gmtCreate: Date;
  decidedAt: Date | null;
  invoice: Invoice | null;
};

/** Export of orders, latest first: for administrators all, for organisation accounts their own. */
export const orderExport: ExportList<Row> = {
  query: (asked) => {
    const { state, keyword } = asked.input;
    return sql`
      select ${personSql}, o.order_no as "orderNo", o.state, i.courses, i.seats, n.assigned, o.total, o.currency,
             o.reference, o.note, o.gmt_create as "gmtCreate", o.decided_at as "decidedAt", o.invoice
      from course_order o
      join enterprise_user u on u.enterprise_id = o.enterprise_id and u.user_id = o.buyer_id
      cross join lateral (
        select sum(x.seats)::int as seats, array_agg(c.title order by c.title) as courses
        from course_order_item x join course c on c.enterprise_id = x.enterprise_id and c.id = x.course_id
        where x.enterprise_id = o.enterprise_id and x.order_id = o.id
      ) i
      cross join lateral (
        select count(*)::int as assigned from course_seat s
        where s.enterprise_id = o.enterprise_id and s.order_id = o.id
      ) n
      where o.enterprise_id = ${asked.enterpriseId} and ${state ? sql`o.state = ${state}` : sql`true`}
        and ${typeof keyword === 'string' && keyword ? orderHasText(asked.enterpriseId, keyword) : sql`true`}
        and ${inPeriod(asked, sql`o.gmt_create`)} and ${ofPeople(asked, sql`o.buyer_id = ${asked.userId}`)}
      order by o.gmt_create desc, o.id`;
  },
  columns: (t) => [
    { name: 'orderNo', width: 20, type: 'text', value: ({ orderNo }) => orderNo },
    { name: 'state', width: 14, type: 'text', value: ({ state }) => t(`order:state.${state}`) },
    { name: 'buyer', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 20, type: 'text', value: ({ department }) => department },
    { name: 'courses', width: 48, type: 'text', value: ({ courses }) => courses.join(t('order:separator')) },
    { name: 'seats', width: 10, type: 'number', value: ({ seats }) => seats },
    { name: 'assigned', width: 14, type: 'number', value: ({ assigned }) => assigned },
    { name: 'total', width: 14, type: 'number', value: ({ total }) => Number(total) },
    { name: 'currency', width: 10, type: 'text', value: ({ currency }) => currency },
    { name: 'reference', width: 20, type: 'text', value: ({ reference }) => reference },
    { name: 'note', width: 32, type: 'text', value: ({ note }) => note },
    { name: 'invoiceTitle', width: 32, type: 'text', value: ({ invoice }) => invoice?.title ?? null },
    { name: 'taxNumber', width: 24, type: 'text', value: ({ invoice }) => invoice?.taxNumber ?? null },
    { name: 'orderedAt', width: 18, type: 'time', value: ({ gmtCreate }) => gmtCreate },
    { name: 'decidedAt', width: 18, type: 'time', value: ({ decidedAt }) => decidedAt },
  ],
};
