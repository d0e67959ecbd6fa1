import type { Data } from '#src/contract/calls.ts';
import { listQuery, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/admin/certificates/templates`, and the call of its list. */

export const PAGE = 'POST /course/auth/certificate/template/page';
export type TemplateRow = Data<typeof PAGE>['list'][number];

export const TEMPLATES = listQuery<{ keyword?: string }, 'name' | 'gmtModified'>({
  path: '/admin/certificates/templates',
  filters: { keyword: text(100) },
  sorts: ['name', 'gmtModified'],
});

export const templatePage = (state: StateOf<typeof TEMPLATES>) => [PAGE, pageInput(state)] as const;
