import { and, eq } from 'drizzle-orm';
import { userAccount, type Provider } from '#src/server/account/tables/account.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';

/**
 * Unlinks a login method. A user without a phone number keeps at least one.
 * @throws AppError 404 when it is not linked, 409 when it is the only login method
 */
export async function unlinkIdentity(ctx: Context, { provider }: { provider: Provider }) {
  const { db, tenant, viewer } = ctx;
  // The row lock serialises concurrent requests: the second one counts what the first one left.
  const [person] = await db
    .select({ phone: userAccount.phone })
    .from(userAccount)
    .where(eq(userAccount.id, viewer.userId))
    .for('update');
  const mine = and(eq(userIdentity.enterpriseId, tenant.id), eq(userIdentity.userId, viewer.userId));
  const linked = await db.select({ provider: userIdentity.provider }).from(userIdentity).where(mine);
  if (!linked.some((row) => row.provider === provider)) throw notFound();
  if (!person?.phone && linked.length === 1) throw new AppError(409, 'lastWayIn');
  await db.delete(userIdentity).where(and(mine, eq(userIdentity.provider, provider)));
  await audit(db, ctx, 'identity.unlinked', { provider }, { about: [viewer.userId] });
  return {};
}
