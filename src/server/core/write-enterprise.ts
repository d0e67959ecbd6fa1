import { eq } from 'drizzle-orm';
import type { TenantDb } from './db/tenant.ts';
import { dataRetention, enterprise } from './tables.ts';

type NewEnterprise = typeof enterprise.$inferInsert;

/** Of tenants that become the default, the last one stays so. */
async function clearDefault(db: TenantDb): Promise<void> {
  await db.update(enterprise).set({ isDefault: false }).where(eq(enterprise.isDefault, true));
}

/** Inserts a tenant. @returns false if there is one with this key, registered name or id */
export async function insertEnterprise(db: TenantDb, values: NewEnterprise): Promise<boolean> {
  if (values.isDefault) await clearDefault(db);
  const made = await db.insert(enterprise).values(values).onConflictDoNothing().returning({ id: enterprise.id });
  return made.length > 0;
}

/** Changes a tenant. */
export async function updateEnterprise(db: TenantDb, id: string, values: Partial<NewEnterprise>): Promise<void> {
  if (values.isDefault) await clearDefault(db);
  await db.update(enterprise).set(values).where(eq(enterprise.id, id));
}

/** Sets how long a tenant keeps what only grows, in days. */
export async function insertRetention(db: TenantDb, values: typeof dataRetention.$inferInsert): Promise<void> {
  await db.insert(dataRetention).values(values);
}
