import type { Provider } from '#src/server/account/tables/account.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { ProviderError } from './providers/provider.ts';

const KEYS = {
  refused: [422, 'providerRefused'],
  settings: [422, 'providerSettings'],
  secret: [422, 'providerSettings'],
  address: [422, 'providerSettings'],
  unreachable: [503, 'providerUnreachable'],
} as const;

/**
 * Calls a provider. Its errors are logged with the reason; the user gets a general message.
 * @throws AppError 422 or 503
 */
export async function callProvider<T>(ctx: RequestContext, provider: Provider, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log('warn', 'sign-in provider', { provider, kind: error.kind, reason: error.message });
    const [code, key] = KEYS[error.kind];
    throw new AppError(code, key);
  }
}
