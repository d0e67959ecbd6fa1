import { eq } from 'drizzle-orm';
import { enterprise } from './db/schema/site.ts';
import { withPortal } from './db/tenant.ts';
import type { Tenant } from './context.ts';

type Known = { byKey: Map<string, Tenant>; standard: Tenant | undefined; at: number };
/** Milliseconds after which the list of tenants is read again. */
const TTL_MS = 5_000;
/** Milliseconds after which it is read again for a host that is not in it. */
const UNKNOWN_HOST_TTL_MS = 500;

let known: Known | undefined;
let reading: Promise<Known> | undefined;

/**
 * Tenant of a host name (design section 10): by its first label, or the default one for a bare host.
 * @param patterns `TENANT_HOSTS`, e.g. `['*.localhost', 'localhost']`
 * @returns null for a host that is not ours: the request ends with 404 before anything else
 */
export async function findTenant(host: string, patterns: string[]): Promise<Tenant | null> {
  const label = tenantLabel(host, patterns);
  if (label === null) return null;
  const { byKey, standard, at } = await tenants();
  const found = label === '' ? standard : byKey.get(label);
  if (found || Date.now() - at < UNKNOWN_HOST_TTL_MS) return found ?? null;
  // It may have been registered a moment ago, by another process.
  forgetTenants();
  return (await tenants()).byKey.get(label) ?? null;
}

/** The part of a host name that names a tenant; '' for a bare host, null for a host that no pattern fits. */
export function tenantLabel(host: string, patterns: string[]): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (patterns.includes(name.replace(/^\[(.*)\]$/, '$1'))) return '';
  const wildcard = patterns.find((pattern) => pattern.startsWith('*.') && name.endsWith(pattern.slice(1)));
  return wildcard ? name.slice(0, -wildcard.length + 1) || null : null;
}

async function tenants(): Promise<Known> {
  if (known && Date.now() - known.at < TTL_MS) return known;
  if (!reading) {
    const mine = read().finally(() => {
      if (reading === mine) reading = undefined;
    });
    reading = mine;
  }
  if (!known) return reading;
  // The list of a moment ago will do; that the database is away is told by whatever needs it, not by a crash of this.
  reading.catch(() => undefined);
  return known;
}

async function read(): Promise<Known> {
  const rows = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.status, 'active')));
  const list = rows.map(({ id, key, name, timeZone, lang, publicFace, isDefault }) => ({
    tenant: { id, key, name, timeZone, lang, publicFace },
    isDefault,
  }));
  known = {
    byKey: new Map(list.map(({ tenant }) => [tenant.key, tenant])),
    standard: list.find((entry) => entry.isDefault)?.tenant ?? list[0]?.tenant,
    at: Date.now(),
  };
  return known;
}

/** Whether this is the tenant that bare hosts serve. */
export async function isDefaultTenant(id: string): Promise<boolean> {
  return (await tenants()).standard?.id === id;
}

/** Forgets the list, after a tenant was added or changed. */
export function forgetTenants(): void {
  known = undefined;
  // One that is on its way may have begun before the change.
  reading = undefined;
}
