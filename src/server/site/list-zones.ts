import { and, asc, eq } from 'drizzle-orm';
import { zone } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { getT } from '#src/i18n/server.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** Zones of a tenant that has configured none: newest courses, projects, lecturers. */
const DEFAULT_ZONES = [
  { code: 'newest', relationType: 2 },
  { code: 'projects', relationType: 7 },
  { code: 'lecturers', relationType: 6 },
];

/** Returns the zones of the landing page in the order of the enterprise. */
export async function listZones({ db, tenant, locale }: PublicContext) {
  const rows = await db
    .select()
    .from(zone)
    .where(eq(zone.enterpriseId, tenant.id))
    .orderBy(asc(zone.sort), asc(zone.id));
  // A tenant that has unpublished all its zones gets none, not the default ones.
  if (rows.length === 0) {
    const t = getT(locale);
    return DEFAULT_ZONES.map(({ code, relationType }) => ({
      id: null,
      code,
      title: t(`site:zones.${code}.title`),
      subtitle: t(`site:zones.${code}.hint`),
      relationType,
      categoryId: null,
    }));
  }
  return rows
    .filter(({ published }) => published)
    .slice(0, MAX_ITEMS.zones)
    .map((row) => ({
      id: row.id,
      code: row.code,
      title: localizedText(row.title, locale),
      subtitle: localizedText(row.subtitle, locale),
      relationType: row.relationType,
      categoryId: row.categoryId,
    }));
}

/**
 * Finds the published zone of a list: by its id, else the first one with this `relationType`.
 * @returns null when there is no such zone
 */
export async function findZone({ db, tenant }: PublicContext, relationType: number, zoneId: string | undefined) {
  const [found] = await db
    .select({ id: zone.id, categoryId: zone.categoryId })
    .from(zone)
    .where(
      and(
        eq(zone.enterpriseId, tenant.id),
        eq(zone.published, true),
        eq(zone.relationType, relationType),
        zoneId ? eq(zone.id, zoneId) : undefined,
      ),
    )
    .orderBy(asc(zone.sort), asc(zone.id))
    .limit(1);
  return found ?? null;
}
