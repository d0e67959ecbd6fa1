import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { signInInTransaction } from '#src/server/account/sign-in.ts';
import { setHandoffExpiry, takeHandoff } from '#src/server/account/session/handoff.ts';
import { enterpriseUser, userAccount } from '#src/server/account/tables/account.ts';
import type { sessionHandoff } from '#src/server/account/tables/sign-in.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { isWithin } from '#src/server/core/expiry.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Lifetime of a code while the user reads the agreement that they have to accept. */
const AGREEMENT_SECONDS = 600;

type Handoff = typeof sessionHandoff.$inferSelect;

/**
 * Logs in with the code that `choose/enterprise` returned on another host. A code works once, at the host for which it
 * was issued, and only with the same user agent and network address; a failed attempt at that host invalidates it.
 * @throws AppError 422 at field `code`; 422 at field `agreed` when the texts of this enterprise are not accepted yet,
 *   in which case the code stays valid for `AGREEMENT_SECONDS`
 */
export async function loginByHandoff(
  ctx: RequestContext,
  { code, agreed }: OperationInput<'POST /user/api/user/info/login/handoff'>,
) {
  try {
    const session = await withTenant(ctx.tenant.id, async (db) => {
      const handoff = await takeHandoff(db, ctx.tenant.id, code);
      const reason = handoff ? await rejectionReason(db, ctx, handoff) : 'unknown';
      if (handoff && !reason) {
        const { userId, factor } = handoff;
        return signInInTransaction(db, ctx, { userId, way: 'handoff', agreed, factor });
      }
      await audit(db, ctx, 'login.refused', { way: 'handoff', reason }, { userId: handoff?.userId ?? null });
      return null;
    });
    if (session) return session;
  } catch (error) {
    // The transaction was rolled back, and with it the deletion of the code.
    if (error instanceof AppError && error.key === 'agreementRequired') {
      const expiresAt = new Date(ctx.now().getTime() + AGREEMENT_SECONDS * 1000);
      await withTenant(ctx.tenant.id, (db) => setHandoffExpiry(db, ctx.tenant.id, code, expiresAt));
    }
    throw error;
  }
  throw new AppError(422, 'handoffOver', { fields: [{ field: 'code', key: 'handoffOver' }] });
}

async function rejectionReason(db: TenantDb, ctx: RequestContext, handoff: Handoff): Promise<string | null> {
  if (!isWithin(handoff.expiresAt, ctx.now(), AGREEMENT_SECONDS)) return 'expired';
  if (handoff.userAgent !== ctx.userAgent.slice(0, 300) || handoff.address !== ctx.address) return 'otherBrowser';
  const [member] = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .innerJoin(userAccount, eq(userAccount.id, enterpriseUser.userId))
    .where(
      and(
        eq(enterpriseUser.enterpriseId, ctx.tenant.id),
        eq(enterpriseUser.userId, handoff.userId),
        eq(enterpriseUser.status, 'active'),
        isNull(userAccount.disabledAt),
      ),
    );
  return member ? null : 'noMember';
}
