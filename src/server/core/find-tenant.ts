import { eq } from 'drizzle-orm';
import { enterprise } from './tables.ts';
import { withPortal } from './db/tenant.ts';
import type { Tenant } from './context.ts';
import { languagesOf } from '#src/lib/languages.ts';
import { settings } from './settings.ts';

/** The command that creates the first enterprise, as the start and the page of an empty installation name it. */
export const IMPORT_COMMAND = 'npm run content:import FOLDER';

type TenantList = {
  byKey: Map<string, Tenant>;
  byId: Map<string, Tenant>;
  defaultTenant: Tenant | undefined;
  /** All but the enterprise of rehearsals. */
  ofPeople: Tenant[];
  /** Monotonic clock. */ readAt: number;
};
/** After this time the list of tenants is read again. */
const TTL_MS = 5_000;
/** After this time the list is read again for a host that is not in it. */
const UNKNOWN_HOST_TTL_MS = 500;

let cached: TenantList | undefined;
let reading: Promise<TenantList> | undefined;

/**
 * Finds the tenant of a host name (docs/specification.md, section "Enterprises"): by its first label. A host without
 * one serves the enterprise that the browser has stored, else the default tenant.
 * @param patterns `TENANT_HOSTS`, e.g. `['*.localhost', 'localhost']`
 * @param chosenId stored enterprise id; ignored if the host names a tenant or the enterprise does not exist
 * @returns null for an unknown host; such a request is answered with 404 before any other processing
 */
export async function findTenant(host: string, patterns: string[], chosenId?: string): Promise<Tenant | null> {
  const label = tenantLabel(host, patterns);
  if (label === null) return null;
  const select = ({ byKey, byId, defaultTenant }: TenantList) =>
    label === '' ? (byId.get(chosenId ?? '') ?? defaultTenant) : byKey.get(label);
  const list = await tenants();
  const found = select(list);
  if (found || performance.now() - list.readAt < UNKNOWN_HOST_TTL_MS) return found ?? null;
  // Another process may have registered it a moment ago.
  forgetTenants();
  return select(await tenants()) ?? null;
}

/**
 * Returns the label of a host name that identifies the tenant: '' for a host without one, null if no pattern matches.
 */
export function tenantLabel(host: string, patterns: string[]): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  if (patterns.includes(name.replace(/^\[(.*)\]$/, '$1'))) return '';
  const wildcard = patterns.find((pattern) => pattern.startsWith('*.') && name.endsWith(pattern.slice(1)));
  return wildcard ? name.slice(0, -wildcard.length + 1) || null : null;
}

async function tenants(): Promise<TenantList> {
  if (cached && performance.now() - cached.readAt < TTL_MS) return cached;
  if (!reading) {
    const mine = read().finally(() => {
      if (reading === mine) reading = undefined;
    });
    reading = mine;
  }
  if (!cached) return reading;
  // The expired list is used while the new one is read. An unavailable database is reported by the queries that need
  // it.
  reading.catch(() => undefined);
  return cached;
}

async function read(): Promise<TenantList> {
  const rows = await withPortal((db) => db.select().from(enterprise).where(eq(enterprise.status, 'active')));
  const list = rows.map(
    ({ id, key, name, timeZone, lang, publicFace, languages, mobileSite, isDefault, synthetic, ...row }) => ({
      tenant: {
        ...{ id, key, name, timeZone, lang, publicFace, languages: languagesOf(languages, lang), mobileSite },
        factorPolicy: { scope: row.factorScope, from: row.factorFrom, trustsProviders: row.factorTrustsProviders },
      },
      isDefault,
      synthetic,
    }),
  );
  const ofPeople = list.filter(({ synthetic }) => !synthetic);
  cached = {
    byKey: new Map(list.map(({ tenant }) => [tenant.key, tenant])),
    byId: new Map(list.map(({ tenant }) => [tenant.id, tenant])),
    defaultTenant: ofPeople.find((entry) => entry.isDefault)?.tenant ?? ofPeople[0]?.tenant,
    ofPeople: ofPeople.map(({ tenant }) => tenant),
    readAt: performance.now(),
  };
  return cached;
}

/** Whether a request was sent to a host that names no tenant, and so can serve every enterprise. */
export function isBareHost(at: string): boolean {
  return tenantLabel(new URL(at).host, settings().tenantHosts) === '';
}

/**
 * Returns the key of the tenant of a host name, if it is in the list that was read last: for log lines of requests that
 * are answered without looking up the tenant.
 */
export function knownTenantKey(host: string, patterns: string[]): string | undefined {
  const label = tenantLabel(host, patterns);
  if (label === null) return undefined;
  return (label === '' ? cached?.defaultTenant : cached?.byKey.get(label))?.key;
}

/** Whether the installation has no enterprise at all, so that no host can be served. */
export async function hasNoTenants(): Promise<boolean> {
  return (await tenants()).ofPeople.length === 0;
}

/** Returns the active tenants without that of rehearsals, the oldest ones first. */
export async function activeTenants(): Promise<Tenant[]> {
  return (await tenants()).ofPeople.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns an active tenant by its id. */
export async function findTenantById(id: string): Promise<Tenant | undefined> {
  return (await tenants()).byId.get(id);
}

/** Whether this tenant is served on hosts without a tenant label. */
export async function isDefaultTenant(id: string): Promise<boolean> {
  return (await tenants()).defaultTenant?.id === id;
}

/** Clears the cached list, after a tenant was added or changed. */
export function forgetTenants(): void {
  cached = undefined;
  // A read in progress may have begun before the change.
  reading = undefined;
}
