import type { SubjectType } from '#src/contract/search.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { type Query, tsquery } from './query.ts';
import { kindTerm, quoted } from './terms.ts';

/** Best hits that are ranked against each other, and that can be reached by paging at all. */
export const MOST_HITS = 300;
/** Kinds of things by search type (spec section 2); 1 is everything, and the other types have no content yet. */
const KINDS: Record<number, SubjectType> = { 3: 'lecturer', 4: 'resource', 5: 'exam', 8: 'announcement' };

export type Found = {
  /** There are more hits than were counted. */
  more: boolean;
  /** All hits by kind. */
  counts: { type: number; subjectType: SubjectType; count: number }[];
  list: {
    subjectType: SubjectType;
    id: string;
    parentId: string | null;
    type: number;
    title: string;
    body: string;
    gmtModified: string;
  }[];
};

/**
 * Asks the index. `portal.search` keeps to the tenant of the transaction; resources and exams are for who is signed in
 * to it.
 * @param how things that have all words, or any of them
 * @param where `title`: only hits in titles
 */
export async function find(
  { db, viewer, now }: PublicContext,
  query: Query,
  how: 'all' | 'any',
  where: 'anywhere' | 'title',
  part: { type: number; subjectType?: SubjectType; limit: number; offset: number },
): Promise<Found> {
  const { rows } = await pgClientOf(db).query<{ found: Found }>({
    name: 'search',
    text: 'select portal.search($1::tsquery, $2::tsquery, $3::tsquery, $4, $5, $6, $7, $8) as found',
    values: [
      tsquery(query, how, where),
      tsquery(query, how, 'title'),
      kindQuery(part),
      Boolean(viewer?.enterpriseId),
      now().toISOString(),
      MOST_HITS,
      part.limit,
      part.offset,
    ],
  });
  return rows[0]!.found;
}

function kindQuery({ type, subjectType }: { type: number; subjectType?: SubjectType }): string | null {
  const kind = type === 1 ? subjectType : (KINDS[type] ?? 'nothing');
  // What is of one type and of another kind is nothing.
  return kind ? quoted(kindTerm(subjectType && kind !== subjectType ? 'nothing' : kind)) : null;
}
