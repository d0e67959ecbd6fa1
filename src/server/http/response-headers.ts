import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './gateway.ts';

/** What no page of ours needs, whatever may have got into it. */
const FORBIDDEN = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
] as const;
/** For everything that is no page: data and files act as nothing, even when they are opened by themselves. */
const NO_PAGE = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const YEAR = 365 * 86_400;

/** Of static files, which are answered before the pipeline. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': NO_PAGE,
};

/**
 * `Strict-Transport-Security` of a host that is reached over https; null on plain http. Subdomains are included where
 * `TENANT_HOSTS` says that all of them are ours.
 */
export function transportSecurity(secure: boolean, host: string): string | null {
  if (!secure) return null;
  const below = `.${host.replace(/:\d+$/, '')}`;
  const ours = settings().tenantHosts.some((each) => each.startsWith('*.') && below.endsWith(each.slice(1)));
  return `max-age=${YEAR}${ours ? '; includeSubDomains' : ''}`;
}

/** What the library knows to be good for every answer. */
export const commonHeaders = secureHeaders({
  crossOriginEmbedderPolicy: false,
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
  strictTransportSecurity: false,
  permissionsPolicy: Object.fromEntries(FORBIDDEN.map((feature) => [camelCase(feature), []])),
});

/** What depends on the answer: a page brings a policy of its own (astro.config.mjs), and so does an uploaded file. */
export const ownHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const { request } = c.var;
  if (!headers.has('content-security-policy') && !c.req.path.startsWith('/media/'))
    headers.set('content-security-policy', NO_PAGE);
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8');
  const transport = request && transportSecurity(request.origin.startsWith('https:'), new URL(request.at).host);
  if (transport) headers.set('strict-transport-security', transport);
});

function camelCase(feature: string): string {
  return feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
