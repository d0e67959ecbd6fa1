import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { countOf, orderOf, readPage } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { memberSignature, publicFileUrl, renditionUrl } from '#src/server/file/file-url.ts';
import { POSTER } from '#src/server/file/rendition.ts';
import { file, fileRendition } from '#src/server/file/tables.ts';
import { mediaCaption, mediaFile } from './tables.ts';
import { countPlaces, placesOf } from './uses.ts';

type Input = OperationInput<'POST /data/auth/media/page'>;
export type Filter = Omit<Input, 'sort' | 'pageCurrent' | 'pageSize'>;

/** SQL condition of a filter of the library. */
export function isFound(enterpriseId: string, { keyword, kind, folderId, place, source, state }: Filter): SQL {
  const { name, fileId } = mediaFile;
  return and(
    eq(mediaFile.enterpriseId, enterpriseId),
    place === 'deleted' ? isNotNull(mediaFile.deletedAt) : isNull(mediaFile.deletedAt),
    place === 'top' ? isNull(mediaFile.folderId) : undefined,
    folderId ? eq(mediaFile.folderId, folderId) : undefined,
    kind ? eq(mediaFile.kind, kind) : undefined,
    source && (source === 'pack' ? isNotNull(mediaFile.packHash) : isNull(mediaFile.packHash)),
    keyword ? sql`strpos(lower(${name}), lower(${keyword})) > 0` : undefined,
    state === 'unused' ? isUnused(enterpriseId) : undefined,
    state === 'uncaptioned'
      ? sql`${mediaFile.kind} in ('video', 'audio') and not exists (select from ${mediaCaption} c
            where c.enterprise_id = ${mediaFile.enterpriseId} and c.file_id = ${fileId})`
      : undefined,
    state === 'converting' || state === 'failed'
      ? sql`exists (select from ${fileRendition} r where r.enterprise_id = ${mediaFile.enterpriseId} and r.file_id = ${fileId}
            and r.status = ${state === 'failed' ? 'failed' : 'pending'})`
      : undefined,
    state === 'same' ? hasSame(enterpriseId) : undefined,
  )!;
}

/**
 * SQL condition: a file is used nowhere. `not in` is never made a join, which could look at the tables that name files once for every
 * file: the ids are hashed, if they fit into memory (`allowHash`).
 */
export const isUnused = (enterpriseId: string): SQL =>
  sql`${mediaFile.fileId} not in (select p.file_id from (${placesOf(enterpriseId)}) p)`;

/** Allows the memory for the hash of `isUnused` until the end of the transaction: about a million places. */
export const allowHash = (db: TenantDb) => db.execute(sql`set local work_mem = '64MB'`);

/** SQL condition: another file of the library has the same content. */
const hasSame = (enterpriseId: string): SQL => sql`${mediaFile.fileId} in (
  select o.id from (
    select f.id, count(*) over (partition by f.sha256) as n
    from ${file} f join ${mediaFile} m on m.enterprise_id = f.enterprise_id and m.file_id = f.id and m.deleted_at is null
    where f.enterprise_id = ${enterpriseId}) o
  where o.n > 1)`;

/** Lists the files of the library, the latest first; of deleted ones that which was deleted last. */
export async function pageMedia({ db, tenant, now }: Context, input: Input) {
  const { gmtCreate, deletedAt, fileId, name, bytes } = mediaFile;
  const latest = input.place === 'deleted' ? deletedAt : gmtCreate;
  const where = isFound(tenant.id, input);
  if (input.state === 'unused') await allowHash(db);
  // Without such a filter both are found in an index; with it one look at all files answers both.
  const isScanned = Boolean(input.keyword) || input.state !== undefined;
  const totalCount = isScanned ? sql<number>`count(*) over ()::int` : countOf(mediaFile, where);
  const found = await readPage(input, ({ limit, offset }) =>
    db
      .select({ id: fileId, totalCount })
      .from(mediaFile)
      .where(where)
      .orderBy(...orderOf(input.sort, { name, bytes, gmtCreate }, [desc(latest), desc(fileId)]))
      .limit(limit)
      .offset(offset),
  );
  const ids = found.list.map(({ id }) => id);
  const shown = await readShown(db, tenant.id, ids, now());
  return { ...found, list: ids.map((id) => shown.get(id)!) };
}

/** Reads files of the library as a list shows them. */
export async function readShown(db: TenantDb, enterpriseId: string, ids: string[], now: Date) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof shownOf>>();
  const rows = await db
    .select({ media: mediaFile, file, rendition: fileRendition })
    .from(mediaFile)
    .innerJoin(file, and(eq(file.enterpriseId, mediaFile.enterpriseId), eq(file.id, mediaFile.fileId)))
    .leftJoin(
      fileRendition,
      and(eq(fileRendition.enterpriseId, mediaFile.enterpriseId), eq(fileRendition.fileId, mediaFile.fileId)),
    )
    .where(and(eq(mediaFile.enterpriseId, enterpriseId), inArray(mediaFile.fileId, ids)));
  const captions = await db
    .select({ id: mediaCaption.fileId, lang: mediaCaption.lang })
    .from(mediaCaption)
    .where(and(eq(mediaCaption.enterpriseId, enterpriseId), inArray(mediaCaption.fileId, ids)))
    .orderBy(asc(mediaCaption.lang));
  const uses = await countPlaces(db, enterpriseId, ids);
  return new Map(
    rows.map((row) => {
      const { fileId } = row.media;
      const langs = captions.filter(({ id }) => id === fileId).map(({ lang }) => lang);
      return [fileId, shownOf(row, { captions: langs, uses: uses.get(fileId) ?? 0 }, now)];
    }),
  );
}

export type Row = {
  media: typeof mediaFile.$inferSelect;
  file: typeof file.$inferSelect;
  rendition: typeof fileRendition.$inferSelect | null;
};

const CONVERSIONS = { pending: 'waiting', ready: 'ready', failed: 'failed' } as const;

function shownOf({ media, file: bytes, rendition }: Row, more: { captions: string[]; uses: number }, now: Date) {
  return {
    ...more,
    ...{ id: media.fileId, name: media.name, kind: media.kind, folderId: media.folderId, revision: media.revision },
    ...{ contentType: bytes.contentType, bytes: bytes.fileSize, width: bytes.width, height: bytes.height },
    seconds: bytes.duration,
    fromPack: media.packHash !== null,
    thumbnail: thumbnailOf({ media, file: bytes, rendition }, now),
    conversion: rendition && CONVERSIONS[rendition.status],
    deletedAt: media.deletedAt,
    gmtCreate: media.gmtCreate,
  };
}

/** A small picture of a file, or null. */
export function thumbnailOf({ media, file: bytes, rendition }: Row, now: Date): string | null {
  const { enterpriseId, fileId, posterFileId } = media;
  if (posterFileId) return `${publicFileUrl(posterFileId)}/320.webp`;
  if (media.kind === 'picture') {
    const { expires, signature } = memberSignature(enterpriseId, fileId, now);
    // The version keeps the browser from showing the picture that was replaced.
    return `/media/${fileId}/320.webp?n=${bytes.version}&expires=${expires}&signature=${signature}`;
  }
  return rendition?.folder && rendition.thumbnails?.hasPoster
    ? renditionUrl(enterpriseId, fileId, rendition.folder, POSTER, now)
    : null;
}
