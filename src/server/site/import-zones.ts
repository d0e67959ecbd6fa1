import { and, asc, eq } from 'drizzle-orm';
import { zone, zoneItem } from '#src/server/site/tables.ts';
import { differs, localizedText, syncByCode, type Importing } from '#src/server/pack/importing.ts';

type Ids = ReadonlyMap<string, string>;

/**
 * Imports the zones of the landing page with their selected items. Without zones in the pack the existing ones are
 * kept.
 */
export async function importZones(
  importing: Importing,
  ids: { categories: Ids; courses: Ids; lecturers: Ids; projects: Ids },
): Promise<void> {
  const { zones } = importing.pack.site;
  if (!zones || importing.edits.isTakenOver('site', importing.pack.site.key)) return;
  const written = await syncByCode(
    importing,
    'zone',
    zone,
    zones.map(({ code, title, subtitle, relationType, category }, sort) => ({
      code,
      title: localizedText(importing, title),
      subtitle: localizedText(importing, subtitle),
      relationType,
      categoryId: category ? ids.categories.get(category)! : null,
      sort,
    })),
  );
  for (const { code, courses = [], lecturers = [], projects = [] } of zones) {
    await writeItems(importing, code, written.get(code)!, [
      ...courses.map((each) => ids.courses.get(each)!),
      ...lecturers.map((each) => ids.lecturers.get(each)!),
      ...projects.map((each) => ids.projects.get(each)!),
    ]);
  }
}

/**
 * Writes the items of a zone; all are replaced if anything has changed, because they contain only ids and their order.
 */
async function writeItems(
  { db, enterpriseId, tally }: Importing,
  code: string,
  zoneId: string,
  subjectIds: string[],
): Promise<void> {
  const ofZone = and(eq(zoneItem.enterpriseId, enterpriseId), eq(zoneItem.zoneId, zoneId));
  const stored = await db.select().from(zoneItem).where(ofZone).orderBy(asc(zoneItem.sort));
  const before = stored.map(({ subjectId }) => subjectId);
  if (!differs({ before }, { before: subjectIds })) return;
  await db.delete(zoneItem).where(ofZone);
  const rows = subjectIds.map((subjectId, sort) => ({ enterpriseId, zoneId, subjectId, sort }));
  if (rows.length > 0) await db.insert(zoneItem).values(rows);
  tally.add('zone items', before.length > 0 ? 'updated' : 'created', code);
}
