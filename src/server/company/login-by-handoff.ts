import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { enter } from '#src/server/account/sign-in.ts';
import { hashToken } from '#src/server/account/session/token.ts';
import { enterpriseUser, userAccount } from '#src/server/core/db/schema/account.ts';
import { sessionHandoff } from '#src/server/core/db/schema/sign-in.ts';
import { withPortal, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** How long a person may read the agreement that they are asked to accept, seconds. */
const READING_SECONDS = 600;

type Handoff = typeof sessionHandoff.$inferSelect;

/**
 * Signs in with the code that `choose/enterprise` gave this browser at another host. It works once, at the host it was made
 * for, and only where browser and network address are the same; whoever else presents it, it is dead from then on.
 * @throws AppError 422 at field `code`; 422 at field `agreed` when the texts of this enterprise are not accepted yet: the
 *   code then goes on working for as long as it takes to read them
 */
export async function loginByHandoff(
  ctx: RequestContext,
  { code, agreed }: OperationInput<'POST /user/api/user/info/login/handoff'>,
) {
  const codeHash = hashToken(code);
  const mine = and(eq(sessionHandoff.codeHash, codeHash), eq(sessionHandoff.enterpriseId, ctx.tenant.id));
  try {
    const session = await withTenant(ctx.tenant.id, async (db) => {
      // Of two that present it at the same moment, one gets the row.
      const [handoff] = await db.delete(sessionHandoff).where(mine).returning();
      const reason = handoff ? await whyNot(db, ctx, handoff) : 'unknown';
      if (handoff && !reason) return enter(db, ctx, { userId: handoff.userId, way: 'handoff', agreed });
      await audit(db, ctx, 'login.refused', { way: 'handoff', reason }, handoff?.userId ?? null);
      return null;
    });
    if (session) return session;
  } catch (error) {
    // Everything was undone, the use of the code as well.
    if (error instanceof AppError && error.key === 'agreementRequired') {
      const expiresAt = new Date(ctx.now().getTime() + READING_SECONDS * 1000);
      await withPortal((db) => db.update(sessionHandoff).set({ expiresAt }).where(mine));
    }
    throw error;
  }
  throw new AppError(422, 'handoffOver', { fields: [{ field: 'code', key: 'handoffOver' }] });
}

async function whyNot(db: TenantDb, ctx: RequestContext, handoff: Handoff): Promise<string | null> {
  if (handoff.expiresAt <= ctx.now()) return 'expired';
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
