import { randomBytes } from 'node:crypto';
import { href, type Locale } from '#src/i18n/locale.ts';
import type { Tenant } from '#src/server/core/context.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';

/**
 * Makes the link of an invitation: its token is in the fragment, which browsers send to no server, so it is in no log and no `Referer`.
 * 128 bits, because text messages are short. Where hosts name no enterprise, its id follows.
 */
export function newLink({ id, key }: Tenant, here: string, locale: Locale): { token: string; url: string } {
  const token = randomBytes(16).toString('base64url');
  const origin = tenantOrigin(key, here);
  const fragment = origin ? token : `${token}.${id}`;
  return { token, url: `${origin ?? here}${href(locale, '/company/invitation')}#${fragment}` };
}
