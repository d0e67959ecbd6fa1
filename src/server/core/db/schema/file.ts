import { bigint, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, gmtCreate, id } from './columns.ts';
import { atLeast, oneOf } from './constraints.ts';

/** A stored file. The bytes are in the file store under `storeKey`; the same bytes are kept once per tenant. */
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
     * `public`: anyone of the tenant's visitors; `member`: a short-lived signed URL only; `private`: such a URL in the
     * session of `uploadedBy` only.
     */
    visibility: text('visibility').$type<'public' | 'member' | 'private'>().notNull(),
    /** Seconds, of video and audio. */
    duration: integer('duration'),
    /** Pixels, of pictures. */
    width: integer('width'),
    height: integer('height'),
    /** Not always a member: the logo of a new enterprise is uploaded at the host of another one. */
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
