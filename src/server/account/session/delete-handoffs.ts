import { eq } from 'drizzle-orm';
import { sessionHandoff } from '#src/server/account/tables/sign-in.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Deletes pending handoffs: an ended session must not be continued on another host. */
export async function deleteHandoffs(db: TenantDb, userId: string): Promise<void> {
  await db.delete(sessionHandoff).where(eq(sessionHandoff.userId, userId));
}
