import { createHash, randomUUID } from 'node:crypto';
import type { OperationInput } from '#src/contract/calls.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { file } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { encodePicture } from './encode-picture.ts';
import { publicFileUrl } from './file-url.ts';
import { uploadName } from './own-upload.ts';
import { fileStore } from './store.ts';

/** Limit of uploads of one user. */
const LIMIT = { limit: 40, seconds: 3600 };

/**
 * Stores an uploaded picture as a public file of this tenant. The file is stored before its row: a file without a row
 * is harmless, a row without its file is not.
 * @throws AppError 413, 415 or 422 at field `file`, 429 after too many
 */
export async function uploadPicture(
  ctx: RequestContext & { viewer: Viewer },
  { file: sent, use }: OperationInput<'POST /system/auth/upload/pic'>,
) {
  await takeTry(`upload:${ctx.viewer.userId}`, LIMIT);
  const { bytes, width, height, contentType } = await encodePicture(Buffer.from(await sent.arrayBuffer()), use);
  const id = randomUUID();
  const storeKey = `${ctx.tenant.id}/uploads/${id}`;
  await (await fileStore()).put(storeKey, bytes, { contentType, contentLength: bytes.length });
  await withTenant(ctx.tenant.id, (db) =>
    db.insert(file).values({
      enterpriseId: ctx.tenant.id,
      id,
      storeKey,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      fileName: uploadName(use, id),
      contentType,
      fileSize: bytes.length,
      visibility: 'public',
      width,
      height,
      uploadedBy: ctx.viewer.userId,
      gmtCreate: ctx.now(),
    }),
  );
  return { id, url: publicFileUrl(id), width, height, fileSize: bytes.length, contentType };
}
