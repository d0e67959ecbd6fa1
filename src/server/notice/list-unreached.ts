import { sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { getT } from '#src/i18n/server.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, readPage, slice } from '#src/server/core/db/paging.ts';

type Row = { userId: string; userName: string; employeeNo: string | null; count: number };

/**
 * SQL: people whose superior one is and whom required notices have not reached, with these notices: they have not read them in the portal, and nothing
 * was or will be sent on another channel, because they have no address there or it fails.
 */
const unreached = ({ tenant, viewer }: Context): SQL => sql`
  from enterprise_user u
  join notice n on n.enterprise_id = u.enterprise_id and n.user_id = u.user_id and n.read_at is null
  where u.enterprise_id = ${tenant.id} and u.superior_id = ${viewer.userId} and u.status = 'active'
    and exists (select from notice_delivery d
                where d.enterprise_id = n.enterprise_id and d.notice_id = n.id and d.is_required)
    and not exists (select from notice_delivery d
                    where d.enterprise_id = n.enterprise_id and d.notice_id = n.id and d.state in ('waiting', 'sending', 'sent'))`;

/** Lists the people whose superior one is and whom required notices have not reached. The most such notices first. */
export const listUnreached = (ctx: Context, input: OperationInput<'POST /user/auth/notice/unreached/own/page'>) =>
  readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<Row & { totalCount: number }>(sql`
      select u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", count(*)::int as count,
             count(*) over ()::int as "totalCount"
      ${unreached(ctx)}
        ${input.keyword ? sql`and concat_ws(' ', u.user_name, u.employee_no) ilike ${likePattern(input.keyword)}` : sql``}
      group by u.user_id, u.user_name, u.employee_no
      order by count(*) desc, u.user_name, u.user_id limit ${limit} offset ${offset}`);
    return rows;
  });

/** The same people as what waits for their superior, the longest wait first. */
export async function pageUnreached(
  ctx: Context,
  input: OperationInput<'POST /user/auth/notice/unreached/waiting/page'>,
) {
  const { limit, offset } = slice(input);
  /** A page without anybody is one row with the total. */
  type Waiting = Omit<Row, 'userId'> & { userId: string | null; at: string; total: number };
  const { rows } = await ctx.db.execute<Waiting>(sql`
    with people as materialized (
      select u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", count(*)::int as count,
             min(n.gmt_create) as at
      ${unreached(ctx)}
      group by u.user_id, u.user_name, u.employee_no
    )
    select p.*, t.total from (select count(*)::int as total from people) t
    left join (select * from people order by at, "userId" limit ${limit} offset ${offset}) p on true
    order by p.at, p."userId"`);
  const t = getT(ctx.locale);
  const list = rows.flatMap(({ userId, userName, employeeNo, count, at }) => {
    if (userId === null) return [];
    const detail = t('notice:unreached.count', { count });
    const who = { id: userId, title: userName, personName: employeeNo };
    return [{ ...who, detail, at: new Date(at).toISOString(), path: '/account/requirements' }];
  });
  return paging(input, rows[0]!.total, list);
}
