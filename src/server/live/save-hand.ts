import { and, eq } from 'drizzle-orm';
import { liveHand } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { changeSession } from './change-session.ts';
import { requireLed, requireSession } from './read-session.ts';

const handOf = (enterpriseId: string, sessionId: string, userId: string) =>
  and(eq(liveHand.enterpriseId, enterpriseId), eq(liveHand.sessionId, sessionId), eq(liveHand.userId, userId));

/** Raises or lowers the viewer's hand. @throws AppError 403, 404 as `requireSession`; 409 while the class is not live */
export async function saveHand(ctx: Context, { id, raised }: { id: string; raised: boolean }) {
  const { db, tenant, viewer } = ctx;
  const { session } = await requireSession(ctx, id);
  if (raised && session.status !== 'live') throw new AppError(409, 'liveNotRunning');
  await changeSession(db, session);
  if (raised)
    await db
      .insert(liveHand)
      .values({ enterpriseId: tenant.id, sessionId: id, userId: viewer.userId, raisedAt: ctx.now() })
      .onConflictDoNothing();
  else await db.delete(liveHand).where(handOf(tenant.id, id, viewer.userId));
  return { raised };
}

/** Lowers the hand of a member. Idempotent. @throws AppError 404 as `requireLed` */
export async function lowerHand(ctx: Context, { id, userId }: { id: string; userId: string }) {
  const { session } = await requireLed(ctx, id);
  await changeSession(ctx.db, session);
  await ctx.db.delete(liveHand).where(handOf(ctx.tenant.id, id, userId));
  return {};
}
