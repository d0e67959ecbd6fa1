import { deletingNow } from '#src/lib/system-clock.ts';
import { deleteExpiredTries } from '#src/server/core/rate-limit.ts';
import { deleteExpiredLogins, deleteExpiredSignIns } from '#src/server/account/session/delete-expired.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/** Seconds between sweeps. */
export const ACCOUNT_SWEEP_SECONDS = 600;
/**
 * Deletes expired rows of the login: rate limits, codes, picture codes, handoffs between hosts, logins through providers, and
 * sessions that ended more than 30 days ago. Several processes may sweep at the same time.
 */
export async function sweepAccounts(now = deletingNow()): Promise<void> {
  const tenants = await withPortal(async (_db, client) => {
    await deleteExpiredTries(client, now);
    await deleteExpiredSignIns(client, now);
    return (await client.query<{ id: string }>('select id from portal.enterprise')).rows;
  });
  for (const { id } of tenants) await withTenant(id, (_db, client) => deleteExpiredLogins(client, now));
}
