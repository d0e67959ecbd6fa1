import { certificate } from '#src/contract/certificate.ts';
import { implement } from '#src/server/core/implement.ts';
import { changeCertificates } from './change-certificates.ts';
import { deleteKind, pageKinds, saveKind } from './kinds.ts';
import { listKinds } from './list-kinds.ts';
import { exportIssued } from '../request-exports.ts';
import { pageExpiring } from './page-expiring.ts';
import { pageHolders, pageIssued } from './page-issued.ts';
import { requestCorrect, requestRenew, requestRevoke } from './request-change.ts';
import { requestIssue } from './request-issue.ts';
import { markChangesSeen } from './notify-holder.ts';

export const certificateOperations = implement(certificate, {
  'GET /course/auth/certificate/list': listKinds,
  'POST /course/auth/certificate/kind/page': pageKinds,
  'POST /course/auth/certificate/kind/save': saveKind,
  'DELETE /course/auth/certificate/kind/delete': deleteKind,
  'POST /course/auth/certificate/issued/page': pageIssued,
  'POST /course/auth/certificate/issued/export': exportIssued,
  'POST /course/auth/certificate/expiring/page': pageExpiring,
  'POST /course/auth/certificate/people/page': pageHolders,
  'POST /course/auth/certificate/issue': requestIssue,
  'POST /course/auth/certificate/revoke': requestRevoke,
  'POST /course/auth/certificate/renew': requestRenew,
  'POST /course/auth/certificate/correct': requestCorrect,
  'POST /course/auth/certificate/bulk/save': changeCertificates,
  'PUT /course/auth/user/certificate/see': markChangesSeen,
});
