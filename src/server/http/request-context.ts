import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import { getCookie } from 'hono/cookie';
import { localeOfHeader, localeOfPath } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { auditStrayToken } from '#src/server/account/audit-refused.ts';
import { findViewer } from '#src/server/account/session/find-viewer.ts';
import { COMPANION_COOKIE, hashToken } from '#src/server/account/session/token.ts';
import { settings } from '#src/server/core/settings.ts';
import { findTenant } from '#src/server/core/find-tenant.ts';
import type { Log, RequestContext, Tenant } from '#src/server/core/context.ts';
import { requestCookies } from './cookies.ts';
import { errorPage, wantsPage } from './error-page.ts';
import type { Env } from './gateway.ts';
import { clientInfo } from './client-info.ts';
import { writeLog } from '#src/server/core/log.ts';
import { TOKEN_COOKIE } from '#src/lib/token-cookie.ts';

/** Cookie that carries the token (spec section 9). */
const TOKEN = /^[\w-]{43}$/;

/** Request id and log → host → tenant → token → viewer (design section 3). An unknown host ends here with 404. */
export const requestContext = createMiddleware<Env & { Bindings: Partial<HttpBindings> }>(async (c, next) => {
  const url = new URL(c.req.url);
  const peer = c.env?.incoming?.socket.remoteAddress ?? '';
  const { host, scheme, address } = clientInfo((name) => c.req.header(name), peer);
  const at = `${scheme}://${host}`;
  const requestId = randomUUID();
  const log: Log = (level, msg, more) => writeLog(level, { requestId, host, path: url.pathname, msg, ...more });
  const isCall = url.pathname.startsWith('/gateway/');
  const locale = isCall ? localeOfHeader(c.req.header('accept-language')) : localeOfPath(url.pathname);

  const tenant = URL.canParse(at) ? await findTenant(host, settings().tenantHosts) : null;
  if (!tenant) {
    const title = getT(locale)('errors:unknownHost');
    if (isCall || !wantsPage(c.req.raw)) return c.text(title, 404, { 'cache-control': 'no-store' });
    return errorPage({ status: 404, title, hint: getT(locale)('errors:unknownHostHint'), locale });
  }

  const token = bearer(c.req.header('authorization')) ?? (isCall ? undefined : getCookie(c, TOKEN_COOKIE));
  const tokenHash = token && TOKEN.test(token) ? hashToken(token) : null;
  const origin = originOf(at, host, tenant);
  const { cookies, write } = requestCookies(c, origin.startsWith('https:'));
  const companion = cookies.get(COMPANION_COOKIE);
  const companionHash = companion ? hashToken(companion) : null;
  const request: RequestContext = {
    requestId,
    tenant,
    tokenHash,
    token: tokenHash ? token! : null,
    viewer: tokenHash && companionHash ? await findViewer(tenant.id, tokenHash, companionHash) : null,
    locale,
    cookies,
    at,
    origin,
    address,
    userAgent: c.req.header('user-agent') ?? '',
    now: () => new Date(),
    log,
  };
  if (tokenHash && !request.viewer) await auditStrayToken({ ...request, tokenHash }, companionHash, url.pathname);
  c.set('request', request);
  await next();
  write();
  c.res.headers.set('x-request-id', requestId);
});

/** As visitors see it: `PUBLIC_ORIGIN`, or on a tenant's own host its scheme at least. */
function originOf(at: string, host: string, tenant: Tenant): string {
  const { publicOrigin } = settings();
  if (!publicOrigin) return at;
  return host.startsWith(`${tenant.key}.`) ? `${new URL(publicOrigin).protocol}//${host}` : publicOrigin;
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
}
