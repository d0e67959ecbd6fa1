import type { Data } from '#src/contract/calls.ts';
import { listQuery, oneOf, pageInput, type StateOf, text } from '#src/lib/list-query.ts';

/* The query of the people of an exam at `/test/analysis`, and the call of their list. */

export type Candidate = Data<'POST /exam/auth/exam/analysis/candidate/page'>['list'][number];
/** Window and period of the results, which are chosen above the list. */
export type Within = { window?: number; from?: string; to?: string };
type Filter = { department?: string; state?: Candidate['examState']; certificate?: Certificate; keyword?: string };
type Certificate = (typeof CERTIFICATES)[number];
export type CandidateOrder = 'userName' | 'attempts' | 'firstScore' | 'bestScore' | 'submittedAt';

export const CERTIFICATES = ['none', 'held', 'revoked'] as const;
export const STATES = ['waiting', 'resit', 'awaitingMarking', 'pass', 'fail', 'absent'] as const;

export const candidates = (examId: string, { window, from, to }: Within) =>
  listQuery<Filter, CandidateOrder>({
    path: '/test/analysis',
    fixed: {
      id: examId,
      ...(window === undefined ? {} : { window: String(window) }),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
    filters: { department: text(200), state: oneOf(STATES), certificate: oneOf(CERTIFICATES), keyword: text(100) },
    sorts: ['userName', 'attempts', 'firstScore', 'bestScore', 'submittedAt'],
  });

/** Filter of the calls that read or export the list. */
export const candidateFilter = (
  examId: string,
  within: Within,
  { state, ...filter }: StateOf<ReturnType<typeof candidates>>['filter'],
) => ({ examId, ...within, ...filter, examState: state });

export const candidatePage = (examId: string, within: Within, list: StateOf<ReturnType<typeof candidates>>) => {
  const { sort, pageCurrent, pageSize } = pageInput(list);
  const input = { ...candidateFilter(examId, within, list.filter), sort, pageCurrent, pageSize };
  return ['POST /exam/auth/exam/analysis/candidate/page', input] as const;
};
