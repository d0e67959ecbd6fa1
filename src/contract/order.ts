import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Amount, Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';

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
  /** Of one seat, as it is now. */
  price: Amount,
  currency: z.string(),
  seats: z.number().int(),
  people: z.array(Member).max(MAX_ITEMS.seats),
  /** false: unpublished meanwhile, or no longer for sale. */
  forSale: z.boolean(),
});

const OrderHead = z.object({
  id: Id,
  orderNo: z.string(),
  state: OrderState,
  buyerName: z.string(),
  /** Contract, cost centre. */
  reference: z.string().nullable(),
  total: Amount,
  /** ISO 4217. */
  currency: z.string(),
  seats: z.number().int(),
  /** Seats that are somebody's. */
  assigned: z.number().int(),
  courses: z.array(z.string()).max(MAX_ITEMS.cartCourses),
  gmtCreate: Instant,
  decidedAt: Instant.nullable(),
});

const OrderView = OrderHead.extend({
  note: z.string().nullable(),
  /** The request that decides it. */
  instanceId: Id.nullable(),
  /** What the decider said. */
  reason: z.string().nullable(),
  /** Whether the viewer may give its seats to people now. */
  canAssign: z.boolean(),
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
              /** Not begun: the seat may be taken back. */
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
    summary: 'The viewer’s cart: courses, seats, and the people chosen for them, at the prices of now',
    auth: 'organisation',
    input: z.object({}),
    data: z.object({ list: z.array(CartItem).max(MAX_ITEMS.cartCourses) }),
  },
  'POST /course/auth/order/cart/save': {
    summary:
      'Put a course into the cart, or change its seats and people. Only with an id: one that is there stays as it is',
    auth: 'organisation',
    input: z.object({ courseId: Id, seats: Seats.optional(), userIds: People.optional() }),
    data: z.object({ count: z.number().int() }),
  },
  'DELETE /course/auth/order/cart/delete': {
    summary: 'Take a course out of the cart; a repeat changes nothing',
    auth: 'organisation',
    input: z.object({ courseId: Id }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /course/auth/order/people/page': {
    summary:
      'Members of the enterprise who may get a seat, by name, department, post, complete phone number or its last four digits',
    auth: 'organisation',
    input: paged(20).extend({
      keyword: z.string().trim().max(100).optional(),
      department: z.string().max(100).optional(),
      /** Tells who has a seat of this course already. */
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
    summary: 'Departments with the number of their members',
    auth: 'organisation',
    input: z.object({}),
    data: z.array(z.object({ department: z.string(), memberCount: z.number().int() })).max(MAX_ITEMS.departments),
  },
  'POST /course/auth/order/submit': {
    summary: 'Order what is in the cart; an administrator decides. The same submitKey again answers the same order',
    auth: 'organisation',
    input: z.object({
      /** Made by the page that submits: a double click is one order. */
      submitKey: Id,
      reference: z.string().trim().max(100, { error: 'field.tooLong' }).optional(),
      note: z.string().trim().max(500, { error: 'field.tooLong' }).optional(),
      /** What the buyer saw; prices are the server's, and a difference is told instead of ordered. */
      total: z.number().min(0).max(1e10),
      currency: z.string().length(3),
    }),
    data: z.object({ id: Id, orderNo: z.string() }),
  },
  'POST /course/auth/order/page': {
    summary: 'The viewer’s orders, to administrators everybody’s, latest first',
    auth: 'organisation',
    input: paged().extend({
      state: OrderState.optional(),
      /** Part of the number, the reference or a course’s title. */
      keyword: z.string().trim().max(100).optional(),
    }),
    data: page(OrderHead),
  },
  'GET /course/auth/order/view': {
    summary: 'An order with its seats and how far their people are, for its buyer and administrators',
    auth: 'organisation',
    input: z.object({ id: Id }),
    data: OrderView,
  },
  'POST /course/auth/order/seat/save': {
    summary: 'Give free seats of an approved order to people; who has one of this order already keeps it',
    auth: 'organisation',
    input: z.object({ orderId: Id, courseId: Id, userIds: People.min(1, { error: 'field.choosePeople' }) }),
    data: z.object({ assigned: z.number().int() }),
  },
  'DELETE /course/auth/order/seat/delete': {
    summary: 'Take a seat back from somebody who has not begun; a repeat changes nothing',
    auth: 'organisation',
    input: z.object({ orderId: Id, courseId: Id, userId: Id }),
    data: z.object({ assigned: z.number().int() }),
  },
});
