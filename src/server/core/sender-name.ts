import { eq } from 'drizzle-orm';
import type { Locale } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { localizedText } from '#src/lib/localized.ts';
import { enterpriseInfo } from '#src/server/company/tables.ts';
import { website } from '#src/server/site/tables.ts';
import type { TenantDb } from './db/tenant.ts';
import { settings } from './settings.ts';

/**
 * Returns the signature of messages, which is the portal's: the name of an enterprise is chosen by whoever registers it, and
 * would be trusted like that of the portal.
 */
export function signature(locale: Locale): string {
  const { sms } = settings();
  return (sms.provider === 'outbox' ? undefined : sms.signName) ?? portalName(locale);
}

const portalName = (locale: Locale): string => getT(locale)('account:portal');

/**
 * Whether an enterprise is one that an operator vouches for (decision 078): imported, or registered and then approved
 * (`npm run enterprise`).
 */
export async function isVouchedFor(db: TenantDb, enterpriseId: string): Promise<boolean> {
  const [info] = await db
    .select({ approvedAt: enterpriseInfo.approvedAt })
    .from(enterpriseInfo)
    .where(eq(enterpriseInfo.enterpriseId, enterpriseId));
  return info === undefined || info.approvedAt !== null;
}

/** Returns the name of an enterprise in messages: its site's, or the portal's until an operator vouches for it. */
export async function nameInMessages(db: TenantDb, enterpriseId: string, locale: Locale): Promise<string> {
  if (!(await isVouchedFor(db, enterpriseId))) return portalName(locale);
  const [site] = await db
    .select({ title: website.websiteTitle })
    .from(website)
    .where(eq(website.enterpriseId, enterpriseId));
  return site ? localizedText(site.title, locale) : portalName(locale);
}
