import { and, eq } from 'drizzle-orm';
import { calendarFeeds } from '#src/contract/calendar-feed.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { implement } from '#src/server/core/implement.ts';
import { hashFeedToken, newFeedToken } from './feed-token.ts';
import { calendarFeed } from './tables.ts';

const ownFeed = ({ tenant, viewer }: Context) =>
  and(eq(calendarFeed.enterpriseId, tenant.id), eq(calendarFeed.userId, viewer.userId));

/** Returns whether the viewer has a secret address, and when it was read; never the address, of which only a hash is stored. */
async function viewFeed(ctx: Context) {
  const [feed] = await ctx.db
    .select({ createdAt: calendarFeed.gmtCreate, lastReadAt: calendarFeed.lastReadAt })
    .from(calendarFeed)
    .where(ownFeed(ctx));
  return { feed: feed ?? null };
}

/** Makes a new secret address for the viewer, in the language of the request; the former one is not valid any more. */
async function renewFeed(ctx: Context) {
  const { db, tenant, viewer, origin, locale, now } = ctx;
  const token = newFeedToken();
  const made = { tokenHash: hashFeedToken(token), locale, gmtCreate: now(), lastReadAt: null, told: {} };
  await db
    .insert(calendarFeed)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, ...made })
    .onConflictDoUpdate({ target: [calendarFeed.enterpriseId, calendarFeed.userId], set: made });
  await audit(db, ctx, 'calendarFeed.renewed', {}, { about: [viewer.userId] });
  return { url: `${origin}/calendar/feed/${token}.ics` };
}

/** Makes the secret address of the viewer invalid. Idempotent. */
async function revokeFeed(ctx: Context) {
  const gone = await ctx.db.delete(calendarFeed).where(ownFeed(ctx)).returning({ userId: calendarFeed.userId });
  if (gone.length > 0) await audit(ctx.db, ctx, 'calendarFeed.revoked', {}, { about: [ctx.viewer.userId] });
  return { count: gone.length };
}

export const calendarFeedOperations = implement(calendarFeeds, {
  'GET /user/auth/calendar/feed/view': viewFeed,
  'POST /user/auth/calendar/feed/renew': renewFeed,
  'DELETE /user/auth/calendar/feed/revoke': revokeFeed,
});
