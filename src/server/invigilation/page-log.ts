import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { requireControl } from './require-control.ts';

type Action = Data<'POST /exam/auth/exam/control/log/page'>['list'][number];

/** Returns a page of what was done in the control room of an exam. @throws AppError 404 as `requireControl` */
export async function pageLog(
  ctx: Context,
  { examId, ...page }: OperationInput<'POST /exam/auth/exam/control/log/page'>,
) {
  await requireControl(ctx, examId);
  return readPage(page, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<Action & { totalCount: number }>(sql`
      select x.id, x.kind, x.at, b.user_name as "byName", u.user_name as "userName", x.body, x.seconds, x.changed, x.reopened,
             (select count(*)::int from exam_message m where m.enterprise_id = x.enterprise_id and m.action_id = x.id
                and m.confirmed_at is not null) as confirmed, (count(*) over ())::int as "totalCount"
      from exam_action x
      join enterprise_user b on b.enterprise_id = x.enterprise_id and b.user_id = x.acted_by
      left join enterprise_user u on u.enterprise_id = x.enterprise_id and u.user_id = x.user_id
      where x.enterprise_id = ${ctx.tenant.id} and x.exam_id = ${examId}
      order by x.at desc, x.id desc limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  });
}
