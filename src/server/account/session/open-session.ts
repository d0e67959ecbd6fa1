import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { userSession, type LoginMethodName } from '#src/server/core/db/schema/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { forgetHandoffs } from './forget-handoffs.ts';
import { COMPANION_COOKIE, hashToken, newToken, SESSION_SECONDS } from './token.ts';

/**
 * Opens a session: a new token for the browser's script to send, and its companion in an HttpOnly cookie, without which
 * the token is worth nothing. The session that came with the request ends (rotation).
 * @param enterpriseId null: signed in, but in no enterprise
 */
export async function openSession(
  db: TenantDb,
  ctx: RequestContext,
  { userId, enterpriseId, way }: { userId: string; enterpriseId: string | null; way: LoginMethodName },
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
 * Ends every session of a person, at once and in every enterprise.
 * @param except id of a session that goes on
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
  await forgetHandoffs(db, userId);
}
