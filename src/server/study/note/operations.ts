import { studyNote } from '#src/contract/study-note.ts';
import { implement } from '#src/server/core/implement.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { listNoteCourses, pageNotes } from './page-notes.ts';
import { deleteNote, saveNote } from './save-note.ts';

export const studyNoteOperations = implement(studyNote, {
  'POST /course/auth/study/note/page': pageNotes,
  'POST /course/auth/study/note/course/list': listNoteCourses,
  'POST /course/auth/study/note/save': saveNote,
  'DELETE /course/auth/study/note/delete': deleteNote,
  'POST /course/auth/study/note/export': (ctx, input) => requestExport(ctx, 'notes', input),
});
