import type { Data } from '#src/contract/calls.ts';

/** One course of a study room, with its tree. */
export type Room = Data<'GET /course/auth/study/course/view'>;
/** A study room over several courses: those of a learning project, a category or a task. */
export type Frame = Data<'GET /course/auth/study/room/view'>;
export type Resource = Room['resources'][number];
/** State that changes during study. */
export type ResourceProgress = Pick<
  Resource,
  'studyProgress' | 'completed' | 'watched' | 'watchedSeconds' | 'studySeconds'
>;

/** Resources that can be opened: all except directories, in order. */
export function leaves(resources: Resource[]): Resource[] {
  return resources.flatMap((resource) =>
    resource.subTrainingProgress.length > 0 ? leaves(resource.subTrainingProgress) : [resource],
  );
}

/** Initial resource: the requested one, otherwise the next unfinished one after the last, otherwise the first. */
export function firstResource(room: Room, wanted: string | null): Resource | null {
  const all = leaves(room.resources);
  const asked = all.find(({ subResourceId }) => subResourceId === wanted);
  if (asked) return asked;
  const last = all.findIndex(({ subResourceId }) => subResourceId === room.lastResourceId);
  if (last >= 0 && !all[last]!.completed && !all[last]!.lock) return all[last]!;
  const open = (resource: Resource) => resource.counted && !resource.completed && !resource.lock;
  return all.slice(last + 1).find(open) ?? all.find(open) ?? all[Math.max(0, last)] ?? null;
}

/** The next resource of the course; null after the last one. */
export function nextResource(room: Room, id: string): Resource | null {
  const all = leaves(room.resources);
  return all[all.findIndex(({ subResourceId }) => subResourceId === id) + 1] ?? null;
}

/** Whether an item may be studied here now. */
export const isOpen = ({ studyState, lock }: Pick<Frame['items'][number], 'studyState' | 'lock'>) =>
  studyState === 'open' && lock === null;

/** The next course of a room that may be studied. */
export function nextCourseId({ items }: Frame, courseId: string): string | null {
  const at = items.findIndex((item) => item.courseId === courseId);
  return items.slice(at + 1).find((item) => item.courseId && isOpen(item))?.courseId ?? null;
}

/** URL of the study room of a course, for a resource or the resume position (Chinese form). */
export const roomPath = (courseId: string, resourceId?: string) =>
  `/watch/course?id=${courseId}${resourceId ? `&resource=${resourceId}` : ''}`;

type Place = Pick<Frame, 'type' | 'id'>;

/** URL of a room over several courses, with a course and a resource of it (Chinese form). */
export function framePath({ type, id }: Place, courseId?: string | null, resourceId?: string | null): string {
  const query = new URLSearchParams({ [type === 'task' ? 'task' : 'id']: id });
  if (courseId) query.set('course', courseId);
  if (courseId && resourceId) query.set('resource', resourceId);
  return `/watch/catePanel?${query}`;
}
