import type { SubjectType } from '#src/contract/search.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { type Query, similarTsquery, tsquery } from './query.ts';
import { quoted } from './similar.ts';
import { kindTerm, restrictedTerm } from './terms.ts';

/** Maximum number of hits that are ranked and can be reached by paging. */
export const MAX_HITS = 300;
/** What each search type finds (docs/specification.md, section "Search"); 1 is everything. */
const KINDS: Record<number, SubjectType | 'live'> = {
  2: 'live',
  3: 'lecturer',
  4: 'resource',
  5: 'exam',
  6: 'blog',
  7: 'question',
  8: 'announcement',
};

export type Found = {
  /** There are more hits than were counted. */
  more: boolean;
  /** Number of hits by type. */
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
 * Queries the index. `portal.search` restricts the result to the tenant of the transaction, and to public objects unless the
 * viewer is a member.
 * @param how whether hits must contain all words or any of them, or all words or similar ones
 * @param where `title`: searches in titles only
 */
export async function find(
  ctx: PublicContext,
  query: Query,
  how: 'all' | 'any' | 'similar',
  where: 'anywhere' | 'title',
  part: { type: number; subjectType?: SubjectType; limit: number; offset: number },
): Promise<Found> {
  const { db, viewer, now } = ctx;
  const words = how === 'similar' ? await similarTsquery(pgClientOf(db), query) : tsquery(query, how, where);
  const { admits, hidden } = await restrictedHits(ctx, words);
  const { rows } = await pgClientOf(db).query<{ found: Found }>({
    name: 'search',
    text: 'select portal.search($1::tsquery, $2::tsquery, $3::tsquery, $4, $5, $6, $7, $8) as found',
    values: [
      words,
      tsquery(query, how === 'all' ? 'all' : 'any', 'title'),
      kindQuery(part, admits),
      Boolean(viewer?.enterpriseId),
      now().toISOString(),
      MAX_HITS,
      part.limit,
      part.offset,
    ],
  });
  const { found } = rows[0]!;
  // They are counted by their words alone.
  const counts = found.counts.map((each) => ({ ...each, count: each.count - (hidden[each.subjectType] ?? 0) }));
  return { ...found, counts: counts.filter(({ count }) => count > 0) };
}

function kindQuery(
  { type, subjectType }: { type: number; subjectType?: SubjectType },
  admits: string | null,
): string | null {
  const kinds = [KINDS[type], subjectType].filter((kind) => kind !== undefined);
  const terms = kinds.map((kind) => quoted(kindTerm(kind)));
  return [...terms, ...(admits ? [admits] : [])].join(' & ') || null;
}

/** Restricted hits of which is checked whether the viewer may see them, and of which are shown at most, latest first. */
const MAX_CHECKED = 10_000;
const MAX_ADMITTED = 200;

/** $1 words, $2 kind, $3 maximum, $4 enterprise, $5 user. */
const HITS = `
with hit as (
  select found, e.window_end, case when e.id is not null then 'exam' when c.id is not null then 'course' else 'announcement' end as kind,
    case
      when e.id is not null then portal.is_exam_audience($4, e.id, $5)
        or exists (select from exam_attempt a where a.enterprise_id = $4 and a.exam_id = e.id and a.user_id = $5)
      when c.id is not null then c.id in (select portal.courses_for($4, $5, null))
      else exists (select from announcement_recipient r where r.enterprise_id = $4 and r.user_id = $5 and r.announcement_id = found)
    end as seen
  from portal.search_ids($1::tsquery, $2::tsquery, $3) found
  left join exam e on e.enterprise_id = $4 and e.id = found
  left join course c on c.enterprise_id = $4 and c.id = found
), admitted as (
  select found, kind from hit where seen order by window_end desc nulls first, found limit ${MAX_ADMITTED}
)
select (select array_agg(found) from admitted) as ids,
  array(select json_build_object('kind', h.kind, 'count', count(*) - (select count(*) from admitted a where a.kind = h.kind))
        from hit h group by h.kind) as hidden`;

/**
 * Exams, courses and announcements for some members only have a term of their own in the index. Returns the condition that admits those among the
 * hits that the viewer may see, and the numbers of the others; no condition when there are no others.
 * @param words `tsquery` of what is looked for
 */
async function restrictedHits(
  { db, tenant, viewer }: PublicContext,
  words: string,
): Promise<{ admits: string | null; hidden: Partial<Record<SubjectType, number>> }> {
  // Visitors find none of them at all.
  if (!viewer?.enterpriseId) return { admits: null, hidden: {} };
  const { rows } = await pgClientOf(db).query<{
    ids: string[] | null;
    hidden: { kind: 'exam' | 'course' | 'announcement'; count: number }[];
  }>({
    name: 'search-restricted',
    text: HITS,
    values: [words, quoted(kindTerm('restricted')), MAX_CHECKED, tenant.id, viewer.userId],
  });
  const { ids, hidden } = rows[0]!;
  if (hidden.every(({ count }) => count === 0)) return { admits: null, hidden: {} };
  const admits = [`!${quoted(kindTerm('restricted'))}`, ...(ids ?? []).map((id) => quoted(restrictedTerm(id)))];
  return {
    admits: `(${admits.join(' | ')})`,
    hidden: Object.fromEntries(hidden.map(({ kind, count }) => [kind, count])),
  };
}
