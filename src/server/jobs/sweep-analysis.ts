import { systemNow } from '#src/lib/system-clock.ts';
import { refreshSums } from '#src/server/analysis/store-sums.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const ANALYSIS_SWEEP_SECONDS = 20;

/**
 * Brings the stored sums of exams up to date, of all tenants with changed results. Several processes may sweep at the same
 * time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepAnalysis(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (await client.query<{ id: string }>('select portal.enterprises_with_changed_results() as id')).rows,
  );
  for (const { id } of tenants) await refreshSums({ enterpriseId: id, now }).catch(onError);
}
