import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The queries of `/admin/terminals`, its `/people` and its `/log`, and the calls of their lists. */

export type Terminal = Data<'POST /user/auth/terminal/page'>['list'][number];
export const TERMINAL_STATES = ['new', 'active', 'revoked'] as const;

export const TERMINALS = listQuery<{ keyword?: string; state?: Terminal['state'] }, 'name' | 'lastSeenAt'>({
  path: '/admin/terminals',
  filters: { keyword: text(100), state: oneOf(TERMINAL_STATES) },
  sorts: ['name', 'lastSeenAt'],
});
export const terminalPage = (state: StateOf<typeof TERMINALS>) =>
  ['POST /user/auth/terminal/page', pageInput(state)] as const;

export type TerminalPerson = Data<'POST /user/auth/terminal/person/page'>['list'][number];
export const PERSON_STATES = ['noPin', 'locked', 'noBadge', 'badge'] as const;

export const TERMINAL_PEOPLE = listQuery<
  { keyword?: string; state?: (typeof PERSON_STATES)[number] },
  'userName' | 'employeeNo' | 'department'
>({
  path: '/admin/terminals/people',
  filters: { keyword: text(100), state: oneOf(PERSON_STATES) },
  sorts: ['userName', 'employeeNo', 'department'],
});
export const terminalPersonPage = (state: StateOf<typeof TERMINAL_PEOPLE>) =>
  ['POST /user/auth/terminal/person/page', pageInput(state)] as const;

/** Sign-ins at a terminal. */
export const signInList = (terminalId: string) =>
  listQuery<Record<string, never>>({ path: '/admin/terminals/log', filters: {}, fixed: { id: terminalId } });
export const signInPage = (id: string, state: StateOf<ReturnType<typeof signInList>>) =>
  ['POST /user/auth/terminal/sign-in/page', { id, ...pageInput(state) }] as const;
export const terminalView = (id: string) => ['GET /user/auth/terminal/at/view', { id }] as const;
