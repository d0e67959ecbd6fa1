import { createMiddleware } from 'hono/factory';
import { loginPath } from '#src/client/login-redirect.ts';
import { href, switchLocale } from '#src/i18n/locale.ts';
import type { Env } from './gateway.ts';
import { seesContent } from '#src/server/core/sees-content.ts';

/** Pages that a closed tenant shows to everybody: the ways in, and the texts that people accept on them. */
const WAYS_IN = /^\/(login|forget|agreement|company|appCompany|redirect)(\/|$)/;

/**
 * Leads whoever may not see a closed tenant to where they can gain that. Every page that is not a way in is content, so
 * that a new one cannot be forgotten.
 */
export const publicFace = createMiddleware<Env>(async (c, next) => {
  const { request } = c.var;
  const { pathname, search } = new URL(c.req.url);
  if (seesContent(request) || WAYS_IN.test(switchLocale(pathname, 'zh'))) return next();
  const target = request.viewer ? href(request.locale, '/company') : loginPath(pathname + search);
  return c.redirect(target, 302);
});
