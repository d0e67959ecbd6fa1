import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const ACCOUNT_SWEEP_SECONDS = 600;
/** How long an ended session stays on record. */
const SESSION_DAYS = 30;

/**
 * Removes what signing in leaves behind once it has expired: tries, codes, pictures, ways between hosts and out to
 * providers, and sessions that ended long ago. Several processes may sweep at once.
 */
export async function sweepAccounts(now = systemNow()): Promise<void> {
  const at = now.toISOString();
  const tenants = await withPortal(async (_db, client) => {
    for (const table of ['rate_limit', 'verification_code', 'picture_code', 'session_handoff'])
      await client.query(`delete from portal.${table} where expires_at < $1`, [at]);
    await client.query(
      `delete from portal.user_session where least(ended_at, expires_at) < $1::timestamptz - make_interval(days => $2)`,
      [at, SESSION_DAYS],
    );
    return (await client.query<{ id: string }>('select id from portal.enterprise')).rows;
  });
  for (const { id } of tenants) {
    await withTenant(id, (_db, client) => client.query('delete from login_attempt where expires_at < $1', [at]));
  }
}
