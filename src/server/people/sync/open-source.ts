import { and, eq } from 'drizzle-orm';
import type { ContactProvider } from '#src/contract/rules/contact-sync.ts';
import { findLoginMethod, type LoginMethod } from '#src/server/account/login-methods/login-methods.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { unseal } from '#src/server/core/seal.ts';
import { contactSync } from '../tables/sync.ts';
import { ContactError, type ContactSource } from './providers/contact-source.ts';
import { dingtalkContacts } from './providers/dingtalk-contacts.ts';
import { wecomContacts } from './providers/wecom-contacts.ts';

export type StoredSync = typeof contactSync.$inferSelect;

export const syncOf = (enterpriseId: string, provider: ContactProvider) =>
  and(eq(contactSync.enterpriseId, enterpriseId), eq(contactSync.provider, provider));

/** The app with which members sign in through the provider, if there is one. */
export async function loginApp(
  db: TenantDb,
  enterpriseId: string,
  provider: ContactProvider,
): Promise<{ appId: string; secret: string } | null> {
  const log = (level: 'info' | 'warn' | 'error', msg: string, detail?: object) => writeLog(level, { msg, ...detail });
  const way: LoginMethod | null = await findLoginMethod(db, { tenant: { id: enterpriseId }, log }, provider);
  if (way?.provider === 'wecom') return { appId: way.config.corpId, secret: way.secret };
  if (way?.provider === 'dingtalk') return { appId: way.config.clientId, secret: way.secret };
  return null;
}

/** Returns the client for the contacts of a provider. @throws ContactError `Secret` when there is none, or it cannot be read */
export async function openSource(db: TenantDb, stored: StoredSync, now: () => Date): Promise<ContactSource> {
  const { enterpriseId, provider, appId, scope } = stored;
  const secret = await secretOf(db, stored, enterpriseId);
  if (provider === 'wecom') return wecomContacts({ corpId: appId, secret, now });
  return dingtalkContacts({ clientId: appId, secret, withSuperiors: scope.fields.includes('superior'), now });
}

async function secretOf(
  db: TenantDb,
  { provider, appId, sealedSecret }: StoredSync,
  enterpriseId: string,
): Promise<string> {
  if (sealedSecret !== null)
    try {
      return unseal(sealedSecret);
    } catch {
      // Encrypted with another APP_SECRET.
      throw new ContactError('Secret', 'sealed');
    }
  const app = await loginApp(db, enterpriseId, provider);
  if (app?.appId !== appId) throw new ContactError('Secret', 'none');
  return app.secret;
}
