import { desc, eq } from 'drizzle-orm';
import { userSession } from '#src/server/account/tables/account.ts';
import { enterprise } from '#src/server/core/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { deviceOf } from './device-of.ts';
import { ownSessions } from './own-sessions.ts';
import { placeOf } from './place-of.ts';

/**
 * Lists the valid sessions of the user in all enterprises: the current one first, then by last use. "End all others"
 * also ends those beyond the limit of the list.
 */
export async function listSessions(ctx: Context) {
  const { db, viewer, locale } = ctx;
  const rows = await db
    .select({ session: userSession, enterpriseName: enterprise.name })
    .from(userSession)
    .leftJoin(enterprise, eq(enterprise.id, userSession.enterpriseId))
    .where(ownSessions(ctx))
    // The current session comes first, so that the limit never removes it.
    .orderBy(desc(eq(userSession.id, viewer.sessionId)), desc(userSession.lastUsedAt), desc(userSession.id))
    .limit(MAX_ITEMS.sessions);
  return Promise.all(
    rows.map(async ({ session, enterpriseName }) => ({
      id: session.id,
      current: session.id === viewer.sessionId,
      ...deviceOf(session.userAgent ?? ''),
      address: session.address || null,
      place: await placeOf(session.address ?? '', locale),
      way: session.way,
      enterpriseName,
      gmtCreate: session.gmtCreate,
      lastUsedAt: session.lastUsedAt,
    })),
  );
}
