import { check, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { enterpriseId, gmtCreate } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { file } from '#src/server/file/tables.ts';

/** What the server found out about a document of the study room when it was first opened. */
export const document = pgTable(
  'document',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** Pages, slides, sheets or sections; null if it cannot be shown. */
    pageCount: integer('page_count'),
    /** Why it cannot be shown. */
    problem: text('problem').$type<
      'broken' | 'tooLarge' | 'tooSlow' | 'password' | 'oldFormat' | 'unsupported' | 'unsafe'
    >(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }).onDelete(
      'cascade',
    ),
    atLeast(t.pageCount, 1),
    oneOf(t.problem, ['broken', 'tooLarge', 'tooSlow', 'password', 'oldFormat', 'unsupported', 'unsafe']),
    check('document_result_check', sql`num_nonnulls(${t.pageCount}, ${t.problem}) = 1`),
  ],
);

/** A page of a document that the server converted: sanitised HTML with its pictures in it. PDFs have none. */
export const documentPage = pgTable(
  'document_page',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    title: text('title'),
    html: text('html').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId, t.number] }),
    foreignKey({
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [document.enterpriseId, document.fileId],
    }).onDelete('cascade'),
    atLeast(t.number, 1),
  ],
);
