import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { endOldExports } from '#src/server/export/end-old-exports.ts';

/** Seconds between sweeps. */
export const EXPORT_SWEEP_SECONDS = 600;

/**
 * Removes old exports of every tenant. Several processes may sweep at once.
 * @param onError hears of tenants where it failed; the others go on
 */
export async function sweepExports(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  for (const { id } of tenants) await endOldExports(id, now).catch(onError);
}
