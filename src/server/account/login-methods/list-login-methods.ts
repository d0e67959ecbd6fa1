import type { PublicContext } from '#src/server/core/context.ts';
import { enabledLoginMethods, labelOf } from './login-methods.ts';

/** Lists the login methods that this enterprise offers besides password and SMS code. */
export async function listLoginMethods(ctx: PublicContext) {
  const ways = await enabledLoginMethods(ctx.db, ctx);
  return ways.map((way) => ({ provider: way.provider, label: labelOf(way, ctx) }));
}
