import { closingNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { closeAbandoned } from '#src/server/exam/close-abandoned.ts';
import { expiredBefore } from '#src/server/exam/times.ts';

/** Seconds between sweeps. */
export const SWEEP_SECONDS = 10;
/**
 * Seconds that this process must have been running before it closes attempts for leaving: until then their candidates may
 * have returned while nothing could be reported.
 */
const SETTLING_SECONDS = 30;

type OnError = (error: unknown) => void;

/**
 * Closes all expired attempts of all tenants that no submission, job or read has closed, and those whose candidates have left
 * and not returned in time (decision 056). Several processes may sweep at the same time; each skips attempts that another
 * one has locked.
 * @param onError called for each tenant that failed; the sweep continues with the others
 * @returns how many attempts were closed
 */
export async function sweepExams(onError: OnError, now = closingNow()): Promise<number> {
  const expired = await sweep('enterprises_with_expired_attempts', expiredBefore(now), onError, (enterpriseId) =>
    withTenant(enterpriseId, (db) => closeExpired(db, { enterpriseId, now, closedBy: 'sweep' })),
  );
  if (process.uptime() < SETTLING_SECONDS) return expired;
  const left = await sweep('enterprises_with_leavers', now, onError, (enterpriseId) =>
    withTenant(enterpriseId, (db) => closeAbandoned(db, { enterpriseId, now })),
  );
  return expired + left;
}

/** @param find function of schema `portal` that returns the tenants with such attempts */
async function sweep(
  find: 'enterprises_with_expired_attempts' | 'enterprises_with_leavers',
  before: Date,
  onError: OnError,
  close: (enterpriseId: string) => Promise<number>,
): Promise<number> {
  const tenants = await withPortal(async (_db, client) => {
    const text = `select portal.${find}($1::timestamptz) as id`;
    const { rows } = await client.query<{ id: string }>({ name: find, text, values: [before.toISOString()] });
    return rows.map((row) => row.id);
  });
  let closed = 0;
  for (const enterpriseId of tenants) {
    try {
      // In small batches, so that no transaction locks many attempts for long.
      for (let n = 1; n > 0; closed += n) n = await close(enterpriseId);
    } catch (error) {
      onError(error);
    }
  }
  return closed;
}
