import { sql, type SQL } from 'drizzle-orm';

export type KnowledgeSort = 'newest' | 'popular' | 'rating' | 'hours';
type Columns = Record<'ratingSum' | 'ratingCount' | 'studentCount' | 'classHours' | 'publishedAt' | 'id', SQL>;

/** Bayesian mean: `PRIOR_RATINGS` assumed ratings of `PRIOR_MEAN` prevent a single 5 from ranking first. */
const PRIOR_RATINGS = 5;
const PRIOR_MEAN = 3;

/** Returns the `order by` of courses and projects; ties are ordered newest first. */
export function knowledgeOrder(sort: KnowledgeSort, column: Columns): SQL {
  const newest = sql`${column.publishedAt} desc, ${column.id} desc`;
  const { ratingSum, ratingCount } = column;
  switch (sort) {
    case 'popular':
      return sql`coalesce(${column.studentCount}, 0) desc, ${newest}`;
    case 'rating':
      // Unrated courses come last.
      return sql`(coalesce(${ratingCount}, 0) = 0),
        (coalesce(${ratingSum}, 0) + ${PRIOR_RATINGS * PRIOR_MEAN}::int)::numeric / (coalesce(${ratingCount}, 0) + ${PRIOR_RATINGS}::int) desc, ${newest}`;
    case 'hours':
      return sql`coalesce(${column.classHours}, 0) desc, ${newest}`;
    case 'newest':
      return newest;
  }
}
