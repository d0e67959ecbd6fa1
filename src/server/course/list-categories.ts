import { sql } from 'drizzle-orm';
import type { LocalizedText } from '#src/server/db/schema/columns.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { localizedText } from '#src/lib/localized.ts';

type Row = { id: string; name: LocalizedText; parent_id: string | null; course_count: number };

/** Categories with the number of published courses in and below each; parents before children, in order. */
export async function listCategories({ db, tenant, locale }: PublicContext) {
  const { rows } = await db.execute<Row>(sql`
    with recursive tree as (
      select id, name, parent_id, array[sort] as place, array[id] as path from category
      where enterprise_id = ${tenant.id} and published and parent_id is null
      union all
      select c.id, c.name, c.parent_id, tree.place || c.sort, tree.path || c.id
      from category c join tree on tree.id = c.parent_id
      where c.enterprise_id = ${tenant.id} and c.published and not c.id = any(tree.path)
    )
    select tree.id, tree.name, tree.parent_id,
           (select count(*)::int from course
            where course.enterprise_id = ${tenant.id} and course.status = 'published'
              and course.category_id in (select t.id from tree t where tree.id = any(t.path))) as course_count
    from tree order by place, path`);
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name, locale),
    parentId: row.parent_id,
    courseCount: row.course_count,
  }));
}
