import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { marksExam, requireMarker } from '#src/server/exam/marker-of.ts';

type Row = { examId: string; title: string; windowEnd: string; attemptCount: number; totalCount: number };

/**
 * Lists the other exams that the viewer marks and whose papers have the same version of a question, latest window first, with
 * the number of these papers with a final result. Papers are read only of exams that use the question's bank and have no such result.
 * @throws AppError 404 when the exam does not exist here, or the viewer does not mark it
 */
export async function pageOtherExams(
  ctx: Context,
  { examId, questionId, version, ...input }: OperationInput<'POST /exam/auth/exam/regrade/exam/page'>,
) {
  const { db, tenant } = ctx;
  await requireMarker(ctx, examId);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with results as (
        select r.exam_id, count(*)::int as n
        from exam_result r cross join lateral array_position(r.question_ids, ${questionId}::uuid) i
        where r.enterprise_id = ${tenant.id} and r.versions[i] = ${version}
        group by 1
      )
      select e.id as "examId", e.title, e.window_end as "windowEnd", coalesce(r.n, 0) as "attemptCount",
        (count(*) over ())::int as "totalCount"
      from exam e left join results r on r.exam_id = e.id
      where e.enterprise_id = ${tenant.id} and e.id <> ${examId} and ${marksExam(ctx)}
        and case when r.n > 0 then true
          when not exists (select from exam_section s
            join question q on q.enterprise_id = s.enterprise_id and q.bank_id = s.bank_id
            where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and q.id = ${questionId}) then false
          else exists (select from exam_attempt a cross join lateral jsonb_array_elements(a.paper) q
            where a.enterprise_id = e.enterprise_id and a.exam_id = e.id and a.status in ('open', 'submitted')
              and q ->> 'questionId' = ${questionId} and coalesce((q ->> 'version')::int, 0) = ${version}) end
      order by e.window_end desc, e.id limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, windowEnd: new Date(row.windowEnd) }));
  });
}
