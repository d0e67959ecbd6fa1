import { createMiddleware } from 'hono/factory';
import { isAllowedAtTerminal } from '#src/contract/rules/terminal.ts';
import { getT } from '#src/i18n/server.ts';
import { auditForbidden } from '#src/server/account/audit-refused.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { errorEnvelope } from './error-envelope.ts';
import { errorPage, wantsPage } from './error-page.ts';
import type { Env } from './env.ts';

/** The call whose response makes the browser forget the person; the cookie of the terminal stays. */
const END = '/gateway/user/auth/terminal/session/end';

/**
 * Refuses everything that a session at a shared terminal may not ask for: pages, calls and files alike
 * (docs/specification.md, section "Shared terminals"). Expects `c.var.request`.
 */
export const terminalGuard = createMiddleware<Env>(async (c, next) => {
  const { request } = c.var;
  const at = request.viewer?.atTerminal;
  if (!at) return next();
  const { method, path } = c.req;
  if (!isAllowedAtTerminal(method, path, at)) {
    const t = getT(request.locale);
    if (path.startsWith('/gateway/')) {
      await auditForbidden(request, `${method} ${path.slice('/gateway'.length)}`);
      return c.json(...errorEnvelope(new AppError(403, 'notAtTerminal'), request));
    }
    if (!wantsPage(c.req.raw)) return c.text(t('errors:notAtTerminal'), 403);
    return errorPage({
      status: 403,
      title: t('errors:notAtTerminal'),
      hint: t('errors:notAtTerminalHint'),
      locale: request.locale,
      retry: true,
    });
  }
  await next();
  if (path === END && c.res.status === 200) c.res.headers.set('clear-site-data', '"cache", "storage"');
});
