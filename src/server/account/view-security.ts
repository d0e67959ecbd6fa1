import { maskPhone } from '#src/lib/phone.ts';
import type { Viewer } from '#src/server/core/context.ts';
import { ownAccount } from './own-account.ts';

/** What somebody has to sign in with, for their settings. Never the whole phone number. */
export async function viewSecurity(ctx: { viewer: Viewer }) {
  const { phone, passwordHash, passwordChangedAt } = await ownAccount(ctx);
  return { phone: phone && maskPhone(phone), hasPassword: passwordHash !== null, passwordChangedAt };
}
