import { and, eq, gt, isNull } from 'drizzle-orm';
import { userSession } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { isPortalAuthenticated } from '../login-methods/portal-authentication.ts';

/**
 * Condition for the user's valid sessions: in every enterprise, or only in this one if the user was authenticated by
 * its provider only (docs/decisions/014).
 */
export const ownSessions = ({ viewer, tenant, now }: Context) =>
  and(
    eq(userSession.userId, viewer.userId),
    isNull(userSession.endedAt),
    gt(userSession.expiresAt, now()),
    isPortalAuthenticated(viewer.way) ? undefined : eq(userSession.enterpriseId, tenant.id),
  );
