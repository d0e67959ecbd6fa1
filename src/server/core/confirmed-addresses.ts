import { and, eq, isNull } from 'drizzle-orm';
import { userAccount } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Returns the phone number that a user has confirmed; null if there is none, or the account is disabled. */
export async function confirmedPhone(db: TenantDb, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ phone: userAccount.phone })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), eq(userAccount.phoneUnverified, false), isNull(userAccount.disabledAt)));
  return account?.phone ?? null;
}

/** Returns the e-mail address that a user has confirmed; null if there is none, or the account is disabled. */
export async function confirmedEmail(db: TenantDb, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ email: userAccount.email })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), isNull(userAccount.disabledAt)));
  return account?.email ?? null;
}
