import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id, Instant, page, paged, saveOf, SeenRevision, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { Criteria, QuestionType } from './exam-parts.ts';

/** Maximum size of a file of questions. */
const QUESTION_FILE_BYTES = 20 * 1024 * 1024;

const Language = z.enum(['zh', 'en'], { error: 'field.invalid' });
const line = (max: number) =>
  z.string().trim().min(1, { error: 'field.required' }).max(max, { error: 'field.tooLong' });
const Topic = line(200).nullable();
const Tag = line(50);
const Tags = z.array(Tag).max(MAX_ITEMS.questionTags, { error: 'field.tooMany' });
const Difficulty = whole(1, 4);
const Code = z
  .string()
  .trim()
  .max(64, { error: 'field.tooLong' })
  .regex(/^[^\s/\\]+$/, { error: 'field.invalid' });
/** In Markdown. */
const Text = z.string().max(20_000, { error: 'field.tooLong' });
const Option = z.object({
  key: z
    .string()
    .max(1)
    .regex(/^[A-Z]$/, { error: 'field.invalid' }),
  text: Text,
});
const QuestionText = z.object({
  /** Blanks are marked `____`. */
  stem: Text,
  options: z.array(Option).max(MAX_ITEMS.bankOptions, { error: 'field.tooMany' }),
  analysis: Text.nullable(),
});
const Texts = z.object({ zh: QuestionText.optional(), en: QuestionText.optional() });
/** Option key(s), boolean, accepted texts per blank, or the reference text. */
const Key = z.union([
  z.boolean(),
  Text,
  z.array(z.string().max(500)).max(MAX_ITEMS.bankOptions),
  z.array(z.array(z.string().max(500)).max(50)).max(20),
]);
const Content = z.object({
  type: QuestionType,
  texts: Texts,
  answer: Key,
  /** Only of a short answer. Default: as they are, none for a new question. */
  criteria: Criteria.optional(),
});

/** Rendered texts of one language; texts without Markdown are missing. */
const Html = z.object({
  stem: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
  analysis: z.string().optional(),
  reference: z.string().optional(),
});
const Htmls = z.object({ zh: Html.optional(), en: Html.optional() });

/** Who may practise the questions of a bank. */
const Practice = z.enum(['none', 'members', 'audience'], { error: 'field.invalid' });

const Editor = z.object({ userId: Id, userName: z.string() });
const Bank = z.object({
  id: Id,
  code: z.string(),
  title: z.string(),
  practice: Practice,
  questionCount: z.number(),
  /** Questions that papers can be drawn from. */
  publishedCount: z.number(),
  /** Exams that draw from the bank. */
  examCount: z.number(),
  editors: z.array(Editor).max(MAX_ITEMS.bankEditors),
  revision: z.number(),
  deletedAt: Instant.nullable(),
  gmtModified: Instant,
});

const Filter = z.object({
  bankId: Id,
  keyword: z.string().trim().max(100).optional(),
  type: QuestionType.optional(),
  difficulty: Difficulty.optional(),
  topic: z.string().max(200).optional(),
  tag: z.string().max(50).optional(),
  published: z.boolean().optional(),
  /** Those that were deleted and can be restored, instead of the others. */
  deleted: z.boolean().optional(),
});

const Item = z.object({
  id: Id,
  code: z.string(),
  type: QuestionType,
  difficulty: z.number(),
  topic: z.string().nullable(),
  tags: z.array(z.string()).max(MAX_ITEMS.questionTags),
  /** Options keep their order on papers that shuffle options. */
  keepsOrder: z.boolean(),
  version: z.number(),
  published: z.boolean(),
  /** When it was deleted; null otherwise. */
  deletedAt: Instant.nullable(),
  /** Papers of attempts may contain it. */
  drawn: z.boolean(),
  langs: z.array(Language).max(2),
  /** The stem in the language of the viewer if there is one; with `stemHtml` when it contains Markdown. */
  stem: z.string(),
  stemHtml: z.string().optional(),
  gmtModified: Instant,
});

const Version = z.object({
  number: z.number(),
  texts: Texts,
  answer: Key,
  criteria: Criteria,
  html: Htmls,
  authorName: z.string().nullable(),
  gmtCreate: Instant,
});

const Ids = z.array(Id).min(1, { error: 'field.required' }).max(MAX_ITEMS.bulkQuestions, { error: 'field.tooMany' });
/**
 * Which questions: by their ids, or all that a filter finds, with their number as the user saw it. When it is another one by
 * then, nothing is changed.
 */
const which = {
  ids: Ids.optional(),
  found: z.object({ filter: Filter, count: whole(1, MAX_ITEMS.bulkFound) }).optional(),
};
/** What to do with several questions. */
const Bulk = z
  .discriminatedUnion('action', [
    /** `restore`: deleted ones, which are withdrawn then. */
    z.object({ action: z.enum(['publish', 'withdraw', 'delete', 'restore']), ...which }),
    z.object({ action: z.literal('topic'), ...which, topic: Topic }),
    z.object({ action: z.enum(['tag', 'untag']), ...which, tag: Tag }),
    z.object({ action: z.literal('difficulty'), ...which, difficulty: Difficulty }),
    /** To another bank that the viewer may edit. */
    z.object({ action: z.literal('move'), ...which, bankId: Id }),
  ])
  .refine(({ ids, found }) => Boolean(ids) !== Boolean(found), { path: ['ids'], error: 'field.required' });

const ReportRow = z.object({
  /** `loss`: imported, but changed on the way; `similar`: another question of the bank has the same code or stem. */
  kind: z.enum(['similar', 'add', 'change', 'unchanged', 'skip', 'loss']),
  /** Where it is in the file. */
  place: z.string(),
  stem: z.string().nullable(),
  reason: z.string().nullable(),
  /** Names a similar question in the confirmation. */
  step: z.number().nullable(),
  /** The stored question that is changed, or may be. */
  old: z.object({ code: z.string(), stem: z.string() }).nullable(),
});
const Report = z.object({
  id: Id,
  bankId: Id,
  bankTitle: z.string(),
  fileName: z.string(),
  counts: z.object({
    similar: z.number(),
    add: z.number(),
    change: z.number(),
    unchanged: z.number(),
    skip: z.number(),
    loss: z.number(),
  }),
  /** To be sent with the confirmation, which fails when the bank has changed since. */
  reportHash: z.string(),
  rows: page(ReportRow),
});

const Format = z.enum(['gift', 'qti', 'moodle', 'xlsx'], { error: 'field.invalid' });
const DownloadFile = z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() });
const File = z.file({ error: 'field.fileRequired' }).meta({ type: 'string', format: 'binary' });

/** One of two similar questions. */
const Side = Item.pick({ id: true, code: true, type: true, version: true, published: true, drawn: true }).extend({
  texts: Texts,
  answer: Key,
  /** Fixed papers with it. */
  paperCount: z.number(),
});

/** What a row of the grid may have: less than a question, so that many fit into a request. */
const cell = (max: number) => z.string().max(max, { error: 'field.tooLong' });
const Cells = z.object({
  type: cell(50),
  stem: cell(20_000),
  options: z.array(cell(5_000)).max(MAX_ITEMS.bankOptions, { error: 'field.tooMany' }),
  answer: cell(10_000),
  analysis: cell(20_000),
  difficulty: cell(50),
  topic: cell(200),
});
const GridRow = z.object({ id: Id, version: z.number(), lang: Language, cells: Cells });

export const question = define({
  'POST /exam/auth/question/bank/page': {
    summary: 'List the question banks that the viewer may edit',
    auth: 'exams.manage',
    input: paged(20).extend({
      keyword: z.string().trim().max(100).optional(),
      /** Those that were deleted and can be restored, instead of the others. */
      deleted: z.boolean().optional(),
      sort: sorted('title', 'gmtModified'),
    }),
    data: page(Bank),
  },
  'GET /exam/auth/question/bank/view': {
    summary: 'Get a question bank with the topics and tags of its questions',
    auth: 'exams.manage',
    input: ById,
    data: Bank.extend({
      topics: z.array(z.string()).max(MAX_ITEMS.bankTopics),
      tags: z.array(z.string()).max(MAX_ITEMS.bankTopics),
    }),
  },
  'POST /exam/auth/question/bank/save': {
    summary:
      'Create a question bank, or change its title and who may practise it; only administrators say who else may edit it',
    auth: 'exams.manage',
    input: saveOf(
      z.object({
        id: Id.optional(),
        revision: SeenRevision,
        title: line(100),
        /** Default: as it is, nobody for a new bank. */
        practice: Practice.optional(),
        editorIds: z.array(Id).max(MAX_ITEMS.bankEditors, { error: 'field.tooMany' }).optional(),
      }),
    ),
    data: z.object({ id: Id }),
  },
  'GET /exam/auth/question/bank/uses': {
    summary: 'Say what depends on a question bank, before it is deleted',
    auth: 'exams.manage',
    input: ById,
    data: z.object({
      questions: z.number(),
      /** Exams that take questions of it, also deleted ones that can be restored: it cannot be deleted then. Some of them by title. */
      exams: z.number(),
      examTitles: z.array(z.string()).max(MAX_ITEMS.bankExamTitles),
      /** Questions that papers of attempts contain, which keep them. */
      drawn: z.number(),
      /** Members who have practised its questions. */
      practised: z.number(),
    }),
  },
  'PUT /exam/auth/question/bank/delete': {
    summary:
      'Delete a question bank from which no exam draws, with its questions, or restore it within 30 days as it was',
    auth: 'exams.manage',
    input: ById.extend({ deleted: z.boolean() }),
    data: z.object({ deleted: z.boolean() }),
  },
  'POST /exam/auth/question/page': {
    summary: 'List the questions of a bank',
    auth: 'exams.manage',
    input: paged(20).extend({
      ...Filter.shape,
      sort: sorted('code', 'type', 'difficulty', 'topic', 'gmtModified'),
    }),
    data: page(Item),
  },
  'GET /exam/auth/question/view': {
    summary: 'Get a question with texts, right answer and rendered texts',
    auth: 'exams.manage',
    input: ById,
    data: Item.extend({
      bankId: Id,
      bankTitle: z.string(),
      texts: Texts,
      answer: Key,
      criteria: Criteria,
      html: Htmls,
    }),
  },
  'POST /exam/auth/question/save': {
    summary: 'Create a question or store a new version of it; papers keep the version they were drawn with',
    auth: 'exams.manage',
    input: Content.extend({
      id: Id.optional(),
      bankId: Id,
      /** The version that was edited: 409 when somebody has stored another one since. */
      version: whole(1, 1_000_000).optional(),
      code: Code.optional(),
      difficulty: Difficulty,
      topic: Topic,
      tags: Tags,
      /** Default: as it is, false for a new question. */
      keepsOrder: z.boolean().optional(),
    }),
    data: z.object({ id: Id, version: z.number() }),
  },
  'POST /exam/auth/question/grid/page': {
    summary: 'List the questions of a bank as rows of a grid, in the order in which they were added',
    auth: 'exams.manage',
    input: paged(100).extend({ bankId: Id }),
    data: page(GridRow),
  },
  'POST /exam/auth/question/grid/save': {
    summary:
      'Create and change questions from rows of a grid, with a result for each row; what is wrong is told by cell, the others are stored',
    auth: 'exams.manage',
    input: z.object({
      bankId: Id,
      rows: z
        .array(
          z.object({
            /** Names the row in the answer. */
            key: line(40),
            /** Of a stored question, with the version that was edited; missing: a new one. */
            id: Id.optional(),
            version: whole(1, 1_000_000).optional(),
            /** Of the texts; default: the language in which they are written. */
            lang: Language.optional(),
            cells: Cells,
          }),
        )
        .min(1, { error: 'field.required' })
        .max(MAX_ITEMS.gridRows, { error: 'field.tooMany' }),
      /** Only say what is wrong. */
      check: z.boolean().default(false),
    }),
    data: z.object({
      rows: z
        .array(
          z.object({
            key: z.string(),
            /** `conflict`: somebody has stored another version since, which `cells` and `version` are. */
            state: z.enum(['saved', 'unchanged', 'valid', 'invalid', 'conflict']),
            id: Id.nullable(),
            version: z.number().nullable(),
            cells: Cells.nullable(),
            /** By cell: `option0` is the first option. */
            problems: z.array(z.object({ field: z.string(), text: z.string() })).max(MAX_ITEMS.gridProblems),
          }),
        )
        .max(MAX_ITEMS.gridRows),
    }),
  },
  'POST /exam/auth/question/grid/read': {
    summary:
      'Read a text with questions (a numbered list, a table with headings, GIFT) as rows of a grid; nothing is stored',
    auth: 'exams.manage',
    input: z.object({ text: z.string().min(1, { error: 'field.required' }).max(300_000, { error: 'field.tooLong' }) }),
    data: z.object({
      rows: z.array(z.object({ lang: Language, cells: Cells })).max(MAX_ITEMS.gridRows),
      /** What was not taken, or was changed on the way. */
      losses: z.array(z.object({ place: z.string(), text: z.string() })).max(MAX_ITEMS.gridRows),
    }),
  },
  'POST /exam/auth/question/similar/page': {
    summary: 'List pairs of questions of a bank that say nearly the same, the most similar first',
    auth: 'exams.manage',
    input: paged(10).extend({
      bankId: Id,
      /** Only pairs with one of these questions. */
      ids: z.array(Id).min(1).max(MAX_ITEMS.gridRows).optional(),
    }),
    data: page(z.object({ percent: z.number(), one: Side, other: Side })).extend({
      /** There may be more: of a large bank the newest questions are compared. */
      isPartial: z.boolean(),
    }),
  },
  'POST /exam/auth/question/similar/keep': {
    summary: 'Keep two similar questions: they are not listed again',
    auth: 'exams.manage',
    input: z.object({ ids: z.array(Id).length(2, { error: 'field.invalid' }) }),
    data: z.object({ ids: z.array(Id).max(2) }),
  },
  'POST /exam/auth/question/version/page': {
    summary: 'List the versions of a question, newest first',
    auth: 'exams.manage',
    input: paged(10, 20).extend({ id: Id }),
    data: page(Version),
  },
  'POST /exam/auth/question/bulk/save': {
    summary:
      'Publish, withdraw, delete, restore, classify or move several questions; papers of attempts keep deleted ones, which can be restored for 30 days',
    auth: 'exams.manage',
    input: Bulk,
    data: z.object({ changed: z.number() }),
  },
  'POST /exam/auth/question/bulk/uses': {
    summary: 'Say what depends on several questions, before they are deleted',
    auth: 'exams.manage',
    input: z
      .object(which)
      .refine(({ ids, found }) => Boolean(ids) !== Boolean(found), { path: ['ids'], error: 'field.required' }),
    data: z.object({
      count: z.number(),
      /** Questions that papers of attempts contain, which keep them. */
      drawn: z.number(),
      /** Exams whose fixed paper contains one of them: it lacks that question then. */
      papers: z.number(),
      /** Published exams that draw from their banks. */
      exams: z.number(),
    }),
  },
  'POST /exam/auth/question/preview': {
    summary: 'Render the texts of a question without storing them',
    auth: 'exams.manage',
    input: Content,
    data: z.object({ html: Htmls }),
  },
  'POST /exam/auth/question/file/upload': {
    summary:
      'Upload a picture (PNG, JPEG or WebP) or sound (MP3, M4A, OGG or WAV) of at most 5 MB for texts of questions',
    auth: 'exams.manage',
    upload: true,
    input: z.object({ file: File }),
    data: z.object({ id: Id, kind: z.enum(['picture', 'sound']) }),
  },
  'POST /exam/auth/question/import/upload': {
    summary: 'Read a file of questions and report what it would change; nothing is written to the bank',
    auth: 'exams.manage',
    upload: true,
    uploadBytes: QUESTION_FILE_BYTES,
    input: z.object({ file: File, bankId: Id, lang: Language.optional() }),
    data: z.object({ id: Id }),
  },
  'POST /exam/auth/question/import/view': {
    summary: 'Get the report of an import that waits for its confirmation',
    auth: 'exams.manage',
    input: paged(20).extend({ id: Id, kind: ReportRow.shape.kind.optional() }),
    data: Report,
  },
  'POST /exam/auth/question/import/confirm': {
    summary: 'Write an import to its bank, in one transaction',
    auth: 'exams.manage',
    input: z.object({
      id: Id,
      reportHash: z.string().max(64),
      /** Whether similar questions replace those of the bank, and the steps for which the opposite holds. Default: all are new. */
      similar: z
        .object({
          replace: z.boolean(),
          except: z
            .array(whole(0, MAX_ITEMS.importQuestions))
            .max(MAX_ITEMS.importQuestions, { error: 'field.tooMany' }),
        })
        .optional(),
    }),
    data: z.object({
      added: z.number(),
      changed: z.number(),
      /** Of the first questions that were added. */
      ids: z.array(Id).max(MAX_ITEMS.gridRows),
    }),
  },
  'POST /exam/auth/question/download': {
    summary: 'Get the questions of a bank, or of a filtered list, as a file',
    auth: 'exams.manage',
    input: Filter.extend({ format: Format }),
    data: DownloadFile,
  },
  'GET /exam/auth/question/template': {
    summary: 'Get the spreadsheet template for importing questions',
    auth: 'exams.manage',
    input: z.object({}),
    data: DownloadFile,
  },
});
