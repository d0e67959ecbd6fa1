import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { isManaged, isRestorable } from './manage.ts';

type Filter = OperationInput<'POST /exam/auth/exam/admin/page'>;
type Row = {
  id: string;
  title: string;
  published: boolean;
  windowStart: Date;
  windowEnd: Date;
  paperKind: 'drawn' | 'fixed';
  audience: 'everyone' | 'departments' | 'task' | 'course';
  questionCount: number;
  takers: number;
  running: number;
  deletedAt: Date | null;
  totalCount: number;
};

/** Returns a page of the exams that the viewer manages, or of those that can be restored, the latest deletion first. */
export function listExamsToManage(
  { db, tenant, viewer, now }: Context,
  { keyword, published, deleted, sort, ...page }: Filter,
) {
  const isListed = deleted ? isRestorable({ viewer }, now()) : isManaged({ viewer });
  const columns = { title: sql`e.title`, windowStart: sql`e.window_start`, windowEnd: sql`e.window_end` };
  const order = sql.join(
    orderOf(sort, columns, [deleted ? sql`e.deleted_at desc` : sql`e.window_end desc`, sql`e.id`]),
    sql`, `,
  );
  return readPage(page, async ({ limit, offset }) => {
    type Read = Omit<Row, 'windowStart' | 'windowEnd' | 'deletedAt'> & Record<'windowStart' | 'windowEnd', string>;
    const { rows } = await db.execute<Read & { deletedAt: string | null }>(sql`
      select e.id, e.title, e.published, e.window_start as "windowStart", e.window_end as "windowEnd",
             e.paper_kind as "paperKind", e.audience, e.deleted_at as "deletedAt",
             case e.paper_kind when 'fixed' then (select count(*)::int from exam_question q
                    where q.enterprise_id = e.enterprise_id and q.exam_id = e.id)
                  else (select coalesce(sum(s.count), 0)::int from exam_section s
                    where s.enterprise_id = e.enterprise_id and s.exam_id = e.id) end as "questionCount",
             a.takers, a.running, e.total as "totalCount"
      from (
        select e.*, count(*) over ()::int as total from exam e
        where e.enterprise_id = ${tenant.id} and ${isListed}
          ${keyword ? sql`and strpos(lower(e.title), lower(${keyword})) > 0` : sql``}
          ${published === undefined ? sql`` : sql`and e.published = ${published}`}
        order by ${order} limit ${limit} offset ${offset}
      ) e
      cross join lateral (
        select count(distinct a.user_id)::int as takers, count(*) filter (where a.status = 'open')::int as running
        from exam_attempt a where a.enterprise_id = e.enterprise_id and a.exam_id = e.id
      ) a
      order by ${order}`);
    return rows.map((row): Row => ({
      ...row,
      windowStart: new Date(row.windowStart),
      windowEnd: new Date(row.windowEnd),
      deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt),
    }));
  });
}
