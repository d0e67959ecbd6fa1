import type { FeedInput, PostKind } from '../post-path.ts';

export const ORDERS = ['newest', 'helpful', 'unanswered', 'followed'] as const;
export type FeedOrder = (typeof ORDERS)[number];
/** What the reader chose in the address of a feed. */
export type FeedQuery = { order: FeedOrder; kind: PostKind | undefined; after: string | undefined };

/** Maximum length of a cursor, characters (contract). */
const CURSOR_LENGTH = 200;

/** Parses `?order=&kind=&after=`; invalid values are ignored. */
export function readFeedQuery(query: URLSearchParams): FeedQuery {
  const order = ORDERS.find((each) => each === query.get('order')) ?? 'newest';
  const kind = (['blog', 'question'] as const).find((each) => each === query.get('kind'));
  const after = query.get('after');
  return {
    order,
    // Only questions can be unanswered.
    kind: order === 'unanswered' ? undefined : kind,
    after: after && after.length <= CURSOR_LENGTH ? after : undefined,
  };
}

/** Address of a feed; defaults are omitted. */
export function feedPath(path: string, { order = 'newest', kind, after }: Partial<FeedQuery>): string {
  const query = new URLSearchParams();
  if (order !== 'newest') query.set('order', order);
  if (kind) query.set('kind', kind);
  if (after) query.set('after', after);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Input of the call for a feed. */
export const feedInput = (
  { order, kind, after }: FeedQuery,
  more: Pick<FeedInput, 'labelId' | 'authorId'> = {},
): FeedInput => ({ order, kind, after, ...more, pageSize: 20 });
