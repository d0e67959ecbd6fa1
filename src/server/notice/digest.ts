import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { confirmedEmail } from '#src/server/core/confirmed-addresses.ts';
import type { Context } from '#src/server/core/context.ts';
import { digestPreference } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { settings } from '#src/server/core/settings.ts';

/** How often the signed-in member gets a digest of the community; never, unless they chose it. */
export async function viewDigest(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const [own] = await db
    .select({ frequency: digestPreference.frequency, byEmail: digestPreference.byEmail })
    .from(digestPreference)
    .where(and(eq(digestPreference.enterpriseId, tenant.id), eq(digestPreference.userId, viewer.userId)));
  return {
    frequency: own?.frequency ?? ('none' as const),
    byEmail: own?.byEmail ?? false,
    email: await canReceive(ctx),
  };
}

/**
 * Saves how often the member gets a digest, and whether by e-mail: then in the language and at the address of this
 * request. The first one covers what is published from now on.
 */
export async function saveDigest(
  ctx: Context,
  { frequency, byEmail }: OperationInput<'PUT /user/auth/notice/digest/save'>,
) {
  const now = ctx.now();
  const { locale, origin } = ctx;
  const chosen = { frequency, byEmail, locale, origin, sentUntil: now, gmtModified: now };
  await ctx.db
    .insert(digestPreference)
    .values({ enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, ...chosen })
    .onConflictDoUpdate({ target: [digestPreference.enterpriseId, digestPreference.userId], set: chosen });
  return viewDigest(ctx);
}

/** Notes until when members have got their digest: the next one begins there. */
export async function markDigestsSent(
  db: TenantDb,
  enterpriseId: string,
  userIds: string[],
  until: Date,
): Promise<void> {
  await db
    .update(digestPreference)
    .set({ sentUntil: until })
    .where(and(eq(digestPreference.enterpriseId, enterpriseId), inArray(digestPreference.userId, userIds)));
}

/** Whether the member can receive e-mail. */
export async function canReceive({ db, viewer }: Context): Promise<'off' | 'unconfirmed' | 'ready'> {
  if (!settings().mail) return 'off';
  return (await confirmedEmail(db, viewer.userId)) ? 'ready' : 'unconfirmed';
}
