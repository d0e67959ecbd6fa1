import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Gives the evaluations of one record to another one of the same person; of one form, their numbers follow those of the other one. */
export async function mergeEvaluations(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  await db.execute(sql`
    update evaluation r
    set user_id = ${keptId}, attempt = r.attempt + coalesce((
      select max(k.attempt) from evaluation k
      where k.enterprise_id = r.enterprise_id and k.form_id = r.form_id and k.user_id = ${keptId}), 0)
    where r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}`);
}
