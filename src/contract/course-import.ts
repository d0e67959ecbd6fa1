import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ById, Id } from './common.ts';
import { define } from './define.ts';

/** Courses that are made from an archive of files, or from an outline (docs/specification.md, section "Editing content"). */
export const courseImport = define({
  'POST /system/auth/content/course/import/start': {
    summary: 'Make a draft of a course from an archive (.zip) or an outline (.docx, .pptx) of the media library',
    auth: 'content.manage',
    input: z.object({ fileId: Id }),
    data: z.object({ id: Id }),
  },
  'GET /system/auth/content/course/import/view': {
    summary: 'Get how far an import of the user is, and what was left out',
    auth: 'content.manage',
    input: ById,
    data: z.object({
      id: Id,
      fileName: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      problem: z.string().nullable().meta({ description: 'why it failed, in the language of the user' }),
      total: z.number().int().meta({ description: 'files of the archive; 0: not known yet' }),
      done: z.number().int().meta({ description: 'files that were looked at' }),
      courseId: Id.nullable(),
      leftOut: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .max(MAX_ITEMS.archiveEntries)
        .meta({ description: 'what is not in the course, with the reason in the language of the user' }),
    }),
  },
});
