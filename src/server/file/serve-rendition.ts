import { and, eq, sql } from 'drizzle-orm';
import { file, fileRendition, fileVersion } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { signedRendition } from './file-url.ts';
import { renditionKey } from './rendition.ts';
import { missing, send } from './serve-file.ts';
import { fileStore } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Names of the files of a rendition: no separators, so a name cannot leave the folder. */
const NAME = /^(?:master\.m3u8|\d{2,4}p\.m3u8|\d{2,4}p-\d{5}\.ts|thumbnails\.jpg|poster\.jpg|document\.pdf)$/;
const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
};

/**
 * `GET /media/{id}/hls/{expires}.{signature}.{folder}/{name}`: serves a file of the HLS rendition of a video, or the PDF of an
 * Office file. One signature is valid
 * for all files of the rendition, and is part of the path, so that the relative addresses in its playlists contain it.
 * Unknown names, foreign and unsigned files all return 404.
 */
export async function serveRendition(
  request: Request,
  { tenant, now }: Pick<RequestContext, 'tenant' | 'now'>,
  { id, key, name }: { id: string; key: string; name: string },
): Promise<Response> {
  if (!UUID.test(id) || !NAME.test(name)) return missing();
  const folder = signedRendition(tenant.id, id, key, now());
  if (!folder) return missing();
  // Of the file as it is, or of a version that was replaced while somebody plays it.
  const [found] = await withTenant(tenant.id, (db) =>
    db
      .select({
        file,
        storeKey: sql<string>`case when ${fileRendition.fileId} is null then ${fileVersion.storeKey} else ${file.storeKey} end`,
      })
      .from(file)
      .leftJoin(
        fileRendition,
        and(
          eq(fileRendition.enterpriseId, file.enterpriseId),
          eq(fileRendition.fileId, file.id),
          eq(fileRendition.status, 'ready'),
          eq(fileRendition.folder, folder),
        ),
      )
      .leftJoin(
        fileVersion,
        and(
          eq(fileVersion.enterpriseId, file.enterpriseId),
          eq(fileVersion.fileId, file.id),
          sql`${fileVersion.rendition} ->> 'folder' = ${folder}`,
        ),
      )
      .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, id)))
      .limit(1),
  );
  if (!found?.storeKey) return missing();
  const storeKey = renditionKey(found.storeKey, folder, name);
  const fileSize = await (await fileStore()).getMetaData(storeKey).then(
    ({ contentLength }) => contentLength,
    () => null,
  );
  if (fileSize === null) return missing();
  const contentType = TYPES[name.split('.').at(-1)!]!;
  return send(
    request,
    // The folder is new for every conversion: it identifies the bytes.
    { ...found.file, storeKey, fileSize, contentType, fileName: name, sha256: `${folder.slice(0, 16)}-${name}` },
    'member',
  );
}
