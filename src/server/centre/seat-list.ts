import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { SEAT_END_DAYS } from '#src/contract/rules/centre.ts';
import type { TakeBack } from '#src/contract/rules/policy.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { mayTakeBack } from '#src/server/order/seat-conditions.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { boughtSeats, dayOf, ofFilter, type Whose, whoseOf } from './whose.ts';

type Input = OperationInput<'POST /course/auth/centre/seat/page'>;
export type SeatFilter = Omit<Partial<Input>, 'pageCurrent' | 'pageSize'>;
type Seat = Data<'POST /course/auth/centre/seat/page'>['list'][number];
export type SeatRow = Omit<Seat, 'canTakeBack' | 'gmtCreate' | 'expiresAt'> & {
  gmtCreate: string;
  expiresAt: string | null;
  takeBack: TakeBack;
};

/** SQL of what became of a seat; `p` is the progress in its course. */
const STATE = sql`case when p.user_id is null then 'unused' when p.status = 'completed' then 'completed' else 'learning' end`;

/** SQL condition: a seat `s` ends soon without that its course is completed (`p`). */
export const endsSoon = (at: SQL, days: number): SQL => sql`
  (s.expires_at > ${at} and s.expires_at <= ${at} + make_interval(days => ${days}) and p.status is distinct from 'completed')`;

/** SQL of the seats of an organisation with the progress in their courses, by name. */
export function seatStatement(whose: Whose, { sort, ...filter }: SeatFilter, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  const { from, where } = boughtSeats(whose);
  const { courseId, state, ends, userId } = filter;
  const at = sql`${now.toISOString()}::timestamptz`;
  const order = orderOf(
    sort,
    {
      ...{ userName: sql`u.user_name`, department: sql`u.department`, title: sql`c.title` },
      ...{ studyProgress: sql`coalesce(p.study_progress, 0)`, expiresAt: sql`s.expires_at` },
    },
    [sql`u.user_name`, sql`u.user_id`, sql`c.title`, sql`s.course_id`, sql`s.order_id`],
  );
  return sql`
    select u.user_id as "userId", u.user_name as "userName", u.department, s.order_id as "orderId", o.order_no as "orderNo",
           s.course_id as "courseId", c.title, ${STATE} as state, coalesce(p.study_progress, 0) as "studyProgress",
           ${dayOf(whose, sql`p.completed_at`)} as "completedOn", s.gmt_create as "gmtCreate", s.expires_at as "expiresAt",
           coalesce(s.expires_at <= ${at}, false) as expired, ${rulesSql('orders', enterpriseId)} ->> 'takeBack' as "takeBack",
           count(*) over ()::int as "totalCount"
    from ${from}
    join enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
    join course c on c.enterprise_id = s.enterprise_id and c.id = s.course_id
    left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id
    where ${where} and ${ofFilter(filter, sql`c.title`)} ${userId ? sql`and s.user_id = ${userId}` : sql``}
      ${courseId ? sql`and s.course_id = ${courseId}` : sql``} ${state ? sql`and ${STATE} = ${state}` : sql``}
      ${ends === 'soon' ? sql`and ${endsSoon(at, SEAT_END_DAYS[0])}` : ends === 'expired' ? sql`and s.expires_at <= ${at}` : sql``}
    order by ${sql.join(order, sql`, `)} ${page}`;
}

/** Lists the seats of the viewer's organisation, by the name of their people. */
export async function pageCentreSeats(ctx: Context, input: Input) {
  return readPage(input, async ({ limit, offset }) => {
    const page = sql`limit ${limit} offset ${offset}`;
    const { rows } = await ctx.db.execute<SeatRow & { totalCount: number }>(seatStatement(whoseOf(ctx), input, page));
    return rows.map(({ takeBack, gmtCreate, expiresAt, ...row }) => ({
      ...row,
      gmtCreate: new Date(gmtCreate),
      expiresAt: expiresAt && new Date(expiresAt),
      canTakeBack: mayTakeBack(takeBack, row.state === 'unused' ? null : row.state),
    }));
  });
}

/** Returns the figures of the viewer's organisation. */
export async function viewCentre(ctx: Context) {
  const whose = whoseOf(ctx);
  const { from, where } = boughtSeats(whose);
  const at = sql`${whose.now.toISOString()}::timestamptz`;
  const { rows } = await ctx.db.execute<Data<'GET /course/auth/centre/view'>>(sql`
    select count(distinct s.user_id)::int as people, count(*)::int as assigned,
           count(*) filter (where p.user_id is null)::int as unused,
           count(*) filter (where ${endsSoon(at, SEAT_END_DAYS[0])})::int as ending,
           (select coalesce(sum(i.seats), 0)::int from course_order o
            join course_order_item i on i.enterprise_id = o.enterprise_id and i.order_id = o.id where ${where}) as seats
    from ${from}
    left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id
    where ${where}`);
  return rows[0]!;
}
