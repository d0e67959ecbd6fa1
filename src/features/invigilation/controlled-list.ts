import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The query of `/test/control` without an exam, and the call of its list. */

export const CONTROLLED = listQuery({ path: '/test/control', filters: {} });
export const controlledPage = (state: StateOf<typeof CONTROLLED>) =>
  ['POST /exam/auth/exam/control/page', pageInput(state)] as const;
