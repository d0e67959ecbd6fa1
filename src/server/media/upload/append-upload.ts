import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { receiveParts } from '#src/server/file/receive-parts.ts';
import { deletePlain, fileStore } from '#src/server/file/store.ts';
import { mediaUpload } from '../tables.ts';
import { expiryFrom } from './create-upload.ts';
import { findUpload, isUpload, type Upload } from './find-upload.ts';

type Ctx = RequestContext & { viewer: Viewer };

/** Bytes of a part: 4 GB are 512 of them. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Appends the bytes of a request to an upload. What has arrived when a line breaks, or the portal is killed, is kept up to the last whole
 * part. A job looks at the upload that becomes complete (finish-upload.ts).
 * @returns the upload with its new offset
 * @throws AppError 404; 409 `uploadOffset` when `offset` is not the end of what has been received; 413 for more bytes than announced
 */
export async function appendUpload(
  ctx: Ctx,
  { id, offset }: { id: string; offset: number },
  reader: ReadableStreamDefaultReader<Uint8Array> | null,
): Promise<Upload> {
  const key = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, id };
  let upload = await withTenant(key.enterpriseId, (db) => findUpload(db, key, ctx.now()));
  if (upload.received !== offset) throw new AppError(409, 'uploadOffset');
  await receiveParts(
    reader,
    upload.fileSize - offset,
    async (part) => {
      upload = await addPart(ctx, upload, part);
    },
    PART_BYTES,
  );
  return upload;
}

/** Stores a part and moves the offset, in this order: an offset is acknowledged only for stored bytes. */
async function addPart(ctx: Ctx, upload: Upload, part: Buffer): Promise<Upload> {
  const { enterpriseId, id } = upload;
  const storeKey = `${enterpriseId}/uploads/${id}/${upload.received}-${randomUUID()}`;
  await (await fileStore()).put(storeKey, part, { contentLength: part.length });
  const received = upload.received + part.length;
  const isComplete = received === upload.fileSize;
  try {
    return await withTenant(enterpriseId, async (db) => {
      const [moved] = await db
        .update(mediaUpload)
        .set({
          ...{ received, expiresAt: expiryFrom(ctx.now()), state: isComplete ? 'checking' : 'receiving' },
          parts: sql`array_append(${mediaUpload.parts}, ${storeKey})`,
        })
        // Nobody else has appended since it was read.
        .where(and(isUpload(upload), eq(mediaUpload.received, upload.received), eq(mediaUpload.state, 'receiving')))
        .returning();
      if (!moved) throw new AppError(409, 'uploadOffset');
      if (isComplete) await sendJob(db, 'finish-upload', { enterpriseId, id });
      return moved;
    });
  } catch (error) {
    await deletePlain([storeKey]);
    throw error;
  }
}
