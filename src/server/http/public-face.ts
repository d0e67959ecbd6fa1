import { createMiddleware } from 'hono/factory';
import { loginPath } from '#src/client/login-redirect.ts';
import { href, switchLocale } from '#src/i18n/locale.ts';
import type { Env } from './env.ts';
import { seesContent } from '#src/server/core/sees-content.ts';

/**
 * Pages that are open to everybody if the site is not public: login, registration, the texts that users accept there, and the
 * verification of certificates and statements.
 */
const OPEN_PAGES = /^\/(login|forget|agreement|company|appCompany|redirect|unsubscribe|certificate|statement)(\/|$)/;

/**
 * Redirects viewers who may not see a site that is not public to the login page or to the choice of an enterprise. Every page
 * that is not listed is content, so that new pages are protected.
 */
export const publicFace = createMiddleware<Env>(async (c, next) => {
  const { request } = c.var;
  const { pathname, search } = new URL(c.req.url);
  if (seesContent(request) || OPEN_PAGES.test(switchLocale(pathname, 'zh'))) return next();
  const target = request.viewer ? href(request.locale, '/company') : loginPath(pathname + search);
  return c.redirect(target, 302);
});
