import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { WayConfig } from '#src/contract/account-ways.ts';
import type { Provider } from '#src/server/db/schema/account.ts';
import { loginSetting } from '#src/server/db/schema/sign-in.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import type { RequestContext } from '#src/server/http/context.ts';
import { unseal } from '#src/server/seal.ts';
import { settings } from '#src/server/settings.ts';
import { isDefaultTenant } from '#src/server/site/find-tenant.ts';
import { dingtalk } from './providers/dingtalk.ts';
import { oidc } from './providers/oidc.ts';
import type { ProviderClient } from './providers/provider.ts';
import { wecom } from './providers/wecom.ts';

export const PROVIDERS = ['wecom', 'dingtalk', 'oidc'] as const satisfies Provider[];

type Config<P extends Provider> = z.output<(typeof WayConfig)[P]>;
/** A tenant's settings of one provider, complete enough to be used. */
export type LoginWay = {
  [P in Provider]: { provider: P; enabled: boolean; config: Config<P>; secret: string; fromOperator: boolean };
}[Provider];

/**
 * The settings of one provider: the tenant's own, or for the default tenant those of the operator
 * (`WECOM_*`, `DINGTALK_*`), until it saves some.
 * @returns null when there are none
 */
export async function findWay(
  db: TenantDb,
  { tenant, log }: RequestContext,
  provider: Provider,
): Promise<LoginWay | null> {
  const [row] = await db
    .select()
    .from(loginSetting)
    .where(and(eq(loginSetting.enterpriseId, tenant.id), eq(loginSetting.provider, provider)));
  if (!row) return (await isDefaultTenant(tenant.id)) ? operatorsWay(provider) : null;
  if (!row.sealedSecret) return null;
  try {
    const config = WayConfig[provider].parse(row.config);
    return {
      provider,
      enabled: row.enabled,
      config,
      secret: unseal(row.sealedSecret),
      fromOperator: false,
    } as LoginWay;
  } catch (error) {
    // Sealed under another APP_SECRET: everybody else's way in must not fail with it.
    log('error', 'login setting unreadable', { provider, error: (error as Error).message });
    return null;
  }
}

/** Those that may be used to sign in, in the order in which they are shown. */
export async function enabledWays(db: TenantDb, ctx: RequestContext): Promise<LoginWay[]> {
  const ways: LoginWay[] = [];
  for (const provider of PROVIDERS) {
    const way = await findWay(db, ctx, provider);
    if (way?.enabled) ways.push(way);
  }
  return ways;
}

function operatorsWay(provider: Provider): LoginWay | null {
  const common = { enabled: true, fromOperator: true };
  if (provider === 'wecom') {
    const app = settings().wecom.app;
    return app
      ? { provider, ...common, config: { corpId: app.corpId, agentId: app.agentId }, secret: app.secret }
      : null;
  }
  if (provider === 'dingtalk') {
    const app = settings().dingtalk.app;
    return app ? { provider, ...common, config: { clientId: app.clientId }, secret: app.secret } : null;
  }
  return null;
}

/** What speaks to the provider. */
export function clientOf({ provider, config, secret }: LoginWay): ProviderClient {
  if (provider === 'wecom') return wecom({ ...config, secret });
  if (provider === 'dingtalk') return dingtalk({ ...config, secret });
  return oidc({ ...config, secret });
}

/** What its button says, in the language of the request; null: the usual name of WeCom or DingTalk. */
export function labelOf(way: LoginWay, { locale }: RequestContext): string | null {
  if (way.provider !== 'oidc') return null;
  const { labelZh, labelEn } = way.config;
  return (locale === 'zh' ? labelZh || labelEn : labelEn || labelZh) || null;
}
