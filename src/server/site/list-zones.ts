import { and, asc, eq } from 'drizzle-orm';
import { zone } from '#src/server/core/db/schema/site.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { getT } from '#src/i18n/server.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';

/** Shown by a tenant that never set up any zone: newest courses, projects, lecturers. */
const STANDARD = [
  { code: 'newest', relationType: 2 },
  { code: 'projects', relationType: 7 },
  { code: 'lecturers', relationType: 6 },
];

/** Bands of the landing page in the order of the enterprise (spec section 7, `zone/info/list`). */
export async function listZones({ db, tenant, locale }: PublicContext) {
  const rows = await db
    .select()
    .from(zone)
    .where(eq(zone.enterpriseId, tenant.id))
    .orderBy(asc(zone.sort), asc(zone.id));
  // One that took all of its zones down wants none, and gets no standard ones.
  if (rows.length === 0) {
    const t = getT(locale);
    return STANDARD.map(({ code, relationType }) => ({
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
 * The zone a list is asked for: by its id, else the first of its kind.
 * @returns null when there is none of this kind and none was named
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
