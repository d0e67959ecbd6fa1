import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtCreate, id } from './columns.ts';
import { atLeast, oneOf } from './constraints.ts';

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
  ],
);
