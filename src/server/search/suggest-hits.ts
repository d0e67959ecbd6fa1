import type { OperationInput } from '#src/contract/calls.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { find } from './find.ts';
import { localizeArticles } from './localize-articles.ts';
import { marker, wordsOf } from './mark.ts';
import { addSimilar, readQuery } from './query.ts';
import { stems } from './stem.ts';

/**
 * Returns objects whose title contains the keyword, whose last word may be incomplete, or else similar words; none if it
 * has no letter and no digit.
 */
export async function suggestHits(
  ctx: PublicContext,
  { keyword, type }: OperationInput<'POST /system/api/search/suggest'>,
) {
  const client = pgClientOf(ctx.db);
  const query = await readQuery(client, keyword, true);
  if (!query) return [];
  const part = { type, limit: MAX_ITEMS.suggestions, offset: 0 };
  const exact = await find(ctx, query, 'all', 'title', part);
  const { list } = exact.list.length > 0 ? exact : await find(ctx, query, 'similar', 'anywhere', part);
  const hits = await localizeArticles(ctx, list);
  const titles = hits.map(({ title }) => title);
  if (exact.list.length === 0) await addSimilar(client, query, titles);
  const mark = marker(query, await stems(client, wordsOf(titles)));
  // Similar words were also looked for in summaries: only titles are suggested.
  return hits
    .map(({ title, ...hit }) => ({ ...hit, title: mark.whole(title) }))
    .filter(({ title }) => title.some(({ hit }) => hit));
}
