import { sql } from 'drizzle-orm';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

type Row = { id: string; name: LocalizedText; parent_id: string | null; course_count: number; project_count: number };

/**
 * Lists categories with the number of published courses and projects in and below each; parents before children, in
 * display order.
 */
export async function listCategories({ db, tenant, locale }: PublicContext) {
  const { rows } = await db.execute<Row>(sql`
    with recursive tree as (
      select id, name, parent_id, array[sort] as place, array[id] as path from category
      where enterprise_id = ${tenant.id} and published and parent_id is null
      union all
      select c.id, c.name, c.parent_id, tree.place || c.sort, tree.path || c.id
      from category c join tree on tree.id = c.parent_id
      where c.enterprise_id = ${tenant.id} and c.published and not c.id = any(tree.path)
    ), held as (
      select category_id, count(*) filter (where kind = 'course') as courses, count(*) filter (where kind = 'project') as projects
      from (
        select category_id, 'course' as kind from course where enterprise_id = ${tenant.id} and status = 'published'
        union all
        select category_id, 'project' from project where enterprise_id = ${tenant.id} and status = 'published'
      ) things group by category_id
    )
    select tree.id, tree.name, tree.parent_id, coalesce(sum(held.courses), 0)::int as course_count,
           coalesce(sum(held.projects), 0)::int as project_count
    from tree
    join tree below on tree.id = any(below.path)
    left join held on held.category_id = below.id
    group by tree.id, tree.name, tree.parent_id, tree.place, tree.path
    order by tree.place, tree.path limit ${MAX_ITEMS.categories}`);
  return rows.map((row) => ({
    id: row.id,
    name: localizedText(row.name, locale),
    parentId: row.parent_id,
    courseCount: row.course_count,
    projectCount: row.project_count,
  }));
}
