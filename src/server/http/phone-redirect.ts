import { createMiddleware } from 'hono/factory';
import type { RequestContext } from '#src/server/core/context.ts';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './env.ts';

/** Addresses that are not pages: calls, files, health checks. */
export const NO_PAGE = /^\/(gateway|media|logo|theme|_astro|healthz|readyz)(\/|$)|\.\w{2,5}$/;
/**
 * Not redirected: the mobile login page links to the agreement, and QR codes of certificates and statements lead strangers to their page
 * (docs/specification.md, section "Phones").
 */
const READ_HERE = /^\/(agreement\/?|certificate(\/[^/]*)?\/?|statement\/[^/]+\/?)$/;
const LIVE = /^\/live\/watch\/([^/]+)\/?$/;

/**
 * Whether a user agent is a phone. Phones send `Mobile`, also within WeChat and other apps; tablets do not, except iPads and
 * HarmonyOS tablets, which are recognised by their names.
 */
export function isPhoneBrowser(userAgent: string): boolean {
  return /\bMobi/i.test(userAgent) && !/\biPad\b|\bTablet\b/i.test(userAgent);
}

/**
 * Returns the redirect target of a page request of a phone (docs/specification.md, section "Phones"): the live page of
 * the mobile site with the same id, else its login page with `code` and `appid` of the query, which apps pass on.
 * @param address path and query of the request
 * @returns null if the request is not redirected
 */
export function phoneTarget(
  address: string,
  userAgent: string | undefined,
  mobileSite: string | undefined,
): string | null {
  if (!mobileSite || !isPhoneBrowser(userAgent ?? '')) return null;
  const [pathname = '/', query = ''] = address.split('?', 2);
  const path = pathname.replace(/^\/en(?=\/|$)/, '') || '/';
  if (NO_PAGE.test(path) || READ_HERE.test(path)) return null;
  const live = LIVE.exec(path)?.[1];
  if (live) return `${mobileSite}/live/watch/${live}`;
  const given = new URLSearchParams(query);
  const passed = new URLSearchParams();
  for (const name of ['code', 'appid']) if (given.has(name)) passed.set(name, given.get(name)!);
  return `${mobileSite}/login${passed.size ? `?${passed}` : ''}`;
}

/** Where the phones of a request's enterprise are sent: to its mobile site, else to `MOBILE_SITE_URL` if it is set; undefined: nowhere. */
export function mobileSiteOf({ tenant, origin }: Pick<RequestContext, 'tenant' | 'origin'>): string | undefined {
  const { mobileSite } = tenant;
  const url = mobileSite === 'none' ? undefined : (mobileSite ?? settings().mobileSiteUrl);
  // If the portal itself is configured as mobile site, phones would be redirected endlessly.
  return url && new URL(url).host !== new URL(origin).host ? url : undefined;
}

/** Redirects phones to the mobile site of their enterprise; pages then vary by user agent. */
export const phoneRedirect = createMiddleware<Env>(async (c, next) => {
  const mobileSiteUrl = mobileSiteOf(c.var.request);
  if (!mobileSiteUrl) return next();
  const { pathname, search } = new URL(c.req.url);
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const target = isRead ? phoneTarget(pathname + search, c.req.header('user-agent'), mobileSiteUrl) : null;
  if (target) c.res = c.redirect(target, 302);
  else await next();
  if (!NO_PAGE.test(pathname)) c.res.headers.append('vary', 'User-Agent');
});
