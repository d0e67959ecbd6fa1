import { and, eq } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { fileStore, variantsOf } from '#src/server/file/store.ts';
import type { LiveSession } from './tables.ts';

/** Name of the picture of a recording in its address and in the store. */
export const POSTER = 'poster.jpg';

/** Returns the store key of the poster of a recording, beside the recording, so that both are deleted together. */
export const posterKey = (recordingKey: string) => `${variantsOf(recordingKey)}/${POSTER}`;

/** Returns the store key of the poster of a class; null without a recording, or if it was made without `ffmpeg`. */
export async function findPoster(
  db: TenantDb,
  { enterpriseId, recordingFileId }: Pick<LiveSession, 'enterpriseId' | 'recordingFileId'>,
): Promise<string | null> {
  if (!recordingFileId) return null;
  const [recording] = await db
    .select({ storeKey: file.storeKey })
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), eq(file.id, recordingFileId)));
  if (!recording) return null;
  const key = posterKey(recording.storeKey);
  return (await (await fileStore()).exists(key)) ? key : null;
}
