import { settings } from './settings.ts';

/**
 * Origin at which another tenant is served, seen from where a request came: same scheme and port, its key as first label.
 * @param here origin of the request, e.g. `http://huaxin.localhost:4321`
 * @returns null when this installation has no host name for it (`TENANT_HOSTS` without `*.`)
 */
export function tenantOrigin(key: string, here: string, patterns = settings().tenantHosts): string | null {
  const url = new URL(here);
  const wildcards = patterns.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(1));
  const suffix =
    wildcards.find((end) => url.hostname.endsWith(end)) ??
    wildcards.find((end) => end === `.${url.hostname}`) ??
    wildcards[0];
  if (!suffix) return null;
  return `${url.protocol}//${key}${suffix}${url.port ? `:${url.port}` : ''}`;
}
