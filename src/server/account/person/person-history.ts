import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { memberOf } from './member-status.ts';

/** Administrators read what was done to a member, also by the member. */
export const PERSON_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, userId) => {
    const member = memberOf({ enterpriseId: tenant.id, userId });
    if (!viewer.isAdmin || (await db.$count(enterpriseUser, member)) === 0) throw notFound();
  },
};
