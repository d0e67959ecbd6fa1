import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';

type Row = {
  attemptId: string;
  title: string;
  userName: string | null;
  own: boolean;
  count: number;
  at: string;
  totalCount: number;
};

/** Lists closed papers with appeals against switches that wait, of exams that the viewer marks; the oldest appeal first. */
export function pageSwitchAppeals(ctx: Context, input: OperationInput<'POST /exam/auth/exam/marking/switch/page'>) {
  const { db, tenant, viewer } = ctx;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with waiting as (
        select attempt_id, count(*)::int as n, min(at) as at from exam_switch_appeal
        where enterprise_id = ${tenant.id} and decision is null group by attempt_id
      )
      select a.id as "attemptId", e.title, a.user_id = ${viewer.userId} as own, w.n as count, w.at,
             case when not e.blind_marking or a.status = 'marked' then u.user_name end as "userName",
             (count(*) over ())::int as "totalCount"
      from waiting w
      join exam_attempt a on a.enterprise_id = ${tenant.id} and a.id = w.attempt_id
      join exam e on e.enterprise_id = a.enterprise_id and e.id = a.exam_id
      join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
      where a.status <> 'open' and ${marksExam(ctx)}
      order by w.at, a.id limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  });
}
