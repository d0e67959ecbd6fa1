import type { Data } from '#src/contract/calls.ts';

export type Note = Data<'POST /course/auth/study/note/page'>['list'][number];
export type NotePlace = NonNullable<Note['place']>;

/** URL of the place of a note in the study room (Chinese form). */
export const notePath = ({ courseId, resourceId, place }: Note) =>
  `/watch/course?id=${courseId}&resource=${resourceId}${place ? `&at=${place.position}` : ''}`;

/** The notes about a resource; more of them are in the list of all notes. */
export const notesAbout = (resourceId: string) =>
  ['POST /course/auth/study/note/page', { resourceId, pageSize: 100 }] as const;
