import { deletingNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const ACCOUNT_SWEEP_SECONDS = 600;
/** How long ended sessions are kept. */
const SESSION_DAYS = 30;

/**
 * Deletes expired rows of the login: rate limits, codes, picture codes, handoffs between hosts, logins through providers, and
 * sessions that ended more than 30 days ago. Several processes may sweep at the same time.
 */
export async function sweepAccounts(now = deletingNow()): Promise<void> {
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
