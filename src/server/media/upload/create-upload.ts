import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { folderOfPath } from '../folders.ts';
import { largestFile, quota, usedBytes } from '../quota.ts';
import { mediaFile, mediaUpload } from '../tables.ts';
import { type Upload } from './find-upload.ts';

/** New uploads of one user: a folder with thousands of files is dropped at once. */
const LIMIT = { limit: 10_000, seconds: 3600 };

/** When an upload expires that received bytes now. */
export const expiryFrom = (now: Date) => new Date(now.getTime() + MEDIA_LIMITS.uploadDays * 86_400_000);

export type NewUpload = {
  fileName: string;
  /** Bytes. */
  fileSize: number;
  fingerprint: string;
  folderId: string | null;
  /** Folders below that one, `Courses/2026`; they are added if they are missing. */
  path: string;
  replacesId: string | null;
};

/**
 * Begins an upload into the media library, or goes on with the one of the same file that the user has begun, also in another tab.
 * @throws AppError 404 for a folder or file that is not there; 409 over the quota; 413; 422; 429
 */
export async function createUpload(
  ctx: RequestContext & { viewer: Viewer },
  { fileName, fileSize, fingerprint, folderId, path, replacesId }: NewUpload,
): Promise<Upload> {
  const { tenant, viewer } = ctx;
  if (fileSize < 1) throw new AppError(422, 'mediaEmpty');
  if (fileName === '' || fingerprint === '') throw new AppError(422, 'invalid');
  if (fileSize > largestFile())
    throw new AppError(413, 'mediaTooLarge', { params: { gigabytes: largestFile() / 1024 ** 3 } });
  await takeTry(`new-media:${viewer.userId}`, LIMIT);
  return withTenant(tenant.id, async (db) => {
    const now = ctx.now();
    // One at a time in an enterprise: of two that fit by themselves, both could be over the quota.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`media quota ${tenant.id}`}, 0))`);
    if (replacesId !== null) {
      const replaced = and(
        eq(mediaFile.enterpriseId, tenant.id),
        eq(mediaFile.fileId, replacesId),
        isNull(mediaFile.deletedAt),
      );
      if ((await db.$count(mediaFile, replaced)) === 0) throw notFound();
    }
    const [begun] = await db
      .select()
      .from(mediaUpload)
      .where(
        and(
          eq(mediaUpload.enterpriseId, tenant.id),
          eq(mediaUpload.userId, viewer.userId),
          eq(mediaUpload.fingerprint, fingerprint),
          eq(mediaUpload.fileSize, fileSize),
          eq(mediaUpload.state, 'receiving'),
          gt(mediaUpload.expiresAt, now),
          replacesId === null ? isNull(mediaUpload.replacesId) : eq(mediaUpload.replacesId, replacesId),
        ),
      )
      .limit(1);
    if (begun) return begun;
    if ((await usedBytes(db, tenant.id)) + fileSize > quota()) throw new AppError(409, 'mediaQuota');
    const into = await folderOfPath({ ...ctx, db }, folderId, path);
    const [created] = await db
      .insert(mediaUpload)
      .values({
        ...{ enterpriseId: tenant.id, userId: viewer.userId, folderId: into, fileName, fileSize, fingerprint },
        ...{ replacesId, expiresAt: expiryFrom(now), gmtCreate: now },
      })
      .returning();
    return created!;
  });
}
