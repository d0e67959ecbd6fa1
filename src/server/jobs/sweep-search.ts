import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { indexDirty } from '#src/server/search/index-dirty.ts';

/** Seconds between sweeps: so soon a change can be found. */
export const SEARCH_SWEEP_SECONDS = 2;

/**
 * Indexes what has changed at every tenant. Several processes may sweep at once; each passes over what another one has in
 * hand.
 * @param onError hears of tenants whose changes could not be indexed; the others go on
 * @returns how many things were indexed
 */
export async function sweepSearch(onError: (error: unknown) => void): Promise<number> {
  const tenants = await withPortal(async (_db, client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'enterprises-to-index',
      text: 'select portal.enterprises_to_index() as id',
    });
    return rows.map(({ id }) => id);
  });
  let indexed = 0;
  for (const enterpriseId of tenants) {
    try {
      for (let n = 1; n > 0; indexed += n) n = await withTenant(enterpriseId, (db) => indexDirty(db, enterpriseId));
    } catch (error) {
      onError(error);
    }
  }
  return indexed;
}
