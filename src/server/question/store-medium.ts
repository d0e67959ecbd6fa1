import { createHash } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import { PICTURE_BYTES } from '#src/contract/rules/picture.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { file } from '#src/server/file/tables.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { insertFileOnce } from '#src/server/file/file-rows.ts';
import { encodePicture } from '#src/server/file/encode-picture.ts';
import { fileStore } from '#src/server/file/store.ts';

type Ctx = Pick<RequestContext, 'tenant' | 'now'> & { viewer: Viewer };
type Stored = { id: string; kind: 'picture' | 'sound' };

/** Content types of sound by what the content is found to be. */
const SOUNDS: Record<string, string> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/wav': 'audio/wav',
};
/** Limit of uploads of one user. */
const LIMIT = { limit: 120, seconds: 3600 };

/**
 * Stores a picture or sound for texts of questions as a file for members; the same bytes are stored once. The type is found
 * from the content; pictures are re-encoded.
 * @throws AppError 413, 415 or 422 at field `file`
 */
export async function storeMedium({ tenant, viewer, now }: Ctx, sent: Buffer): Promise<Stored> {
  const sound = SOUNDS[(await fileTypeFromBuffer(sent))?.mime ?? ''];
  if (sound && sent.length > PICTURE_BYTES)
    throw new AppError(413, 'uploadTooLarge', {
      params: { megabytes: PICTURE_BYTES / 1024 / 1024 },
      fields: [{ field: 'file', key: 'uploadTooLarge' }],
    });
  const medium = sound
    ? { bytes: sent, width: null, height: null, contentType: sound }
    : await encodePicture(sent, 'text');
  const kind = sound ? 'sound' : 'picture';
  const sha256 = createHash('sha256').update(medium.bytes).digest('hex');
  const fileName = `question-${kind}`;
  const storeKey = `${tenant.id}/questions/${sha256}`;
  await (
    await fileStore()
  ).put(storeKey, medium.bytes, { contentType: medium.contentType, contentLength: medium.bytes.length });
  return withTenant(tenant.id, async (db) => {
    const { id } = await insertFileOnce(db, {
      ...{ enterpriseId: tenant.id, storeKey, sha256, fileName, visibility: 'member' },
      ...{ contentType: medium.contentType, fileSize: medium.bytes.length },
      ...{ width: medium.width, height: medium.height, uploadedBy: viewer.userId, gmtCreate: now() },
    });
    return { id, kind };
  });
}

/** Kinds of files that texts of questions show. */
const SHOWN = /^(?:image|audio)\//;

/**
 * Finds a file of the tenant with exactly these bytes, such as one that was exported: to encode its picture again would make it
 * another file.
 * @param name of the file, which names it as exported
 */
export async function findMedium(db: TenantDb, enterpriseId: string, bytes: Uint8Array, name: string) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const found = await db
    .select({ id: file.id, contentType: file.contentType })
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), eq(file.sha256, sha256), ne(file.visibility, 'private')))
    .orderBy(file.id);
  const shown = found.filter(({ contentType }) => SHOWN.test(contentType)).map(({ id }) => id);
  return shown.find((id) => name.includes(id)) ?? shown[0];
}

/** Stores an uploaded picture or sound. @throws AppError 413, 415, 422 at field `file`; 429 after too many */
export async function uploadMedium(
  ctx: RequestContext & { viewer: Viewer },
  { file: sent }: { file: File },
): Promise<Stored> {
  await takeTry(`question-upload:${ctx.viewer.userId}`, LIMIT);
  return storeMedium(ctx, Buffer.from(await sent.arrayBuffer()));
}
