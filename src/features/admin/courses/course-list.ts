import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, oneOf, pageInput, type StateOf } from '#src/lib/list-query.ts';
import { CONTENT_FILTERS, type ContentFilter } from '../content/content-filters.ts';

/* The query of `/admin/courses`, and the call of its list. */

export type ListedCourse = Data<'POST /system/auth/content/course/page'>['list'][number];
export type CourseFilter = ContentFilter & { courseType?: string; categoryId?: string; lecturerId?: string };
export type CourseSort = 'title' | 'changedAt' | 'studentCount' | 'classHours';

export const COURSES = listQuery<CourseFilter, CourseSort>({
  path: '/admin/courses',
  filters: { ...CONTENT_FILTERS, courseType: oneOf(['1', '2', '3']), categoryId: id, lecturerId: id },
  sorts: ['title', 'changedAt', 'studentCount', 'classHours'],
});

export const PAGE = 'POST /system/auth/content/course/page';
export function coursePage(state: StateOf<typeof COURSES>) {
  const { courseType, ...input } = pageInput(state);
  return [PAGE, { ...input, ...(courseType && { courseType: Number(courseType) }) }] as const;
}
