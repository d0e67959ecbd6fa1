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
  /** How long it is valid, in place of a day. */
  seconds?: number;
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
  { userId, enterpriseId, way, seconds = SESSION_SECONDS, factor = null }: NewSession,
): Promise<{ token: string; expiresIn: number; enterpriseId: string | null; sessionId: string }> {
  const now = ctx.now();
  if (ctx.viewer) await db.update(userSession).set({ endedAt: now }).where(eq(userSession.id, ctx.viewer.sessionId));
  const token = newToken();
  const companion = newToken();
  const sessionId = randomUUID();
  await db.insert(userSession).values({
    tokenHash: hashToken(token),
    companionHash: hashToken(companion),
    id: sessionId,
    userId,
    enterpriseId,
    way,
    factor,
    userAgent: ctx.userAgent.slice(0, 300),
    address: ctx.address,
    gmtCreate: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  });
  ctx.cookies.set(COMPANION_COOKIE, companion, { maxAge: SESSION_SECONDS });
  return { token, expiresIn: seconds, enterpriseId, sessionId };
}

/** Ends one session, of whomever it is; one that has ended keeps its end. */
export async function endSessionOf(db: TenantDb, sessionId: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ endedAt: now })
    .where(and(eq(userSession.id, sessionId), isNull(userSession.endedAt)));
}

/** Returns when a session ends by itself. */
export async function readSessionEnd(db: TenantDb, sessionId: string): Promise<Date> {
  const own = eq(userSession.id, sessionId);
  const [found] = await db.select({ expiresAt: userSession.expiresAt }).from(userSession).where(own);
  return found!.expiresAt;
}

/** Changes when a session ends by itself. */
export async function setSessionEnd(db: TenantDb, sessionId: string, expiresAt: Date): Promise<void> {
  await db.update(userSession).set({ expiresAt }).where(eq(userSession.id, sessionId));
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
