import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { quoted, kindTerm, restrictedTerm } from './terms.ts';

/** Restricted hits of which is checked whether the viewer may see them, and of which are shown at most, latest first. */
const MAX_CHECKED = 10_000;
const MAX_ADMITTED = 200;

/** $1 words, $2 kind, $3 maximum, $4 enterprise, $5 user. */
const HITS = `
select count(*)::int as count,
  (array_agg(found order by e.window_end desc, found) filter (where
     portal.is_exam_audience($4, e.id, $5)
     or exists (select from exam_attempt a where a.enterprise_id = $4 and a.exam_id = e.id and a.user_id = $5)))[1:${MAX_ADMITTED}] as ids
from portal.search_ids($1::tsquery, $2::tsquery, $3) found
left join exam e on e.enterprise_id = $4 and e.id = found`;

/**
 * Exams for some members only have a term of their own in the index. Returns the condition that admits those among the hits
 * that the viewer can take or has taken, and the number of the others; no condition when there are no others.
 * @param words `tsquery` of what is looked for
 */
export async function restrictedHits(
  { db, tenant, viewer }: PublicContext,
  words: string,
): Promise<{ admits: string | null; hiddenCount: number }> {
  // Visitors find no exams at all.
  if (!viewer?.enterpriseId) return { admits: null, hiddenCount: 0 };
  const { rows } = await pgClientOf(db).query<{ count: number; ids: string[] | null }>({
    name: 'search-restricted',
    text: HITS,
    values: [words, quoted(kindTerm('restricted')), MAX_CHECKED, tenant.id, viewer.userId],
  });
  const { count, ids } = rows[0]!;
  const admitted = ids ?? [];
  if (count === admitted.length) return { admits: null, hiddenCount: 0 };
  const admits = [`!${quoted(kindTerm('restricted'))}`, ...admitted.map((id) => quoted(restrictedTerm(id)))];
  return { admits: `(${admits.join(' | ')})`, hiddenCount: count - admitted.length };
}
