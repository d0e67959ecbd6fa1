import { createMiddleware } from 'hono/factory';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './gateway.ts';

/** Not pages: calls, files, and what machines ask for. */
const NO_PAGE = /^\/(gateway|media|logo|theme|_astro|healthz)(\/|$)|\.\w{2,5}$/;
/** The mobile login page links here, so phones have to be able to read it (spec section 1). */
const READ_HERE = /^\/agreement\/?$/;
const LIVE = /^\/live\/watch\/([^/]+)\/?$/;

/**
 * Whether a browser is a phone's. Phones say `Mobile`, in WeChat and other apps too; tablets do not, but for the iPad and
 * HarmonyOS, which say what they are.
 */
export function isPhoneBrowser(userAgent: string): boolean {
  return /\bMobi/i.test(userAgent) && !/\biPad\b|\bTablet\b/i.test(userAgent);
}

/**
 * Where a phone that asks for a page goes (spec section 1, design section 10): to the mobile site's live page with the id
 * of the last path segment, else to its login page with `code` and `appid` of the query, which apps hand over.
 * @param address path and query of the request
 * @returns null when it stays here
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
  const kept = new URLSearchParams();
  for (const name of ['code', 'appid']) if (given.has(name)) kept.set(name, given.get(name)!);
  return `${mobileSite}/login${kept.size ? `?${kept}` : ''}`;
}

/** Sends phones to `MOBILE_SITE_URL`, when there is one; a page then depends on the browser that asks for it. */
export const phoneRedirect = createMiddleware<Env>(async (c, next) => {
  const { mobileSiteUrl } = settings();
  // A portal that is named as its own mobile site would send phones round in circles.
  if (!mobileSiteUrl || new URL(mobileSiteUrl).host === new URL(c.var.request.origin).host) return next();
  const { pathname, search } = new URL(c.req.url);
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const target = isRead ? phoneTarget(pathname + search, c.req.header('user-agent'), mobileSiteUrl) : null;
  if (target) c.res = c.redirect(target, 302);
  else await next();
  if (!NO_PAGE.test(pathname)) c.res.headers.append('vary', 'User-Agent');
});
