import { and, eq, gt, inArray } from 'drizzle-orm';
import { enterpriseUser, userConsent, type LoginMethodName } from '#src/server/core/db/schema/account.ts';
import { article } from '#src/server/core/db/schema/site.ts';
import { loginAttempt } from '#src/server/core/db/schema/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import { linkIdentity } from './login-methods/link-identity.ts';
import { BROWSER_COOKIE } from './login-methods/login-attempt.ts';
import { openSession } from './session/open-session.ts';
import { hashToken } from './session/token.ts';

/** Codes of the articles that a person accepts when they first sign in. */
const ACCEPTED = ['agreement', 'privacy'];

type Proven = {
  userId: string;
  way: LoginMethodName;
  /** The person ticked that they accept agreement and privacy. */
  agreed?: boolean;
  /** Id of an attempt whose outside identity is to be linked to this person. */
  bind?: string;
};

/**
 * Signs somebody in to the enterprise of this host, once it is proven who they are: membership, consent, identity, session
 * and audit row in one transaction.
 * @throws AppError 422 at field `agreed` when they have not accepted the present agreement and privacy texts;
 *   409 when the identity to be linked, or the person, is linked otherwise already
 */
export function signIn(ctx: RequestContext, proven: Proven) {
  return withTenant(ctx.tenant.id, (db) => enter(db, ctx, proven));
}

/** What `signIn` does, in the transaction of the caller. */
export async function enter(db: TenantDb, ctx: RequestContext, { userId, way, agreed = false, bind }: Proven) {
  const enterpriseId = await membership(db, ctx, userId);
  await consent(db, ctx, userId, agreed);
  if (bind) await bindIdentity(db, ctx, userId, bind);
  const session = await openSession(db, ctx, { userId, enterpriseId, way });
  await audit(db, ctx, 'login', { way, member: enterpriseId !== null }, userId);
  return session;
}

/** This tenant's id when the person belongs to it, else null: signed in, but to no enterprise here. */
async function membership(db: TenantDb, { tenant }: RequestContext, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ status: enterpriseUser.status })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return found?.status === 'active' ? tenant.id : null;
}

/** Records consent to the versions of today, or refuses when some are not accepted yet. */
export async function consent(db: TenantDb, ctx: RequestContext, userId: string, agreed: boolean): Promise<void> {
  const texts = await textsToAccept(db, ctx);
  const accepted = await db
    .select({ code: userConsent.code, version: userConsent.version })
    .from(userConsent)
    .where(and(eq(userConsent.enterpriseId, ctx.tenant.id), eq(userConsent.userId, userId)));
  const missing = texts.filter(
    (text) => !accepted.some((row) => row.code === text.code && row.version === text.version),
  );
  if (missing.length === 0) return;
  if (!agreed) throw agreementRequired();
  const rows = missing.map(({ code, version }) => ({
    enterpriseId: ctx.tenant.id,
    userId,
    code,
    version,
    gmtCreate: ctx.now(),
  }));
  await db.insert(userConsent).values(rows).onConflictDoNothing();
}

/**
 * Asks for consent before it is known who somebody is.
 * @throws AppError 422 at field `agreed` when this tenant has texts to accept
 */
export async function requireAgreed(ctx: RequestContext): Promise<void> {
  const texts = await withTenant(ctx.tenant.id, (db) => textsToAccept(db, ctx));
  if (texts.length > 0) throw agreementRequired();
}

function textsToAccept(db: TenantDb, { tenant }: RequestContext) {
  return db
    .select({ code: article.code, version: article.version })
    .from(article)
    .where(and(eq(article.enterpriseId, tenant.id), eq(article.published, true), inArray(article.code, ACCEPTED)));
}

const agreementRequired = () =>
  new AppError(422, 'agreementRequired', { fields: [{ field: 'agreed', key: 'agreementRequired' }] });

/** Links the outside identity that this very browser has just proven. Too late or another browser: nothing is linked. */
async function bindIdentity(db: TenantDb, ctx: RequestContext, userId: string, attemptId: string): Promise<void> {
  const browser = ctx.cookies.get(BROWSER_COOKIE);
  if (!browser) return;
  const [attempt] = await db
    .delete(loginAttempt)
    .where(
      and(
        eq(loginAttempt.enterpriseId, ctx.tenant.id),
        eq(loginAttempt.id, attemptId),
        eq(loginAttempt.browserHash, hashToken(browser)),
        gt(loginAttempt.expiresAt, ctx.now()),
      ),
    )
    .returning();
  // One that a signed-in person began for themselves is linked to nobody else.
  if (!attempt?.identity || attempt.userId) return;
  const { subject, displayName } = attempt.identity;
  await linkIdentity(db, ctx, { userId, provider: attempt.provider, subject, displayName });
}
