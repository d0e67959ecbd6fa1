import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { MAX_NOTE_LENGTH } from './rules/study.ts';
import { ById, Id, Instant, whole } from './common.ts';
import { define } from './define.ts';
import { ExportRecord } from './export.ts';
import { ResourcePlace } from './resource-place.ts';

const NoteFilter = z.object({
  courseId: Id.optional(),
  /** Part of the text, or of the title of course or item; no wildcards. */
  keyword: z.string().trim().max(100).optional(),
});

const Note = z.object({
  id: Id,
  courseId: Id,
  courseTitle: z.string(),
  resourceId: Id,
  subResourceName: z.string(),
  place: ResourcePlace.nullable(),
  text: z.string(),
  gmtCreate: Instant,
  gmtModified: Instant,
});

export const studyNote = define({
  'POST /course/auth/study/note/page': {
    summary: 'List the user’s notes, newest first, by keyset. Notes are private: nobody else can list them',
    auth: 'enterprise',
    input: NoteFilter.extend({
      resourceId: Id.optional(),
      pageSize: whole(1, MAX_ITEMS.page).default(20),
      before: Id.optional().meta({ description: 'keyset pagination: only notes after this one in the list' }),
    }),
    data: z.object({ totalCount: z.number().int(), list: z.array(Note).max(MAX_ITEMS.page) }),
  },
  'POST /course/auth/study/note/course/list': {
    summary: 'List the courses with notes of the user, by title',
    auth: 'enterprise',
    input: z.object({}),
    data: z
      .array(z.object({ courseId: Id, title: z.string(), noteCount: z.number().int() }))
      .max(MAX_ITEMS.noteCourses),
  },
  'POST /course/auth/study/note/save': {
    summary:
      'Store a note, or change the text of one. The caller chooses the id, so that a repeated request stores it once, and a deleted note can be stored again',
    auth: 'enterprise',
    input: z.object({
      id: Id,
      resourceId: Id,
      place: ResourcePlace.nullish(),
      text: z.string().trim().min(1, { error: 'field.required' }).max(MAX_NOTE_LENGTH, { error: 'field.tooLong' }),
    }),
    data: Note,
  },
  'DELETE /course/auth/study/note/delete': {
    summary: 'Delete one of the user’s notes',
    auth: 'enterprise',
    input: ById,
    data: z.object({ count: z.number().int() }),
  },
  'POST /course/auth/study/note/export': {
    summary: 'Request an export of the user’s notes, as a sheet or as a text in Markdown',
    auth: 'enterprise',
    input: NoteFilter.extend({ format: z.enum(['xlsx', 'md']).default('xlsx') }),
    data: ExportRecord,
  },
});
