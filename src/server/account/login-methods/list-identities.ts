import { and, eq } from 'drizzle-orm';
import { userAccount } from '#src/server/account/tables/account.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import type { Context } from '#src/server/core/context.ts';
import { findLoginMethod, labelOf, PROVIDERS } from './login-methods.ts';

/** Lists the login methods that are linked to the user, and those that could be. */
export async function listIdentities(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const linked = await db
    .select()
    .from(userIdentity)
    .where(and(eq(userIdentity.enterpriseId, tenant.id), eq(userIdentity.userId, viewer.userId)));
  const [person] = await db
    .select({ phone: userAccount.phone })
    .from(userAccount)
    .where(eq(userAccount.id, viewer.userId));
  const ways = [];
  for (const provider of PROVIDERS) {
    const way = await findLoginMethod(db, ctx, provider);
    const identity = linked.find((row) => row.provider === provider);
    if (!way?.enabled && !identity) continue;
    ways.push({
      provider,
      label: way && labelOf(way, ctx),
      offered: way?.enabled ?? false,
      linked: identity ? { displayName: identity.displayName, gmtCreate: identity.gmtCreate } : null,
      removable: Boolean(person?.phone) || linked.length > 1,
    });
  }
  return ways;
}
