import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { MEDIA_KINDS, type MediaKind, type UploadState } from '#src/contract/rules/media.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, matches, oneOf } from '#src/server/core/db/constraints.ts';
import { file } from '#src/server/file/tables.ts';

/** A folder of the media library. */
export const mediaFolder = pgTable(
  'media_folder',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Null: at the top. */
    parentId: uuid('parent_id'),
    name: text('name').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.parentId], foreignColumns: [t.enterpriseId, t.id] }),
    unique('media_folder_name').on(t.enterpriseId, t.parentId, t.name).nullsNotDistinct(),
  ],
);

/** A file of the media library. */
export const mediaFile = pgTable(
  'media_file',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** Null: at the top. */
    folderId: uuid('folder_id'),
    name: text('name').notNull(),
    kind: text('kind').$type<MediaKind>().notNull(),
    /** As `file.file_size`, here because the list is ordered by it, and the quota is their sum. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Hash of the bytes that came from a content pack; null: uploaded. With it an import finds a file that was replaced since. */
    packHash: text('pack_hash'),
    /** Picture that stands for a video or audio; a public file. */
    posterFileId: uuid('poster_file_id'),
    revision: integer('revision').notNull().default(1),
    /** Deleted files are kept for a while and can be restored. */
    deletedAt: moment('deleted_at'),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    foreignKey({ columns: [t.enterpriseId, t.folderId], foreignColumns: [mediaFolder.enterpriseId, mediaFolder.id] }),
    foreignKey({ columns: [t.enterpriseId, t.posterFileId], foreignColumns: [file.enterpriseId, file.id] }),
    index('media_file_listed')
      .on(t.enterpriseId, t.gmtCreate, t.fileId)
      .where(sql`deleted_at is null`),
    // The largest first, and by name.
    index('media_file_sizes')
      .on(t.enterpriseId, t.bytes.desc().nullsLast(), t.gmtCreate.desc().nullsFirst(), t.fileId.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('media_file_names')
      .on(t.enterpriseId, t.name, t.gmtCreate.desc().nullsFirst(), t.fileId.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // With `deleted_at`, files of folders are counted without reading them.
    index('media_file_of_folder').on(t.enterpriseId, t.folderId, t.deletedAt, t.gmtCreate, t.fileId),
    index('media_file_deleted')
      .on(t.enterpriseId, t.deletedAt)
      .where(sql`deleted_at is not null`),
    oneOf(t.kind, [...MEDIA_KINDS]),
    atLeast(t.bytes, 0),
    atLeast(t.revision, 1),
  ],
);

/** Captions of a video or audio of the library (WebVTT), one file per language. */
export const mediaCaption = pgTable(
  'media_caption',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** Language tag, like `zh` or `pt-BR`. */
    lang: text('lang').notNull(),
    captionFileId: uuid('caption_file_id').notNull(),
    /** Where the last one ends, seconds. */
    endSecond: integer('end_second').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId, t.lang] }),
    foreignKey({
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [mediaFile.enterpriseId, mediaFile.fileId],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.enterpriseId, t.captionFileId], foreignColumns: [file.enterpriseId, file.id] }),
    matches(t.lang, '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
    atLeast(t.endSecond, 0),
  ],
);

/** What was found out about the bytes of an upload, once they are stored as a whole. */
export type StoredBytes = {
  storeKey: string;
  sha256: string;
  contentType: string;
  fileSize: number;
  duration: number | null;
  width: number | null;
  height: number | null;
};

/** A file that is uploaded in parts (tus 1.0). */
export const mediaUpload = pgTable(
  'media_upload',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    folderId: uuid('folder_id'),
    fileName: text('file_name').notNull(),
    /** Bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    /** What the browser knows the file by: with it an upload goes on after a reload, also in another browser. */
    fingerprint: text('fingerprint').notNull(),
    /** The file whose bytes it is to replace. */
    replacesId: uuid('replaces_id'),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Keys of the received parts in the file store, in order; empty once they are joined. */
    parts: text('parts')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** `ready`: it waits for the decision to replace a file. */
    state: text('state').$type<UploadState>().notNull().default('receiving'),
    /** Key of `media.json` that says why it was refused, or does not go on. */
    problem: text('problem'),
    /** Key in the file store to which the parts are being joined, and when the process that does it said so last. */
    joinKey: text('join_key'),
    busyAt: moment('busy_at'),
    /** Of a replacement that is ready. */
    stored: jsonb('stored').$type<StoredBytes>(),
    /** The file of the library that it has become. */
    fileId: uuid('file_id'),
    /** Another file of the library with the same bytes. */
    sameAsId: uuid('same_as_id'),
    /** When it is deleted: with its bytes unless it has become a file. */
    expiresAt: moment('expires_at').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.folderId], foreignColumns: [mediaFolder.enterpriseId, mediaFolder.id] }),
    index().on(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.expiresAt),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.state, ['receiving', 'checking', 'ready', 'done', 'refused']),
    atLeast(t.fileSize, 1),
    check('media_upload_received_check', sql`${t.received} between 0 and ${t.fileSize}`),
  ],
);
