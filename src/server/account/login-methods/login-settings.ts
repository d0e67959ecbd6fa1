import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { SaveLoginSetting } from '#src/contract/account-login-methods.ts';
import type { Provider } from '#src/server/account/tables/account.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { loginSetting } from '#src/server/account/tables/sign-in.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { seal } from '#src/server/core/seal.ts';
import { settings } from '#src/server/core/settings.ts';
import { audit } from '#src/server/core/audit.ts';
import { redirectAddress } from './login-attempt.ts';
import { findLoginMethod, PROVIDERS } from './login-methods.ts';
import { checkAddress } from './providers/guarded-fetch.ts';

type Saved = z.output<typeof SaveLoginSetting>;
type Config = Record<string, string | boolean>;

/** Settings that determine who receives the secret: when one changes, the stored secret must not be reused. */
const RECIPIENT_FIELDS = { wecom: ['corpId'], dingtalk: ['clientId'], oidc: ['issuer', 'clientId'] } as const;

/** Lists the settings of all login methods, without secrets. */
export async function listLoginSettings(ctx: Context) {
  const rows = await ctx.db.select().from(loginSetting).where(eq(loginSetting.enterpriseId, ctx.tenant.id));
  const list = [];
  for (const provider of PROVIDERS) {
    const row = rows.find((each) => each.provider === provider);
    list.push(row ? publicSetting(row) : await defaultSetting(ctx, provider));
  }
  return { redirectAddress: redirectAddress(ctx), list };
}

async function defaultSetting(ctx: Context, provider: Provider) {
  const way = await findLoginMethod(ctx.db, ctx, provider);
  return {
    provider,
    enabled: way !== null,
    hasSecret: way !== null,
    fromOperator: way !== null,
    config: way?.config ?? {},
    revision: 0,
  };
}

function publicSetting({ provider, enabled, config, sealedSecret, revision }: typeof loginSetting.$inferSelect) {
  const hasSecret = sealedSecret !== null;
  return { provider, enabled, hasSecret, fromOperator: false, config: config as Config, revision };
}

/**
 * Saves the settings of one login method. The secret is write-only: an empty one keeps the stored secret, unless it
 * would be sent to another recipient from now on.
 * @throws AppError 409 when somebody else has changed them since; 422 at field `secret` or `issuer`
 */
export async function saveLoginSetting(ctx: Context, { provider, enabled, secret, revision, ...config }: Saved) {
  if ('issuer' in config) checkIssuer(config.issuer);
  const [before] = (
    await ctx.db.select().from(loginSetting).where(eq(loginSetting.enterpriseId, ctx.tenant.id)).for('update')
  ).filter((row) => row.provider === provider);
  const stored = before?.revision ?? 0;
  if (revision !== stored) throw new AppError(409, 'contentChanged');
  const old = (before?.config ?? {}) as Config;
  const changed = Object.entries(config)
    .filter(([name, value]) => old[name] !== value)
    .map(([name]) => name);
  const kept = RECIPIENT_FIELDS[provider].some((name) => changed.includes(name))
    ? null
    : (before?.sealedSecret ?? null);
  if (enabled && !secret && !kept)
    throw new AppError(422, 'invalid', {
      fields: [{ field: 'secret', key: before?.sealedSecret ? 'secretAgain' : 'field.required' }],
    });
  const values = {
    enabled,
    config: config as Config,
    sealedSecret: secret ? seal(secret) : kept,
    revision: stored + 1,
    gmtModified: ctx.now(),
  };
  const [row] = await ctx.db
    .insert(loginSetting)
    .values({ enterpriseId: ctx.tenant.id, provider, ...values })
    .onConflictDoUpdate({
      ...{ target: [loginSetting.enterpriseId, loginSetting.provider], set: values },
      // Somebody else has saved the first ones in the same moment.
      setWhere: eq(loginSetting.revision, stored),
    })
    .returning();
  if (!row) throw new AppError(409, 'contentChanged');
  await announceChange(ctx.db, { enterpriseId: ctx.tenant.id, tags: ['login'] });
  await audit(ctx.db, ctx, 'loginSetting.saved', { provider, enabled, changed, secretChanged: Boolean(secret) });
  return publicSetting(row);
}

function checkIssuer(issuer: string): void {
  try {
    checkAddress(new URL(issuer), settings().oidcIssuers);
  } catch {
    throw new AppError(422, 'invalid', { fields: [{ field: 'issuer', key: 'issuerNotAllowed' }] });
  }
}
