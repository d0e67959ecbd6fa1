import {
  foreignKey,
  index,
  integer,
  bigint,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { enterpriseId, id, moment, gmtCreate } from '#src/server/core/db/columns.ts';
import { oneOf, atLeast } from '#src/server/core/db/constraints.ts';

/** A file. The bytes are in the file store under `storeKey`; identical bytes are stored once per tenant. */
export const file = pgTable(
  'file',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    storeKey: text('store_key').notNull(),
    sha256: text('sha256').notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    /** Bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    /**
     * `public`: every visitor of the tenant; `member`: only with a short-lived signed URL; `private`: only with such a URL
     * in a session of `uploadedBy`.
     */
    visibility: text('visibility').$type<'public' | 'member' | 'private'>().notNull(),
    /** Seconds, for video and audio. */
    duration: integer('duration'),
    /** Pixels, for images. */
    width: integer('width'),
    height: integer('height'),
    /** Grows with every replacement of the bytes; addresses of media name it, so that who watches goes on with the former bytes. */
    version: integer('version').notNull().default(1),
    /** Not always a member: the logo of a new enterprise is uploaded at the host of another enterprise. */
    uploadedBy: uuid('uploaded_by'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.sha256, t.visibility, t.fileName),
    atLeast(t.fileSize, 0),
    oneOf(t.visibility, ['public', 'member', 'private']),
    atLeast(t.duration, 0),
    atLeast(t.width, 1),
    atLeast(t.height, 1),
    atLeast(t.version, 1),
  ],
);

/** Bytes of a file before they were replaced, with their rendition. */
export const fileVersion = pgTable(
  'file_version',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    version: integer('version').notNull(),
    storeKey: text('store_key').notNull(),
    sha256: text('sha256').notNull(),
    contentType: text('content_type').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    duration: integer('duration'),
    width: integer('width'),
    height: integer('height'),
    /** Columns of its rendition, if it was ready. */
    rendition: jsonb('rendition').$type<{ folder: string; heights: number[]; thumbnails: Thumbnails | null }>(),
    /** When it was replaced. */
    replacedAt: moment('replaced_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId, t.version] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }).onDelete(
      'cascade',
    ),
    index().on(t.enterpriseId, t.replacedAt),
    atLeast(t.version, 1),
    atLeast(t.fileSize, 0),
  ],
);

/** Pictures of a video for its seek bar: `count` tiles in rows of `columns`, one every `interval` seconds. */
export type Thumbnails = {
  interval: number;
  count: number;
  columns: number;
  width: number;
  height: number;
  hasPoster?: boolean;
};

/** The HLS rendition of a video, made by a job: playlists, segments and thumbnails in a folder of the file store. */
export const fileRendition = pgTable(
  'file_rendition',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    status: text('status').$type<'pending' | 'ready' | 'failed'>().notNull().default('pending'),
    /** Started conversions; a video that fails repeatedly is left as it is. */
    attempts: integer('attempts').notNull().default(0),
    /** Name of the folder beside the file, when ready. */
    folder: text('folder'),
    /** Heights of the qualities in pixels, highest first. */
    heights: jsonb('heights').$type<number[]>().notNull().default([]),
    thumbnails: jsonb('thumbnails').$type<Thumbnails>(),
    /** Why the last conversion failed. */
    error: text('error'),
    /** When the job was sent last. */
    sentAt: moment('sent_at').notNull().defaultNow(),
    readyAt: moment('ready_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    oneOf(t.status, ['pending', 'ready', 'failed']),
    atLeast(t.attempts, 0),
  ],
);
