import { systemNow } from '#src/lib/system-clock.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { eraseDecided } from '#src/server/privacy/operations.ts';

/** Erases the personal data of a member after two administrators have decided so. */
export async function erasePersonJob({ enterpriseId, ...who }: Jobs['erase-person']): Promise<void> {
  const tenant = await findTenantById(enterpriseId);
  if (tenant) await eraseDecided(tenant, who, systemNow());
}
