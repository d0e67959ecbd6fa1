import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { amount, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, matches, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { course } from '#src/server/course/tables.ts';

/** What an invoice needs; only the title and the tax number are always there. */
export type Invoice = {
  title: string;
  taxNumber: string;
  address: string;
  phone: string;
  bank: string;
  bankAccount: string;
};
export type OrderState = 'pending' | 'approved' | 'rejected' | 'withdrawn';

/** The cart of an organisation account or an administrator. */
export const cartItem = pgTable(
  'cart_item',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    courseId: uuid('course_id').notNull(),
    seats: integer('seats').notNull().default(1),
    /** The users selected for the seats so far; at most `seats`. */
    userIds: uuid('user_ids').array().notNull().default([]),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.courseId] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    memberKey(t.enterpriseId, t.userId),
    atLeast(t.seats, 1),
    check('cart_item_user_ids_check', sql`cardinality(${t.userIds}) <= ${t.seats}`),
  ],
);

/** An order of seats. There is no payment gateway: an order has a reference (contract, cost centre) and a state. */
export const courseOrder = pgTable(
  'course_order',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    orderNo: text('order_no').notNull(),
    /** Id given by the browser, for idempotency: a repeated submission does not create a second order. */
    submitKey: uuid('submit_key').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    state: text('state').$type<OrderState>().notNull().default('pending'),
    reference: text('reference'),
    note: text('note'),
    total: amount('total').notNull(),
    currency: text('currency').notNull(),
    /** Invoice data of the buyer's organisation as they were at the submission; null: none were stored. Never changed. */
    invoice: jsonb('invoice').$type<Invoice>(),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.orderNo),
    unique().on(t.enterpriseId, t.buyerId, t.submitKey),
    index().on(t.enterpriseId, t.buyerId, t.gmtCreate, t.id),
    memberKey(t.enterpriseId, t.buyerId),
    oneOf(t.state, ['pending', 'approved', 'rejected', 'withdrawn']),
    atLeast(t.total, 0),
    matches(t.currency, '^[A-Z]{3}$'),
  ],
);

export const courseOrderItem = pgTable(
  'course_order_item',
  {
    enterpriseId: enterpriseId(),
    orderId: uuid('order_id').notNull(),
    courseId: uuid('course_id').notNull(),
    seats: integer('seats').notNull(),
    /** Price of one seat at the time of the order. */
    price: amount('price').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.orderId, t.courseId] }),
    foreignKey({ columns: [t.enterpriseId, t.orderId], foreignColumns: [courseOrder.enterpriseId, courseOrder.id] }),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    atLeast(t.seats, 1),
    atLeast(t.price, 0),
  ],
);

/** Assignment of a seat to a user. With an approved order it lets them study the course. */
export const courseSeat = pgTable(
  'course_seat',
  {
    enterpriseId: enterpriseId(),
    orderId: uuid('order_id').notNull(),
    courseId: uuid('course_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** From when it does not open the course any more; null: never. Set when the order is approved, or the seat is assigned after that. */
    expiresAt: moment('expires_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.orderId, t.courseId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.orderId, t.courseId],
      foreignColumns: [courseOrderItem.enterpriseId, courseOrderItem.orderId, courseOrderItem.courseId],
    }),
    index().on(t.enterpriseId, t.userId, t.courseId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** Invoice data of the organisation of an organisation account or an administrator who orders. */
export const organisationInvoice = pgTable(
  'organisation_invoice',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    title: text('title').notNull(),
    taxNumber: text('tax_number').notNull(),
    address: text('address').notNull(),
    phone: text('phone').notNull(),
    bank: text('bank').notNull(),
    bankAccount: text('bank_account').notNull(),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId] }), memberKey(t.enterpriseId, t.userId)],
);

/** Last order number of each calendar year. */
export const orderSequence = pgTable(
  'order_sequence',
  {
    enterpriseId: enterpriseId(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.year] }), atLeast(t.last, 1)],
);
