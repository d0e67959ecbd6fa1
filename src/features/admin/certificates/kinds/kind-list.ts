import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/certificates/kinds`, and the call of its list. */

export const PAGE = 'POST /course/auth/certificate/kind/page';
export type CertificateKind = Data<typeof PAGE>['list'][number];

export const KINDS = listQuery<{ keyword?: string; courseId?: string }, 'certificateName' | 'issuedCount'>({
  path: '/admin/certificates/kinds',
  filters: { keyword: text(100), courseId: id },
  sorts: ['certificateName', 'issuedCount'],
});

export const kindPage = (state: StateOf<typeof KINDS>) => [PAGE, pageInput(state)] as const;
