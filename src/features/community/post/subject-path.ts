import type { Subject } from '../post-path.ts';

/** Address of what a question was asked about (Chinese form). */
export function subjectPath({ type, id, courseId, place }: Subject & { courseId: string | null }): string {
  if (type === 'course') return `/knowledge/course/${id}`;
  if (type === 'resource') return `/watch/course?id=${courseId}&resource=${id}${place ? `&at=${place.position}` : ''}`;
  return `/test/id?id=${id}`;
}
