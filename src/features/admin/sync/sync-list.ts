import type { Data } from '#src/contract/calls.ts';
import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The calls of `/admin/sync`. */

export const SETTINGS = 'GET /people/auth/sync/setting/list';
export const RUNS_PAGE = 'POST /people/auth/sync/run/page';
export const SOURCE_DEPARTMENTS = 'POST /people/auth/sync/department/list';

export type Setting = Data<typeof SETTINGS>['list'][number];
export type Chosen = Setting['departments'][number];
export type Run = Data<typeof RUNS_PAGE>['list'][number];

export const RUNS = listQuery({ path: '/admin/sync', filters: {} });
export const runPage = (state: StateOf<typeof RUNS>) => [RUNS_PAGE, pageInput(state)] as const;
export const syncSettings = [SETTINGS, {}] as const;

/** A job works on it. */
export const isRunning = ({ state }: Run) => ['reading', 'planning', 'applying', 'undoing'].includes(state);
