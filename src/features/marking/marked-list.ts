import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/test/marking` with papers, and the call of its list. */

export type Status = 'submitted' | 'marked';

export const papersOf = (status: Status) => listQuery({ path: '/test/marking', filters: {}, fixed: { status } });
export const markedPage = (status: Status, state: StateOf<ReturnType<typeof papersOf>>) =>
  ['POST /exam/auth/exam/marking/page', { status, ...pageInput(state) }] as const;
