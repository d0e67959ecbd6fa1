import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/positions`, and the call of its list. */

export const PAGE = 'POST /user/auth/organisation/position/page';
export type Position = Data<typeof PAGE>['list'][number];

export const STATES = ['open', 'closed'] as const;
type Filter = { keyword?: string; state?: (typeof STATES)[number] };
export const POSITIONS = listQuery<Filter, 'name' | 'memberCount'>({
  path: '/admin/positions',
  filters: { keyword: text(100), state: oneOf(STATES) },
  sorts: ['name', 'memberCount'],
});

export const positionPage = (state: StateOf<typeof POSITIONS>) => [PAGE, pageInput(state)] as const;
