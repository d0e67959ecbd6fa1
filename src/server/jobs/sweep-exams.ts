import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/close-expired.ts';
import { expiredBefore } from '#src/server/exam/times.ts';

/** Seconds between sweeps (design section 8). */
export const SWEEP_SECONDS = 10;

/**
 * Closes every expired attempt of every tenant: what neither the person, a job nor a reader has closed. Several
 * processes may sweep at once; each passes over what another one has in hand.
 * @param onError hears of tenants whose attempts could not be closed; the others go on
 * @returns how many attempts were closed
 */
export async function sweepExams(onError: (error: unknown) => void, now = systemNow()): Promise<number> {
  const tenants = await withPortal(async (_db, client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'expired-attempts',
      text: 'select portal.enterprises_with_expired_attempts($1::timestamptz) as id',
      values: [expiredBefore(now).toISOString()],
    });
    return rows.map((row) => row.id);
  });
  let closed = 0;
  for (const enterpriseId of tenants) {
    try {
      // Few at a time, so that no transaction holds many attempts for long.
      for (let n = 1; n > 0; closed += n) {
        n = await withTenant(enterpriseId, (db) => closeExpired(db, { enterpriseId, now, closedBy: 'sweep' }));
      }
    } catch (error) {
      onError(error);
    }
  }
  return closed;
}
