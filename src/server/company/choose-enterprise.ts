import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import {
  isPortalAuthenticated,
  requirePortalAuthentication,
} from '#src/server/account/login-methods/portal-authentication.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { signInInTransaction } from '#src/server/account/sign-in.ts';
import { factorOf, issueHandoff } from '#src/server/account/session/handoff.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { href } from '#src/i18n/locale.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { findTenantById, isBareHost } from '#src/server/core/find-tenant.ts';
import { tenantOrigin } from '#src/server/core/tenant-origin.ts';
import { membershipsOf } from './my-enterprises.ts';

/** Lifetime of a handoff code: long enough for a redirect. */
const HANDOFF_SECONDS = 30;
/** Limit of handoffs of one user. */
const LIMIT = { limit: 60, seconds: 3600 };

/**
 * Switches to another enterprise of the user. For the enterprise of this host, and for one without a host of its own
 * where this host serves several, a new session replaces the current one. For another host it returns a URL whose
 * fragment, which browsers send to no server, contains a code that opens a session there; the current session stays
 * valid (docs/decisions/017).
 * @throws AppError 404 for an enterprise that is closed or of which the user is no member; 403 for another enterprise
 *   when the user was authenticated by this one's provider only; 409 when it has no URL in this installation; 422 at
 *   field `agreed`
 */
export async function chooseEnterprise(
  ctx: RequestContext & { viewer: Viewer },
  { enterpriseId, agreed }: OperationInput<'POST /user/auth/user/info/choose/enterprise'>,
) {
  const { userId } = ctx.viewer;
  const chosen = (await membershipsOf(userId)).find(({ id }) => id === enterpriseId);
  if (!chosen) throw notFound();
  if (enterpriseId === ctx.tenant.id) return { session: await enterHere(ctx, agreed), url: null };
  requirePortalAuthentication(ctx.viewer);
  const origin = tenantOrigin(chosen.key, ctx.origin);
  if (!origin) {
    const tenant = isBareHost(ctx.at) ? await findTenantById(enterpriseId) : undefined;
    if (!tenant) throw new AppError(409, 'enterpriseUnreachable');
    return { session: await enterHere({ ...ctx, tenant }, agreed), url: null };
  }
  await takeTry(`handoff:${userId}`, LIMIT);
  const code = await withTenant(ctx.tenant.id, async (db) => {
    await audit(db, ctx, 'enterprise.chosen', { enterpriseId });
    return issueHandoff(db, {
      userId,
      enterpriseId,
      factor: await factorOf(db, ctx.viewer.sessionId),
      userAgent: ctx.userAgent.slice(0, 300),
      address: ctx.address,
      expiresAt: new Date(ctx.now().getTime() + HANDOFF_SECONDS * 1000),
    });
  });
  return { session: null, url: `${origin}${href(ctx.locale, '/company')}?enter=1#handoff=${code}` };
}

/** Opens a session of `ctx.tenant` on this host. */
function enterHere(ctx: RequestContext & { viewer: Viewer }, agreed?: boolean) {
  const { userId, way } = ctx.viewer;
  return withTenant(ctx.tenant.id, async (db) => {
    await audit(db, ctx, 'enterprise.chosen', { enterpriseId: ctx.tenant.id });
    // A login through a provider stays marked as such.
    const factor = await factorOf(db, ctx.viewer.sessionId);
    return signInInTransaction(db, ctx, { userId, way: isPortalAuthenticated(way) ? 'company' : way, agreed, factor });
  });
}
