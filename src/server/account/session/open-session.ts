import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { userSession, type FactorName, type LoginMethodName } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { deleteSecondSteps } from '../factor/pending-sign-in.ts';
import { deleteHandoffs } from './handoff.ts';
import { COMPANION_COOKIE, hashToken, newToken, SESSION_SECONDS } from './token.ts';

type NewSession = {
  userId: string;
  /** Null: logged in, but not to an enterprise. */
  enterpriseId: string | null;
  way: LoginMethodName;
  /** The second factor that was proven; default: none. */
  factor?: FactorName | null;
};

/**
 * Opens a session: a new token that the browser's script sends, and its companion in an HttpOnly cookie, without which
 * the token is invalid. The session of the request ends (rotation). `expiresIn` is in seconds.
 */
export async function openSession(
  db: TenantDb,
  ctx: RequestContext,
  { userId, enterpriseId, way, factor = null }: NewSession,
): Promise<{ token: string; expiresIn: number; enterpriseId: string | null }> {
  const now = ctx.now();
  if (ctx.viewer) await db.update(userSession).set({ endedAt: now }).where(eq(userSession.id, ctx.viewer.sessionId));
  const token = newToken();
  const companion = newToken();
  await db.insert(userSession).values({
    tokenHash: hashToken(token),
    companionHash: hashToken(companion),
    id: randomUUID(),
    userId,
    enterpriseId,
    way,
    factor,
    userAgent: ctx.userAgent.slice(0, 300),
    address: ctx.address,
    gmtCreate: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000),
  });
  ctx.cookies.set(COMPANION_COOKIE, companion, { maxAge: SESSION_SECONDS });
  return { token, expiresIn: SESSION_SECONDS, enterpriseId };
}

/**
 * Ends all sessions of a user, in every enterprise.
 * @param except id of a session that stays valid
 */
export async function endSessions(
  db: TenantDb,
  userId: string,
  { now, except }: { now: Date; except?: string },
): Promise<void> {
  await db
    .update(userSession)
    .set({ endedAt: now })
    .where(
      and(eq(userSession.userId, userId), isNull(userSession.endedAt), except ? ne(userSession.id, except) : undefined),
    );
  await deleteHandoffs(db, userId);
  await deleteSecondSteps(db, userId);
}
