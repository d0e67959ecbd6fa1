import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { reconcileRequirements } from '#src/server/requirement/reconcile.ts';

/** Seconds between sweeps: how long a member who joins or moves waits for the requirements. */
export const REQUIREMENT_SWEEP_SECONDS = 15;

/** Applies changes of rules, members and facts to the requirements of a tenant, batch by batch. @returns number of changed assignments */
export async function reconcileRequirementsOf({ enterpriseId }: Jobs['reconcile-requirements'], now = systemNow) {
  let changes = 0;
  for (let more = true; more;) {
    const done = await withTenant(enterpriseId, (db) => reconcileRequirements(db, enterpriseId, now()));
    changes += done.added + done.freed;
    more = done.more;
  }
  return changes;
}

/**
 * Does this for all tenants. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepRequirements(onError: (error: unknown) => void): Promise<number> {
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  let changes = 0;
  for (const { id: enterpriseId } of tenants) {
    try {
      changes += await reconcileRequirementsOf({ enterpriseId });
    } catch (error) {
      onError(error);
    }
  }
  return changes;
}
