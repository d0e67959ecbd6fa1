import { eq } from 'drizzle-orm';
import { enterprise } from './db/schema/site.ts';
import type { TenantDb } from './db/tenant.ts';

/** Key and time zone of a tenant, for operations that run outside a request. @throws Error when there is no such tenant */
export async function readEnterprise(db: TenantDb, enterpriseId: string): Promise<{ key: string; timeZone: string }> {
  const [found] = await db
    .select({ key: enterprise.key, timeZone: enterprise.timeZone })
    .from(enterprise)
    .where(eq(enterprise.id, enterpriseId));
  if (!found) throw new Error(`No such enterprise: ${enterpriseId}`);
  return found;
}
