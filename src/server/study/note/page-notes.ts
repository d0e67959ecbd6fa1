import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { course } from '#src/server/course/tables.ts';
import { studyNote } from '#src/server/study/tables/note.ts';
import type { Context } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { notesOf, noteView, selectNotes } from './select-notes.ts';

type Input = OperationInput<'POST /course/auth/study/note/page'>;

/** Lists the viewer's notes, newest first, after the note `before`; `totalCount` counts those of the whole list. */
export async function pageNotes(ctx: Context, input: Input) {
  const where = notesOf(ctx, input);
  const rows = await selectNotes(ctx, and(where, input.before ? isAfter(ctx, input.before) : undefined))
    .orderBy(desc(studyNote.gmtCreate), desc(studyNote.id))
    .limit(input.pageSize);
  const all = selectNotes(ctx, where).as('found');
  const [total] = await ctx.db.select({ n: count() }).from(all);
  return { totalCount: total!.n, list: rows.map(noteView) };
}

/** Condition for notes after one of the viewer's in the list. */
const isAfter = ({ tenant, viewer }: Context, id: string) => sql`exists (
  select from ${studyNote} b
  where b.enterprise_id = ${tenant.id} and b.id = ${id} and b.user_id = ${viewer.userId}
    and (${studyNote.gmtCreate}, ${studyNote.id}) < (b.gmt_create, b.id))`;

/** Lists the courses with notes of the viewer, by title. */
export function listNoteCourses(ctx: Context) {
  return ctx.db
    .select({ courseId: course.id, title: course.title, noteCount: count() })
    .from(studyNote)
    .innerJoin(course, and(eq(course.enterpriseId, studyNote.enterpriseId), eq(course.id, studyNote.courseId)))
    .where(notesOf(ctx, {}))
    .groupBy(course.id, course.title)
    .orderBy(asc(course.title), asc(course.id))
    .limit(MAX_ITEMS.noteCourses);
}
