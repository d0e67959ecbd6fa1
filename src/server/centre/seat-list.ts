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

/** SQL of the seats of an organisation with the progress in their courses, by name; what is not sorted or filtered by is read for the rows of the page only. */
export function seatStatement(whose: Whose, { sort, ...filter }: SeatFilter, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  const { from, where } = boughtSeats(whose);
  const { courseId, state, ends, userId } = filter;
  const at = sql`${now.toISOString()}::timestamptz`;
  const progress = sql`
    left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id`;
  const byProgress = state !== undefined || ends === 'soon' || sort?.endsWith('studyProgress');
  const order = sql.join(
    orderOf(
      sort,
      {
        ...{ userName: sql`u.user_name`, department: sql`u.department`, title: sql`c.title` },
        ...{ studyProgress: sql`coalesce(p.study_progress, 0)`, expiresAt: sql`s.expires_at` },
      },
      [sql`u.user_name`, sql`u.user_id`, sql`c.title`, sql`s.course_id`, sql`s.order_id`],
    ),
    sql`, `,
  );
  return sql`
    with found as materialized (
      select s.order_id, s.course_id, s.user_id, count(*) over ()::int as total
      from ${from}
      join enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
      join course c on c.enterprise_id = s.enterprise_id and c.id = s.course_id
      ${byProgress ? progress : sql``}
      where ${where} and ${ofFilter(filter, sql`c.title`)} ${userId ? sql`and s.user_id = ${userId}` : sql``}
        ${courseId ? sql`and s.course_id = ${courseId}` : sql``} ${state ? sql`and ${STATE} = ${state}` : sql``}
        ${ends === 'soon' ? sql`and ${endsSoon(at, SEAT_END_DAYS[0])}` : ends === 'expired' ? sql`and s.expires_at <= ${at}` : sql``}
      order by ${order} ${page}
    )
    select u.user_id as "userId", u.user_name as "userName", u.department, s.order_id as "orderId", o.order_no as "orderNo",
           s.course_id as "courseId", c.title, ${STATE} as state, coalesce(p.study_progress, 0) as "studyProgress",
           ${dayOf(whose, sql`p.completed_at`)} as "completedOn", s.gmt_create as "gmtCreate", s.expires_at as "expiresAt",
           coalesce(s.expires_at <= ${at}, false) as expired, ${rulesSql('orders', enterpriseId)} ->> 'takeBack' as "takeBack",
           found.total as "totalCount"
    from found
    join course_seat s on s.enterprise_id = ${enterpriseId} and s.order_id = found.order_id and s.course_id = found.course_id
                      and s.user_id = found.user_id
    join course_order o on o.enterprise_id = s.enterprise_id and o.id = s.order_id
    join enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id
    join course c on c.enterprise_id = s.enterprise_id and c.id = s.course_id
    ${progress}
    order by ${order}`;
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
    select count(*)::int as people, coalesce(sum(assigned), 0)::int as assigned, coalesce(sum(unused), 0)::int as unused,
           coalesce(sum(ending), 0)::int as ending,
           (select coalesce(sum(i.seats), 0)::int from course_order o
            join course_order_item i on i.enterprise_id = o.enterprise_id and i.order_id = o.id where ${where}) as seats
    from (
      -- By person: distinct people are counted without sorting.
      select count(*) as assigned, count(*) filter (where p.user_id is null) as unused,
             count(*) filter (where ${endsSoon(at, SEAT_END_DAYS[0])}) as ending
      from ${from}
      left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id
      where ${where} group by s.user_id
    ) person`);
  return rows[0]!;
}
