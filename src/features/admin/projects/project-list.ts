import type { Data } from '#src/contract/calls.ts';
import { id, listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';
import { CONTENT_FILTERS, type ContentFilter } from '../content/content-filters.ts';

/* The query of `/admin/projects`, and the call of its list. */

export const PAGE = 'POST /system/auth/content/project/page';
export type ListedProject = Data<typeof PAGE>['list'][number];
export type ProjectSort = 'title' | 'changedAt';

export const PROJECTS = listQuery<ContentFilter & { categoryId?: string }, ProjectSort>({
  path: '/admin/projects',
  filters: { ...CONTENT_FILTERS, categoryId: id },
  sorts: ['title', 'changedAt'],
});

export const projectPage = (state: StateOf<typeof PROJECTS>) => [PAGE, pageInput(state)] as const;
