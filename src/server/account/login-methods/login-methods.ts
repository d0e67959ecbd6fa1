import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { LoginMethodConfig } from '#src/contract/account-login-methods.ts';
import type { Provider } from '#src/server/account/tables/account.ts';
import { loginSetting } from '#src/server/account/tables/sign-in.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Log, RequestContext } from '#src/server/core/context.ts';
import { unseal } from '#src/server/core/seal.ts';
import { settings } from '#src/server/core/settings.ts';
import { isDefaultTenant } from '#src/server/core/find-tenant.ts';
import { dingtalk } from './providers/dingtalk.ts';
import { oidc } from './providers/oidc.ts';
import type { ProviderClient } from './providers/provider.ts';
import { wecom } from './providers/wecom.ts';

export const PROVIDERS = ['wecom', 'dingtalk', 'oidc'] as const satisfies Provider[];

/** Whose login methods, and where an unreadable one is reported. */
type Asking = { tenant: { id: string }; log: Log };
type Row = typeof loginSetting.$inferSelect;
type Config<P extends Provider> = z.output<(typeof LoginMethodConfig)[P]>;
/** A tenant's complete settings of one provider. */
export type LoginMethod = {
  [P in Provider]: { provider: P; enabled: boolean; config: Config<P>; secret: string; fromOperator: boolean };
}[Provider];

/**
 * Returns the configured login methods in display order: the tenant's, and for the default tenant the operator's
 * (`WECOM_*`, `DINGTALK_*`) until the tenant saves its own.
 */
async function readLoginMethods(db: TenantDb, { tenant, log }: Asking): Promise<LoginMethod[]> {
  const rows = await db.select().from(loginSetting).where(eq(loginSetting.enterpriseId, tenant.id));
  const isDefault = await isDefaultTenant(tenant.id);
  return PROVIDERS.flatMap((provider) => {
    const row = rows.find((each) => each.provider === provider);
    const way = row ? readLoginMethod(row, log) : isDefault ? operatorLoginMethod(provider) : null;
    return way ? [way] : [];
  });
}

function readLoginMethod({ provider, enabled, config, sealedSecret }: Row, log: Log): LoginMethod | null {
  if (!sealedSecret) return null;
  try {
    const secret = unseal(sealedSecret);
    return {
      provider,
      enabled,
      config: LoginMethodConfig[provider].parse(config),
      secret,
      fromOperator: false,
    } as LoginMethod;
  } catch (error) {
    // Encrypted with another APP_SECRET: the other login methods must still work.
    log('error', 'login setting unreadable', { provider, error: (error as Error).message });
    return null;
  }
}

/** Returns the settings of one provider, null when there are none. */
export async function findLoginMethod(db: TenantDb, ctx: Asking, provider: Provider): Promise<LoginMethod | null> {
  return (await readLoginMethods(db, ctx)).find((way) => way.provider === provider) ?? null;
}

/** Returns the login methods that are enabled. */
export async function enabledLoginMethods(db: TenantDb, ctx: RequestContext): Promise<LoginMethod[]> {
  return (await readLoginMethods(db, ctx)).filter((way) => way.enabled);
}

function operatorLoginMethod(provider: Provider): LoginMethod | null {
  const common = { enabled: true, fromOperator: true };
  if (provider === 'wecom') {
    const app = settings().wecom.app;
    return app
      ? { provider, ...common, config: { corpId: app.corpId, agentId: app.agentId }, secret: app.secret }
      : null;
  }
  if (provider === 'dingtalk') {
    const app = settings().dingtalk.app;
    return app
      ? {
          provider,
          ...common,
          config: { clientId: app.clientId, ...(app.agentId && { agentId: app.agentId }) },
          secret: app.secret,
        }
      : null;
  }
  return null;
}

/** Creates the client of a provider. */
export function providerClient({ provider, config, secret }: LoginMethod): ProviderClient {
  if (provider === 'wecom') return wecom({ ...config, secret });
  if (provider === 'dingtalk') return dingtalk({ ...config, secret });
  return oidc({ ...config, secret });
}

/** Returns the label of the login button in the language of the request; null: the usual name of WeCom or DingTalk. */
export function labelOf(way: LoginMethod, { locale }: RequestContext): string | null {
  if (way.provider !== 'oidc') return null;
  const { labelZh, labelEn } = way.config;
  return (locale === 'zh' ? labelZh || labelEn : labelEn || labelZh) || null;
}
