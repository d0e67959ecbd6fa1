import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { personImport } from '../tables/import.ts';
import { contactSyncDepartment, contactSyncPerson, contactSyncRun } from '../tables/sync.ts';
import { tellSync } from './tell-sync.ts';

/** Whether a run goes on at once, later, or not at all. */
export type Continues = { at: Date } | 'now' | 'no';
/** Key of `errors`. */
type Problem = { key: string; params?: Record<string, string | number> };

/** The problem of a run that somebody has ended, who need not be told. */
export const CANCELLED = 'syncCancelled';

export const runOf = (enterpriseId: string, importId: string) =>
  and(eq(contactSyncRun.enterpriseId, enterpriseId), eq(contactSyncRun.importId, importId));

/** Deletes what a run has read. @param problem why it makes no plan */
export async function endReading(
  db: TenantDb,
  enterpriseId: string,
  importId: string,
  problem: Problem | null,
): Promise<void> {
  for (const table of [contactSyncPerson, contactSyncDepartment])
    await db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), eq(table.importId, importId)));
  if (problem)
    await db
      .update(personImport)
      .set({ state: 'waiting', problem })
      .where(and(eq(personImport.enterpriseId, enterpriseId), eq(personImport.id, importId)));
}

/** Ends a run that makes no plan, and tells whom it concerns. */
export async function failSync(
  db: TenantDb,
  enterpriseId: string,
  importId: string,
  problem: Problem,
  now: Date,
): Promise<void> {
  await db
    .update(contactSyncRun)
    .set({ state: 'failed', problem, endedAt: now, retryAt: null, gmtModified: now })
    .where(runOf(enterpriseId, importId));
  await endReading(db, enterpriseId, importId, problem);
  if (problem.key !== CANCELLED) await tellSync(db, enterpriseId, importId, 'syncFailed', now);
}
