import { loginPath } from '#src/client/login-redirect.ts';
import { href } from '#src/i18n/locale.ts';
import { accessOf, type PageAccess } from '#src/lib/page-access.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { USER_TYPE } from '#src/lib/user-type.ts';

const HAS_ROLE: Record<Extract<PageAccess, 'lecturer' | 'organisation' | 'admin'>, (viewer: Viewer) => boolean> = {
  lecturer: ({ userType }) => userType === USER_TYPE.lecturer,
  organisation: ({ userType }) => userType === USER_TYPE.organisation,
  admin: () => false,
};

/**
 * Checks with src/lib/page-access.ts whether the viewer may open a page.
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
  if (access === 'enterprise' || viewer.isAdmin || HAS_ROLE[access](viewer)) return 'allowed';
  return 'forbidden';
}
