import { sql, type SQL } from 'drizzle-orm';

export type KnowledgeSort = 'newest' | 'popular' | 'rating' | 'hours';
type Columns = Record<'ratingSum' | 'ratingCount' | 'studentCount' | 'classHours' | 'publishedAt' | 'id', SQL>;

/** A rating counts as if this many people had rated 3 beside it: one single 5 is no best course of all. */
const WEIGHT = 5;
const MIDDLE = 3;

/** `order by` of courses and projects; the newest first wherever the rest is equal. */
export function knowledgeOrder(sort: KnowledgeSort, column: Columns): SQL {
  const newest = sql`${column.publishedAt} desc, ${column.id} desc`;
  const { ratingSum, ratingCount } = column;
  switch (sort) {
    case 'popular':
      return sql`coalesce(${column.studentCount}, 0) desc, ${newest}`;
    case 'rating':
      // Without any rating comes last: nobody has called it good.
      return sql`(coalesce(${ratingCount}, 0) = 0),
        (coalesce(${ratingSum}, 0) + ${WEIGHT * MIDDLE}::int)::numeric / (coalesce(${ratingCount}, 0) + ${WEIGHT}::int) desc, ${newest}`;
    case 'hours':
      return sql`coalesce(${column.classHours}, 0) desc, ${newest}`;
    case 'newest':
      return newest;
  }
}
