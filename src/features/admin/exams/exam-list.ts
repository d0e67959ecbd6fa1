import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/exams`, and the call of its list. */

type Filter = { keyword?: string; published?: 'true' | 'false' | 'deleted' };
type Order = 'title' | 'windowStart' | 'windowEnd';

export const EXAMS = listQuery<Filter, Order>({
  path: '/admin/exams',
  filters: { keyword: text(100), published: oneOf(['true', 'false', 'deleted']) },
  sorts: ['title', 'windowStart', 'windowEnd'],
});
export function examPage(state: StateOf<typeof EXAMS>) {
  const { published, ...input } = pageInput(state);
  return [
    'POST /exam/auth/exam/admin/page',
    { ...input, ...(published === 'deleted' ? { deleted: true } : published && { published: published === 'true' }) },
  ] as const;
}
