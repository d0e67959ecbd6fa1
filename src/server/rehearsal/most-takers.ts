import { activeTenants } from '#src/server/core/find-tenant.ts';
import { settings } from '#src/server/core/settings.ts';

/** Candidates of a rehearsal of the only enterprise of an installation, if the operator has not said otherwise. */
const DEFAULT = 2_000;

/**
 * Returns the largest number of candidates of a rehearsal that an administrator may ask for; 0: none. A rehearsal takes what
 * the machine has, so where several enterprises share it, none does so to the others unless the operator allows it.
 */
export async function mostTakers(): Promise<number> {
  return settings().rehearsalTakers ?? ((await activeTenants()).length > 1 ? 0 : DEFAULT);
}
