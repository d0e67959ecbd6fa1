import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { LAYOUT_LIMITS } from '#src/contract/rules/certificate-layout.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { encodePrint, type PrintPicture } from '#src/server/file/encode-picture.ts';
import { deleteFileRows, insertFileOnce } from '#src/server/file/file-rows.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import { certificatePicture, certificateTemplatePicture } from '#src/server/record/tables/template.ts';

/** Limit of uploads of one user. */
const LIMIT = { limit: 60, seconds: 3600 };
/** A picture that no template has is deleted after a day: its draft may not be stored yet. */
const UNUSED_MS = 86_400_000;

/**
 * Stores an uploaded picture for templates of certificates. Pictures that no template has had for a day are deleted first.
 * @throws AppError 413 for too many bytes, of the file or of all pictures, 415 for another type, 422 for a broken picture, each at field `file`; 429 after too many
 */
export async function uploadPicture(ctx: RequestContext & { viewer: Viewer }, { file: sent }: { file: File }) {
  await takeTry(`certificatePicture:${ctx.viewer.userId}`, LIMIT);
  const { tenant } = ctx;
  const now = ctx.now();
  const picture = await preparePicture(Buffer.from(await sent.arrayBuffer()));
  const unused = await withTenant(tenant.id, (db) => deleteUnused(db, tenant.id, now));
  await Promise.all(unused.map(deleteStored));
  const id = await withTenant(tenant.id, (db) => storePicture(db, tenant.id, picture, now));
  const { width, height, bytes, contentType } = picture;
  return { id, url: memberFileUrl(tenant.id, id, now), width, height, fileSize: bytes.length, contentType };
}

/** Re-encodes a picture as templates hold it. @throws AppError as `encodePrint` */
export const preparePicture = (sent: Buffer): Promise<PrintPicture> =>
  encodePrint(sent, { opaque: LAYOUT_LIMITS.opaquePixels, transparent: LAYOUT_LIMITS.transparentPixels });

/**
 * Stores a picture for templates; the same bytes are stored once.
 * @returns the id of its file
 * @throws AppError 413 at `file` if all pictures would be too large
 */
export async function storePicture(
  db: TenantDb,
  enterpriseId: string,
  { bytes, width, height, contentType }: PrintPicture,
  now: Date,
): Promise<string> {
  // Before the bytes are stored: they would stay without a row.
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(file_size), 0)::float8 as bytes from ${certificatePicture} where enterprise_id = ${enterpriseId}`);
  if (rows[0]!.bytes + bytes.length > LAYOUT_LIMITS.pictureBytes)
    throw new AppError(413, 'certificatePictures', {
      params: { megabytes: LAYOUT_LIMITS.pictureBytes / 1024 / 1024 },
      fields: [{ field: 'file', key: 'certificatePictures' }],
    });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const storeKey = `${enterpriseId}/certificates/${randomUUID()}`;
  await (await fileStore()).put(storeKey, bytes, { contentType, contentLength: bytes.length });
  const { id, isNew } = await insertFileOnce(db, {
    ...{ enterpriseId, storeKey, sha256, contentType, width, height, fileSize: bytes.length },
    ...{ fileName: 'certificate-picture', visibility: 'member', gmtCreate: now },
  });
  if (!isNew) await deleteStored(storeKey);
  await db
    .insert(certificatePicture)
    .values({ enterpriseId, fileId: id, fileSize: bytes.length, gmtCreate: now })
    .onConflictDoUpdate({
      target: [certificatePicture.enterpriseId, certificatePicture.fileId],
      set: { gmtCreate: now },
    });
  return id;
}

/** Deletes pictures that no template has. @returns their keys in the file store, to be deleted after the commit */
async function deleteUnused(db: TenantDb, enterpriseId: string, now: Date): Promise<string[]> {
  const { fileId, gmtCreate } = certificatePicture;
  const unused = await db
    .select({ fileId })
    .from(certificatePicture)
    .where(
      and(
        eq(certificatePicture.enterpriseId, enterpriseId),
        lt(gmtCreate, new Date(now.getTime() - UNUSED_MS)),
        notExists(
          db
            .select()
            .from(certificateTemplatePicture)
            .where(
              and(
                eq(certificateTemplatePicture.enterpriseId, certificatePicture.enterpriseId),
                eq(certificateTemplatePicture.fileId, fileId),
              ),
            ),
        ),
      ),
    )
    // One that a draft takes up now stays.
    .for('update', { skipLocked: true });
  const ids = unused.map((each) => each.fileId);
  if (ids.length === 0) return [];
  await db
    .delete(certificatePicture)
    .where(and(eq(certificatePicture.enterpriseId, enterpriseId), inArray(fileId, ids)));
  return deleteFileRows(db, enterpriseId, ids);
}
