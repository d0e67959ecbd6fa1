import type { Data } from '#src/contract/calls.ts';
import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';
import { CONTENT_FILTERS, type ContentFilter } from '../content/content-filters.ts';

/* The query of `/admin/lecturers`, and the call of its list. */

export const PAGE = 'POST /system/auth/content/lecturer/page';
export type ListedLecturer = Data<typeof PAGE>['list'][number];
export type LecturerSort = 'lecturerName' | 'changedAt';

export const LECTURERS = listQuery<ContentFilter, LecturerSort>({
  path: '/admin/lecturers',
  filters: CONTENT_FILTERS,
  sorts: ['lecturerName', 'changedAt'],
});

export const lecturerPage = (state: StateOf<typeof LECTURERS>) => [PAGE, pageInput(state)] as const;
