import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { isOwnProof, requireOwnProof } from '#src/server/account/login-methods/own-proof.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { enter } from '#src/server/account/sign-in.ts';
import { hashToken, newToken } from '#src/server/account/session/token.ts';
import { sessionHandoff } from '#src/server/core/db/schema/sign-in.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { href } from '#src/i18n/locale.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';
import { membershipsOf } from './my-enterprises.ts';

/** How long the way to another host may take, seconds: a redirect, not a bookmark. */
const HANDOFF_SECONDS = 30;
/** Of one person an hour. */
const LIMIT = { limit: 60, seconds: 3600 };

/**
 * Goes on in another enterprise of the person (spec section 7, `choose/enterprise`). The one of this host: a new session in
 * it, and the old one is dead. One at another host: an address there whose fragment, which no server and no log ever sees,
 * is a code that opens a session there. The session here stays. docs/decisions/017
 * @throws AppError 404 for an enterprise that is closed or not the person's; 403 on the way to another one for somebody whom
 *   only this enterprise's provider vouches for; 409 when it has no address in this installation; 422 at field `agreed`
 */
export async function chooseEnterprise(
  ctx: RequestContext & { viewer: Viewer },
  { enterpriseId, agreed }: OperationInput<'POST /user/auth/user/info/choose/enterprise'>,
) {
  const { userId } = ctx.viewer;
  const chosen = (await membershipsOf(userId)).find(({ id }) => id === enterpriseId);
  if (!chosen) throw notFound();
  if (enterpriseId === ctx.tenant.id) {
    const session = await withTenant(enterpriseId, async (db) => {
      await audit(db, ctx, 'enterprise.chosen', { enterpriseId });
      // What a provider said stays marked as that.
      const { way } = ctx.viewer;
      return enter(db, ctx, { userId, way: isOwnProof(way) ? 'company' : way, agreed });
    });
    return { session, url: null };
  }
  requireOwnProof(ctx.viewer);
  const origin = tenantOrigin(chosen.key, ctx.origin);
  if (!origin) throw new AppError(409, 'enterpriseUnreachable');
  await takeTry(`handoff:${userId}`, LIMIT);
  const code = newToken();
  await withTenant(ctx.tenant.id, async (db) => {
    await db.insert(sessionHandoff).values({
      codeHash: hashToken(code),
      userId,
      enterpriseId,
      userAgent: ctx.userAgent.slice(0, 300),
      address: ctx.address,
      expiresAt: new Date(ctx.now().getTime() + HANDOFF_SECONDS * 1000),
    });
    await audit(db, ctx, 'enterprise.chosen', { enterpriseId });
  });
  return { session: null, url: `${origin}${href(ctx.locale, '/company')}?enter=1#handoff=${code}` };
}
