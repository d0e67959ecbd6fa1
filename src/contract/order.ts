import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Amount, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { isTaxNumber, plainTaxNumber } from './rules/tax-number.ts';
import { ExportRecord } from './export.ts';

export const OrderState = z.enum(['pending', 'approved', 'rejected', 'withdrawn']);

/** Seats of one course in one order. */
const Seats = whole(1, MAX_ITEMS.seats, 'field.seats');
const People = z.array(Id).max(MAX_ITEMS.seats, { error: 'field.tooManyPeople' });

const Member = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
});

const CartItem = z.object({
  courseId: Id,
  title: z.string(),
  cover: z.string().nullable(),
  /** Current price of one seat. */
  price: Amount,
  currency: z.string(),
  seats: z.number().int(),
  people: z.array(Member).max(MAX_ITEMS.seats),
  /** false: unpublished or no longer for sale. */
  forSale: z.boolean(),
});

const OrderFilter = z.object({
  state: OrderState.optional(),
  /** Part of the order number, the reference, the buyer's name or a course title. */
  keyword: z.string().trim().max(100).optional(),
});

const OrderHead = z.object({
  id: Id,
  orderNo: z.string(),
  state: OrderState,
  buyerName: z.string(),
  /** The buyer's reference, e.g. contract or cost centre. */
  reference: z.string().nullable(),
  total: Amount,
  /** ISO 4217. */
  currency: z.string(),
  seats: z.number().int(),
  /** Assigned seats. */
  assigned: z.number().int(),
  courses: z.array(z.string()).max(MAX_ITEMS.cartCourses),
  gmtCreate: Instant,
  decidedAt: Instant.nullable(),
});

/** Invoice data: all but title and tax number may be empty. */
const line = (max: number) => z.string().trim().max(max, { error: 'field.tooLong' });
const Invoice = z.object({
  title: line(100).min(1, { error: 'field.required' }),
  /** Without spaces, dots and hyphens (`isTaxNumber`). */
  taxNumber: line(40).transform(plainTaxNumber).refine(isTaxNumber, { error: 'field.taxNumber' }),
  address: line(200),
  phone: line(40),
  bank: line(100),
  bankAccount: line(50),
});
const StoredInvoice = z.object({
  title: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
});

const OfSeats = z.object({ orderId: Id, courseId: Id });
const OfDepartment = OfSeats.extend({
  /** Its path; members of the departments below it are included. */
  department: z.string().min(1, { error: 'field.required' }).max(200),
});

const OrderView = OrderHead.extend({
  note: z.string().nullable(),
  /** The approval request. */
  instanceId: Id.nullable(),
  /** The approver's comment. */
  reason: z.string().nullable(),
  /** Whether the viewer can assign seats now. */
  canAssign: z.boolean(),
  /** Whether the viewer has ordered it. */
  mine: z.boolean(),
  /** Invoice data as they were at the submission; null: none were stored. */
  invoice: StoredInvoice.nullable(),
  items: z
    .array(
      z.object({
        courseId: Id,
        title: z.string(),
        cover: z.string().nullable(),
        price: Amount,
        seats: z.number().int(),
        amount: Amount,
        people: z
          .array(
            Member.extend({
              /** 0–100, in the course. */
              studyProgress: z.number().int(),
              completed: z.boolean(),
              /** Until when the seat opens the course; null: without end. */
              expiresAt: Instant.nullable(),
              /** Whether the seat can be revoked now. */
              canTakeBack: z.boolean(),
            }),
          )
          .max(MAX_ITEMS.seats),
      }),
    )
    .max(MAX_ITEMS.cartCourses),
});

export const order = define({
  'GET /course/auth/order/cart/list': {
    summary: 'List the user’s cart: courses, seats and the selected members, with current prices',
    auth: 'organisation',
    input: z.object({}),
    data: z.object({
      list: z.array(CartItem).max(MAX_ITEMS.cartCourses),
      /** Whether the enterprise offers orders. */
      ordering: z.boolean(),
    }),
  },
  'POST /course/auth/order/cart/save': {
    summary:
      'Add a course to the cart, or change its seats and members. Absent fields do not change. For members who do not order: ask for a seat; an approval orders it',
    auth: 'enterprise',
    input: z.object({
      courseId: Id,
      seats: Seats.optional(),
      userIds: People.optional(),
      /** Of a member who asks for a seat; required after a rejection. */
      note: z.string().trim().max(500, { error: 'field.tooLong' }).optional(),
    }),
    data: z.object({
      /** Courses in the cart. */
      count: z.number().int(),
      /** The pending request of a member who does not order. */
      instanceId: Id.nullable(),
    }),
  },
  'DELETE /course/auth/order/cart/delete': {
    summary: 'Remove a course from the cart. Idempotent',
    auth: 'organisation',
    input: z.object({ courseId: Id }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /course/auth/order/people/page': {
    summary:
      'List members who can get a seat, by name, department, post, complete phone number or its last four digits',
    auth: 'organisation',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional(),
      /** Its path; members of the departments below it are included. */
      department: z.string().max(200).optional(),
      /** Course for which `hasSeat` is computed. */
      courseId: Id.optional(),
    }),
    data: page(
      Member.extend({
        post: z.string().nullable(),
        /** `138****0001`. */
        phone: z.string().nullable(),
        hasSeat: z.boolean(),
      }),
    ),
  },
  'GET /course/auth/order/department/list': {
    summary: 'List the departments as paths, with the number of members including departments below',
    auth: 'organisation',
    input: z.object({}),
    data: z.array(z.object({ department: z.string(), memberCount: z.number().int() })).max(MAX_ITEMS.departments),
  },
  'POST /course/auth/order/submit': {
    summary: 'Order the courses in the cart; an administrator decides. Idempotent by `submitKey`',
    auth: 'organisation',
    input: z.object({
      /** Idempotency key generated by the page: a double click creates one order. */
      submitKey: Id,
      reference: z.string().trim().max(100, { error: 'field.tooLong' }).optional(),
      note: z.string().trim().max(500, { error: 'field.tooLong' }).optional(),
      /** Total that the buyer saw; if it differs from the server's prices, nothing is ordered. */
      total: z.number().min(0).max(1e10),
      currency: z.string().length(3),
    }),
    data: z.object({ id: Id, orderNo: z.string() }),
  },
  'POST /course/auth/order/page': {
    summary: 'List the user’s orders, for administrators all orders, latest first',
    auth: 'organisation',
    input: paged().extend(OrderFilter.shape),
    data: page(OrderHead),
  },
  'POST /course/auth/order/export': {
    summary: 'Request an export of the user’s orders, for administrators of all orders',
    auth: 'organisation',
    input: OrderFilter,
    data: ExportRecord,
  },
  'GET /course/auth/order/view': {
    summary: 'Get an order with its seats and the progress of their members, for its buyer and administrators',
    auth: 'organisation',
    input: z.object({ id: Id }),
    data: OrderView,
  },
  'POST /course/auth/order/seat/save': {
    summary: 'Assign free seats of an approved order to members; members who already have one are ignored',
    auth: 'organisation',
    input: z.object({ orderId: Id, courseId: Id, userIds: People.min(1, { error: 'field.choosePeople' }) }),
    data: z.object({ assigned: z.number().int() }),
  },
  'DELETE /course/auth/order/seat/delete': {
    summary: 'Revoke the seat of a member who has not started the course. Idempotent',
    auth: 'organisation',
    input: OfSeats.extend({ userId: Id }),
    data: z.object({ assigned: z.number().int() }),
  },
  'DELETE /course/auth/order/seat/unused/delete': {
    summary: 'Take back all seats of a course of an order whose members have not started the course. Idempotent',
    auth: 'organisation',
    input: OfSeats,
    data: z.object({ takenBack: z.number().int(), assigned: z.number().int() }),
  },
  'POST /course/auth/order/seat/department/plan': {
    summary: 'Show who of a department would get a free seat of an approved order, and who has one already',
    auth: 'organisation',
    input: OfDepartment,
    data: z.object({
      free: z.number().int(),
      getCount: z.number().int(),
      haveCount: z.number().int(),
      /** The first of them, by name. */
      get: z.array(Member).max(100),
      have: z.array(Member).max(100),
    }),
  },
  'POST /course/auth/order/seat/department/save': {
    summary:
      'Assign free seats to all members of a department who have none, as planned; to nobody when seats are short',
    auth: 'organisation',
    input: OfDepartment.extend({
      /** Of the plan. */
      getCount: whole(0, 1_000_000),
    }),
    data: z.object({ assigned: z.number().int() }),
  },
  'POST /course/auth/order/repeat': {
    summary: 'Put the courses of an own order into the cart; those that are not for sale any more are reported',
    auth: 'organisation',
    input: z.object({ id: Id }),
    data: z.object({
      /** Courses in the cart. */
      count: z.number().int(),
      missing: z.array(z.string()).max(MAX_ITEMS.cartCourses),
    }),
  },
  'GET /course/auth/order/invoice/view': {
    summary: 'Get the invoice data of the user’s organisation; empty if none are stored',
    auth: 'organisation',
    input: z.object({}),
    data: StoredInvoice,
  },
  'POST /course/auth/order/invoice/save': {
    summary: 'Store the invoice data of the user’s organisation; submitted orders keep theirs',
    auth: 'organisation',
    input: Invoice,
    data: StoredInvoice,
  },
});
