import { inZone } from '#src/lib/dates.ts';
import type { RequestContext } from './context.ts';

/** Returns the current calendar year in the tenant's time zone. */
export function thisYear({ now, tenant }: Pick<RequestContext, 'now' | 'tenant'>): number {
  return inZone(now(), tenant.timeZone).year();
}
