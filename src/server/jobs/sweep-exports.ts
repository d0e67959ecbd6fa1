import { deletingNow } from '#src/lib/system-clock.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { endOldExports } from '#src/server/export/end-old-exports.ts';

/** Seconds between sweeps. */
export const EXPORT_SWEEP_SECONDS = 600;

/**
 * Deletes old exports of all tenants. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepExports(onError: (error: unknown) => void, now = deletingNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  for (const { id } of tenants) await endOldExports(id, now).catch(onError);
}
