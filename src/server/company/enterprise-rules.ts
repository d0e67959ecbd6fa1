import { eq } from 'drizzle-orm';
import { maskPhone } from '#src/lib/phone.ts';
import { isPortalAuthenticated } from '#src/server/account/login-methods/portal-authentication.ts';
import { userAccount } from '#src/server/account/tables/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { settings } from '#src/server/core/settings.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';

/** Placeholder for the key in the pattern of the host names. */
const KEY_PLACEHOLDER = 'zxkey';

/** Returns the phone number of an account; null for users who log in through their enterprise's provider only. */
export async function phoneOf(userId: string): Promise<string | null> {
  const rows = await withPortal((db) =>
    db.select({ phone: userAccount.phone }).from(userAccount).where(eq(userAccount.id, userId)),
  );
  return rows[0]?.phone ?? null;
}

/**
 * Returns what the form for registering an enterprise needs: whether registration is open, host pattern, masked phone
 * number.
 */
export async function viewEnterpriseRules({ viewer, origin }: RequestContext & { viewer: Viewer }) {
  const address = tenantOrigin(KEY_PLACEHOLDER, origin);
  const phone = await phoneOf(viewer.userId);
  return {
    open: settings().enterpriseRegistration === 'open' && address !== null && isPortalAuthenticated(viewer.way),
    hostPattern: address && new URL(address).host.replace(KEY_PLACEHOLDER, '{key}'),
    phone: phone && maskPhone(phone),
  };
}
