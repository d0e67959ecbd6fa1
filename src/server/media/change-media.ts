import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { makePublic } from '#src/server/file/file-rows.ts';
import { allowHash, isFound, isUnused } from './page-media.ts';
import { mediaFile, mediaFolder } from './tables.ts';
import { readPlaces } from './uses.ts';

type Chosen = Pick<OperationInput<'PUT /data/auth/media/restore'>, 'ids' | 'found'>;
/** Ids that are written to the audit log with a change of many files. */
const NAMED = 100;

/** Renames a file. @throws AppError 404; 409 for an earlier revision */
export async function renameMedia(ctx: Context, { id, name, revision }: OperationInput<'PUT /data/auth/media/rename'>) {
  const { db, tenant, now } = ctx;
  const own = and(eq(mediaFile.enterpriseId, tenant.id), eq(mediaFile.fileId, id), isNull(mediaFile.deletedAt));
  const [stored] = await db.select().from(mediaFile).where(own).for('update');
  if (!stored) throw notFound();
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  await db
    .update(mediaFile)
    .set({ name, revision: revision + 1, gmtModified: now() })
    .where(own);
  await audit(db, ctx, 'media.rename', { id, before: stored.name, after: name }, { about: [id] });
  return { revision: revision + 1 };
}

/** Moves files into a folder. @throws AppError 404; 409 when a filter finds another number than the viewer saw */
export async function moveMedia(ctx: Context, { folderId, ...chosen }: OperationInput<'PUT /data/auth/media/move'>) {
  const { db, tenant, now } = ctx;
  if (folderId !== null) {
    const [found] = await db
      .select({ id: mediaFolder.id })
      .from(mediaFolder)
      .where(and(eq(mediaFolder.enterpriseId, tenant.id), eq(mediaFolder.id, folderId)))
      .for('share');
    if (!found) throw notFound();
  }
  const moved = await db
    .update(mediaFile)
    .set({ folderId, gmtModified: now() })
    .where(and(isChosen(tenant.id, chosen), isNull(mediaFile.deletedAt)))
    .returning({ id: mediaFile.fileId });
  await note(ctx, 'media.move', chosen, moved, { folderId });
  return { count: moved.length };
}

/** Makes files of the library public. @throws AppError 404 */
export async function publishMedia(ctx: Context, { ids }: OperationInput<'PUT /data/auth/media/publish'>) {
  const { db, tenant } = ctx;
  const own = and(isChosen(tenant.id, { ids }), isNull(mediaFile.deletedAt));
  if ((await db.$count(mediaFile, own)) !== new Set(ids).size) throw notFound();
  const made = await makePublic(db, tenant.id, ids);
  await audit(db, ctx, 'media.publish', { count: ids.length }, { about: ids });
  return { ids: made };
}

/** Says which of the chosen files would be deleted: those that are used nowhere. @throws AppError 404 without any */
export async function planDeletion(
  { db, tenant }: Context,
  chosen: OperationInput<'POST /data/auth/media/delete/plan'>,
) {
  const where = and(isChosen(tenant.id, chosen), isNull(mediaFile.deletedAt));
  await allowHash(db);
  const rows = await db
    .select({
      ...{ id: mediaFile.fileId, name: mediaFile.name, bytes: mediaFile.bytes },
      isUnused: sql<boolean>`${isUnused(tenant.id)}`,
    })
    .from(mediaFile)
    .where(where);
  if (rows.length === 0) throw notFound();
  const used = rows.filter((row) => !row.isUnused);
  const shown = used.slice(0, MEDIA_LIMITS.shownUsed);
  const places = await readPlaces(
    db,
    tenant.id,
    shown.map(({ id }) => id),
  );
  const unused = rows.filter((row) => row.isUnused);
  return {
    deletable: unused.length,
    bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0),
    usedCount: used.length,
    used: shown.map(({ id, name }) => ({ id, name, places: places.get(id) ?? [] })),
  };
}

/** Deletes the chosen files that are used nowhere; they are kept for a while. @throws AppError 409 when that are others than was said */
export async function deleteMedia(
  ctx: Context,
  { deletable, ...chosen }: OperationInput<'POST /data/auth/media/delete'>,
) {
  const { db, tenant, now } = ctx;
  await allowHash(db);
  const deleted = await db
    .update(mediaFile)
    .set({ deletedAt: now() })
    .where(and(isChosen(tenant.id, chosen), isNull(mediaFile.deletedAt), isUnused(tenant.id)))
    .returning({ id: mediaFile.fileId, name: mediaFile.name });
  if (deleted.length === 0) throw notFound();
  if (deleted.length !== deletable) throw new AppError(409, 'planChanged');
  await audit(
    db,
    ctx,
    'media.delete',
    { count: deleted.length, names: deleted.slice(0, 5).map(({ name }) => name) },
    { about: deleted.slice(0, NAMED).map(({ id }) => id) },
  );
  return { count: deleted.length };
}

/** Restores deleted files. @throws AppError 404 without any; 409 as `moveMedia` */
export async function restoreMedia(ctx: Context, chosen: Chosen) {
  const { db, tenant } = ctx;
  const restored = await db
    .update(mediaFile)
    .set({ deletedAt: null })
    .where(and(isChosen(tenant.id, chosen), isNotNull(mediaFile.deletedAt)))
    .returning({ id: mediaFile.fileId });
  await note(ctx, 'media.restore', chosen, restored);
  return { count: restored.length };
}

const isChosen = (enterpriseId: string, { ids, found }: Chosen): SQL =>
  found
    ? isFound(enterpriseId, found.filter)
    : and(eq(mediaFile.enterpriseId, enterpriseId), inArray(mediaFile.fileId, ids!))!;

/** @throws AppError 404 without any; 409 when a filter finds another number than the viewer saw */
async function note(
  ctx: Context,
  action: 'media.move' | 'media.restore',
  { found }: Chosen,
  changed: { id: string }[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (changed.length === 0) throw notFound();
  if (found && found.count !== changed.length) throw new AppError(409, 'planChanged');
  const about = changed.slice(0, NAMED).map(({ id }) => id);
  const more = { count: changed.length, ...detail };
  if (action === 'media.move') await audit(ctx.db, ctx, 'media.move', more, { about });
  else await audit(ctx.db, ctx, 'media.restore', more, { about });
}
