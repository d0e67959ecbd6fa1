import { sql, type SQL } from 'drizzle-orm';

/** Sub-query for `in (…)`: ids of a published category and of all published categories below it. */
export function categoryAndBelow(enterpriseId: string, categoryId: string): SQL {
  return sql`
    with recursive below as (
      select id from category where enterprise_id = ${enterpriseId} and id = ${categoryId} and published
      union
      select c.id from category c join below on c.parent_id = below.id where c.enterprise_id = ${enterpriseId} and c.published
    ) select id from below`;
}
