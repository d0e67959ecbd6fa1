import { withPortal } from '#src/server/core/db/tenant.ts';

/** Ids of all enterprises, also of those that are not active: for what a sweep does in each of them. */
export async function enterpriseIds(): Promise<string[]> {
  const rows = await withPortal(async (_db, client) =>
    client.query<{ id: string }>('select id from portal.enterprise'),
  );
  return rows.rows.map(({ id }) => id);
}
