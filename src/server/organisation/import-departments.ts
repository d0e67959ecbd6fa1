import { and, eq, isNull, sql } from 'drizzle-orm';
import { differs, type Importing } from '#src/server/pack/importing.ts';
import { department } from './tables.ts';
import type { DepartmentEntry } from '#src/server/pack/pack-organisation.ts';
import { conflictLine } from '#src/server/pack/portal-edits.ts';

type Stored = typeof department.$inferSelect;

/** What a department is that no import has written. */
const PLAIN = { code: null, otherName: null, sort: 0, headId: null };

/**
 * Puts the departments of a pack that have a code where the pack has them, before its people are imported: a path that has changed in the pack
 * renames or moves the department. One that was renamed or moved in the portal stays there, and what the pack says of its path is
 * said of the new one.
 * @returns the pack with the paths of the portal
 */
export async function placeDepartments(importing: Importing): Promise<Importing> {
  const moved = new Map<string, string>();
  // From the top, so that those above are where they should be.
  const entries = importing.pack.departments.filter(({ code }) => code !== undefined);
  for (const entry of entries.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const path = movedPath(moved, entry.department);
    const stays = await placeDepartment(importing, { ...entry, department: path });
    if (stays !== path) moved.set(entry.department, stays);
  }
  return moved.size === 0 ? importing : { ...importing, pack: withPaths(importing.pack, moved) };
}

const depthOf = ({ department: path }: DepartmentEntry) => path.split('/').length;

/** @returns the path that the department has now */
async function placeDepartment(importing: Importing, { code, department: path }: DepartmentEntry): Promise<string> {
  const { db, enterpriseId, edits, tally, now } = importing;
  const place = 'department place';
  const ofEnterprise = eq(department.enterpriseId, enterpriseId);
  const [stored] = await db
    .select()
    .from(department)
    .where(and(ofEnterprise, eq(department.code, code!)));
  // A closed one stays closed, and people are in another one with its path.
  if (!stored || stored.closedAt) {
    const id = await openDepartment(importing, path);
    if (!stored)
      await db
        .update(department)
        .set({ code: code! })
        .where(and(ofEnterprise, eq(department.id, id), isNull(department.code)));
    edits.stamp(place, code!, { path });
    return path;
  }
  if (stored.path === path) {
    edits.stamp(place, code!, { path });
    return path;
  }
  const [taken] = await db
    .select({ id: department.id })
    .from(department)
    .where(and(ofEnterprise, eq(department.path, path), isNull(department.closedAt)));
  if (taken || edits.stateOf(place, code!, { path: stored.path }) !== 'imported') {
    const line = conflictLine({ kind: 'department', name: code! }, { path: stored.path }, { path });
    edits.keep(place, code!, line);
    tally.add('department', 'kept', code!);
    return stored.path;
  }
  const names = path.split('/');
  const parentId = names.length > 1 ? await openDepartment(importing, names.slice(0, -1).join('/')) : null;
  await db
    .update(department)
    .set({ parentId, name: names.at(-1)!, revision: stored.revision + 1, gmtModified: now })
    .where(and(ofEnterprise, eq(department.id, stored.id)));
  await db.execute(sql`select portal.set_department_paths(${enterpriseId}, ${stored.id})`);
  edits.stamp(place, code!, { path });
  tally.add('department', 'updated', path);
  return path;
}

/** Returns the id of the open department with a path; it is created if it is missing. */
async function openDepartment({ db, enterpriseId }: Importing, path: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select portal.department_of_path(${enterpriseId}, ${path}) as id`,
  );
  return rows[0]!.id;
}

/** The path of a department in the portal, by the longest part of its path that is somewhere else there. */
function movedPath(moved: ReadonlyMap<string, string>, path: string): string {
  const names = path.split('/');
  for (let length = names.length; length > 0; length -= 1) {
    const there = moved.get(names.slice(0, length).join('/'));
    if (there !== undefined) return [there, ...names.slice(length)].join('/');
  }
  return path;
}

function withPaths(pack: Importing['pack'], moved: ReadonlyMap<string, string>): Importing['pack'] {
  const at = <Entry extends { department?: string | undefined }>(entry: Entry): Entry =>
    entry.department === undefined ? entry : { ...entry, department: movedPath(moved, entry.department) };
  const all = (paths: string[]) => paths.map((path) => movedPath(moved, path));
  return {
    ...pack,
    people: pack.people.map(at),
    departments: pack.departments.map(at),
    exams: pack.exams.map((entry) => ({ ...entry, departments: all(entry.departments) })),
    tasks: pack.tasks.map((entry) =>
      entry.assignees !== 'all' && 'departments' in entry.assignees
        ? { ...entry, assignees: { departments: all(entry.assignees.departments) } }
        : entry,
    ),
    requirements: pack.requirements.map((entry) => ({
      ...entry,
      audience: entry.audience === 'all' ? entry.audience : entry.audience.map(at),
      except: entry.except.map(at),
    })),
  };
}

/**
 * Imports what a pack says of departments besides their paths (docs/content-packs.md): code, name in the other language, order and head.
 * Departments that the pack names only as those of people exist without that. A head that is no longer in the pack is removed, one of the
 * portal stays.
 * @param people account ids by phone of the file
 */
export async function importDepartments(importing: Importing, people: ReadonlyMap<string, string>): Promise<void> {
  const { db, enterpriseId, pack, tally, codes, before, edits, now } = importing;
  const withHead = pack.departments.filter(({ head }) => head !== undefined).map((entry) => entry.department);
  codes.departmentHead = withHead;
  for (const entry of pack.departments) {
    const own = and(
      eq(department.enterpriseId, enterpriseId),
      eq(department.id, await openDepartment(importing, entry.department)),
    );
    const [stored] = await db.select().from(department).where(own);
    const wanted: Partial<Stored> = {
      ...(entry.head !== undefined && { headId: people.get(entry.head)! }),
      ...(entry.code !== undefined && { code: entry.code }),
      ...(entry.otherName !== undefined && { otherName: entry.otherName }),
      ...(entry.sort !== undefined && { sort: entry.sort }),
    };
    const name = entry.department;
    const key = entry.code ?? name;
    const plain = Object.fromEntries(
      Object.keys(wanted).map((column) => [column, column === 'code' ? stored!.code : PLAIN[column as 'sort']]),
    );
    if (!differs(stored!, wanted)) tally.add('department', 'unchanged', name);
    else if (edits.stateOf('department', key, stored!, plain) === 'edited') {
      tally.add('department', 'kept', name);
      edits.keep('department', key, conflictLine({ kind: 'department', name }, stored!, wanted));
      continue;
    } else {
      tally.add('department', differs(stored!, plain) ? 'updated' : 'created', name);
      await db
        .update(department)
        .set({ ...wanted, gmtModified: now })
        .where(own);
    }
    edits.stamp('department', key, wanted);
  }
  for (const path of before.departmentHead ?? []) {
    if (withHead.includes(path)) continue;
    const own = and(eq(department.enterpriseId, enterpriseId), eq(department.path, path), isNull(department.closedAt));
    await db.update(department).set({ headId: null }).where(own);
    tally.add('department', 'updated', path);
  }
}
