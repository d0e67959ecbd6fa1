import { switchLocale } from '#src/i18n/locale.ts';
import type { RequestContext } from '#src/server/core/context.ts';

/** Pages on which members enter times for others: these are times of the enterprise, and so is what is shown there. */
const OF_ENTERPRISE = /^\/(admin|account\/(sessions|live)|sign|test\/(control|analysis|marking))(\/|$)/;

/**
 * Returns the time zone in which a page shows times: the one that the member has chosen, otherwise that of the enterprise
 * (docs/specification.md, section "Preferences"). Rules never use it.
 */
export function shownZone({ tenant, viewer }: Pick<RequestContext, 'tenant' | 'viewer'>, pathname: string): string {
  const own = viewer?.preferences?.timeZone;
  return own && !OF_ENTERPRISE.test(switchLocale(pathname, 'zh')) ? own : tenant.timeZone;
}
