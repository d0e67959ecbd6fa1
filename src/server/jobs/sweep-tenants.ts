import { withPortal } from '#src/server/core/db/tenant.ts';

/** An enterprise with its time zone. */
type Tenant = { id: string; timeZone: string };

/** Does a task for each enterprise. @param onError called for each that failed; the sweep goes on with the others */
export async function sweepTenants(
  onError: (error: unknown) => void,
  task: (tenant: Tenant) => Promise<void>,
): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (await client.query<Tenant>('select id, time_zone as "timeZone" from portal.enterprise')).rows,
  );
  for (const tenant of tenants) {
    try {
      await task(tenant);
    } catch (error) {
      onError(error);
    }
  }
}
