import { eq } from 'drizzle-orm';
import { userSession } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { audit } from '#src/server/core/audit.ts';
import { deleteHandoffs } from './handoff.ts';
import { COMPANION_COOKIE } from './token.ts';

/**
 * Ends the current session: its token is invalid immediately, everywhere (docs/specification.md, section "Sessions").
 */
export async function logout(ctx: Context) {
  await ctx.db.update(userSession).set({ endedAt: ctx.now() }).where(eq(userSession.id, ctx.viewer.sessionId));
  await deleteHandoffs(ctx.db, ctx.viewer.userId);
  ctx.cookies.delete(COMPANION_COOKIE);
  await audit(ctx.db, ctx, 'logout');
  return {};
}
