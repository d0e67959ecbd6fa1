import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customType } from 'drizzle-orm/pg-core';
import { enterpriseId, moment } from './columns.ts';
import { between, oneOf } from './constraints.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * One row for everything that can be found (design section 5). `terms` are bigrams of Chinese and stems of English with
 * weights, and the tenant itself as a term, so that one index answers both questions.
 */
export const searchDocument = pgTable(
  'search_document',
  {
    enterpriseId: enterpriseId(),
    /** What kind of thing: `course`, `project`, `lecturer`, `announcement`, `article`, `resource`, `exam`. */
    subjectType: text('subject_type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Of a resource: its course. */
    parentId: uuid('parent_id'),
    /** Search type of spec section 2, 1–8. */
    type: integer('type').notNull(),
    /** `public`: every visitor; `member`: who is signed in to the enterprise. */
    visibility: text('visibility').$type<'public' | 'member'>().notNull(),
    title: text('title').notNull(),
    /** Plain text. */
    body: text('body').notNull(),
    terms: tsvector('terms').notNull(),
    /** The newer of two equal hits comes first; what is dated later than now is not found yet. */
    gmtModified: moment('gmt_modified').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.subjectType, t.subjectId] }),
    index('search_document_terms').using('gin', t.terms),
    oneOf(t.subjectType, ['course', 'project', 'lecturer', 'announcement', 'article', 'resource', 'exam']),
    between(t.type, 1, 8),
    oneOf(t.visibility, ['public', 'member']),
  ],
);

/** Rows that changed and wait to be indexed again: written by triggers, so that no writer can forget it. */
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
    oneOf(t.subjectType, ['course', 'project', 'lecturer', 'announcement', 'article', 'resource', 'exam', 'category']),
  ],
);
