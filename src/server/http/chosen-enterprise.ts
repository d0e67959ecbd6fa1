import { parse } from 'hono/utils/cookie';
import { ENTERPRISE_COOKIE } from '#src/contract/rules/cookies.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { tenantLabel } from '#src/server/core/find-tenant.ts';
import { settings } from '#src/server/core/settings.ts';

/**
 * Returns the enterprise id that a browser has stored, on a host that names no tenant (docs/specification.md, section
 * "Enterprises"). On a host that names one the stored id is ignored.
 * @param cookieHeader the `Cookie` header
 * @returns undefined without a valid id; the id may be that of an enterprise that does not exist
 */
export function chosenEnterprise(host: string, cookieHeader: string | undefined): string | undefined {
  if (!cookieHeader?.includes(`${ENTERPRISE_COOKIE}=`)) return undefined;
  const id = parse(cookieHeader, ENTERPRISE_COOKIE)[ENTERPRISE_COOKIE];
  return id && isUuid(id) && tenantLabel(host, settings().tenantHosts) === '' ? id : undefined;
}
