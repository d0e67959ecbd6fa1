import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';
import { WITHIN } from '../certificate-list.ts';

/* The query of `/admin/certificates/expiring`, and the call of its list. */

const PAGE = 'POST /course/auth/certificate/expiring/page';
export type Expiring = Data<typeof PAGE>['list'][number];
export type ExpiringOrder = 'holderName' | 'certificateName' | 'expireTime';

export const EXPIRING = listQuery<{ keyword?: string; expiresWithin?: (typeof WITHIN)[number] }, ExpiringOrder>({
  path: '/admin/certificates/expiring',
  filters: { keyword: text(100), expiresWithin: oneOf(WITHIN) },
  sorts: ['holderName', 'certificateName', 'expireTime'],
});

export const expiringPage = (state: StateOf<typeof EXPIRING>) => [PAGE, pageInput(state)] as const;
