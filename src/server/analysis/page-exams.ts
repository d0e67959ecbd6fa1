import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { seesResults } from './sees-results.ts';

type Row = {
  examId: string;
  title: string;
  windowStart: string;
  windowEnd: string;
  passScore: string;
  attempts: number;
  people: number;
  totalCount: number;
};

/** Lists the exams that are published or were taken and whose results the viewer may read, latest window first. */
export async function pageExams(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /exam/auth/exam/analysis/page'>,
) {
  const pattern = input.keyword && `%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      select e.*, n.attempts, n.people
      from (
        select e.id as "examId", e.title, e.window_start as "windowStart", e.window_end as "windowEnd",
          e.pass_score as "passScore", count(*) over ()::int as "totalCount"
        from exam e
        where e.enterprise_id = ${tenant.id} and e.trial_of is null and ${seesResults(viewer)} ${pattern ? sql`and e.title ilike ${pattern}` : sql``}
          and (e.published or exists (select from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id))
        order by e.window_end desc, e.id limit ${limit} offset ${offset}
      ) e
      cross join lateral (
        select count(*)::int as attempts, count(distinct a.user_id)::int as people from exam_attempt a
        where a.enterprise_id = ${tenant.id} and a.exam_id = e."examId"
      ) n
      order by e."windowEnd" desc, e."examId"`);
    return rows.map((row) => ({
      ...row,
      windowStart: new Date(row.windowStart),
      windowEnd: new Date(row.windowEnd),
    }));
  });
}
