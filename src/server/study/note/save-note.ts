import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { studyNote } from '#src/server/study/tables/note.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { notesOf, noteView, selectNotes } from './select-notes.ts';

/** Notes and changes of one member. */
const PER_MINUTE = { limit: 60, seconds: 60 };

/**
 * Stores a note of the viewer, or changes its text. A note stays about its resource and place.
 * @throws AppError 404 when the resource does not exist in this tenant, or the id is that of a note of somebody else; 409 when
 * the viewer has as many notes as a member can have; 429
 */
export async function saveNote(
  ctx: Context,
  { id, resourceId, place, text }: OperationInput<'POST /course/auth/study/note/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const [resource] = await db
    .select({ courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, resourceId)));
  if (!resource) throw notFound();
  await takeTry(`study-note:${tenant.id}:${viewer.userId}`, PER_MINUTE);
  const own = notesOf(ctx, {});
  const isNew = (await db.$count(studyNote, and(own, eq(studyNote.id, id)))) === 0;
  if (isNew && (await db.$count(studyNote, own)) >= MAX_ITEMS.notes) {
    throw new AppError(409, 'tooManyNotes', { params: { limit: MAX_ITEMS.notes } });
  }
  const at = ctx.now();
  await db
    .insert(studyNote)
    .values({
      ...{ enterpriseId: tenant.id, id, userId: viewer.userId, courseId: resource.courseId, resourceId, text },
      ...{ position: place?.position ?? null, unit: place?.unit ?? null, gmtCreate: at, gmtModified: at },
    })
    .onConflictDoUpdate({
      target: [studyNote.enterpriseId, studyNote.id],
      set: { text, gmtModified: at },
      setWhere: eq(studyNote.userId, viewer.userId),
    });
  const [stored] = await selectNotes(ctx, and(own, eq(studyNote.id, id)));
  if (!stored) throw notFound();
  return noteView(stored);
}

/** Deletes a note of the viewer. Idempotent. */
export async function deleteNote(ctx: Context, { id }: { id: string }) {
  const deleted = await ctx.db
    .delete(studyNote)
    .where(and(notesOf(ctx, {}), eq(studyNote.id, id)))
    .returning({ id: studyNote.id });
  return { count: deleted.length };
}
