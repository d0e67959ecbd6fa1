import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { enterpriseUser } from './tables/account.ts';

/** Makes an account a member of a tenant. */
export async function insertMember(db: TenantDb, member: typeof enterpriseUser.$inferInsert): Promise<void> {
  await db.insert(enterpriseUser).values(member);
}
