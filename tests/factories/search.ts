import { withTenant } from '#src/server/core/db/tenant.ts';
import { indexAllDirty } from '#src/server/search/index-dirty.ts';
import type { TestTenant } from './tenant.ts';

/** Indexes what has changed at a tenant, as the sweep does every other second. */
export const indexTenant = (tenant: TestTenant) => withTenant(tenant.id, (db) => indexAllDirty(db, tenant.id));
