import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { mayControl } from './require-control.ts';

type Row = { id: string; title: string; windowStart: string; windowEnd: string; sitting: number; totalCount: number };

/** Lists exams that the viewer may control: those somebody is sitting, whose window is open, or opens within 24 hours. */
export function listControlledExams(ctx: Context, input: OperationInput<'POST /exam/auth/exam/control/page'>) {
  const at = sql`${ctx.now().toISOString()}::timestamptz`;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<Row>(sql`
      select e.id, e.title, w.starts as "windowStart", w.ends as "windowEnd", s.n as sitting,
             (count(*) over ())::int as "totalCount"
      from exam e
      cross join lateral (
        select count(*)::int as n from exam_attempt a
        where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.status = 'open'
      ) s
      cross join lateral (
        select * from (
          select e.window_start as starts, e.window_end as ends
          union all select r.window_start, r.window_end from exam_resit r
          where r.enterprise_id = e.enterprise_id and r.exam_id = e.id
        ) every order by (every.ends > ${at}) desc, case when every.ends > ${at} then every.starts end, every.ends desc
        limit 1
      ) w
      where e.enterprise_id = ${ctx.tenant.id} and e.published and ${mayControl(ctx)}
        and (s.n > 0 or (w.ends > ${at} and w.starts <= ${at} + interval '1 day'))
      order by s.n = 0, w.starts, e.title, e.id limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, windowStart: new Date(row.windowStart), windowEnd: new Date(row.windowEnd) }));
  });
}
