import type { Data } from '#src/contract/calls.ts';
import { day, id, listQuery, text } from '#src/lib/list-query.ts';

/* The query of `/admin/audit`, and its call. */

export const PAGE = 'POST /data/auth/audit/page';
export const ACTIONS = 'GET /data/auth/audit/action/list';
export type Entry = Data<typeof PAGE>['list'][number];
export type AuditFilter = {
  userId?: string;
  subjectId?: string;
  action?: string;
  from?: string;
  to?: string;
  /** Entries before this one. */
  before?: string;
};

const action = (value: string) => (/^[a-zA-Z.]{1,60}$/.test(value) ? text(60)(value) : undefined);
export const AUDIT = listQuery<AuditFilter>({
  path: '/admin/audit',
  filters: { userId: id, subjectId: id, action, from: day, to: day, before: id },
});

/** Entries of one page. */
const SIZE = 50;
export const auditPage = (filter: AuditFilter) => [PAGE, { ...filter, pageSize: SIZE }] as const;
