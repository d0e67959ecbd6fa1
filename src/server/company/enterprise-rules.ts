import { eq } from 'drizzle-orm';
import { maskPhone } from '#src/lib/phone.ts';
import { isOwnProof } from '#src/server/account/login-methods/own-proof.ts';
import { userAccount } from '#src/server/core/db/schema/account.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { settings } from '#src/server/core/settings.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';

/** Stands for the key while the pattern of the addresses is worked out. */
const ANY = 'zxkey';

/** Phone of an account; null for somebody who signs in through their enterprise only. */
export async function phoneOf(userId: string): Promise<string | null> {
  const rows = await withPortal((db) =>
    db.select({ phone: userAccount.phone }).from(userAccount).where(eq(userAccount.id, userId)),
  );
  return rows[0]?.phone ?? null;
}

/** What a form that registers an enterprise has to know beforehand. */
export async function viewEnterpriseRules({ viewer, origin }: RequestContext & { viewer: Viewer }) {
  const address = tenantOrigin(ANY, origin);
  const phone = await phoneOf(viewer.userId);
  return {
    open: settings().enterpriseRegistration === 'open' && address !== null && isOwnProof(viewer.way),
    hostPattern: address && new URL(address).host.replace(ANY, '{key}'),
    phone: phone && maskPhone(phone),
  };
}
