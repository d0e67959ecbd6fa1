import { createMiddleware } from 'hono/factory';
import { getT } from '#src/i18n/server.ts';
import { errorPage } from './error-page.ts';
import type { Env } from './env.ts';
import { errorEnvelope } from './error-envelope.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** A path whose rest names another host once it stands in a redirect or a link: `//evil.example/x`, `/en//evil.example`. */
const OTHER_HOST = /^(\/en)?\/\//;

/**
 * Rejects URLs that no page or call has: pages with 404, calls with 422. With a NUL character: PostgreSQL cannot store it, so
 * nothing can match. With two slashes at the beginning: redirects and links made of such a path would lead to another site.
 * Bodies are checked in dispatch.ts.
 */
export const rejectUrl = createMiddleware<Env>(async (c, next) => {
  if (!c.req.url.includes('%00') && !OTHER_HOST.test(new URL(c.req.url).pathname)) return next();
  const { request } = c.var;
  if (c.req.path.startsWith('/gateway/')) return c.json(...errorEnvelope(new AppError(422, 'invalid'), request));
  const t = getT(request.locale);
  return errorPage({
    status: 404,
    title: t('common:error.notFoundTitle'),
    hint: t('common:error.notFoundHint'),
    locale: request.locale,
    retry: true,
  });
});
