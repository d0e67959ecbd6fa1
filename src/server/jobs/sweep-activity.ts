import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { countActivity } from '#src/server/people/count-activity.ts';

/** Seconds between sweeps. A week is counted once an hour; a new enterprise sees figures soon after its first start. */
export const ACTIVITY_SWEEP_SECONDS = 60;

/**
 * Counts sign-ins and study by week and department, of all tenants.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepActivity(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise where not synthetic',
        )
      ).rows,
  );
  for (const tenant of tenants) {
    try {
      await withTenant(tenant.id, (db) => countActivity(db, tenant, now));
    } catch (error) {
      onError(error);
    }
  }
}
