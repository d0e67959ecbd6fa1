import { and, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { markingAnswer, markingMark } from './tables.ts';

/** Takes attempts out of the queue of marking, with the marks that they have: nobody marks them any more. */
export async function deleteMarks(db: TenantDb, enterpriseId: string, attemptIds: string[]): Promise<void> {
  for (const table of [markingMark, markingAnswer])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), inArray(table.attemptId, attemptIds)));
}

/** Empties the queue of marking of a synthetic tenant. */
export async function emptyQueue(db: TenantDb, enterpriseId: string): Promise<void> {
  await db.delete(markingAnswer).where(eq(markingAnswer.enterpriseId, enterpriseId));
}
