import { and, eq, notInArray } from 'drizzle-orm';
import type { Editing } from '#src/server/core/content-kind.ts';
import { banner, navItem, zone, zoneItem } from './tables.ts';

type Part<T extends { $inferInsert: object }> = Omit<T['$inferInsert'], 'enterpriseId' | 'code' | 'sort' | 'id'> & {
  id: string;
};
type Parts = {
  nav: Part<typeof navItem>[];
  banners: Part<typeof banner>[];
  zones: Part<typeof zone>[];
  items: Omit<typeof zoneItem.$inferInsert, 'enterpriseId'>[];
};

/** Stores navigation, banners and zones in the order of the lists; what is not in them is deleted. */
export async function writeParts({ db, enterpriseId }: Editing, { nav, banners, zones, items }: Parts): Promise<void> {
  const rowOf = <P extends { id: string }>(part: P, sort: number) => ({
    ...{ enterpriseId, code: `portal-${part.id}`, sort },
    ...part,
  });
  const gone = (table: typeof navItem | typeof banner | typeof zone, kept: { id: string }[]) =>
    and(
      eq(table.enterpriseId, enterpriseId),
      kept.length > 0
        ? notInArray(
            table.id,
            kept.map(({ id }) => id),
          )
        : undefined,
    );
  await db.delete(zoneItem).where(eq(zoneItem.enterpriseId, enterpriseId));
  for (const [table, kept] of [[navItem, nav] as const, [banner, banners] as const, [zone, zones] as const])
    await db.delete(table).where(gone(table, kept));
  for (const [sort, part] of nav.entries())
    await db
      .insert(navItem)
      .values(rowOf(part, sort))
      .onConflictDoUpdate({ target: [navItem.enterpriseId, navItem.id], set: { ...part, sort } });
  for (const [sort, part] of banners.entries())
    await db
      .insert(banner)
      .values(rowOf(part, sort))
      .onConflictDoUpdate({ target: [banner.enterpriseId, banner.id], set: { ...part, sort } });
  for (const [sort, part] of zones.entries())
    await db
      .insert(zone)
      .values(rowOf(part, sort))
      .onConflictDoUpdate({ target: [zone.enterpriseId, zone.id], set: { ...part, sort } });
  if (items.length > 0) await db.insert(zoneItem).values(items.map((item) => ({ enterpriseId, ...item })));
}
