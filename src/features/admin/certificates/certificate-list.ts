import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/certificates`, and the calls of its list. */

export type Issued = Data<'POST /course/auth/certificate/issued/page'>['list'][number];
export type CertificateFilter = {
  keyword?: string;
  certificateId?: string;
  status?: Issued['status'];
  expiresWithin?: (typeof WITHIN)[number];
};

export const WITHIN = ['7', '30', '90'] as const;
export const STATUSES = ['held', 'expired', 'revoked'] as const;

export type Order = 'holderName' | 'certificateName' | 'gmtCreate' | 'expireTime';
export const CERTIFICATES = listQuery<CertificateFilter, Order>({
  path: '/admin/certificates',
  filters: { keyword: text(100), certificateId: id, status: oneOf(STATUSES), expiresWithin: oneOf(WITHIN) },
  sorts: ['holderName', 'certificateName', 'gmtCreate', 'expireTime'],
});

export const issuedPage = (state: StateOf<typeof CERTIFICATES>) =>
  ['POST /course/auth/certificate/issued/page', pageInput(state)] as const;
export const kindList = () => ['GET /course/auth/certificate/list', {}] as const;
