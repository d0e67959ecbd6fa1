import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { sendSeatNotices } from '#src/server/order/send-seat-notices.ts';

/** Seconds between sweeps: how late an organisation account is told about ending seats. */
export const SEAT_SWEEP_SECONDS = 1_800;

/**
 * Tells organisation accounts about seats that end soon, in all tenants. Several processes may sweep at the same time: each notice is sent
 * once.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepSeats(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  for (const { id: enterpriseId, timeZone } of tenants)
    await withTenant(enterpriseId, (db) => sendSeatNotices(db, { enterpriseId, timeZone, at: now })).catch(onError);
}
