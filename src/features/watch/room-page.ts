import { ApiError } from '#src/client/api-error.ts';
import { type Given, prefetch } from '#src/client/query.ts';
import { questionsOf } from '#src/features/community/subject/questions-of.ts';
import { firstResource, type Frame, isOpen, type Room } from './room.ts';

type Opened = {
  room: Room | null;
  resourceId: string | null;
  /** Second or page to begin with. */
  at: number | null;
  given: Given;
  /** Why the course may not be studied. */
  blocked: string | null;
};

/** For the pages of study rooms: reads the course to begin with. Its `room` is null when it does not exist or is blocked. */
export async function openRoom(
  { api, find }: Pick<App.Locals, 'api' | 'find'>,
  courseId: string,
  query: URLSearchParams,
): Promise<Opened> {
  let blocked: string | null = null;
  const room = await find('GET /course/auth/study/course/view', { courseId }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 403) throw error;
    blocked = error.message;
    return null;
  });
  const wanted = query.get('resource');
  const resourceId = (room && firstResource(room, wanted)?.subResourceId) ?? null;
  const given = resourceId ? await prefetch(api, [questionsOf({ type: 'resource', id: resourceId })]) : {};
  const at = query.get('at');
  // The position belongs to the resource of the address.
  const isPlace = wanted !== null && wanted === resourceId && at !== null && /^\d{1,7}$/.test(at);
  return { room, resourceId, at: isPlace ? Number(at) : null, given, blocked };
}

/** The course of a room to begin with: that of the address if it may be studied, otherwise where the learner was. */
export function firstCourseId({ items, currentCourseId }: Frame, wanted: string | null): string | null {
  const asked = items.find((item) => item.courseId === wanted && isOpen(item));
  return asked?.courseId ?? currentCourseId;
}

/** Namespaces of the texts of a study room. */
export const ROOM_TEXTS = [
  ...['study', 'room', 'note', 'document', 'enum', 'course.lock', 'posts.subject', 'appeal.entry'],
  ...['questionnaire.form', 'training', 'evaluation'],
];
