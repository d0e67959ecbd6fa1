import { sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';

type Row = { userId: string; userName: string; employeeNo: string | null; count: number };

/**
 * Lists the people whose superior one is and whom required notices have not reached: they have not read them in the portal, and nothing
 * was or will be sent on another channel, because they have no address there or it fails. The most such notices first.
 */
export async function listUnreached({ db, tenant, viewer }: Context) {
  const { rows: list } = await db.execute<Row>(sql`
    select u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", count(*)::int as count
    from enterprise_user u
    join notice n on n.enterprise_id = u.enterprise_id and n.user_id = u.user_id and n.read_at is null
    where u.enterprise_id = ${tenant.id} and u.superior_id = ${viewer.userId} and u.status = 'active'
      and exists (select from notice_delivery d
                  where d.enterprise_id = n.enterprise_id and d.notice_id = n.id and d.is_required)
      and not exists (select from notice_delivery d
                      where d.enterprise_id = n.enterprise_id and d.notice_id = n.id and d.state in ('waiting', 'sending', 'sent'))
    group by u.user_id, u.user_name, u.employee_no
    order by count desc, u.user_name, u.user_id limit ${MAX_ITEMS.unreached}`);
  return { list };
}
