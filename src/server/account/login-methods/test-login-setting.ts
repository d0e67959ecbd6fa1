import type { Provider } from '#src/server/account/tables/account.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { redirectAddress } from './login-attempt.ts';
import { providerClient, findLoginMethod } from './login-methods.ts';
import { ProviderError } from './providers/provider.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';

const TRIES = { limit: 30, seconds: 600 };

/**
 * Tests the saved settings at the provider: discovery document and client secret of OpenID Connect, an access token of
 * the others.
 * @throws AppError 404 when there are no settings, 422 with the reason, at field `secret` when it is rejected
 */
export async function testLoginSetting(ctx: RequestContext, { provider }: { provider: Provider }) {
  await takeTry(`login:test:${ctx.tenant.id}`, TRIES);
  const way = await withTenant(ctx.tenant.id, (db) => findLoginMethod(db, ctx, provider));
  if (!way) throw notFound();
  try {
    return { secret: await providerClient(way).test({ redirectUri: redirectAddress(ctx), now: ctx.now() }) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === 'secret')
      throw new AppError(422, 'secretRejected', { fields: [{ field: 'secret', key: 'secretRejected' }] });
    const key = {
      settings: 'testSettings',
      refused: 'testSettings',
      address: 'issuerNotAllowed',
      unreachable: 'testUnreachable',
    };
    throw new AppError(422, key[error.kind], { params: { reason: error.message } });
  }
}
