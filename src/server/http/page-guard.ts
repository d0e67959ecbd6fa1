import { loginPath } from '#src/client/login-redirect.ts';
import { href } from '#src/i18n/locale.ts';
import { accessOf, hasAccess } from '#src/contract/rules/page-access.ts';
import type { RequestContext } from '#src/server/core/context.ts';

/**
 * Checks with src/contract/rules/page-access.ts whether the viewer may open a page.
 * @returns the redirect for signing in or choosing an enterprise, `forbidden` if the role is missing, else `allowed`
 */
export function guardPage(
  { viewer, locale }: Pick<RequestContext, 'viewer' | 'locale'>,
  { pathname, search }: URL,
): { redirect: string } | 'forbidden' | 'allowed' {
  const access = accessOf(pathname);
  if (access === null || access === 'open') return 'allowed';
  if (!viewer) return { redirect: loginPath(pathname + search) };
  if (access === 'session') return 'allowed';
  if (!viewer.enterpriseId) return { redirect: href(locale, '/company') };
  return hasAccess(access, viewer) ? 'allowed' : 'forbidden';
}
