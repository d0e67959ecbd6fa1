import type { Data } from '#src/contract/calls.ts';
import { BUNDLES } from '#src/contract/rules/rights.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/roles`, and the call of its list. */

export const PAGE = 'POST /user/auth/enterprise/role/page';
export type Granted = Data<typeof PAGE>['list'][number];

export const ROLES = ['administrator', ...BUNDLES, 'head'] as const;
type Filter = { keyword?: string; role?: (typeof ROLES)[number] };
export const ROLE_LIST = listQuery<Filter>({
  path: '/admin/roles',
  filters: { keyword: text(100), role: oneOf(ROLES) },
});

export const rolePage = (state: StateOf<typeof ROLE_LIST>) => [PAGE, pageInput(state)] as const;

const ADMINISTRATORS = 'POST /user/auth/enterprise/administrator/page';
/** One of the administrators, with their number: a lone one is told so. */
export const administrators = () => [ADMINISTRATORS, { pageSize: 1 }] as const;
/** What changes when a role is granted or revoked. */
export const CHANGES = [PAGE, ADMINISTRATORS] as const;
