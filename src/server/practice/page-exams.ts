import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { isOpenBank } from './is-open-bank.ts';
import { practiceUser } from './practice-user.ts';

/** Lists the exams that the user may practise: opened for practice, with the user in their audience. By title. */
export function pageMockExams(
  ctx: Context,
  { courseId, ...input }: OperationInput<'POST /exam/auth/user/practice/exam/page'>,
) {
  const { enterpriseId, userId } = practiceUser(ctx);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await ctx.db.execute<{
      id: string;
      title: string;
      courseId: string | null;
      questionCount: number;
      totalCount: number;
    }>(sql`
      with banks as (select b.id from question_bank b where b.enterprise_id = ${enterpriseId} and ${isOpenBank(userId)})
      select * , (count(*) over ())::int as "totalCount" from (
        select e.id, e.title, e.course_id as "courseId", case e.paper_kind
          when 'drawn' then (select coalesce(sum(s.count), 0)::int from exam_section s
            where s.enterprise_id = e.enterprise_id and s.exam_id = e.id and s.bank_id in (select id from banks))
          else (select count(*)::int from exam_question f
            join question q on q.enterprise_id = f.enterprise_id and q.id = f.question_id and q.published
            where f.enterprise_id = e.enterprise_id and f.exam_id = e.id and q.bank_id in (select id from banks))
          end as "questionCount"
        from exam e
        where e.enterprise_id = ${enterpriseId} and e.practice
          and (e.audience = 'everyone' or portal.is_exam_audience(e.enterprise_id, e.id, ${userId}))
          ${courseId === undefined ? sql`` : sql`and e.course_id = ${courseId}`}
      ) found
      where "questionCount" > 0
      order by title, id limit ${limit} offset ${offset}`);
    return rows;
  });
}
