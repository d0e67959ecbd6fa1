import { eq } from 'drizzle-orm';
import { userSession } from '#src/server/db/schema/account.ts';
import { withPortal } from '#src/server/db/tenant.ts';
import type { RequestContext } from '#src/server/http/context.ts';

/** Ends this session: its token is dead at once, everywhere (spec section 4). */
export async function logout(ctx: RequestContext) {
  await withPortal((db) =>
    db.update(userSession).set({ endedAt: ctx.now() }).where(eq(userSession.tokenHash, ctx.tokenHash!)),
  );
  return {};
}
