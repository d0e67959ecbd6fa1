import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sendReminders } from '#src/server/training/send-reminders.ts';

/** Seconds between sweeps: the delay of a reminder. */
export const TRAINING_SWEEP_SECONDS = 120;

/**
 * Sends the reminders of sessions of all tenants that are due. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepTraining(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  for (const tenant of tenants) await withTenant(tenant.id, (db) => sendReminders(db, tenant, now)).catch(onError);
}
