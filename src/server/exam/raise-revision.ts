import { and, eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { exam } from './tables/exam.ts';

/** Exams have been changed by other means than the editor: whoever has read them before cannot save any more. */
export async function raiseRevision(db: TenantDb, enterpriseId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(exam)
    .set({ revision: sql`${exam.revision} + 1` })
    .where(and(eq(exam.enterpriseId, enterpriseId), inArray(exam.id, ids)));
}
