import { and, eq, isNull } from 'drizzle-orm';
import { syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { position } from './tables.ts';

/**
 * Imports the positions of a pack, before its people: a changed name renames the position of its code, with its members. A position that
 * exists without a code, because people have it, gets that of the pack.
 */
export async function importPositions(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, edits } = importing;
  const open = await db
    .select()
    .from(position)
    .where(and(eq(position.enterpriseId, enterpriseId), isNull(position.closedAt)));
  const codes = new Set(open.map(({ code }) => code));
  for (const entry of pack.positions) {
    const found = open.find(({ code, name }) => code === null && name === entry.name);
    if (!found || codes.has(entry.code)) continue;
    const { code } = entry;
    await db
      .update(position)
      .set({ code })
      .where(and(eq(position.enterpriseId, enterpriseId), eq(position.id, found.id)));
    edits.stamp('position', code, { code, name: found.name, otherName: found.otherName, sort: found.sort });
  }
  const rows = pack.positions.map(({ code, name, otherName = null, sort = 0 }) => ({ code, name, otherName, sort }));
  await syncByCode(importing, 'position', position, rows, { hidden: null });
}
