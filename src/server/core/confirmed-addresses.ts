import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { MAX_EMAIL_FAILURES } from '#src/contract/rules/account.ts';
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

/** SQL: the e-mail address of the account `a` to which something can be sent; null if none is confirmed or it fails. */
export const workingEmail = sql`case when a.email_failures < ${sql.raw(String(MAX_EMAIL_FAILURES))} then a.email end`;

/** Returns the e-mail address that a user has confirmed; null if there is none, it fails, or the account is disabled. */
export async function confirmedEmail(db: TenantDb, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ email: userAccount.email })
    .from(userAccount)
    .where(
      and(
        eq(userAccount.id, userId),
        isNull(userAccount.disabledAt),
        lt(userAccount.emailFailures, MAX_EMAIL_FAILURES),
      ),
    );
  return account?.email ?? null;
}

/** Whether mail servers refuse the confirmed address of a user. */
export async function isEmailFailing(db: TenantDb, userId: string): Promise<boolean> {
  const fails = and(
    eq(userAccount.id, userId),
    gte(userAccount.emailFailures, MAX_EMAIL_FAILURES),
    isNotNull(userAccount.email),
  );
  return (await db.$count(userAccount, fails)) > 0;
}
