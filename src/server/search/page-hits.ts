import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { find, MAX_HITS } from './find.ts';
import { localizeArticles } from './localize-articles.ts';
import { marker, wordsOf } from './mark.ts';
import { addSimilar, readQuery } from './query.ts';
import { stems } from './stem.ts';

/** Characters of a text in which similar words are marked. */
const SUMMARY_LENGTH = 300;

type Input = OperationInput<'POST /system/auth/search/page'>;

/**
 * Returns a page of the hits that the viewer may see, best hits first: objects that contain all words or, if there are none,
 * all or similar words, or else some of them.
 * @throws AppError 422 when the keyword contains no letter and no digit (docs/specification.md, section "Search")
 */
export async function pageHits(ctx: PublicContext, input: Input) {
  const client = pgClientOf(ctx.db);
  const query = await readQuery(client, input.keyword);
  if (!query) throw new AppError(422, 'invalid', { fields: [{ field: 'keyword', key: 'field.searchKeyword' }] });
  const { limit, offset } = slice(input);
  const part = { ...input, limit: Math.max(0, Math.min(limit, MAX_HITS - offset)), offset };
  let found = await find(ctx, query, 'all', 'anywhere', part);
  const similar = found.counts.length === 0;
  if (similar) found = await find(ctx, query, 'similar', 'anywhere', part);
  const someWords = found.counts.length === 0 && query.terms.length > 1;
  if (someWords) found = await find(ctx, query, 'any', 'anywhere', part);
  const list = await localizeArticles(ctx, found.list);
  // The index has similar words of titles and summaries, with which the body begins.
  if (similar)
    await addSimilar(
      client,
      query,
      list.flatMap(({ title, body }) => [title, body.slice(0, SUMMARY_LENGTH)]),
    );
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
    totalPage: Math.ceil(Math.min(totalCount, MAX_HITS) / input.pageSize),
    counts: found.counts,
    more: found.more,
    someWords,
    similarWords: similar && !someWords && found.counts.length > 0,
  };
}
