import { z } from 'zod';
import { Empty, Id, whole } from './common.ts';
import { define } from './define.ts';
import { NOTICE_CHOICES } from './rules/notice.ts';
import { TAKE_BACK } from './rules/policy.ts';

const PointRules = z.object({
  enabled: z.boolean(),
  checkIn: z.boolean(),
  checkInPoints: whole(0, 1000),
  bonusEvery: whole(2, 366),
  bonusPoints: whole(0, 1000),
});
const RankingRules = z.object({
  ...{ points: z.boolean(), credits: z.boolean(), hours: z.boolean(), allYears: z.boolean() },
  /** 0: all years. */
  fromYear: whole(0, 2200).refine((year) => year === 0 || year >= 2000, { error: 'field.invalid' }),
  ownChoice: z.boolean(),
});
const OrderRules = z.object({
  ordering: z.boolean(),
  requests: z.boolean(),
  /** In the currency of the order; 0: each order needs approval. */
  approvedUpTo: z.number({ error: 'field.invalid' }).min(0).max(1e9).multipleOf(0.01),
  /** 0: without end. */
  seatMonths: whole(0, 120),
  takeBack: z.enum(TAKE_BACK),
});
const quiet = { quietFrom: whole(0, 23), quietUntil: whole(0, 23) };
/** Hours of the clock, the same twice: none are quiet; and by `NOTICE_CHOICES` what everybody gets, which the compiler need not know. */
const NoticeRules = z.object({
  ...quiet,
  ...Object.fromEntries(NOTICE_CHOICES.map((name) => [name, z.boolean()])),
}) as unknown as z.ZodObject<typeof quiet>;
/** 0: nothing has been saved. */
const revision = z.number().int();
const stored = <R extends z.ZodType>(rules: R) => z.object({ revision, id: Id.nullable(), rules });
const change = <K extends string, R extends z.ZodType>(kind: K, rules: R) =>
  z.object({ kind: z.literal(kind), revision: whole(0, 1_000_000), rules });

export const policy = define({
  'GET /user/auth/policy/view': {
    summary: 'The rules of points, rankings, orders and notices of the enterprise',
    auth: 'admin',
    input: Empty,
    data: z.object({
      points: stored(PointRules),
      rankings: stored(RankingRules),
      orders: stored(OrderRules),
      notices: stored(NoticeRules),
    }),
  },
  'PUT /user/auth/policy/save': {
    summary: 'Change the rules of points, rankings, orders or notices. What was earned, ordered and given before stays',
    auth: 'admin',
    input: z.discriminatedUnion('kind', [
      change('points', PointRules),
      change('rankings', RankingRules),
      change('orders', OrderRules),
      change('notices', NoticeRules),
    ]),
    data: z.object({ revision, id: Id }),
  },
});
