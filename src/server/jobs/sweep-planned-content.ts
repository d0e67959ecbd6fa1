import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import { publishPlanned } from '#src/server/editing/publish-planned.ts';

/** Seconds between sweeps: how late something planned is published. */
export const PLAN_SWEEP_SECONDS = 10;

/**
 * Publishes and withdraws what is planned, of all tenants. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepPlannedContent(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (await client.query<{ id: string }>('select portal.enterprises_with_planned_content() as id')).rows,
  );
  for (const { id } of tenants) await publishPlanned(id, now).catch(onError);
}
