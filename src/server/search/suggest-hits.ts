import type { OperationInput } from '#src/contract/calls.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { find } from './find.ts';
import { localizeArticles } from './localize-articles.ts';
import { marker, wordsOf } from './mark.ts';
import { readQuery } from './query.ts';
import { stems } from './stem.ts';

/** Things whose title has what is being typed; the last word may be unfinished. Nothing to search for: nothing. */
export async function suggestHits(
  ctx: PublicContext,
  { keyword, type }: OperationInput<'POST /system/api/search/suggest'>,
) {
  const client = pgClientOf(ctx.db);
  const query = await readQuery(client, keyword, true);
  if (!query) return [];
  const { list } = await find(ctx, query, 'all', 'title', { type, limit: MAX_ITEMS.suggestions, offset: 0 });
  const hits = await localizeArticles(ctx, list);
  const mark = marker(query, await stems(client, wordsOf(hits.map(({ title }) => title))));
  return hits.map(({ title, ...hit }) => ({ ...hit, title: mark.whole(title) }));
}
