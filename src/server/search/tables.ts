import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customType } from 'drizzle-orm/pg-core';
import { enterpriseId, moment } from '#src/server/core/db/columns.ts';
import { between, oneOf } from '#src/server/core/db/constraints.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * One row per searchable object (docs/specification.md, section "Search"). `terms` contains weighted bigrams of Chinese
 * and stems of English, and the tenant as a term, so that one index restricts by text and by tenant.
 */
export const searchDocument = pgTable(
  'search_document',
  {
    enterpriseId: enterpriseId(),
    /** Type of the object: `course`, `project`, `lecturer`, `announcement`, `article`, `resource`, `exam`, `blog`, `question`. */
    subjectType: text('subject_type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** For a resource: its course. */
    parentId: uuid('parent_id'),
    /** Search type, 1–8. */
    type: integer('type').notNull(),
    /** `public`: every visitor; `member`: members of the enterprise. */
    visibility: text('visibility').$type<'public' | 'member'>().notNull(),
    title: text('title').notNull(),
    /** Plain text. */
    body: text('body').notNull(),
    terms: tsvector('terms').notNull(),
    /** Of two equal hits the newer one comes first; rows with a later date than now are not found yet. */
    gmtModified: moment('gmt_modified').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.subjectType, t.subjectId] }),
    index('search_document_terms').using('gin', t.terms),
    oneOf(t.subjectType, [
      'course',
      'project',
      'lecturer',
      'announcement',
      'article',
      'resource',
      'exam',
      'blog',
      'question',
    ]),
    between(t.type, 1, 8),
    oneOf(t.visibility, ['public', 'member']),
  ],
);

/** Queue of changed rows that must be indexed again; written by triggers, so that every change is covered. */
export const searchDirty = pgTable(
  'search_dirty',
  {
    enterpriseId: enterpriseId(),
    subjectType: text('subject_type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    gmtModified: moment('gmt_modified').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.subjectType, t.subjectId] }),
    oneOf(t.subjectType, [
      'course',
      'project',
      'lecturer',
      'announcement',
      'article',
      'resource',
      'exam',
      'blog',
      'question',
      'category',
    ]),
  ],
);
