import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import { getCookie, setCookie } from 'hono/cookie';
import { localeOfHeader, localeOfPath } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { auditStrayToken } from '#src/server/account/audit-refused.ts';
import { findViewer } from '#src/server/account/session/find-viewer.ts';
import { COMPANION_COOKIE, hashToken } from '#src/server/account/session/token.ts';
import { settings } from '#src/server/core/settings.ts';
import { findTenant, hasNoTenants, IMPORT_COMMAND, isBareHost, tenantLabel } from '#src/server/core/find-tenant.ts';
import type { Log, RequestContext, Tenant, Cookies } from '#src/server/core/context.ts';
import { loggedPath, noteTenant, requestIdOf } from './access-log.ts';
import { chosenEnterprise } from './chosen-enterprise.ts';
import { errorPage, wantsPage } from './error-page.ts';
import type { Env } from './env.ts';
import { varyByCookie } from './language-redirect.ts';
import { clientInfo } from './client-info.ts';
import { writeLog } from '#src/server/core/log.ts';
import { withFactorDuty } from './factor-guard.ts';
import { viewerAtTerminal } from '#src/server/terminal/session.ts';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import type { Context as HonoContext } from 'hono';

/** Format of session tokens: 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Sets `c.var.request`: request id, log, host, tenant, token, viewer (docs/architecture.md, section "Request"). Answers
 * unknown hosts with 404.
 */
export const requestContext = createMiddleware<Env & { Bindings: Partial<HttpBindings> }>(async (c, next) => {
  const url = new URL(c.req.url);
  const peer = c.env?.incoming?.socket.remoteAddress ?? '';
  const { host, scheme, address } = clientInfo((name) => c.req.header(name), peer);
  const at = `${scheme}://${host}`;
  const requestId = requestIdOf(c.env?.incoming);
  const log: Log = (level, msg, more) =>
    writeLog(level, { requestId, host, path: loggedPath(url.pathname), msg, ...more });
  const isCall = url.pathname.startsWith('/gateway/');
  const locale = isCall ? localeOfHeader(c.req.header('accept-language')) : localeOfPath(url.pathname);

  const tenant = URL.canParse(at)
    ? await findTenant(host, settings().tenantHosts, chosenEnterprise(host, c.req.header('cookie')))
    : null;
  if (!tenant) {
    const t = getT(locale);
    const isEmpty = URL.canParse(at) && tenantLabel(host, settings().tenantHosts) !== null && (await hasNoTenants());
    const title = isEmpty ? t('errors:emptyInstallation') : t('errors:unknownHost');
    const hint = isEmpty ? t('errors:emptyInstallationHint', { command: IMPORT_COMMAND }) : t('errors:unknownHostHint');
    if (isCall || !wantsPage(c.req.raw))
      return c.text(isEmpty ? `${title}. ${hint}` : title, 404, { 'cache-control': 'no-store' });
    return errorPage({ status: 404, title, hint, locale });
  }
  noteTenant(c.env?.incoming, tenant.key);

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
    // The signal makes the server build a whole request object, which most calls do not need.
    signal: () => c.req.raw.signal,
    now: () => new Date(),
    log,
  };
  if (request.viewer?.way === 'terminal') request.viewer = await viewerAtTerminal(request, request.viewer);
  if (request.viewer) request.viewer = withFactorDuty(request, request.viewer);
  if (tokenHash && !request.viewer) await auditStrayToken({ ...request, tokenHash }, companionHash, url.pathname);
  c.set('request', request);
  await next();
  write();
  // Caches outside must not mix the enterprises of one host.
  if (isBareHost(at)) varyByCookie(c.res.headers);
  c.res.headers.set('x-request-id', requestId);
});

/**
 * Returns the origin as visitors see it: `PUBLIC_ORIGIN`, or on a tenant's own host that host with the scheme of it.
 */
function originOf(at: string, host: string, tenant: Tenant): string {
  const { publicOrigin } = settings();
  if (!publicOrigin) return at;
  return host.startsWith(`${tenant.key}.`) ? `${new URL(publicOrigin).protocol}//${host}` : publicOrigin;
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
}

/**
 * Returns access to the cookies of a request: HttpOnly, SameSite=Lax, for this host only. Over https they are `Secure` and
 * have the prefix `__Host-`, so that no other host can set them; over plain http they have neither.
 * @returns `cookies`, and `write`, which adds the changes to the response; only if it succeeded, because the transaction of a
 *   failed call was rolled back
 */
function requestCookies(c: HonoContext, secure: boolean): { cookies: Cookies; write(): void } {
  const prefix = secure ? 'host' : undefined;
  const start = secure ? '__Host-' : '';
  const changes = new Map<string, { value: string; maxAge: number }>();
  return {
    cookies: {
      names: () =>
        Object.keys(getCookie(c))
          .filter((name) => name.startsWith(start))
          .map((name) => name.slice(start.length)),
      get: (name) => getCookie(c, name, prefix),
      set: (name, value, { maxAge }) => changes.set(name, { value, maxAge }),
      delete: (name) => changes.set(name, { value: '', maxAge: 0 }),
    },
    write() {
      if (c.res.status >= 400) return;
      for (const [name, { value, maxAge }] of changes) {
        setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge, prefix });
      }
    },
  };
}
