import { dayOf } from '#src/lib/dates.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { updateNamePinyin } from '#src/server/account/name-pinyin.ts';
import { applyTransfers } from '#src/server/account/person/transfer.ts';
import { sweepSyncs } from '#src/server/people/sync/start-sync.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';

/**
 * Seconds between sweeps: how long a new name is not found by its pinyin yet, and how long after midnight a transfer is applied,
 * or after its hour a synchronisation begins.
 */
export const PEOPLE_SWEEP_SECONDS = 60;

/**
 * Applies planned transfers that are due, begins nightly synchronisations of contacts, and makes new names searchable by pinyin, of all tenants.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepPeople(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  for (const tenant of tenants) {
    try {
      await sweepPeopleOf(tenant, now);
    } catch (error) {
      onError(error);
    }
  }
}

/** Sweeps one tenant. */
export async function sweepPeopleOf({ id, timeZone }: { id: string; timeZone: string }, now: Date): Promise<void> {
  await withTenant(id, (db) => applyTransfers(db, id, dayOf(now, timeZone), now));
  await withTenant(id, (db) => sweepSyncs(db, { id, timeZone }, now));
  while (await withTenant(id, (db) => updateNamePinyin(db, id)));
}
