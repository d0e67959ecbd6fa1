import { and, eq, gt } from 'drizzle-orm';
import type { LoginMethodName } from '#src/server/account/tables/account.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { hashToken, newToken } from '../session/token.ts';
import { pendingSignIn } from '../tables/factor.ts';

/** HttpOnly cookie of the browser in which the first way was proven. */
const PENDING_COOKIE = 'zhixing_second';
/** Time to prove the second factor. */
const PENDING_SECONDS = 600;

type Pending = { userId: string; way: LoginMethodName; bind: string | undefined };

const agentOf = ({ userAgent }: RequestContext) => userAgent.slice(0, 300);

/** Stores that this browser has proven the first way; it replaces an earlier sign-in of it. */
export async function startSecondStep(db: TenantDb, ctx: RequestContext, { userId, way, bind }: Pending) {
  const before = ctx.cookies.get(PENDING_COOKIE);
  if (before) await db.delete(pendingSignIn).where(eq(pendingSignIn.tokenHash, hashToken(before)));
  const token = newToken();
  await db.insert(pendingSignIn).values({
    ...{ tokenHash: hashToken(token), userId, enterpriseId: ctx.tenant.id, way, bind: bind ?? null },
    userAgent: agentOf(ctx),
    expiresAt: new Date(ctx.now().getTime() + PENDING_SECONDS * 1000),
  });
  ctx.cookies.set(PENDING_COOKIE, token, { maxAge: PENDING_SECONDS });
}

/**
 * Condition for the sign-in of this browser at this enterprise that waits for a second factor; undefined without its cookie. A copied
 * cookie is worth nothing in a browser with another user agent.
 */
function isOwn(ctx: RequestContext) {
  const token = ctx.cookies.get(PENDING_COOKIE);
  return (
    token &&
    and(
      eq(pendingSignIn.tokenHash, hashToken(token)),
      eq(pendingSignIn.enterpriseId, ctx.tenant.id),
      eq(pendingSignIn.userAgent, agentOf(ctx)),
      gt(pendingSignIn.expiresAt, ctx.now()),
    )
  );
}

/** Returns the sign-in of this browser that waits for a second factor. */
export async function findSecondStep(db: TenantDb, ctx: RequestContext) {
  const own = isOwn(ctx);
  const [found] = own ? await db.select().from(pendingSignIn).where(own) : [];
  return found;
}

/** Takes it, once: of concurrent requests only one gets it. It stays if the transaction fails. */
export async function takeSecondStep(db: TenantDb, ctx: RequestContext) {
  const own = isOwn(ctx);
  const [taken] = own ? await db.delete(pendingSignIn).where(own).returning() : [];
  return taken;
}

/** Removes the cookie of a sign-in that is complete. */
export const forgetSecondStep = ({ cookies }: RequestContext) => cookies.delete(PENDING_COOKIE);

/** Deletes what waits of a user: a sign-in must not be completed whose first way has been changed since. */
export async function deleteSecondSteps(db: TenantDb, userId: string): Promise<void> {
  await db.delete(pendingSignIn).where(eq(pendingSignIn.userId, userId));
}
