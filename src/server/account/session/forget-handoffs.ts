import { eq } from 'drizzle-orm';
import { sessionHandoff } from '#src/server/core/db/schema/sign-in.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Nobody arrives at another host with the word of a session that has ended: codes on their way are dead with it. */
export async function forgetHandoffs(db: TenantDb, userId: string): Promise<void> {
  await db.delete(sessionHandoff).where(eq(sessionHandoff.userId, userId));
}
