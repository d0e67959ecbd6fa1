import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { evidenceUpload } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { receiveParts } from '#src/server/file/receive-parts.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import { expiryFrom } from './create-upload.ts';
import { findUpload, type Upload } from './find-upload.ts';
import { storeEvidence } from './store-evidence.ts';

type Ctx = RequestContext & { viewer: Viewer };

/**
 * Appends the bytes of a request to an upload. What has arrived when a line breaks is kept. The upload that becomes complete
 * is checked by its content and stored as a file.
 * @returns the upload with its new offset
 * @throws AppError 404; 409 `uploadOffset` when `offset` is not the end of what has been received; 413 for more bytes than
 *   announced; 415 for content of a type that is not accepted, which deletes the upload
 */
export async function appendUpload(
  ctx: Ctx,
  { id, offset }: { id: string; offset: number },
  reader: ReadableStreamDefaultReader<Uint8Array> | null,
): Promise<Upload> {
  const enterpriseId = ctx.tenant.id;
  let upload = await withTenant(enterpriseId, (db) =>
    findUpload(db, { enterpriseId, userId: ctx.viewer.userId, id }, ctx.now()),
  );
  if (upload.received !== offset) throw new AppError(409, 'uploadOffset');
  await receiveParts(reader, upload.fileSize - offset, async (part) => {
    upload = await addPart(ctx, upload, part);
  });
  return upload;
}

/** Stores a part and moves the offset, in this order: an offset is acknowledged only for stored bytes. */
async function addPart(ctx: Ctx, upload: Upload, part: Buffer): Promise<Upload> {
  const storeKey = `${upload.enterpriseId}/evidence/${upload.id}/${upload.received}-${randomUUID()}`;
  await (await fileStore()).put(storeKey, part, { contentLength: part.length });
  const received = upload.received + part.length;
  const parts = [...upload.parts, storeKey];
  try {
    if (received === upload.fileSize) return await storeEvidence(ctx, { ...upload, received, parts }, upload.received);
    const now = ctx.now();
    const [moved] = await withTenant(upload.enterpriseId, (db) =>
      db
        .update(evidenceUpload)
        .set({ received, parts: sql`array_append(${evidenceUpload.parts}, ${storeKey})`, expiresAt: expiryFrom(now) })
        .where(isUnmoved(upload))
        .returning(),
    );
    if (!moved) throw new AppError(409, 'uploadOffset');
    return moved;
  } catch (error) {
    await deleteStored(storeKey);
    throw error;
  }
}

/** SQL condition: nobody else has appended to the upload since it was read. */
const isUnmoved = ({ enterpriseId, id, received }: Upload) =>
  and(
    eq(evidenceUpload.enterpriseId, enterpriseId),
    eq(evidenceUpload.id, id),
    eq(evidenceUpload.received, received),
    isNull(evidenceUpload.fileId),
  );
