import type { Data } from '#src/contract/calls.ts';
import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/admin/administrators`, and the call of its list. */

export type Administrator = Data<'POST /user/auth/enterprise/administrator/page'>['list'][number];

export const ADMINISTRATORS = listQuery({ path: '/admin/administrators', filters: {} });
export const administratorPage = (state: StateOf<typeof ADMINISTRATORS>) =>
  ['POST /user/auth/enterprise/administrator/page', pageInput(state)] as const;
