import { and, eq, isNull } from 'drizzle-orm';
import { userAccount } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { audit } from '#src/server/core/audit.ts';
import { endSessions } from '../session/open-session.ts';

type Change = {
  userId: string;
  passwordHash: string;
  /** The hash that was stored at authentication. */
  before: string | null;
  action: 'password.reset' | 'password.changed';
};

/**
 * Stores a new password, ends all sessions of the user and writes an audit row, in the caller's transaction.
 * @returns false when the password was changed, or the account disabled, since authentication
 */
export async function savePassword(db: TenantDb, ctx: RequestContext, change: Change): Promise<boolean> {
  const { userId, passwordHash, before, action } = change;
  const changed = await db
    .update(userAccount)
    .set({ passwordHash, passwordChangedAt: ctx.now(), mustChangePassword: false })
    .where(
      and(
        eq(userAccount.id, userId),
        isNull(userAccount.disabledAt),
        before === null ? isNull(userAccount.passwordHash) : eq(userAccount.passwordHash, before),
      ),
    )
    .returning({ id: userAccount.id });
  if (changed.length === 0) return false;
  await endSessions(db, userId, { now: ctx.now() });
  await audit(db, ctx, action, null, { userId, about: [userId] });
  return true;
}
