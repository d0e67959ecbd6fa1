import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { enterpriseUser, type Provider, userAccount } from '#src/server/account/tables/account.ts';
import { contactPerson, userIdentity, type ExternalIdentity } from '#src/server/account/tables/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import type { LoginAttempt } from './login-attempt.ts';
import { findLoginMethod } from './login-methods.ts';
import { memberDisabled, signInInTransaction } from '../sign-in.ts';

/** An attempt with the identity that the provider returned. */
export type Answered = LoginAttempt & { identity: ExternalIdentity };

/**
 * Logs in the member to whom an external identity belongs: by a link, by a phone number that the provider has verified,
 * or, if the enterprise allows it, by creating an account. A provider is trusted for its own enterprise only
 * (docs/decisions/014): users who are not members get no session from it.
 * @throws AppError 403 `accountDisabled`, `memberDisabled`
 */
export async function loginByIdentity(ctx: RequestContext, attempt: Answered, agreed: boolean) {
  const { id, provider, identity, redirect } = attempt;
  const about = { provider, displayName: identity.displayName, redirect };
  try {
    const session = await withTenant(ctx.tenant.id, async (db) => {
      // Concurrent logins of one new user create one account.
      const lock = `${ctx.tenant.id} ${provider} ${identity.subject}`;
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
      const userId = await findUser(db, ctx, attempt);
      return userId && (await signInInTransaction(db, ctx, { userId, way: provider, agreed, bind: id }));
    });
    if (!session) return { ...about, step: 'bind' as const, bind: id, token: null };
    return { ...about, ...session, step: session.token ? ('signedIn' as const) : ('secondStep' as const), bind: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.key === 'agreementRequired') return { ...about, step: 'agree' as const, bind: id, token: null };
    await auditAlone(ctx, 'login.refused', { way: provider, reason: error.key });
    throw error;
  }
}

async function findUser(db: TenantDb, ctx: RequestContext, { provider, identity }: Answered): Promise<string | null> {
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
  // Also on a host of all enterprises: a provider is trusted for its own enterprise only.
  if (found && found.status !== 'active') throw memberDisabled(ctx.tenant.name);
  if (found) return found.userId;
  const waiting = linked ? undefined : await waitingContact(db, ctx, provider, identity.subject);
  if (waiting) return provision(db, ctx, { provider, identity, given: waiting });
  const way = await findLoginMethod(db, ctx, provider);
  if (way?.provider !== 'oidc' || !way.config.autoProvision) return null;
  return provision(db, ctx, { provider, identity, userId: linked?.userId });
}

type Member = { userId: string; status: 'active' | 'disabled'; disabled: boolean };

async function member(db: TenantDb, { tenant }: RequestContext, userId: string): Promise<Member | null> {
  const [row] = await db
    .select({ status: enterpriseUser.status, disabledAt: userAccount.disabledAt })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return row ? { userId, status: row.status, disabled: row.disabledAt !== null } : null;
}

async function memberByPhone(db: TenantDb, ctx: RequestContext, phone: string | null | undefined) {
  if (!phone) return null;
  const [person] = await db.select({ id: userAccount.id }).from(userAccount).where(eq(userAccount.phone, phone));
  return person ? member(db, ctx, person.id) : null;
}

/** What a synchronisation knows of a contact without a name, who becomes a member now (decision 096). */
async function waitingContact(db: TenantDb, { tenant }: RequestContext, provider: Provider, subject: string) {
  const { enterpriseId, userId } = contactPerson;
  const isContact = and(eq(contactPerson.provider, provider), eq(contactPerson.subject, subject));
  const [found] = await db
    .select({ given: contactPerson.given })
    .from(contactPerson)
    .where(and(eq(enterpriseId, tenant.id), isContact, isNull(userId)));
  return found?.given;
}

type Provisioned = {
  provider: Provider;
  identity: ExternalIdentity;
  /** An existing account whose membership has ended. */
  userId?: string | undefined;
  given?: Record<string, string | number | null>;
};

/**
 * Creates a learner from an identity of the enterprise's provider. The account gets no phone number, even if the
 * provider returns one: a phone number gives access to other enterprises too, so the user has to verify it here.
 */
async function provision(
  db: TenantDb,
  ctx: RequestContext,
  { provider, identity: { subject, displayName, email }, userId = randomUUID(), given = {} }: Provisioned,
): Promise<string> {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  const employeeNo = text('employeeNo');
  const isNumber = employeeNo !== null && eq(enterpriseUser.employeeNo, employeeNo);
  const isFree =
    isNumber && (await db.$count(enterpriseUser, and(eq(enterpriseUser.enterpriseId, ctx.tenant.id), isNumber))) === 0;
  await db.insert(userAccount).values({ id: userId, gmtCreate: ctx.now() }).onConflictDoNothing();
  await db.insert(enterpriseUser).values({
    enterpriseId: ctx.tenant.id,
    userId,
    userName: displayName ?? subject.slice(-12),
    userType: 1,
    email: email ?? text('email'),
    employeeNo: isFree ? employeeNo : null,
    department: text('department'),
    post: text('position'),
  });
  if (Object.keys(given).length > 0)
    await db
      .update(contactPerson)
      .set({ userId, given: {} })
      .where(
        and(
          ...[eq(contactPerson.enterpriseId, ctx.tenant.id), eq(contactPerson.provider, provider)],
          eq(contactPerson.subject, subject),
        ),
      );
  await audit(db, ctx, 'member.provisioned', { provider }, { userId, about: [userId] });
  return userId;
}
