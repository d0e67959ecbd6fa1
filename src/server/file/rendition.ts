import { and, eq, inArray } from 'drizzle-orm';
import { fileRendition } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { renditionUrl } from './file-url.ts';
import { variantsOf } from './store.ts';

/** Names of the files of a rendition besides the segments `{height}p-{number}.ts`: of a video, and of an Office file. */
export const MASTER = 'master.m3u8';
export const THUMBNAILS = 'thumbnails.jpg';
export const POSTER = 'poster.jpg';
export const PDF = 'document.pdf';

/** Returns the store key of a file of a rendition, beside the video, so that all are deleted together. */
export const renditionKey = (storeKey: string, folder: string, name: string) =>
  `${variantsOf(storeKey)}/${folder}/${name}`;

/** Fields of a video without a rendition. */
export const NO_RENDITION = { hlsUrl: null, qualities: [], thumbnails: null };

/** Returns the signed URLs of the renditions that are ready, by the id of the file. */
export async function renditionsOf(db: TenantDb, enterpriseId: string, fileIds: string[], now: Date) {
  const rows = await db
    .select()
    .from(fileRendition)
    .where(
      and(
        eq(fileRendition.enterpriseId, enterpriseId),
        inArray(fileRendition.fileId, fileIds),
        eq(fileRendition.status, 'ready'),
      ),
    );
  return new Map(
    rows.map(({ fileId, folder, heights, thumbnails }) => {
      const url = (name: string) => renditionUrl(enterpriseId, fileId, folder!, name, now);
      const found = { hlsUrl: url(MASTER), qualities: heights };
      return [fileId, { ...found, thumbnails: thumbnails && { ...thumbnails, url: url(THUMBNAILS) } }];
    }),
  );
}

/** Returns the signed URL of the PDF that was made of an Office file; null if there is none. */
export async function pdfUrlOf(db: TenantDb, enterpriseId: string, fileId: string, now: Date): Promise<string | null> {
  const [ready] = await db
    .select({ folder: fileRendition.folder })
    .from(fileRendition)
    .where(
      and(
        eq(fileRendition.enterpriseId, enterpriseId),
        eq(fileRendition.fileId, fileId),
        eq(fileRendition.status, 'ready'),
      ),
    );
  return ready?.folder ? renditionUrl(enterpriseId, fileId, ready.folder, PDF, now) : null;
}
