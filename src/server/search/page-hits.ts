import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { find, MOST_HITS } from './find.ts';
import { localizeArticles } from './localize-articles.ts';
import { marker, wordsOf } from './mark.ts';
import { readQuery } from './query.ts';
import { stems } from './stem.ts';

type Input = OperationInput<'POST /system/auth/search/page'>;

/**
 * What the viewer may find, best hits first: of things that have all the words, and when there is none, of those that have
 * some of them.
 * @throws AppError 422 when there is nothing in the keyword to search for (spec section 5)
 */
export async function pageHits(ctx: PublicContext, input: Input) {
  const client = pgClientOf(ctx.db);
  const query = await readQuery(client, input.keyword);
  if (!query) throw new AppError(422, 'invalid', { fields: [{ field: 'keyword', key: 'field.searchKeyword' }] });
  const { limit, offset } = slice(input);
  const part = { ...input, limit: Math.max(0, Math.min(limit, MOST_HITS - offset)), offset };
  let found = await find(ctx, query, 'all', 'anywhere', part);
  const someWords = found.counts.length === 0 && query.terms.length > 1;
  if (someWords) found = await find(ctx, query, 'any', 'anywhere', part);
  const list = await localizeArticles(ctx, found.list);
  const mark = marker(query, await stems(client, wordsOf(list.flatMap(({ title, body }) => [title, body]))));
  const totalCount = found.counts
    .filter(({ type }) => input.type === 1 || type === input.type)
    .filter(({ subjectType }) => !input.subjectType || subjectType === input.subjectType)
    .reduce((sum, { count }) => sum + count, 0);
  return {
    ...paging(
      input,
      totalCount,
      list.map(({ title, body, ...hit }) => ({ ...hit, title: mark.whole(title), excerpt: mark.excerpt(body) })),
    ),
    totalPage: Math.ceil(Math.min(totalCount, MOST_HITS) / input.pageSize),
    counts: found.counts,
    more: found.more,
    someWords,
  };
}
