import { and, eq, ne } from 'drizzle-orm';
import { userSession } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { deleteHandoffs } from './handoff.ts';
import { ownSessions } from './own-sessions.ts';
import { COMPANION_COOKIE } from './token.ts';

/**
 * Ends one of the user's sessions: its token is invalid immediately, in every enterprise and process.
 * @throws AppError 404 for another user's session, and for one that has already ended
 */
export async function endSession(ctx: Context, { id }: { id: string }) {
  const { db, viewer, now, cookies } = ctx;
  const ended = await db
    .update(userSession)
    .set({ endedAt: now() })
    .where(and(ownSessions(ctx), eq(userSession.id, id)))
    .returning({ id: userSession.id });
  if (ended.length === 0) throw notFound();
  await deleteHandoffs(db, viewer.userId);
  if (id === viewer.sessionId) cookies.delete(COMPANION_COOKIE);
  await audit(db, ctx, 'session.ended', { sessionId: id });
  return {};
}

/** Ends all sessions of the user except the current one. */
export async function endOtherSessions(ctx: Context) {
  const { db, viewer, now } = ctx;
  const ended = await db
    .update(userSession)
    .set({ endedAt: now() })
    .where(and(ownSessions(ctx), ne(userSession.id, viewer.sessionId)))
    .returning({ id: userSession.id });
  await deleteHandoffs(db, viewer.userId);
  if (ended.length > 0) await audit(db, ctx, 'session.ended.others', { sessionIds: ended.map(({ id }) => id) });
  return { count: ended.length };
}
