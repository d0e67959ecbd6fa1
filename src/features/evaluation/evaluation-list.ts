import { type ListState, listQuery, oneOf, text } from '#src/lib/list-query.ts';

/* The query of `/account/evaluations`, and the calls of its lists. */

const TABS = ['waiting', 'done', 'results'] as const;
type Filter = { tab?: (typeof TABS)[number]; keyword?: string };
export type State = ListState<Filter, never>;

export const EVALUATIONS = listQuery<Filter>({
  path: '/account/evaluations',
  filters: { tab: oneOf(TABS), keyword: text(100) },
});

/** The call whose data the tabs "waiting" and "done" show. */
export const ownPage = ({ filter, page }: State) =>
  [
    'POST /course/auth/evaluation/page',
    { status: filter.tab === 'done' ? ('done' as const) : ('waiting' as const), pageCurrent: page },
  ] as const;
/** The call whose data the tab "results" shows. */
export const resultPage = ({ filter: { keyword }, page }: State) =>
  ['POST /course/auth/evaluation/result/page', { pageCurrent: page, ...(keyword && { keyword }) }] as const;
