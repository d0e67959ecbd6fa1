import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { code, enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, between, oneOf } from '#src/server/core/db/constraints.ts';
import { file } from '#src/server/file/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

export const questionBank = pgTable(
  'question_bank',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    /** Who may practise its questions: nobody, all members, or those who can take an exam that draws from it. */
    practice: text('practice').$type<'none' | 'members' | 'audience'>().notNull().default('none'),
    /** Counts changes of the title, the practice and the editors. */
    revision: integer('revision').notNull().default(1),
    /** It can be restored for a while with its questions, which stay as they are (decision 134). Null: it is not deleted. */
    deletedAt: moment('deleted_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    oneOf(t.practice, ['none', 'members', 'audience']),
  ],
);

/** Lecturers who may edit a bank; administrators may edit all of them (decision 055). */
export const questionBankEditor = pgTable(
  'question_bank_editor',
  {
    enterpriseId: enterpriseId(),
    bankId: uuid('bank_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.bankId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

export const QUESTION_TYPES = ['single', 'multiple', 'judge', 'blank', 'short'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
export type QuestionOption = { key: string; text: string };
/**
 * The correct answer: option keys (single, multiple), a boolean (judge), accepted texts per blank, or a reference text.
 */
export type QuestionKey = string | string[] | boolean | string[][];

/** What markers give points for in a short answer, with the points at most. */
export type Criterion = { text: string; points: number };

export type QuestionLang = 'zh' | 'en';
/** The texts of a question in one language, in Markdown. Blanks are marked `____` in the stem. */
export type QuestionText = { stem: string; options: QuestionOption[]; analysis: string | null };
export type QuestionTexts = { [lang in QuestionLang]?: QuestionText };
/**
 * The rendered texts of a question in one language. A text that contains no Markdown is left out: it is shown as it is.
 * `options` by key; `reference`: the reference text of a short answer.
 */
export type QuestionHtml = { stem?: string; options?: Record<string, string>; analysis?: string; reference?: string };
export type QuestionHtmls = { [lang in QuestionLang]?: QuestionHtml };

/** What a question is, without its texts, which are those of version `version` (decision 055). */
export const question = pgTable(
  'question',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    bankId: uuid('bank_id').notNull(),
    code: code(),
    type: text('type').$type<QuestionType>().notNull(),
    /** 1 simple, 2 general, 3 more difficult, 4 difficult. */
    difficulty: integer('difficulty').notNull().default(1),
    topic: text('topic'),
    tags: text('tags').array().notNull().default([]),
    /** Number of the current version. */
    version: integer('version').notNull().default(1),
    published: boolean('published').notNull().default(true),
    /** Its options keep their order on papers that shuffle options. */
    keepsOrder: boolean('keeps_order').notNull().default(false),
    /** Whether a paper of an attempt may contain it: its row stays when it is deleted. */
    drawn: boolean('drawn').notNull().default(false),
    /** Questions that say nearly the same, and are others all the same: somebody has said so. */
    distinctFrom: uuid('distinct_from').array().notNull().default([]),
    /** It can be restored for a while (decision 132). Null: it is not deleted. */
    deletedAt: moment('deleted_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    uniqueIndex('question_code')
      .on(t.enterpriseId, t.bankId, t.code)
      .where(sql`deleted_at is null`),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    index().on(t.enterpriseId, t.bankId, t.type),
    index('question_newest').on(t.enterpriseId, t.bankId, t.gmtModified.desc().nullsFirst(), t.code, t.id),
    index('question_deleted')
      .on(t.enterpriseId, t.deletedAt)
      .where(sql`deleted_at is not null`),
    oneOf(t.type, QUESTION_TYPES),
    between(t.difficulty, 1, 4),
    atLeast(t.version, 1),
    check('question_deleted_check', sql`${t.deletedAt} is null or not ${t.published}`),
  ],
);

/** The texts, the right answer and the marking criteria of a question at one time. Rows are added, never changed: papers name the version. */
export const questionVersion = pgTable(
  'question_version',
  {
    enterpriseId: enterpriseId(),
    questionId: uuid('question_id').notNull(),
    /** 1, 2, 3 … per question. */
    number: integer('number').notNull(),
    texts: jsonb('texts').$type<QuestionTexts>().notNull(),
    answer: jsonb('answer').$type<QuestionKey>().notNull(),
    html: jsonb('html').$type<QuestionHtmls>().notNull().default({}),
    /** For markers of a short answer; empty: it is marked as a whole. Papers scale the points to their score. */
    criteria: jsonb('criteria').$type<Criterion[]>().notNull().default([]),
    /** SHA-256 of type, texts, answer and criteria (content-hash.ts); recognises a question that is imported again. Null before decision 055. */
    contentHash: text('content_hash'),
    /** Null: imported with a content pack, or written before versions were kept. */
    authorId: uuid('author_id'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionId, t.number] }),
    foreignKey({
      columns: [t.enterpriseId, t.questionId],
      foreignColumns: [question.enterpriseId, question.id],
    }).onDelete('cascade'),
    index().on(t.enterpriseId, t.contentHash),
    memberKey(t.enterpriseId, t.authorId),
    atLeast(t.number, 1),
    check('question_version_texts_check', sql`${t.texts} ? 'zh' or ${t.texts} ? 'en'`),
  ],
);

/** A file that a version of a question shows. */
export const questionFile = pgTable(
  'question_file',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    questionId: uuid('question_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId, t.questionId] }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.questionId],
      foreignColumns: [question.enterpriseId, question.id],
    }).onDelete('cascade'),
    index().on(t.enterpriseId, t.questionId),
  ],
);

/**
 * A file that was read for an import, with the report of what it would change. Written to the bank once its user confirms
 * the report; deleted after that, or a day later.
 */
export const questionImport = pgTable(
  'question_import',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    bankId: uuid('bank_id').notNull(),
    userId: uuid('user_id').notNull(),
    fileName: text('file_name').notNull(),
    /** What was read, without the drafts: those are in parts (transfer/import-content.ts). */
    content: jsonb('content').$type<unknown>().notNull(),
    /** Not used any more, and empty: the report is made anew whenever it is looked at. */
    reportHash: text('report_hash').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({ columns: [t.enterpriseId, t.bankId], foreignColumns: [questionBank.enterpriseId, questionBank.id] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** Some of the questions that were read for an import. */
export const questionImportPart = pgTable(
  'question_import_part',
  {
    enterpriseId: enterpriseId(),
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    drafts: jsonb('drafts').$type<unknown>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.importId, t.number] }),
    foreignKey({
      columns: [t.enterpriseId, t.importId],
      foreignColumns: [questionImport.enterpriseId, questionImport.id],
    }).onDelete('cascade'),
  ],
);
