import { createMiddleware } from 'hono/factory';
import { factorDutyOf, isAllowedWithoutFactor } from '#src/contract/rules/factor-policy.ts';
import { href } from '#src/i18n/locale.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findOpenAttempt } from '#src/server/exam/attempt/open-attempt.ts';
import { errorEnvelope } from './error-envelope.ts';
import { wantsPage } from './error-page.ts';
import type { Env } from './env.ts';

/**
 * Returns the viewer with what their session lacks by the policy of the enterprise. Costs no statement: the policy comes with the tenant,
 * the factor with the session. Once the duty holds, the viewer has no rights in the back office, so that no operation can forget it.
 */
export function withFactorDuty({ tenant, now }: RequestContext, viewer: Viewer): Viewer {
  if (tenant.factorPolicy.scope === 'off') return viewer;
  const factorDuty = factorDutyOf(tenant.factorPolicy, viewer, now());
  if (!factorDuty) return viewer;
  return factorDuty === 'later' ? { ...viewer, factorDuty } : { ...viewer, factorDuty, isAdmin: false, grants: [] };
}

/** Path of the page that sets up a second factor and then leads to `path`. */
export const factorPath = (locale: RequestContext['locale'], path: string): string =>
  `${href(locale, '/account/factor')}?redirect=${encodeURIComponent(path)}`;

/** The error for what a session without a second factor may not do. */
export const secondFactorRequired = () => new AppError(403, 'secondFactorRequired', { need: 'factor' });

/**
 * Refuses everything that a session which owes a second factor to an enterprise that requires it of all may not ask for: pages, calls and
 * files alike (docs/specification.md, section "Required second factor"). Expects `c.var.request`.
 */
export const factorGuard = createMiddleware<Env>(async (c, next) => {
  const { request } = c.var;
  const { method, path } = c.req;
  if (request.viewer?.factorDuty !== 'all') return next();
  const allowed = isAllowedWithoutFactor(method, path);
  if (allowed === 'inExam' ? await isInExam(request, request.viewer) : allowed) return next();
  if (path.startsWith('/gateway/')) return c.json(...errorEnvelope(secondFactorRequired(), request));
  if (method === 'GET' && wantsPage(c.req.raw))
    return c.redirect(factorPath(request.locale, path + new URL(c.req.url).search), 302);
  const [{ msg }, status] = errorEnvelope(secondFactorRequired(), request);
  return c.text(msg, status);
});

const isInExam = async ({ tenant, now }: RequestContext, { userId }: Viewer): Promise<boolean> =>
  (await withTenant(tenant.id, (db) => findOpenAttempt(db, { enterpriseId: tenant.id, userId, now: now() }))) !== null;
