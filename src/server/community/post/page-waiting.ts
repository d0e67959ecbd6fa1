import { sql } from 'drizzle-orm';
import { readPage } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';

type Row = { id: string; title: string; detail: string; at: string; totalCount: number };

/**
 * Lists the unanswered questions about courses that the viewer teaches, their items and exams, oldest first. Names are left
 * out: a question may be anonymous.
 */
export async function pageWaitingQuestions(
  { db, tenant, viewer }: Context,
  input: { pageCurrent: number; pageSize: number },
) {
  const found = await readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with taught as (
        select c.id, c.title from course c
        join lecturer l on l.enterprise_id = c.enterprise_id and l.id = c.lecturer_id and l.user_id = ${viewer.userId}
        where c.enterprise_id = ${tenant.id}
      ), subject as (
        select 'course' as type, id, title from taught
        union all
        select 'resource', r.id, t.title from course_resource r join taught t on t.id = r.course_id
        where r.enterprise_id = ${tenant.id}
        union all
        select 'exam', e.id, t.title from exam e join taught t on t.id = e.course_id where e.enterprise_id = ${tenant.id}
      )
      select p.id, p.title, s.title as detail, p.published_at as at, (count(*) over ())::int as "totalCount"
      from subject s
      join post p on p.enterprise_id = ${tenant.id} and p.subject_type = s.type and p.subject_id = s.id
      where p.kind = 'question' and p.state = 'published' and p.answer_count = 0 and p.author_id <> ${viewer.userId}
      order by p.published_at, p.id limit ${limit} offset ${offset}`);
    return rows;
  });
  return {
    ...found,
    list: found.list.map((row) => ({
      ...row,
      ...{ at: new Date(row.at), personName: null, path: `/community/question/${row.id}` },
    })),
  };
}
