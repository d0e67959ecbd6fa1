import { eq } from 'drizzle-orm';
import type { TenantDb } from './db/tenant.ts';
import { enterprise } from './tables.ts';

type NewEnterprise = typeof enterprise.$inferInsert;

/** Inserts a tenant. @returns false if there is one with this key, name or id */
export async function insertEnterprise(db: TenantDb, values: NewEnterprise): Promise<boolean> {
  const made = await db.insert(enterprise).values(values).onConflictDoNothing().returning({ id: enterprise.id });
  return made.length > 0;
}

/** Changes a tenant. Of those that are the default, the last one that becomes it stays so. */
export async function updateEnterprise(db: TenantDb, id: string, values: Partial<NewEnterprise>): Promise<void> {
  if (values.isDefault) await db.update(enterprise).set({ isDefault: false }).where(eq(enterprise.isDefault, true));
  await db.update(enterprise).set(values).where(eq(enterprise.id, id));
}
