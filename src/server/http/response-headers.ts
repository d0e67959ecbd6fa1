import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { settings } from '#src/server/core/settings.ts';
import type { Env } from './env.ts';

/** Browser features that are disabled, because no page needs them. */
const FORBIDDEN = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
] as const;
/** Policy of all responses that are not pages: data and files cannot run anything, even when opened directly. */
const NO_PAGE = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The page on which lecturers broadcast a class: the only one that may use camera, microphone and screen. */
const BROADCAST_PAGE = /^(\/en)?\/account\/live\/[\w-]+\/?$/;
/** Login at a shared terminal, where the camera reads badges. */
const TERMINAL_PAGE = /^(\/en)?\/terminal\/?$/;
const YEAR_SECONDS = 365 * 86_400;

/** Headers of static files, which are sent before the pipeline. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': NO_PAGE,
};

/** The worker of pdf.js imports decoders of rare pictures from this site; it can load nothing else. */
export const PDF_WORKER = { path: /^\/_astro\/pdf\.worker\./, policy: "default-src 'none'; script-src 'self'" };

/**
 * Returns `Strict-Transport-Security` for a host; null on plain http. Subdomains are included where `TENANT_HOSTS` covers all
 * of them.
 */
export function transportSecurity(secure: boolean, host: string): string | null {
  if (!secure) return null;
  const below = `.${host.replace(/:\d+$/, '')}`;
  const includesSubdomains = settings().tenantHosts.some(
    (each) => each.startsWith('*.') && below.endsWith(each.slice(1)),
  );
  return `max-age=${YEAR_SECONDS}${includesSubdomains ? '; includeSubDomains' : ''}`;
}

/** @param allowed features that pages of this site may use */
const headersWith = (allowed: readonly string[]) =>
  secureHeaders({
    crossOriginEmbedderPolicy: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: false,
    permissionsPolicy: Object.fromEntries(
      FORBIDDEN.map((feature) => [camelCase(feature), allowed.includes(feature) ? ['self'] : []]),
    ),
  });
const ordinaryHeaders = headersWith([]);
const broadcastHeaders = headersWith(['camera', 'microphone', 'display-capture']);
const terminalHeaders = headersWith(['camera']);

/** Headers of every response, set by the library. */
export const commonHeaders = createMiddleware<Env>(async (c, next) => {
  const { path } = c.req;
  const headers = BROADCAST_PAGE.test(path)
    ? broadcastHeaders
    : TERMINAL_PAGE.test(path)
      ? terminalHeaders
      : ordinaryHeaders;
  await headers(c, next);
  // The editor shows a preview beside its form (docs/decisions/107).
  if (c.var.isPreview) c.res.headers.set('x-frame-options', 'SAMEORIGIN');
});

/**
 * Headers that depend on the response: pages (astro.config.mjs) and uploaded files have their own
 * Content-Security-Policy.
 */
export const ownHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  const { headers } = c.res;
  const { request } = c.var;
  // `npm run dev` has pages without a policy: with this one their scripts would not run.
  const isDevPage = process.env.NODE_ENV === 'development' && headers.get('content-type')?.startsWith('text/html');
  if (!headers.has('content-security-policy') && !c.req.path.startsWith('/media/') && !isDevPage)
    headers.set('content-security-policy', NO_PAGE);
  const policy = c.var.isPreview && headers.get('content-security-policy');
  if (policy)
    headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  if (headers.get('content-type') === 'text/html') headers.set('content-type', 'text/html; charset=utf-8');
  const transport = request && transportSecurity(request.origin.startsWith('https:'), new URL(request.at).host);
  if (transport) headers.set('strict-transport-security', transport);
});

function camelCase(feature: string): string {
  return feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
