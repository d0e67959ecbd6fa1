import { listQuery, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of `/test/analysis` without an exam, and the call of its list. */

export const ANALYSED = listQuery<{ keyword?: string }>({ path: '/test/analysis', filters: { keyword: text(100) } });
export const analysedPage = (state: StateOf<typeof ANALYSED>) =>
  ['POST /exam/auth/exam/analysis/page', pageInput(state)] as const;
