import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import { and, eq } from 'drizzle-orm';
import { EVIDENCE_TYPES } from '#src/contract/rules/evaluation.ts';
import { evidenceUpload } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { insertFiles } from '#src/server/file/file-rows.ts';
import { joinedParts } from '#src/server/file/receive-parts.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import { deleteUpload } from './delete-upload.ts';
import type { Upload } from './find-upload.ts';

/**
 * Joins the parts of a complete upload to one file, visible to members with a signed URL. The file is stored before its row:
 * a file without a row is harmless, a row without its file is not.
 * @param before offset that is stored, so that of two simultaneous last parts one counts
 * @throws AppError 409 `uploadOffset` for the other one; 415 for content that is not accepted, which deletes the upload
 */
export async function storeEvidence(
  ctx: RequestContext & { viewer: Viewer },
  upload: Upload,
  before: number,
): Promise<Upload> {
  const { enterpriseId, id } = upload;
  const fileId = randomUUID();
  const storeKey = `${enterpriseId}/evidence/${fileId}`;
  const own = and(eq(evidenceUpload.enterpriseId, enterpriseId), eq(evidenceUpload.id, id));
  let done: Upload;
  try {
    const type = await fileTypeFromStream(Readable.toWeb(joinedParts(upload.parts)));
    if (!type || !EVIDENCE_TYPES.includes(type.mime)) {
      await deleteUpload(enterpriseId, upload);
      throw new AppError(415, 'evidenceType');
    }
    const hash = createHash('sha256');
    const content = joinedParts(upload.parts, (chunk) => hash.update(chunk));
    await (await fileStore()).putStream(storeKey, content, { contentType: type.mime, contentLength: upload.fileSize });
    // Once: the transaction may be repeated.
    const sha256 = hash.digest('hex');
    done = await withTenant(enterpriseId, async (db) => {
      const [current] = await db.select().from(evidenceUpload).where(own).for('update');
      if (!isAt(current, before)) throw new AppError(409, 'uploadOffset');
      await insertFiles(db, [
        {
          enterpriseId,
          id: fileId,
          storeKey,
          sha256,
          fileName: nameOf(upload, type.ext),
          contentType: type.mime,
          fileSize: upload.fileSize,
          visibility: 'member',
          uploadedBy: upload.userId,
          gmtCreate: ctx.now(),
        },
      ]);
      const [stored] = await db
        .update(evidenceUpload)
        .set({ received: upload.fileSize, parts: [], fileId })
        .where(own)
        .returning();
      return stored!;
    });
  } catch (error) {
    await deleteStored(storeKey);
    if (error instanceof AppError) throw error;
    // The parts could not be read, because the other one of two simultaneous last parts has been joined meanwhile?
    const [current] = await withTenant(enterpriseId, (db) => db.select().from(evidenceUpload).where(own));
    throw isAt(current, before) ? error : new AppError(409, 'uploadOffset');
  }
  for (const key of upload.parts) await deleteStored(key);
  return done;
}

/** Whether nothing has been appended to an upload since its offset was read. */
const isAt = (upload: Upload | undefined, offset: number) => upload?.received === offset && upload.fileId === null;

/** A name with the extension of the content; with the id, because a name and content exist once per tenant. */
function nameOf({ id, fileName }: Upload, ext: string): string {
  const given = extname(fileName);
  return `${given ? fileName.slice(0, -given.length) : fileName}-${id.slice(-8)}.${ext}`;
}
