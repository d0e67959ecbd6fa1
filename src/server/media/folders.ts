import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { mediaFile, mediaFolder } from './tables.ts';

type Folder = typeof mediaFolder.$inferSelect;

/** Lists the folders of the library by name, and numbers in names by their value: "Part 2" before "Part 10". */
export async function listFolders({ db, tenant, locale }: Context) {
  const count = sql<number>`(select count(*)::int from ${mediaFile} m where m.enterprise_id = ${mediaFolder.enterpriseId}
    and m.folder_id = ${mediaFolder.id} and m.deleted_at is null)`;
  const { id, parentId, name } = mediaFolder;
  const folders = await db
    .select({ id, parentId, name, count })
    .from(mediaFolder)
    .where(eq(mediaFolder.enterpriseId, tenant.id))
    .orderBy(asc(name), asc(id))
    .limit(MAX_ITEMS.mediaFolders);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return { folders: folders.sort((a, b) => compare(a.name, b.name)) };
}

/**
 * Adds a folder, renames it, or moves it.
 * @throws AppError 404; 409 for too many, or when it is not what was shown; 422 at field `name` for one that is there already, at `parentId` for
 *   a place below itself or too far down
 */
export async function saveFolder(
  ctx: Context,
  { id, parentId, name, was }: OperationInput<'POST /data/auth/media/folder/save'>,
) {
  const { db, tenant, now } = ctx;
  const folders = await lockFolders(db, tenant.id);
  if (parentId !== null && !folders.has(parentId)) throw notFound();
  const above = lineOf(folders, parentId);
  if (id !== undefined) {
    const before = folders.get(id);
    if (!before) throw notFound();
    if (was?.name !== before.name || was.parentId !== before.parentId) throw new AppError(409, 'revisionChanged');
    if (above.includes(id)) throw fieldError('parentId', 'field.invalid');
    if (above.length + depthBelow(folders, id) > MEDIA_LIMITS.depth) throw fieldError('parentId', 'field.mediaDepth');
    await rejectTaken(() => db.update(mediaFolder).set({ parentId, name }).where(own(tenant.id, id)));
    const detail = { id, before: { parentId: before.parentId, name: before.name }, after: { parentId, name } };
    await audit(db, ctx, 'mediaFolder.change', detail);
    return { id };
  }
  if (folders.size >= MAX_ITEMS.mediaFolders)
    throw new AppError(409, 'tooManyMediaFolders', { params: { limit: MAX_ITEMS.mediaFolders } });
  if (above.length >= MEDIA_LIMITS.depth) throw fieldError('parentId', 'field.mediaDepth');
  const [added] = await rejectTaken(() =>
    db
      .insert(mediaFolder)
      .values({ enterpriseId: tenant.id, parentId, name, gmtCreate: now() })
      .returning({ id: mediaFolder.id }),
  );
  await audit(db, ctx, 'mediaFolder.add', { id: added!.id, name });
  return added!;
}

/** Deletes an empty folder; deleted files that were in it are restored at the top. @throws AppError 404; 409 for one that has something */
export async function deleteFolder(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const folders = await lockFolders(db, tenant.id);
  const found = folders.get(id);
  if (!found) throw notFound();
  const inIt = and(eq(mediaFile.enterpriseId, tenant.id), eq(mediaFile.folderId, id));
  const hasFolders = [...folders.values()].some(({ parentId }) => parentId === id);
  if (hasFolders || (await db.$count(mediaFile, and(inIt, isNull(mediaFile.deletedAt)))) > 0)
    throw new AppError(409, 'mediaFolderNotEmpty');
  await db.update(mediaFile).set({ folderId: null }).where(inIt);
  await rejectInUse(() => db.delete(mediaFolder).where(own(tenant.id, id)));
  await audit(db, ctx, 'mediaFolder.delete', { id, name: found.name });
  return null;
}

/**
 * Returns the folder with a path below another one; what is missing is added, for folders that are dropped.
 * @param path names from the top, `Courses/2026`; empty: the folder itself
 * @throws AppError 404; 409 for too many; 422
 */
export async function folderOfPath(ctx: Context, parentId: string | null, path: string): Promise<string | null> {
  const { db, tenant } = ctx;
  const names = path
    .split('/')
    .map((name) =>
      name
        .replace(/[\p{Cc}\\]/gu, '')
        .trim()
        .slice(0, MEDIA_LIMITS.folderName),
    )
    .filter((name) => name !== '' && name !== '.' && name !== '..');
  const folders = await lockFolders(db, tenant.id);
  if (parentId !== null && !folders.has(parentId)) throw notFound();
  let current = parentId;
  for (const name of names) {
    const found = [...folders.values()].find((each) => each.parentId === current && each.name === name);
    if (found) current = found.id;
    else {
      const { id } = await saveFolder(ctx, { parentId: current, name });
      folders.set(id, { enterpriseId: tenant.id, id, parentId: current, name, gmtCreate: ctx.now() });
      current = id;
    }
  }
  return current;
}

/** All folders of an enterprise, which nobody else changes until the end of the transaction: moves must not make a circle. */
async function lockFolders(db: TenantDb, enterpriseId: string): Promise<Map<string, Folder>> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`media folders ${enterpriseId}`}, 0))`);
  const rows = await db.select().from(mediaFolder).where(eq(mediaFolder.enterpriseId, enterpriseId));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of a folder and those above it, from the top. */
function lineOf(folders: ReadonlyMap<string, Folder>, id: string | null): string[] {
  const line: string[] = [];
  for (let at = id; at !== null; at = folders.get(at)!.parentId) line.unshift(at);
  return line;
}

/** Levels of a folder with those below it, at least 1. */
function depthBelow(folders: ReadonlyMap<string, Folder>, id: string): number {
  const below = [...folders.values()].filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...below.map((each) => depthBelow(folders, each.id)));
}

const own = (enterpriseId: string, id: string) =>
  and(eq(mediaFolder.enterpriseId, enterpriseId), eq(mediaFolder.id, id));

const fieldError = (field: string, key: string) => new AppError(422, 'invalid', { fields: [{ field, key }] });

async function rejectTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseErrorOf(error)?.constraint === 'media_folder_name') throw fieldError('name', 'field.mediaFolderTaken');
    throw error;
  }
}

/** An upload that is not complete leads into the folder. */
async function rejectInUse<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseErrorOf(error)?.code === '23503') throw new AppError(409, 'mediaFolderNotEmpty');
    throw error;
  }
}
