import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';

type Row = {
  id: string;
  title: string;
  markers: number;
  blind: boolean;
  together: boolean;
  waitingCount: number;
  thirdCount: number;
  readyCount: number;
  appealCount: number;
  totalCount: number;
};

/** Lists exams that the viewer marks with answers to mark, results to publish or appeals to answer, most waiting answers first. */
export function pageMarkingExams(ctx: Context, input: OperationInput<'POST /exam/auth/exam/marking/exam/page'>) {
  const { db, tenant } = ctx;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with waiting as (
        select exam_id, count(*)::int as n, count(*) filter (where needed = 3)::int as third
        from marking_answer where enterprise_id = ${tenant.id} and score is null group by exam_id
      ), ready as (
        select exam_id, count(*)::int as n from exam_attempt
        where enterprise_id = ${tenant.id} and status = 'submitted' and unmarked_count = 0 group by exam_id
      ), appealed as (
        select exam_id, count(*)::int as n from marking_appeal
        where enterprise_id = ${tenant.id} and state = 'waiting' group by exam_id
      )
      select e.id, e.title, e.markers, e.blind_marking as blind, e.publish_marks = 'together' as together,
             coalesce(w.n, 0) as "waitingCount", coalesce(w.third, 0) as "thirdCount",
             coalesce(r.n, 0) as "readyCount", coalesce(p.n, 0) as "appealCount",
             (count(*) over ())::int as "totalCount"
      from exam e
      left join waiting w on w.exam_id = e.id
      left join ready r on r.exam_id = e.id
      left join appealed p on p.exam_id = e.id
      where e.enterprise_id = ${tenant.id} and (w.n > 0 or r.n > 0 or p.n > 0) and ${marksExam(ctx)}
      order by coalesce(w.n, 0) desc, e.title, e.id limit ${limit} offset ${offset}`);
    return rows;
  });
}
