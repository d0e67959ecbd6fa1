import type { Data } from '#src/contract/calls.ts';
import { CONTENT_STATES } from '#src/contract/rules/editing.ts';
import { listQuery, oneOf, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/admin/articles`, and the call of its list. */

const PAGE = 'POST /system/auth/content/article/page';
export type ListedArticle = Data<typeof PAGE>['list'][number];

export const ARTICLES = listQuery<{ state?: (typeof CONTENT_STATES)[number] }, never>({
  path: '/admin/articles',
  filters: { state: oneOf(CONTENT_STATES) },
  sorts: [],
});

export function articlePage(state: StateOf<typeof ARTICLES>) {
  const { sort: _, ...input } = pageInput(state);
  return [PAGE, { ...input, pageSize: 50 }] as const;
}
