import { and, eq, gt, isNull } from 'drizzle-orm';
import { userSession } from '#src/server/core/db/schema/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { isOwnProof } from '../login-methods/own-proof.ts';

/**
 * The viewer's sessions that are alive, as a condition: in every enterprise, or only in this one for whom only its provider
 * vouches (docs/decisions/014).
 */
export const ownSessions = ({ viewer, tenant, now }: Context) =>
  and(
    eq(userSession.userId, viewer.userId),
    isNull(userSession.endedAt),
    gt(userSession.expiresAt, now()),
    isOwnProof(viewer.way) ? undefined : eq(userSession.enterpriseId, tenant.id),
  );
