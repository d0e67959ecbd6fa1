import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { hasRight } from '#src/contract/rules/rights.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { memberFileUrl, publicFileUrl, versionUrl } from '#src/server/file/file-url.ts';
import { renditionsOf } from '#src/server/file/rendition.ts';
import { file, fileRendition, fileVersion } from '#src/server/file/tables.ts';
import { readShown } from './page-media.ts';
import { mediaCaption, mediaFile } from './tables.ts';
import { readPlaces } from './uses.ts';

/** Returns a file of the library with its places, captions and versions. @throws AppError 404 */
export async function viewMedia({ db, tenant, now }: Context, { id }: { id: string }) {
  const enterpriseId = tenant.id;
  const at = now();
  const shown = (await readShown(db, enterpriseId, [id], at)).get(id);
  if (!shown) throw notFound();
  const [row] = await db
    .select({
      version: file.version,
      sha256: file.sha256,
      poster: mediaFile.posterFileId,
      problem: fileRendition.error,
    })
    .from(mediaFile)
    .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
    .leftJoin(fileRendition, and(eq(fileRendition.enterpriseId, file.enterpriseId), eq(fileRendition.fileId, file.id)))
    .where(and(eq(mediaFile.enterpriseId, enterpriseId), eq(mediaFile.fileId, id)));
  const captionFiles = await db
    .select()
    .from(mediaCaption)
    .where(and(eq(mediaCaption.enterpriseId, enterpriseId), eq(mediaCaption.fileId, id)))
    .orderBy(asc(mediaCaption.lang));
  const versions = await db
    .select({
      ...{ version: fileVersion.version, bytes: fileVersion.fileSize, seconds: fileVersion.duration },
      replacedAt: fileVersion.replacedAt,
    })
    .from(fileVersion)
    .where(and(eq(fileVersion.enterpriseId, enterpriseId), eq(fileVersion.fileId, id)))
    .orderBy(desc(fileVersion.version))
    .limit(MAX_ITEMS.mediaVersions);
  const same = await db
    .select({ id: mediaFile.fileId, name: mediaFile.name })
    .from(file)
    .innerJoin(mediaFile, and(eq(mediaFile.enterpriseId, file.enterpriseId), eq(mediaFile.fileId, file.id)))
    .where(
      and(
        eq(file.enterpriseId, enterpriseId),
        eq(file.sha256, row!.sha256),
        ne(file.id, id),
        isNull(mediaFile.deletedAt),
      ),
    )
    .limit(MAX_ITEMS.mediaSame);
  const rendition = shown.kind === 'video' ? (await renditionsOf(db, enterpriseId, [id], at)).get(id) : undefined;
  return {
    ...shown,
    version: row!.version,
    url: versionUrl(enterpriseId, id, row!.version, at),
    hlsUrl: rendition?.hlsUrl ?? null,
    poster: publicFileUrl(row!.poster),
    conversionProblem: shown.conversion === 'failed' ? row!.problem : null,
    places: (await readPlaces(db, enterpriseId, [id])).get(id) ?? [],
    captionFiles: captionFiles.map(({ lang, captionFileId, endSecond }) => ({
      ...{ lang, endSecond },
      url: memberFileUrl(enterpriseId, captionFileId, at),
    })),
    versions,
    same,
  };
}

/** Those who manage content read who has changed a file of the library. */
export const MEDIA_HISTORY: HistoryKind = {
  requireReader: async ({ db, tenant, viewer }, id) => {
    const one = and(eq(mediaFile.enterpriseId, tenant.id), eq(mediaFile.fileId, id));
    if (!hasRight(viewer, 'content.manage') || (await db.$count(mediaFile, one)) === 0) throw notFound();
  },
};
