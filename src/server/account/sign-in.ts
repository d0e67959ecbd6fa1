import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { membership, userConsent, type FactorName, type LoginMethodName } from './tables/account.ts';
import { article } from '#src/server/site/tables.ts';
import { loginAttempt } from './tables/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit, auditAlone } from '#src/server/core/audit.ts';
import { isBareHost } from '#src/server/core/find-tenant.ts';
import { startSecondStep } from './factor/pending-sign-in.ts';
import { linkIdentity } from './login-methods/link-identity.ts';
import { BROWSER_COOKIE } from './login-methods/login-attempt.ts';
import { openSession } from './session/open-session.ts';
import { deviceDetail } from './session/sign-in-history.ts';
import { hashToken } from './session/token.ts';

/** Codes of the articles that require consent at login. */
const CONSENT_CODES = ['agreement', 'privacy'];

type Proven = {
  userId: string;
  way: LoginMethodName;
  /** The user has accepted agreement and privacy. */
  agreed?: boolean;
  /** Id of a login attempt whose external identity is linked to this user. */
  bind?: string | undefined;
  /** The second factor that has been proven, too. */
  factor?: FactorName | null;
};

/**
 * Logs an authenticated user in to the enterprise of this host: membership, consent, identity, session and audit row in
 * one transaction. An account with a second factor gets no session yet, but a sign-in that waits for it
 * (docs/specification.md, section "Second factor").
 * @throws AppError 422 at field `agreed` when they have not accepted the current agreement and privacy texts;
 *   403 `memberDisabled`; 409 when the identity to be linked, or the user, is already linked to another one
 */
export async function signIn(ctx: RequestContext, proven: Proven) {
  try {
    return await withTenant(ctx.tenant.id, (db) => signInInTransaction(db, ctx, proven));
  } catch (error) {
    if (error instanceof AppError && error.code === 403)
      await auditAlone(
        ctx,
        'login.refused',
        { way: proven.way, reason: error.key, ...deviceDetail(ctx) },
        { userId: proven.userId },
      );
    throw error;
  }
}

/** Like `signIn`, in the transaction of the caller. */
export async function signInInTransaction(
  db: TenantDb,
  ctx: RequestContext,
  { agreed = false, ...proven }: Proven,
): Promise<SignedIn> {
  const { userId, way, bind } = proven;
  const { enterpriseId, hasFactor } = await readStanding(db, ctx, userId);
  await recordConsent(db, ctx, userId, agreed);
  if (proven.factor || !hasFactor) return open(db, ctx, enterpriseId, proven);
  await startSecondStep(db, ctx, { userId, way, bind });
  return { token: null, expiresIn: 0, enterpriseId, factors: ['totp', 'recovery'] };
}

/** A new session, or without a token the factors of which one must be proven first. */
type SignedIn = {
  token: string | null;
  expiresIn: number;
  enterpriseId: string | null;
  factors?: ('totp' | 'recovery')[];
};

/**
 * Opens the session of a user who has proven the second factor, too, in the transaction of the caller.
 * @throws AppError 403 `memberDisabled`; 409 as `signIn`
 */
export async function openProven(db: TenantDb, ctx: RequestContext, proven: Proven) {
  const { enterpriseId } = await readStanding(db, ctx, proven.userId);
  return open(db, ctx, enterpriseId, proven);
}

/** An identity is linked only now: whoever has the password alone must not add a way in. */
async function open(
  db: TenantDb,
  ctx: RequestContext,
  enterpriseId: string | null,
  { userId, way, bind, factor = null }: Proven,
) {
  if (bind) await bindIdentity(db, ctx, userId, bind);
  const session = await openSession(db, ctx, { userId, enterpriseId, way, factor });
  await audit(
    db,
    ctx,
    'login',
    { way, member: enterpriseId !== null, ...(factor && { factor }), ...deviceDetail(ctx) },
    { userId },
  );
  return session;
}

/**
 * Returns this tenant's id for an active member, null for others, who are logged in, but not to an enterprise; and whether the account has an
 * authenticator app. One statement: everybody signs in before an exam.
 * @throws AppError 403 for a disabled member, except on a host of all enterprises if they are a member of another one
 */
async function readStanding(
  db: TenantDb,
  { tenant, at }: RequestContext,
  userId: string,
): Promise<{ enterpriseId: string | null; hasFactor: boolean }> {
  const { rows } = await db.execute<{ status: string | null; hasFactor: boolean }>(sql`
    select (select m.status from enterprise_user m where m.enterprise_id = ${tenant.id} and m.user_id = ${userId}) as status,
           exists (select from portal.user_totp t where t.user_id = ${userId}) as "hasFactor"`);
  const { status, hasFactor } = rows[0]!;
  if (status === 'active') return { enterpriseId: tenant.id, hasFactor };
  if (!status) return { enterpriseId: null, hasFactor };
  if (isBareHost(at) && (await db.$count(membership, eq(membership.userId, userId))) > 0)
    return { enterpriseId: null, hasFactor };
  throw memberDisabled(tenant.name);
}

/** The error for a disabled member of an enterprise. */
export const memberDisabled = (name: string) => new AppError(403, 'memberDisabled', { params: { name } });

/**
 * Records consent to the current versions of the texts.
 * @throws AppError 422 at field `agreed` when some are not accepted yet and `agreed` is false
 */
export async function recordConsent(db: TenantDb, ctx: RequestContext, userId: string, agreed: boolean): Promise<void> {
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
 * Requires consent before the user is known.
 * @throws AppError 422 at field `agreed` when this tenant has texts that require consent
 */
export async function requireAgreed(ctx: RequestContext): Promise<void> {
  const texts = await withTenant(ctx.tenant.id, (db) => textsToAccept(db, ctx));
  if (texts.length > 0) throw agreementRequired();
}

function textsToAccept(db: TenantDb, { tenant }: RequestContext) {
  return db
    .select({ code: article.code, version: article.version })
    .from(article)
    .where(and(eq(article.enterpriseId, tenant.id), eq(article.published, true), inArray(article.code, CONSENT_CODES)));
}

const agreementRequired = () =>
  new AppError(422, 'agreementRequired', { fields: [{ field: 'agreed', key: 'agreementRequired' }] });

/** Links the external identity of this browser's attempt. An expired attempt, or one of another browser, is ignored. */
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
  // An attempt that a logged-in user started can be linked to that user only.
  if (!attempt?.identity || attempt.userId) return;
  const { subject, displayName } = attempt.identity;
  await linkIdentity(db, ctx, { userId, provider: attempt.provider, subject, displayName });
}
