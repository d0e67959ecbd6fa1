import type { PublicContext } from '#src/server/core/context.ts';
import { enabledWays, labelOf } from './login-methods.ts';

/** Which ways to sign in this enterprise offers besides phone and password or code. */
export async function listLoginWays(ctx: PublicContext) {
  const ways = await enabledWays(ctx.db, ctx);
  return ways.map((way) => ({ provider: way.provider, label: labelOf(way, ctx) }));
}
