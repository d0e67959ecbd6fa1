import { memberMerge } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { mintPerson, type TestPerson, type TestTenant } from './tenant.ts';

/** Inserts a record that was merged into that of a member. */
export async function mintMerge(tenant: TestTenant, { userId }: TestPerson): Promise<void> {
  const removed = await mintPerson(tenant);
  await withTenant(tenant.id, (db) =>
    db.insert(memberMerge).values({ enterpriseId: tenant.id, removedId: removed.userId, keptId: userId }),
  );
}
