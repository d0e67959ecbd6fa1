import type { Data } from '#src/contract/calls.ts';
import { PEOPLE_KINDS, type PeopleKind } from '#src/contract/rules/people-import.ts';
import { listQuery, oneOf, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The queries of `/admin/people/import`, and the calls of its lists. */

export const VIEW = 'GET /people/auth/import/view';
export const ROWS = 'POST /people/auth/import/row/page';
export const IMPORTS_PAGE = 'POST /people/auth/import/page';

export type Import = Data<typeof VIEW>;
export type Row = Data<typeof ROWS>['list'][number];
export type PastImport = Data<typeof IMPORTS_PAGE>['list'][number];

const PATH = '/admin/people/import';
export const OUTCOMES = ['done', 'failed', 'kept'] as const;
export type RowFilter = { kind?: PeopleKind; outcome?: (typeof OUTCOMES)[number] };

export const IMPORTS = listQuery({ path: PATH, filters: {} });
/** The rows of one import. */
export const rowsOf = (id: string) =>
  listQuery<RowFilter, never>({
    path: PATH,
    filters: { kind: oneOf(PEOPLE_KINDS), outcome: oneOf(OUTCOMES) },
    fixed: { id },
  });

export const importPage = (state: StateOf<typeof IMPORTS>) => [IMPORTS_PAGE, pageInput(state)] as const;
export const rowPage = (id: string, state: StateOf<ReturnType<typeof rowsOf>>) =>
  [ROWS, { id, ...pageInput(state) }] as const;
export const importView = (id: string) => [VIEW, { id }] as const;

/** A job works on it. */
export const isRunning = ({ state }: Pick<Import, 'state'>) =>
  state === 'planning' || state === 'applying' || state === 'undoing';
