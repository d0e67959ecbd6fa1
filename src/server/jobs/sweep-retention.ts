import { eq } from 'drizzle-orm';
import { systemNow } from '#src/lib/system-clock.ts';
import { dataRetention } from '#src/server/core/db/schema/retention.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const RETENTION_SWEEP_SECONDS = 3600;
/** Of tenants without a row in `data_retention`. */
export const DEFAULT_RETENTION = { auditLogDays: 1095, studyRefusalDays: 400 };
/** Rows of one transaction: none holds many locks, or keeps others waiting for its WAL, for long. */
const BATCH = 1_000;
const DAY_MS = 86_400_000;

const DELETE_AUDIT_LOG = 'select portal.delete_audit_log($1, $2, $3) as deleted';
const DELETE_STUDY_REFUSALS = `
with old as (
  delete from study_refusal where enterprise_id = $1 and id in (
    select id from study_refusal where enterprise_id = $1 and gmt_create < $2 order by gmt_create limit $3)
  returning 1
) select count(*)::int as deleted from old`;

/**
 * Deletes what each tenant need not keep any longer of the tables that only grow (docs/decisions/034). Several processes
 * may sweep at once.
 * @param onError hears of tenants where it failed; the others go on
 * @returns how many rows were deleted
 */
export async function sweepRetention(onError: (error: unknown) => void, now = systemNow()): Promise<number> {
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  let deleted = 0;
  for (const { id } of tenants) {
    try {
      const { auditLogDays, studyRefusalDays } = await readRetention(id);
      deleted += await deleteBefore(id, DELETE_AUDIT_LOG, new Date(now.getTime() - auditLogDays * DAY_MS));
      deleted += await deleteBefore(id, DELETE_STUDY_REFUSALS, new Date(now.getTime() - studyRefusalDays * DAY_MS));
    } catch (error) {
      onError(error);
    }
  }
  return deleted;
}

async function readRetention(enterpriseId: string): Promise<typeof DEFAULT_RETENTION> {
  const [own] = await withTenant(enterpriseId, (db) =>
    db.select().from(dataRetention).where(eq(dataRetention.enterpriseId, enterpriseId)),
  );
  return own ?? DEFAULT_RETENTION;
}

async function deleteBefore(enterpriseId: string, statement: string, before: Date): Promise<number> {
  let deleted = 0;
  for (let n = BATCH; n === BATCH; deleted += n) {
    n = await withTenant(enterpriseId, async (_db, client) => {
      const { rows } = await client.query<{ deleted: number }>(statement, [enterpriseId, before.toISOString(), BATCH]);
      return rows[0]!.deleted;
    });
  }
  return deleted;
}
