import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { studyNote } from '#src/server/study/tables/note.ts';
import type { Context } from '#src/server/core/context.ts';

/** The filter of the lists of notes. Every statement about notes contains the author: notes are private. */
export function notesOf(
  { tenant, viewer }: Context,
  input: Partial<OperationInput<'POST /course/auth/study/note/page'>>,
): SQL | undefined {
  return and(
    eq(studyNote.enterpriseId, tenant.id),
    eq(studyNote.userId, viewer.userId),
    input.courseId ? eq(studyNote.courseId, input.courseId) : undefined,
    input.resourceId ? eq(studyNote.resourceId, input.resourceId) : undefined,
    input.keyword
      ? sql`strpos(lower(concat_ws(' ', ${studyNote.text}, ${course.title}, ${courseResource.subResourceName})), lower(${input.keyword})) > 0`
      : undefined,
  );
}

/** Selects notes with the titles of their course and resource. */
export function selectNotes({ db }: Context, where: SQL | undefined) {
  return db
    .select({
      id: studyNote.id,
      courseId: studyNote.courseId,
      courseTitle: course.title,
      resourceId: studyNote.resourceId,
      subResourceName: courseResource.subResourceName,
      position: studyNote.position,
      unit: studyNote.unit,
      text: studyNote.text,
      gmtCreate: studyNote.gmtCreate,
      gmtModified: studyNote.gmtModified,
    })
    .from(studyNote)
    .innerJoin(course, and(eq(course.enterpriseId, studyNote.enterpriseId), eq(course.id, studyNote.courseId)))
    .innerJoin(
      courseResource,
      and(eq(courseResource.enterpriseId, studyNote.enterpriseId), eq(courseResource.id, studyNote.resourceId)),
    )
    .where(where);
}

/** A note as operations answer it. */
export function noteView({ position, unit, ...note }: Awaited<ReturnType<typeof selectNotes>>[number]) {
  return { ...note, place: position === null || unit === null ? null : { position, unit } };
}
