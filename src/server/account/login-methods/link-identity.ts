import { and, eq, or } from 'drizzle-orm';
import { enterpriseUser, type Provider } from '#src/server/account/tables/account.ts';
import { userIdentity } from '#src/server/account/tables/sign-in.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';

type Link = { userId: string; provider: Provider; subject: string; displayName: string | null };

/**
 * Links an external identity to an active member. An identity has one member, and a member has one identity per
 * provider. Users who are not members are not linked, because a provider is trusted for its own enterprise only.
 * @throws AppError 409 when the identity or the member is already linked to another one
 */
export async function linkIdentity(
  db: TenantDb,
  ctx: RequestContext,
  { userId, provider, subject, displayName }: Link,
): Promise<void> {
  const enterpriseId = ctx.tenant.id;
  // The row lock serialises concurrent links to the same member.
  const [member] = await db
    .select({ status: enterpriseUser.status })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, userId)))
    .for('update');
  if (member?.status !== 'active') return;
  const linked = await db
    .select({ userId: userIdentity.userId, subject: userIdentity.subject })
    .from(userIdentity)
    .where(
      and(
        eq(userIdentity.enterpriseId, enterpriseId),
        eq(userIdentity.provider, provider),
        or(eq(userIdentity.userId, userId), eq(userIdentity.subject, subject)),
      ),
    );
  if (linked.some((row) => row.userId !== userId)) throw new AppError(409, 'identityTaken');
  if (linked.some((row) => row.subject !== subject)) throw new AppError(409, 'identityOther');
  if (linked.length > 0) return;
  const made = await db
    .insert(userIdentity)
    .values({ enterpriseId, provider, subject, userId, displayName, gmtCreate: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (made.length === 0) throw new AppError(409, 'identityTaken');
  await audit(db, ctx, 'identity.linked', { provider }, { userId, about: [userId] });
}
