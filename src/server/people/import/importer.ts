import { and, eq, sql } from 'drizzle-orm';
import type { Grant, Holder } from '#src/contract/rules/rights.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** The user for whom a job works, with the rights that they have now; undefined when they are no active member any more. */
export async function findImporter(db: TenantDb, enterpriseId: string, userId: string): Promise<Holder | undefined> {
  const grants = sql<
    Grant[]
  >`coalesce(portal.grants_of(${enterpriseUser.enterpriseId}, ${enterpriseUser.userId}), '[]')`;
  const [found] = await db
    .select({ isAdmin: enterpriseUser.isAdmin, grants })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, enterpriseId),
        eq(enterpriseUser.userId, userId),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return found;
}
