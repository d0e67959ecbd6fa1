import { withTenant } from '#src/server/core/db/tenant.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import type { TestTenant } from './tenant.ts';

/** Indexes the changes of a tenant, like the periodic job. */
export const indexTenant = (tenant: TestTenant) => withTenant(tenant.id, (db) => indexAllDirty(db, tenant.id));
