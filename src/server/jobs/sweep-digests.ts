import { systemNow } from '#src/lib/system-clock.ts';
import { sendDigests } from '#src/server/community/digest/send-digests.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { digestBoundary } from './digest-boundary.ts';

/** Seconds between sweeps: the delay of a digest after 8:00. */
export const DIGEST_SWEEP_SECONDS = 300;

/**
 * Sends the daily and weekly digests of the community that are due, of all tenants. Several processes may sweep at the same
 * time; a digest is sent once.
 * @param onError called for each tenant that failed; the sweep continues with the others
 * @returns how many members were processed
 */
export async function sweepDigests(onError: (error: unknown) => void, now = systemNow()): Promise<number> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  let processed = 0;
  for (const { id: enterpriseId, timeZone } of tenants) {
    try {
      for (const frequency of ['daily', 'weekly'] as const) {
        const until = digestBoundary(now, timeZone, frequency);
        for (let n = 1; n > 0; processed += n)
          n = await withTenant(enterpriseId, (db) => sendDigests(db, { enterpriseId, frequency, until }));
      }
    } catch (error) {
      onError(error);
    }
  }
  return processed;
}
