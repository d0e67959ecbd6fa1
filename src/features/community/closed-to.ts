import { loginPath } from '#src/client/login-redirect.ts';
import { href } from '#src/i18n/locale.ts';

type Page = { locals: Pick<App.Locals, 'api' | 'viewer' | 'locale'>; url: URL };

/**
 * Where a page of the community sends somebody who may not read it: visitors of a community that is not open to the
 * public, and people who have not chosen an enterprise. The same pages as for other members' pages.
 * @returns null for its readers
 */
export async function closedTo({ locals: { api, viewer, locale }, url }: Page): Promise<string | null> {
  if (viewer?.enterpriseId) return null;
  const { mayRead } = await api('GET /community/api/access/view', {});
  if (mayRead) return null;
  return viewer ? href(locale, '/company') : loginPath(url.pathname + url.search);
}
