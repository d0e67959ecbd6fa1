import { createMiddleware } from 'hono/factory';
import { getT } from '#src/i18n/server.ts';
import { errorPage } from './error-page.ts';
import type { Env } from './gateway.ts';
import { errorEnvelope } from './error-envelope.ts';
import { AppError } from '#src/server/core/app-error.ts';

/**
 * Rejects URLs that contain a NUL character: pages with 404, calls with 422. PostgreSQL cannot store this character, so
 * nothing can match it. Bodies are checked in dispatch.ts.
 */
export const rejectNul = createMiddleware<Env>(async (c, next) => {
  if (!c.req.url.includes('%00')) return next();
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
