import { listQuery, pageInput, type StateOf } from '#src/lib/list-query.ts';

/* The queries of the lists at `/test/marking`, and their calls. */

export type Status = 'submitted' | 'marked';

export const papersOf = (status: Status) => listQuery({ path: '/test/marking', filters: {}, fixed: { status } });
export const markedPage = (status: Status, state: StateOf<ReturnType<typeof papersOf>>) =>
  ['POST /exam/auth/exam/marking/page', { status, ...pageInput(state) }] as const;

export const MARKING_EXAMS = listQuery({ path: '/test/marking', filters: {}, fixed: { view: 'exams' } });
export const markingExamPage = (state: StateOf<typeof MARKING_EXAMS>) =>
  ['POST /exam/auth/exam/marking/exam/page', pageInput(state)] as const;

export const SWITCH_APPEALS = listQuery({ path: '/test/marking', filters: {}, fixed: { view: 'switches' } });
export const switchPage = (state: StateOf<typeof SWITCH_APPEALS>) =>
  ['POST /exam/auth/exam/marking/switch/page', pageInput(state)] as const;
