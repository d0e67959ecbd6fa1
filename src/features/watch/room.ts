import type { Data } from '#src/contract/calls.ts';

export type Room = Data<'GET /course/auth/study/course/view'>;
export type Resource = Room['resources'][number];
/** State that changes during study. */
export type Standing = Pick<Resource, 'studyProgress' | 'completed' | 'watched' | 'watchedSeconds' | 'studySeconds'>;

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
  if (last >= 0 && !all[last]!.completed) return all[last]!;
  const open = (resource: Resource) => resource.counted && !resource.completed;
  return all.slice(last + 1).find(open) ?? all.find(open) ?? all[Math.max(0, last)] ?? null;
}

/** The next resource to study. */
export function nextResource(room: Room, id: string): Resource | null {
  const all = leaves(room.resources);
  return all[all.findIndex(({ subResourceId }) => subResourceId === id) + 1] ?? null;
}

/** How a resource is shown. */
export function stageOf({ contentType, resourceType, examId, fileUrl }: Resource) {
  if (contentType === 3 && examId) return 'exam';
  if (contentType === 7) return 'practice';
  if (!fileUrl) return 'elsewhere';
  if (resourceType === 2 || resourceType === 3) return 'media';
  if (resourceType === 4 || resourceType === 5 || contentType === 4) return 'reading';
  return 'download';
}

/** URL of the study room, for a resource or the resume position (Chinese form). */
export const roomPath = (courseId: string, resourceId?: string) =>
  `/watch/course?id=${courseId}${resourceId ? `&resource=${resourceId}` : ''}`;
