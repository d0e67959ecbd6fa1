import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { SubjectType } from '#src/contract/search.ts';
import type { Context } from '#src/server/core/context.ts';
import { type Query, readQuery, similarTsquery, tsquery } from './query.ts';
import { quoted } from './similar.ts';
import { AS_WRITTEN, IN_TITLE, kindTerm } from './terms.ts';

/** Terms that are looked for: the beginning of a title says what it is about. */
const MOST_TERMS = 8;
/** Matches of one query that are compared with each other; bounds the time for words that many titles have. */
const COMPARED = 300;

/**
 * Things of one kind whose title resembles a text that is being typed, best first: those with all its words in the title,
 * then by the number of neighbouring words in the title, then those with all words anywhere, then those with similar words, then by the number of words in
 * the title.
 * @returns ids
 */
export async function findSimilar(
  ctx: Context,
  text: string,
  { kind, except, limit }: { kind: SubjectType; except?: string; limit: number },
): Promise<string[]> {
  const query = await readQuery(pgClientOf(ctx.db), text, true);
  if (!query) return [];
  const terms = titleTerms(query);
  const neighbours = terms.slice(1).map((term, i) => `${terms[i]!} & ${term}`);
  const similar = await similarTsquery(pgClientOf(ctx.db), query);
  const steps = [[terms.join(' & ')], neighbours, [tsquery(query, 'all', 'anywhere')], [similar], terms];
  const found = new Set<string>();
  for (const queries of steps) {
    if (found.size >= limit) break;
    for (const id of await ask(ctx, queries, kind, limit * 2)) if (id !== except) found.add(id);
  }
  return [...found].slice(0, limit);
}

/** Terms as the index has those of titles. */
const titleTerms = ({ terms }: Query): string[] =>
  terms
    .slice(0, MOST_TERMS)
    .map(({ text, prefix, unfinished }) => quoted((unfinished ? AS_WRITTEN : IN_TITLE) + text) + (prefix ? ':*' : ''));

async function ask({ db, now }: Context, queries: string[], kind: SubjectType, limit: number): Promise<string[]> {
  const { rows } = await pgClientOf(db).query<{ id: string }>({
    name: 'find-similar',
    text: 'select portal.find_similar($1::tsquery[], $2::tsquery, $3, $4, $5) as id',
    values: [queries, quoted(kindTerm(kind)), now().toISOString(), COMPARED, limit],
  });
  return rows.map(({ id }) => id);
}
