import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { encodePicture } from '#src/server/file/encode-picture.ts';
import { deleteFileRows, insertFiles } from '#src/server/file/file-rows.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import { lockTimed } from './captions.ts';
import { mediaFile } from './tables.ts';

type Ctx = RequestContext & { viewer: Viewer };
const LIMIT = { limit: 300, seconds: 3600 };

/**
 * Sets the picture that stands for a video or audio. It is public, as covers are.
 * @throws AppError 404; 409 for other files; 413, 415 or 422 at field `file`; 429
 */
export async function uploadPoster(
  ctx: Ctx,
  { id, file: sent }: OperationInput<'POST /data/auth/media/poster/upload'>,
) {
  const { tenant, viewer, now } = ctx;
  await takeTry(`poster:${viewer.userId}`, LIMIT);
  const { bytes, width, height, contentType } = await encodePicture(Buffer.from(await sent.arrayBuffer()), 'text');
  const posterFileId = randomUUID();
  const storeKey = `${tenant.id}/media/${posterFileId}`;
  await (await fileStore()).put(storeKey, bytes, { contentType, contentLength: bytes.length });
  const keys = await withTenant(tenant.id, async (db) => {
    await insertFiles(db, [
      {
        ...{
          enterpriseId: tenant.id,
          id: posterFileId,
          storeKey,
          fileName: `poster-${posterFileId}.webp`,
          contentType,
        },
        ...{ sha256: createHash('sha256').update(bytes).digest('hex'), fileSize: bytes.length, visibility: 'public' },
        ...{ width, height, uploadedBy: viewer.userId, gmtCreate: now() },
      },
    ]);
    return setPoster(ctx, db, id, posterFileId);
  });
  for (const key of keys) await deleteStored(key);
  return { url: publicFileUrl(posterFileId) };
}

/** Removes the picture that stands for a video or audio. @throws AppError 404 */
export async function deletePoster(ctx: Ctx, { id }: { id: string }) {
  const keys = await withTenant(ctx.tenant.id, (db) => setPoster(ctx, db, id, null));
  if (keys.length === 0) throw notFound();
  for (const key of keys) await deleteStored(key);
  return null;
}

/** @returns the key of the former picture in the file store, to be deleted after the commit */
async function setPoster(ctx: Ctx, db: TenantDb, id: string, posterFileId: string | null): Promise<string[]> {
  const enterpriseId = ctx.tenant.id;
  const own = and(eq(mediaFile.enterpriseId, enterpriseId), eq(mediaFile.fileId, id));
  const name = await lockTimed(db, enterpriseId, id);
  const [before] = await db.select({ id: mediaFile.posterFileId }).from(mediaFile).where(own);
  await db.update(mediaFile).set({ posterFileId, gmtModified: ctx.now() }).where(own);
  await audit(db, ctx, 'media.poster', { id, name, isSet: posterFileId !== null }, { about: [id] });
  return before?.id ? deleteFileRows(db, enterpriseId, [before.id]) : [];
}
