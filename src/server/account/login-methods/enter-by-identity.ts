import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { userIdentity, type OutsideIdentity } from '#src/server/core/db/schema/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { findLoginMethod } from './login-methods.ts';
import { enter } from '../sign-in.ts';

/** An attempt to which the provider has said who it is. */
export type Answered = LoginAttempt & { identity: OutsideIdentity };

/**
 * Signs in whom an outside identity stands for in this enterprise: by a link, or by a phone that the provider has verified
 * and that belongs to a member, or, where the enterprise wants it so, by making an account. The provider speaks for this
 * enterprise only (docs/decisions/014): nobody gets a session by it who is not a member here.
 */
export async function enterByIdentity(ctx: RequestContext, attempt: Answered, agreed: boolean) {
  const { id, provider, identity, redirect } = attempt;
  const about = { provider, displayName: identity.displayName, redirect };
  try {
    const session = await withTenant(ctx.tenant.id, async (db) => {
      // Two windows of one newcomer make one account.
      const lock = `${ctx.tenant.id} ${provider} ${identity.subject}`;
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
      const userId = await whoIs(db, ctx, attempt);
      return userId && (await enter(db, ctx, { userId, way: provider, agreed, bind: id }));
    });
    if (!session) return { ...about, step: 'bind' as const, bind: id, token: null };
    return { ...about, ...session, step: 'signedIn' as const, bind: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.key === 'agreementRequired') return { ...about, step: 'agree' as const, bind: id, token: null };
    await auditAlone(ctx, 'login.refused', { way: provider, reason: error.key });
    throw error;
  }
}

async function whoIs(db: TenantDb, ctx: RequestContext, { provider, identity }: Answered): Promise<string | null> {
  const enterpriseId = ctx.tenant.id;
  const [linked] = await db
    .select({ userId: userIdentity.userId })
    .from(userIdentity)
    .where(
      and(
        eq(userIdentity.enterpriseId, enterpriseId),
        eq(userIdentity.provider, provider),
        eq(userIdentity.subject, identity.subject),
      ),
    );
  const found = linked ? await member(db, ctx, linked.userId) : await memberByPhone(db, ctx, identity.phone);
  if (found?.disabled) throw new AppError(403, 'accountDisabled');
  if (found) return found.userId;
  const way = await findLoginMethod(db, ctx, provider);
  if (way?.provider !== 'oidc' || !way.config.autoProvision) return null;
  return provision(db, ctx, identity, linked?.userId);
}

type Member = { userId: string; disabled: boolean };

async function member(db: TenantDb, { tenant }: RequestContext, userId: string): Promise<Member | null> {
  const [row] = await db
    .select({ status: enterpriseUser.status, disabledAt: userAccount.disabledAt })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return row ? { userId, disabled: row.status !== 'active' || row.disabledAt !== null } : null;
}

async function memberByPhone(db: TenantDb, ctx: RequestContext, phone: string | null | undefined) {
  if (!phone) return null;
  const [person] = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, phone));
  return person ? member(db, ctx, person.id) : null;
}

/**
 * Makes a learner of whom the enterprise's provider vouches for. The account has no phone, whatever the provider says: a
 * phone opens other enterprises too, so its owner has to prove it to us.
 * @param userId an account that was here before and left
 */
async function provision(
  db: TenantDb,
  ctx: RequestContext,
  { subject, displayName, email }: OutsideIdentity,
  userId: string = randomUUID(),
): Promise<string> {
  await db.insert(userAccount).values({ id: userId, gmtCreate: ctx.now() }).onConflictDoNothing();
  await db.insert(enterpriseUser).values({
    enterpriseId: ctx.tenant.id,
    userId,
    userName: displayName ?? subject.slice(-12),
    userType: 1,
    email: email ?? null,
  });
  await audit(db, ctx, 'member.provisioned', { provider: 'oidc' }, userId);
  return userId;
}
