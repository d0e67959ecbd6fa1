import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ExportInput } from '#src/contract/export.ts';
import { enterpriseId, gmtCreate, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { file } from '#src/server/file/tables.ts';

/** An export that a user requested. Only this user may download the file. */
export const exportRecord = pgTable(
  'export_record',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    /** What is exported, e.g. `credits` (`ExportType`). */
    exportType: text('export_type').notNull(),
    /** The filter of the request. */
    input: jsonb('input').$type<ExportInput>().notNull().default({}),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    fileName: text('file_name').notNull(),
    /** Bytes; null until the file exists. */
    fileSize: bigint('file_size', { mode: 'number' }),
    fileId: uuid('file_id'),
    /** 1 in progress, 2 ready, 3 failed. */
    exportStatus: integer('export_status').notNull().default(1),
    gmtCreate: gmtCreate(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    index().on(t.enterpriseId, t.userId, t.gmtCreate, t.id),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.locale, ['zh', 'en']),
    atLeast(t.fileSize, 0),
    between(t.exportStatus, 1, 3),
  ],
);
