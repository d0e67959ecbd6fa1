import { loginPath } from '#src/client/login-redirect.ts';
import { href } from '#src/i18n/locale.ts';
import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import { TERMINAL_COOKIE } from '#src/server/terminal/device.ts';
import { factorPath } from './factor-guard.ts';
import type { RequestContext } from '#src/server/core/context.ts';

/**
 * Checks with src/contract/rules/page-access.ts whether the viewer may open a page.
 * At a shared terminal people sign in at its start page.
 * @returns the redirect for signing in or choosing an enterprise, `forbidden` if the role is missing, else `allowed`
 */
export function guardPage(
  { viewer, locale, cookies }: Pick<RequestContext, 'viewer' | 'locale' | 'cookies'>,
  { pathname, search }: URL,
): { redirect: string } | 'forbidden' | 'allowed' {
  const access = accessOf(pathname);
  const isTerminal = !viewer && cookies.get(TERMINAL_COOKIE) !== undefined;
  if (isTerminal && /^(\/en)?\/login\/?$/.test(pathname)) return { redirect: href(locale, '/terminal') };
  if (access === null || access === 'open') return 'allowed';
  if (isTerminal) return { redirect: href(locale, '/terminal') };
  if (!viewer) return { redirect: loginPath(pathname + search) };
  if (access === 'session') return 'allowed';
  if (!viewer.enterpriseId) return { redirect: href(locale, '/company') };
  if (hasAccess(access, viewer)) return 'allowed';
  // Their rights rest: they may have this one.
  return viewer.factorDuty === 'roles' ? { redirect: factorPath(locale, pathname + search) } : 'forbidden';
}
