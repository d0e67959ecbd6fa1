import { eq } from 'drizzle-orm';
import { enterprise } from './tables.ts';
import type { TenantDb } from './db/tenant.ts';

/**
 * Returns key, name, time zone and language of a tenant, for code that runs outside a request.
 * @throws Error when the tenant does not exist
 */
export async function readEnterprise(
  db: TenantDb,
  enterpriseId: string,
): Promise<{ key: string; name: string; timeZone: string; lang: string }> {
  const [found] = await db
    .select({ key: enterprise.key, name: enterprise.name, timeZone: enterprise.timeZone, lang: enterprise.lang })
    .from(enterprise)
    .where(eq(enterprise.id, enterpriseId));
  if (!found) throw new Error(`No such enterprise: ${enterpriseId}`);
  return found;
}
