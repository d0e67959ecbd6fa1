import { pageOf } from '#src/lib/page-of.ts';

const STATES = ['waiting', 'resit', 'awaitingMarking', 'pass', 'fail', 'absent'] as const;
export const EXAM_STATES = STATES;
export type ExamsQuery = { scope: 'mine' | 'all'; examState?: (typeof STATES)[number]; page: number };

/** Filters of `/test` from its URL; invalid values are ignored. */
export function readExamsQuery(params: URLSearchParams): ExamsQuery {
  return {
    scope: params.get('scope') === 'all' ? 'all' : 'mine',
    examState: STATES.find((state) => state === params.get('state')),
    page: pageOf({ searchParams: params }),
  };
}

/** URL of `/test` with these filters. */
export function examsPath({ scope, examState, page }: Partial<ExamsQuery>): string {
  const params = new URLSearchParams();
  if (scope === 'all') params.set('scope', 'all');
  if (examState) params.set('state', examState);
  if (page && page > 1) params.set('page', String(page));
  return params.size ? `/test?${params}` : '/test';
}
