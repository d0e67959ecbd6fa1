import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Id, whole } from './common.ts';
import { define } from './define.ts';

/** Why a document or an archive is not shown (`document:problem.*`). */
const DocumentProblem = z.enum([
  'broken',
  'tooLarge',
  'tooSlow',
  'password',
  /** .doc, .xls, .ppt of which no PDF was made: they count when the reader confirms to have read them. */
  'oldFormat',
  'unsupported',
  /** Made to harm the reader, e.g. a decompression bomb: not even offered for download. */
  'unsafe',
]);
const ArchiveEntry = z.object({
  /** Path inside the archive, with `/`. */
  path: z.string(),
  /** Unpacked bytes. */
  size: z.number().int(),
  /** Short-lived signed URL; null for an entry that is not served. */
  url: z.string().nullable(),
  problem: z.enum(['encrypted', 'tooLarge', 'unsupported', 'unsafe']).nullable(),
});

export const documents = define({
  'GET /course/auth/study/document/view': {
    summary:
      'Get a document of the study room: its format, pages and chapters. It is converted when it is first opened',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      format: z.enum(['pdf', 'docx', 'xlsx', 'csv', 'pptx', 'text', 'markdown', 'picture']).nullable(),
      /** Short-lived signed URL of the PDF that was made of an Office file; other PDFs are the file itself. */
      pdfUrl: z.string().nullable(),
      problem: DocumentProblem.nullable(),
      pageCount: z.number().int(),
      /** Seconds; page p of n has the p-th of n equal parts of them. */
      totalDuration: z.number().int(),
      /** Page that was open last, from 1. */
      resumePage: z.number().int(),
      /** Titles of pages; those of a PDF are read by the browser. */
      outline: z.array(z.object({ page: z.number().int(), title: z.string() })).max(MAX_ITEMS.outline),
    }),
  },
  'GET /course/auth/study/document/page': {
    summary: 'Get one page of a converted document as sanitised HTML',
    auth: 'enterprise',
    input: z.object({ resourceId: Id, number: whole(1, 10_000) }),
    data: z.object({ number: z.number().int(), title: z.string().nullable(), html: z.string() }),
  },
  'GET /course/auth/study/archive/view': {
    summary: 'List the entries of an archive of the study room',
    auth: 'enterprise',
    input: z.object({ resourceId: Id }),
    data: z.object({
      problem: DocumentProblem.exclude(['oldFormat']).nullable(),
      entryCount: z.number().int(),
      /** Unpacked bytes of all entries. */
      totalSize: z.number(),
      entries: z.array(ArchiveEntry).max(MAX_ITEMS.archiveEntries),
    }),
  },
});
