import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Importing } from '#src/server/pack/importing.ts';
import { department } from './tables.ts';

/**
 * Imports the departments of a pack (docs/content-packs.md): their code, name in the other language, order and head. Departments that the
 * pack names only as those of people exist without that. A head that is no longer in the pack is removed, one of the portal stays.
 * @param people account ids by phone of the file
 */
export async function importDepartments(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, tally, codes, before } = importing;
  const withHead = pack.departments.filter(({ head }) => head !== undefined).map((entry) => entry.department);
  codes.departmentHead = withHead;
  for (const entry of pack.departments) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select portal.department_of_path(${enterpriseId}, ${entry.department}) as id`,
    );
    const own = and(eq(department.enterpriseId, enterpriseId), eq(department.id, rows[0]!.id));
    const [stored] = await db.select().from(department).where(own);
    const wanted = {
      ...(entry.head !== undefined && { headId: people.get(entry.head)! }),
      ...(entry.code !== undefined && { code: entry.code }),
      ...(entry.otherName !== undefined && { otherName: entry.otherName }),
      ...(entry.sort !== undefined && { sort: entry.sort }),
    };
    const isSame = Object.entries(wanted).every(([name, value]) => stored![name as keyof typeof wanted] === value);
    tally.add(
      'department',
      isSame ? 'unchanged' : stored!.headId || stored!.code ? 'updated' : 'created',
      entry.department,
    );
    if (!isSame) await db.update(department).set(wanted).where(own);
  }
  for (const path of before.departmentHead ?? []) {
    if (withHead.includes(path)) continue;
    const own = and(eq(department.enterpriseId, enterpriseId), eq(department.path, path), isNull(department.closedAt));
    await db.update(department).set({ headId: null }).where(own);
    tally.add('department', 'updated', path);
  }
}
