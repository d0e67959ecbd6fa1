import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { indexDirty } from '#src/server/search/index-dirty.ts';

/** Seconds between sweeps: the delay until a change can be found. */
export const SEARCH_SWEEP_SECONDS = 2;

/**
 * Indexes the changed objects of all tenants. Several processes may sweep at the same time; each skips rows that another one
 * has locked.
 * @param onError called for each tenant that failed; the sweep continues with the others
 * @returns how many objects were indexed
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
