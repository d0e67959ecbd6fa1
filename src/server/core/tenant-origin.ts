import { settings } from './settings.ts';

/**
 * Returns the origin of another tenant for a request: same scheme and port, with the tenant's key as first label.
 * @param here origin of the request, e.g. `http://huaxin.localhost:4321`
 * @returns null when this installation has no host name for the tenant (`TENANT_HOSTS` without `*.`)
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
